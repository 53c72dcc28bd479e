"""A CV's view -> the one JSON document that a design in Typst reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from generator.model.languages import is_east_asian
from generator.model.text import Phrase
from generator.model.views.document_views import CvView, DocumentView, PhotoView
from generator.model.views.entry_views import (
    AuthorView,
    EntryView,
    LinkView,
    SectionView,
    VenueView,
)
from generator.render.text import TextRendering
from generator.render.typst.han_fonts import Family
from generator.render.typst.nodes import Inline, Node, blocks, inlines, leads_somewhere


def fitted(cv: CvView, left_out: Collection[str]) -> CvView:
    """Return a CV without some entries, by their sources."""
    if not left_out:
        return cv
    sections = []
    for section in cv.sections:
        groups, start = [], 1
        for group in section.groups:
            entries = tuple(e for e in group.entries if e.source not in left_out)
            groups.append(replace(group, entries=entries, start=start))
            start += len(entries)
        roles = {role for g in groups for e in g.entries for role in e.roles}
        legend = tuple(role for role in section.legend if role in roles)
        sections.append(replace(section, groups=tuple(groups), legend=legend))
    return replace(cv, sections=tuple(sections))


_NO_MARKS: Mapping[str, str] = {}


def _sign(mark: str) -> str:
    """Return a mark without the selector that asks browsers for a sign instead of a picture."""
    return mark.replace("\ufe0e", "")


PHOTO = "photo.json"
"""The file of a design that holds the bytes of a JPEG as numbers: the compiler takes texts only."""
_LONGEST = 640
"""Pixels of its longer side: a photo of 4 cm at 400 dots per inch."""


def printed_size(photo: PhotoView) -> tuple[int, int]:
    """Return the width and height in pixels in which a photo is put into a PDF."""
    scale = min(1.0, _LONGEST / max(photo.width, photo.height))
    return max(1, round(photo.width * scale)), max(1, round(photo.height * scale))


class NodeWriter:
    """Writes pieces of views; texts become nodes, by way of the HTML that the site has of them."""

    def __init__(self, texts: TextRendering) -> None:
        self._texts = texts

    def author(self, author: AuthorView, marks: Mapping[str, str] = _NO_MARKS) -> Node:
        """Return one name with the marks of its roles."""
        return {
            "name": author.name,
            "is_self": author.is_self,
            "is_others": author.is_others,
            "marks": [_sign(marks[role]) for role in author.roles if role in marks],
            "words": author.words,
            "url": self._url(author.url),
            "lang": author.lang,
        }

    def venue(self, venue: VenueView) -> Node:
        """Return where a paper appeared."""
        return {
            "full": self.line(venue.full),
            "short": venue.short,
            "year": venue.year,
            "badge": venue.badge,
            "url": self._url(venue.url),
        }

    def _link(self, link: LinkView) -> Node:
        return {"kind": link.kind, "label": link.label, "url": self._url(link.url)}

    def _url(self, address: str) -> str:
        """Return a URL; nothing for an address of the site that has no URL itself."""
        url = self._texts.absolute(address) if address else ""
        return url if leads_somewhere(url) else ""

    def line(self, phrase: Phrase) -> list[Inline]:
        """Return a line of text as nodes."""
        return inlines(self._texts.inline(phrase)) if phrase else []

    def _lines(self, phrases: Iterable[Phrase]) -> list[list[Inline]]:
        return [self.line(phrase) for phrase in phrases]

    def _blocks(self, phrase: Phrase) -> list[Node]:
        return blocks(self._texts.blocks(phrase)) if phrase else []


class DocumentWriter(NodeWriter):
    """Writes the document."""

    def __init__(self, view: DocumentView, texts: TextRendering) -> None:
        super().__init__(texts)
        self._view = view

    def document(self, fonts: tuple[Family, ...]) -> dict[str, Any]:
        """Return the document. `fonts` are the families for what the design's own fonts lack."""
        view, cv = self._view, self._view.cv
        words: dict[str, Any] = {
            **{key.rpartition(".")[2]: word for key, word in view.words.items()},
            **msgspec.structs.asdict(view.commas),
        }
        headline: list[Inline] = []
        for place, phrase in enumerate(view.headline):
            if place:
                headline.append(
                    view.commas.between(str(view.headline[place - 1]), str(phrase), "facts")
                )
            headline += self.line(phrase)
        return {
            "lang": cv.lang,
            "title": self._texts.plain(cv.title),
            "name": view.name,
            "before_name": self.line(view.prefix),
            "behind_name": self.line(view.title),
            "native": view.native if fonts or not is_east_asian(view.native) else "",
            "headline": headline,
            "updated": cv.updated,
            "photo": self._photo(view.photo) if view.photo else None,
            "contact": [self._link(link) for link in cv.contact],
            "summary": self._blocks(cv.summary),
            "page": view.page,
            "options": view.options,
            "fonts": [msgspec.structs.asdict(font) for font in fonts],
            "words": words,
            "sections": [self._section(section) for section in cv.sections if not section.is_empty],
        }

    def _photo(self, photo: PhotoView) -> Node:
        width, height = printed_size(photo)
        # The design need not know the digest; what is remembered of this document must.
        return {
            "file": PHOTO,
            "alt": photo.alt,
            "width": width,
            "height": height,
            "digest": photo.digest,
        }

    def _section(self, section: SectionView) -> Node:
        return {
            "title": self.line(section.title),
            "text": self._blocks(section.text),
            "kinds": section.kinds,
            "style": section.style,
            "columns": section.columns,
            "dates_at": section.dates_at,
            "across": section.across,
            "numbered": section.numbered,
            "links": section.links,
            "groups": [
                {
                    "title": self._texts.plain(group.title),
                    "start": group.start,
                    "line": self.line(group.line),
                    "entries": [self._entry(entry, section.marks) for entry in group.entries],
                }
                for group in section.groups
                if group.entries
            ],
            "legend": [
                {"mark": _sign(section.marks[role]), "words": self._view.words[f"role.{role}"]}
                for role in section.legend
            ],
        }

    def _entry(self, entry: EntryView, marks: Mapping[str, str]) -> Node:
        return {
            "kind": entry.kind,
            "source": entry.source,
            "line": self._lines(entry.line),
            "title": self.line(entry.title),
            "url": self._url(entry.url),
            "subtitle": self._lines(entry.subtitle),
            "role": self.line(entry.role),
            "location": self.line(entry.location),
            "date": entry.date if entry.has_date_apart or not entry.line else "",
            "authors": [self.author(author, marks) for author in entry.authors],
            "venue": self.venue(entry.venue) if entry.venue else None,
            "ranks": [f"{rank.scheme} {rank.rank}" for rank in entry.ranks],
            "details": self._lines(entry.facts),
            "items": self._lines(entry.items),
            "count": entry.count,
            "abstract": self._blocks(entry.abstract),
            "body": self._blocks(entry.body),
            "links": [self._link(link) for link in entry.links],
        }
