"""One PDF: turns a CV's view into the JSON document that a Typst design reads, and typesets it on
at most as many pages as the CV allows."""

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from generator.model.files import Made, Output, Picture
from generator.model.languages import is_east_asian
from generator.model.lookups import ReadTracker
from generator.model.site_views import CvView, DocumentView
from generator.model.text import Phrase
from generator.model.views import AuthorView, EntryView, LinkView, SectionView, VenueView
from generator.problems import Message, Place, Problem, Spot
from generator.render.fragment import SectionSlot
from generator.render.text import CachedMarkdown, TextRendering
from generator.render.theme import Designs
from generator.render.typst import (
    Family,
    Typesetter,
    TypstFault,
    han_fonts_for,
    han_without_font,
    pages_of,
)
from generator.render.typst_nodes import Inline, Node, blocks, inlines, leads_somewhere


def without_entries(cv: CvView, left_out: Collection[str]) -> CvView:
    """Return a CV without the entries whose sources are in `left_out`."""
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


def _sign(mark: str) -> str:
    """Return a mark without the selector that asks browsers for text style instead of an emoji."""
    return mark.replace("\ufe0e", "")


PHOTO = "photo.json"
"""The design's file with the bytes of a JPEG as numbers, since the compiler takes only text."""
_LONGEST = 640
"""Pixels of a photo's longer side: 4 cm at 400 dots per inch."""


def printed_size(photo: Picture) -> tuple[int, int]:
    """Return the width and height of a photo in a PDF, in pixels."""
    scale = min(1.0, _LONGEST / max(photo.width, photo.height))
    return max(1, round(photo.width * scale)), max(1, round(photo.height * scale))


_OF_BLOCKS = {"abstract", "body", "summary", "text"}
"""The fields of views with several paragraphs."""


class DocumentWriter:
    """Converts views to data; texts become nodes, by way of the site's HTML for them."""

    def __init__(self, texts: TextRendering) -> None:
        self._texts = texts

    def line(self, phrase: Phrase) -> list[Inline]:
        """Return a line of text as nodes."""
        return inlines(self._texts.inline(phrase)) if phrase else []

    def author(self, author: AuthorView, marks: Mapping[str, str]) -> Node:
        """Return a name with the marks of its roles."""
        node = self.fields(author, "name", "is_self", "is_others", "words", "url", "lang")
        return node | {"marks": [_sign(marks[role]) for role in author.roles if role in marks]}

    def fields(self, view: msgspec.Struct, *names: str) -> Node:
        """Return the named fields of a view, see `_field`."""
        return {name: self._field(name, getattr(view, name)) for name in names}

    def _field(self, name: str, value: Any) -> Any:
        """Return the value of a field: texts become nodes, and addresses URLs.

        An address of the site becomes empty if the site has no URL.
        """
        if isinstance(value, Phrase) and name in _OF_BLOCKS:
            return blocks(self._texts.blocks(value)) if value else []
        if isinstance(value, Phrase):
            return self.line(value)
        if isinstance(value, LinkView):
            return self.fields(value, "kind", "label", "url")
        if isinstance(value, VenueView):
            return self.fields(value, "full", "short", "year", "url")
        if isinstance(value, tuple):
            return [self._field(name, one) for one in value]
        if name == "url":
            url = self._texts.absolute(value) if value else ""
            return url if leads_somewhere(url) else ""
        return value

    def document(self, view: DocumentView, fonts: tuple[Family, ...]) -> dict[str, Any]:
        """Return the document. `fonts` are the families for characters that the design's own fonts
        lack."""
        cv = view.cv
        words: dict[str, Any] = {
            **{key.rpartition(".")[2]: word for key, word in view.words.items()},
            **msgspec.structs.asdict(view.commas),
        }
        headline: list[Inline] = []
        for before, phrase in zip((None, *view.headline), view.headline, strict=False):
            if before is not None:
                headline.append(view.commas.between(str(before), str(phrase), "facts"))
            headline += self.line(phrase)
        return {
            **self.fields(cv, "lang", "updated", "contact", "summary"),
            **self.fields(view, "name", "page", "options"),
            "title": self._texts.plain(cv.title),
            "before_name": self.line(view.prefix),
            "behind_name": self.line(view.title),
            "native": view.native if fonts or not is_east_asian(view.native) else "",
            "headline": headline,
            "photo": self._photo(view, view.photo) if view.photo else None,
            "fonts": [msgspec.structs.asdict(font) for font in fonts],
            "words": words,
            "sections": [self._section(s, view.words) for s in cv.sections if not s.is_empty],
        }

    def _photo(self, view: DocumentView, photo: Picture) -> Node:
        width, height = printed_size(photo)
        alt = view.words["portrait"].replace("{name}", view.name)
        # The design does not need the digest, but the cached results of this document depend on it.
        node = {"alt": alt, "digest": photo.digest}
        return node | {"file": PHOTO, "width": width, "height": height}

    def _section(self, section: SectionView, words: Mapping[str, str]) -> Node:
        given = ("kinds", "style", "columns", "dates_at", "across", "numbered", "links")
        return {
            **self.fields(section, "title", "text", *given),
            "groups": [
                {
                    **self.fields(group, "start", "line"),
                    "title": self._texts.plain(group.title),
                    "entries": [self._entry(entry, section.marks) for entry in group.entries],
                }
                for group in section.groups
                if group.entries
            ],
            "legend": [
                {"mark": _sign(section.marks[role]), "words": words[f"role.{role}"]}
                for role in section.legend
            ],
        }

    def _entry(self, entry: EntryView, marks: Mapping[str, str]) -> Node:
        texts = ("line", "title", "subtitle", "role", "location", "items", "abstract", "body")
        return {
            **self.fields(entry, "kind", "source", "url", "count", "links", "venue", *texts),
            "date": entry.date if entry.has_date_apart or not entry.line else "",
            "authors": [self.author(author, marks) for author in entry.authors],
            "ranks": list(entry.ranks),
            "details": self._field("details", entry.facts),
        }


_UNDATED = 946_684_800
"""2000-01-01, for a PDF without a known date."""


class Fit(msgspec.Struct, frozen=True):
    """The entries that a CV must leave out to fit its pages."""

    left_out: tuple[str, ...] = ()
    """Sources of entries, the most important one first."""
    is_impossible: bool = False
    """Whether the CV is too long even if only one of its entries stays."""


def fewest_left_out(
    least_important: tuple[str, ...], fits: Callable[[tuple[str, ...]], bool]
) -> Fit:
    """Return the entries that must be left out; `least_important` has the candidates in order.

    `fits` tells whether the rest is short enough without some of them. Fewer entries never take
    more pages, and no entry is ever cut, so a binary search finds the number in a handful of
    compilations.
    """
    if fits(()):
        return Fit()
    most = len(least_important) - 1
    if most < 0 or not fits(least_important[:most]):
        return Fit(is_impossible=True)
    enough = bisect_left(range(most), True, lo=1, key=lambda number: fits(least_important[:number]))
    return Fit(least_important[:enough][::-1])


class CvRendering:
    """Renders one CV as a PDF."""

    def __init__(
        self, designs: Designs, markdown: CachedMarkdown, output: Output, reads: ReadTracker
    ) -> None:
        self._designs = designs
        self._markdown = markdown
        self._output = output
        self._cv = Spot(output.source)
        self._texts = TextRendering(output, reads, None, markdown, self._no_section)
        view: DocumentView | None = reads.get("document", output.lang, output.subject)
        assert view is not None, output.path
        self._view = view
        reads.note("design", designs.digest, view.design)

    def result(self) -> Made:
        """Return the PDF, and the problems of its content."""
        data = b""
        if self._has_design:  # `references.py` reports a missing design
            found = self._fit() if self._view.cv.fit else Fit()
            self._texts.problems += self._fit_problems(found)
            made = self._typeset(found.left_out)
            if isinstance(made, bytes):
                data = made
                self._texts.problems += self._native_problems()
            else:
                self._texts.problems += self._problems(made)
        return Made(data, self._texts.problems, self._texts.links.fragment_links)

    def left_out(self) -> tuple[str, ...]:
        """Return the sources of the entries that do not fit; empty if the pages are not limited."""
        return self._fit().left_out if self._view.cv.fit and self._has_design else ()

    @property
    def _has_design(self) -> bool:
        return self._designs.file(f"cv/{self._view.design}.typ") is not None

    def _typeset(self, left_out: tuple[str, ...]) -> bytes | TypstFault:
        return self._typesetter.pdf(self._document(left_out), self._seconds)

    def _document(self, left_out: tuple[str, ...]) -> dict[str, Any]:
        view = replace(self._view, cv=without_entries(self._view.cv, left_out))
        return DocumentWriter(self._texts).document(view, self._typesetter.families)

    def _fit(self) -> Fit:
        """Return the entries to leave out. This is computed once for a document and cached."""
        view = self._view
        document = self._document(())
        question = json.dumps([document, view.cv.fit, view.least_important, self._designs.digest])

        def fits(left_out: tuple[str, ...]) -> bool:
            result = self._typeset(left_out)
            # A fault that is not about length is reported for the whole document.
            return not isinstance(result, bytes) or pages_of(result) <= view.cv.fit

        return self._markdown.answer(
            "fit", Fit, question, lambda: fewest_left_out(view.least_important, fits)
        )

    @cached_property
    def _typesetter(self) -> Typesetter:
        text = msgspec.json.encode(self._view).decode()
        return Typesetter(
            self._files(),
            *self._designs.font_folders(),
            han_fonts_for(self._view.cv.lang, text),
        )

    def _files(self) -> dict[str, bytes]:
        """Return the files for Typst: the design's, and the photo."""
        files, shown = self._designs.files(self._view.design), self._view.photo
        if shown is None:
            return files
        size = printed_size(shown)
        question = json.dumps([PHOTO, shown.digest, size])

        def shrunk() -> bytes:
            from generator.render.picture_copies import printed

            return printed(self._designs.photo(self._view.photo_path), *size)

        data = self._markdown.answer("photo", bytes, question, shrunk)
        return {**files, f"cv/{PHOTO}": json.dumps(list(data)).encode()}

    @property
    def _seconds(self) -> int:
        """The date of the CV's last update, in seconds since 1970, never the current time."""
        if not self._view.newest:
            return _UNDATED
        year, month, day = (*map(int, self._view.newest.split("-")), 1, 1)[:3]
        return (date(year, month, day) - date(1970, 1, 1)).days * 86_400

    # ------------------------------------------------------------------ what is wrong

    def _no_section(self, slot: SectionSlot, where: Place | Spot) -> str:
        self._texts.problems.append(Problem.of(where, "section-in-cv-text", name=slot.name))
        return ""

    def _fit_problems(self, found: Fit) -> Iterator[Problem]:
        where, sections = self._cv.inside("fit"), self._view.cv.sections
        pages = Message.of("count-pages", number=self._view.cv.fit)
        if found.is_impossible:
            yield Problem.of(where, "pages-too-few", pages=pages)
        elif found.left_out:
            entries = (e for section in sections for group in section.groups for e in group.entries)
            titles = {entry.source: entry.title.text for entry in entries}
            listed = "; ".join(titles.get(source) or source for source in found.left_out)
            count = len(found.left_out)
            yield Problem.of(
                where, "entries-left-out", number=count, pages=pages, listed=listed, severity="note"
            )

    def _native_problems(self) -> Iterator[Problem]:
        """Warn if the document leaves out the name in its own script."""
        name = self._view.native
        if is_east_asian(name) and not self._typesetter.families:
            hint = han_without_font(name).hint
            yield Problem.of(self._cv, "native-left-out", name=name, hint=hint, severity="warning")

    def _problems(self, refusal: TypstFault) -> Iterator[Problem]:
        han = han_without_font(refusal.characters)
        if han.characters:
            first, language = han.characters[0], han.language
            yield Problem.of(
                self._cv, "font-of-language-missing", language=language, first=first,
                hint=han.hint,
            )  # fmt: skip
        others = [c for c in refusal.characters if c not in han.characters]
        # The joiners and digits in an emoji are named only if nothing else is missing.
        named = [c for c in others if not c.isascii() and unicodedata.category(c) != "Cf"] or others
        yield from self._missing(named)
        if refusal.family:
            yield Problem.of(self._cv.inside("design"), "font-missing", family=refusal.family)
        for source in refusal.outside:
            yield Problem.of(self._spot_of(source), "outside-text-area")
        if refusal.message:
            file = self._designs.file(refusal.file)
            where = Place(file.path, refusal.line) if file else Place(self._output.source)
            yield Problem.of(
                where, "pdf-fails", source=self._output.source, message=refusal.message
            )

    def _spot_of(self, source: str) -> Spot:
        """Return the spot of an entry's title, or of the CV if there is no such entry."""
        entries = (e for s in self._view.cv.sections for e in s.entries if e.source == source)
        phrases = (phrase for e in entries for phrase in (e.title, *e.line, *e.subtitle))
        return next((phrase.spot for phrase in phrases if phrase.spot), self._cv)

    def _missing(self, characters: Collection[str]) -> Iterator[Problem]:
        """Yield a problem for each text and script with characters that no font has."""
        found: dict[tuple[str, ...], tuple[Spot, dict[str, str]]] = {}
        names = {character: unicodedata.name(character, "") for character in characters}
        scripts = {letter[1] for name in names.values() if (letter := _LETTER.match(name))}
        for character, name in names.items():
            spots = filter(None, _spots_with(character, self._view))
            where = next(spots, self._cv)
            script = name.partition(" ")[0]
            key = (script.title() if script in scripts else "", where.file, *where.path)
            said = f"{character} (U+{ord(character):04X})"
            found.setdefault(key, (where, {}))[1][character] = said
        for (script, *_), (where, named) in found.items():
            code = "script-without-font" if script else "character-without-font"
            listed = next(iter(named)) if script else ", ".join(named.values())
            yield Problem.of(where, code, script=script, characters=listed)


_LETTER = re.compile(r"(?!COMBINING|MODIFIER)(\w+) (?:CAPITAL |SMALL )?(?:LETTER|CHAR|SYLL)")
"""The name of a letter in Unicode begins with its script: `THAI CHARACTER SO SUA`."""


def _spots_with(character: str, value: object, home: Spot | None = None) -> Iterator[Spot | None]:
    """Yield the spots in the sources of a character in the texts of a view.

    Names and labels have no spot of their own, so that of their field or record, `home`, is used.
    An entry's `line` repeats its other texts, and comes last.
    """
    if isinstance(value, str) and character in value:
        yield home
    elif isinstance(value, Phrase) and character in value.text:
        before, spot = value.text.partition(character)[0], value.spot
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        start = spot.column if spot and line == 0 else 0
        yield spot and spot.at(spot.line + line, start + column)
    elif isinstance(value, EntryView):
        title = value.title.spot
        record = title and Spot(title.file, title.path[:1])
        for field in value.__struct_fields__:
            if field != "line":
                inside = record and record.inside(field)
                yield from _spots_with(character, getattr(value, field), inside)
        yield from (record for phrase in value.line if character in phrase.text)
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Phrase):
        for field in value.__struct_fields__:
            yield from _spots_with(character, getattr(value, field), home)
    elif isinstance(value, tuple):
        for item in value:
            yield from _spots_with(character, item, home)
