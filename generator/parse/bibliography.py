"""How entries of BibTeX fit the rest of the site: their venues, their files, works listed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from generator.model.files import Sources
from generator.model.links import is_external, slug_of
from generator.model.names import fold
from generator.model.records.bibtex_types import TYPE_OF
from generator.model.records.works import Publication, Venue
from generator.model.text import Text
from generator.problems import Problem, Spot

_AROUND = re.compile(
    r"(?i)^(?:in\s+)?(?:the\s+)?(?:proceedings\s+of\s+)?(?:the\s+)?(?:\d{4}\s+)?"
    r"(?:\d+(?:st|nd|rd|th)\s+)?|\s*\([^()]*\)\s*$|[,\s]*(?:'?\d{2}|\d{4})$"
)
_FOLDERS = ("", "pdf/", "assets/pdf/", "assets/html/")
"""Where the file that a field names may lie below `static/`; the last two are al-folio's."""
_PREVIEWS = ("", "img/", "images/", "assets/img/", "assets/img/publication_preview/")
"""The same for al-folio's `preview`, a picture."""


def same_works(publications: list[Publication], sources: Sources) -> Iterator[Problem]:
    """Report each work that stands in a .bib file and in a YAML file.

    Two are one work if they have one DOI, or one title and year. Equal ids are reported elsewhere,
    for all files.
    """
    known: dict[tuple[str, str], Publication] = {}
    for paper in publications:
        if not _is_from_bib(paper):
            known.update(dict.fromkeys(_marks(paper), paper))
    ids = {paper.id for paper in known.values()}
    for paper in publications if known else ():
        if not _is_from_bib(paper) or paper.id in ids:
            continue
        mark, same = next(((m, known[m]) for m in _marks(paper) if m in known), (None, None))
        if mark is None or same is None or same.spot is None or paper.spot is None:
            continue
        from generator.parse.locate import locate

        what = "this DOI" if mark[0] == "doi" else "this title and year"
        first = locate(same.spot, sources)
        yield Problem.of(
            paper.spot, "work-twice", id=paper.id, other=same.id, what=what, first=str(first)
        )


def _marks(paper: Publication) -> list[tuple[str, str]]:
    """Return what identifies a work: its DOI; its year and title."""
    marks = [("doi", paper.doi.lower())] if paper.doi else []
    title = fold(paper.title.any())
    if title and paper.date:
        marks.append((str(paper.date.last.year), title))
    return marks


def settled(
    publications: list[Any], venues: list[Any], statics: set[str]
) -> tuple[list[Any], list[Any]]:
    """Return the publications with their venues and files found, and all venues.

    A venue in words that `venues.yaml` has by its id or one of its names becomes that venue. The
    short name in al-folio's `abbr` becomes a venue of its own where none is known.
    """
    finder = _Venues(venues)
    found = [
        _settled(paper, finder, statics) if _is_from_bib(paper) else paper for paper in publications
    ]
    return found, finder.venues


def _is_from_bib(paper: Publication) -> bool:
    return isinstance(paper.spot, Spot) and paper.spot.file.endswith(".bib")


def _settled(paper: Publication, finder: _Venues, statics: set[str]) -> Publication:
    short = paper.bibtex.get("abbr", "")
    venue = finder.find(paper.venue) or finder.find(short)
    if venue is None and short:
        venue = finder.made(short, paper)
    changes: dict[str, Any] = {}
    if venue is not None:
        changes["venue"] = venue.id
        if venue.kind != "other" and TYPE_OF.get(venue.kind) == TYPE_OF.get(paper.kind or "other"):
            changes["kind"] = None  # the venue knows better: a workshop, a poster
    if short:
        changes["bibtex"] = {k: v for k, v in paper.bibtex.items() if k != "abbr"}
    preview = _file(paper.bibtex.get("preview", ""), statics, _PREVIEWS)
    if preview in statics:
        changes["preview"] = preview
        bibtex = changes.get("bibtex", paper.bibtex)
        changes["bibtex"] = {k: v for k, v in bibtex.items() if k != "preview"}
    links = {
        kind: msgspec.structs.replace(link, to=_file(link.to, statics))
        for kind, link in paper.links.items()
    }
    if links != paper.links:
        changes["links"] = links
    return msgspec.structs.replace(paper, **changes) if changes else paper


def _file(target: str, statics: set[str], folders: tuple[str, ...] = _FOLDERS) -> str:
    """Return the file that a bare name means, where there is one."""
    if is_external(target) or target.startswith("/"):
        return target
    return next((folder + target for folder in folders if folder + target in statics), target)


class _Venues:
    """Venues by every name that they go by."""

    def __init__(self, venues: list[Any]) -> None:
        self.venues: list[Any] = list(venues)
        self._ids = {venue.id for venue in venues}
        self._by_name: dict[str, Venue] = {}
        for venue in venues:
            texts = (text.forms.values() for text in (venue.short, venue.name) if text)
            for name in (venue.id, *(form for forms in texts for form in forms)):
                self._by_name.setdefault(fold(name), venue)

    def find(self, words: str) -> Venue | None:
        """Return the venue that some words name, also with `Proceedings of the` and a year."""
        if not words:
            return None
        found = self._by_name.get(fold(words))
        if found is not None:
            return found
        bare = words
        for _ in range(3):
            bare = _AROUND.sub("", bare)
        return self._by_name.get(fold(bare)) if fold(bare) else None

    def made(self, short: str, paper: Publication) -> Venue:
        """Return a venue for a short name that no file of venues has."""
        number, id = 1, slug_of(short) or "venue"
        while id in self._ids:
            number += 1
            id = f"{slug_of(short) or 'venue'}-{number}"
        name = Text({"": paper.venue}) if paper.venue else None
        venue = Venue(id=id, name=name, short=Text({"": short}), kind=paper.kind or "other")
        self.venues.append(venue)
        self._ids.add(id)
        key = fold(paper.venue) if paper.venue else fold(short)
        self._by_name.setdefault(key, venue)
        return venue
