"""A .bib file -> publications: the same records that `publications.yaml` gives.

We use no library: with bibtexparser 2.1 and pylatexenc 2.11, a missing comma silently merges two
fields, unknown macros and commands silently vanish, there are no columns, and 2,000 entries take
1.5 s. Besides, our texts are Markdown and need escapes.

Format: Patashnik, "BibTeXing" (1988), section 2.2: an entry takes the fields that it lacks from the
one that `crossref` names. The title of a volume is also the `booktitle` of its chapters, as with
biber.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from generator.model.files import SourceFile, digest_of
from generator.model.links import is_external, slug_of
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.names import fold
from generator.model.records.bibliography import (
    BIBTEX_FIELDS,
    KIND_NAMES,
    LINKS,
    MONTHS,
    UNLENT,
    venue_as_written,
)
from generator.model.records.works import Publication, Venue
from generator.model.text import Text
from generator.parse.bib.latex import words_of
from generator.parse.bib.publication import Converter
from generator.parse.bib.syntax import (
    BibtexEntry,
    BibtexField,
    EntryReader,
    Fault,
    Lines,
    head_of,
    ignore,
    pieces_of,
    read_outside,
    split_names,
)
from generator.parse.source_text import Parsed, cache_name, decoded, remember
from generator.problems import Place, Problem, Severity, Spot


def parse_bib(source: SourceFile, cache: SourceCache = NO_CACHE) -> Parsed:
    """Return the publications of a file, and the problems of its entries.

    Reference managers write such files, and owners often cannot fix them. So most faults are
    warnings, and an entry that cannot be shown is left out. Unclosed braces and quotation marks are
    errors, because they may swallow anything. An entry without faults is cached under the digest of
    everything that it depends on: its text, the macros, and the entries from which others inherit.
    """
    problems: list[Problem] = []
    text = decoded(source.read(), source.path, problems)
    if text is None:
        return Parsed((), tuple(problems))
    return _File(source, text, cache, problems).parsed()


class _File:
    """Reads one .bib file."""

    def __init__(
        self, source: SourceFile, text: str, cache: SourceCache, problems: list[Problem]
    ) -> None:
        self.source = source
        self.cache = cache
        self.problems = problems
        self.pieces = pieces_of(text)
        self.lines = Lines(text)
        self.macros = {month: month for month in MONTHS}
        strings = "".join(piece for _, piece in self.pieces if head_of(piece)[0] == "string")
        self.strings = digest_of(strings.encode())
        self.lenders = Lenders(self.pieces)

    def parsed(self) -> Parsed:
        found: dict[str, Publication] = {}
        places: dict[str, int] = {}
        names: list[tuple[str, str]] = []
        read_outside(self.pieces[0][1], 0, self._fault)
        for offset, piece in self.pieces[1:]:
            before = len(self.problems)
            lent = self.lenders.digest if _LENT.search(piece) else ""
            digest = digest_of("\0".join((piece, self.strings, lent)).encode())
            name = f"{cache_name(Publication)} {self.source.path} {digest}"
            value: Publication | None = self.cache.get(name, digest, Publication)
            if value is None:
                value = self._read(piece, offset)
            if value is None:
                continue
            at, id = offset + head_of(piece)[2], value.id.lower()
            if id in found:
                line, _ = self.lines.position(places[id])
                self._fault(at, "id-twice-in-bib", id=value.id, line=line)
                continue
            found[id], places[id] = value, at
            if len(self.problems) == before:
                self.cache.put(name, digest, value)
                names.append((name, digest))
        if not self.problems:
            remember(self.source, f"items of {cache_name(Publication)}", names, self.cache)
        return Parsed(tuple(found.values()), tuple(self.problems))

    def _fault(self, offset: int, code: str, is_lost: bool = False, **said: Any) -> None:
        place = Place(self.source.path, *self.lines.position(offset))
        severity: Severity = "error" if is_lost else "warning"
        self.problems.append(Problem.of(place, code, severity=severity, **said))

    def _read(self, piece: str, offset: int) -> Publication | None:
        entry = EntryReader(piece, offset, self.macros, self._fault).entry()
        if entry is None:
            return None
        whole = self.lenders.complete(entry, self._fault)
        return Converter(whole, self.source.path, self._fault).publication()


def place_in_bib(text: str, spot: Spot) -> Place:
    """Return the place of a record's value in the text of its file."""
    wanted = spot.path[:1]
    for _, entry in _named(pieces_of(text), {key.lower() for key in wanted}):
        if entry.key in wanted:
            return Place(spot.file, *Lines(text).position(_offset_in(entry, spot)))
    return Place(spot.file, 1)


def _named(
    pieces: Sequence[tuple[int, str]], keys: Collection[str]
) -> Iterator[tuple[str, BibtexEntry]]:
    """Yield the entries with these keys (in lower case), each with its text."""
    macros = {month: month for month in MONTHS}
    for offset, piece in pieces[1:]:
        kind, key, _ = head_of(piece)
        if kind == "string" or key.lower() in keys:
            entry = EntryReader(piece, offset, macros, ignore).entry()
            if entry is not None:
                yield piece, entry


def _offset_in(entry: BibtexEntry, spot: Spot) -> int:
    """Return the offset of a value of an entry, or of the entry's key if the value cannot be
    found."""
    path = spot.path[1:]
    if not path:
        return entry.offset
    word = path[0].removesuffix(":")
    wanted = BIBTEX_FIELDS.get(word, ())
    if word in ("links", "bibtex"):
        wanted = (path[1].removesuffix(":"),) if path[1:] else ()
        wanted += tuple(name for name, kind in LINKS.items() if word == "links" and kind in wanted)
    field = next((entry.fields[name] for name in wanted if name in entry.fields), None)
    if field is None:
        return entry.offset
    if word == "authors" and path[1:]:
        return field.offset + _name_offset(field, path[1])
    return field.offset + (spot.column if not spot.line and field.value[spot.column :] else 0)


def _name_offset(field: BibtexField, position: str) -> int:
    names = dict(enumerate(split_names(field.value)))
    return names[int(position)][0] if position.isdecimal() and int(position) in names else 0


_LENT = re.compile(r"crossref\s*=\s*[{\"]?\s*([^\s{}\",]+)", re.IGNORECASE)


class Lenders:
    """The entries of a file from which others inherit; they are read before all others."""

    def __init__(self, pieces: Sequence[tuple[int, str]]) -> None:
        self._entries: dict[str, BibtexEntry] = {}
        wanted = {key.lower() for _, piece in pieces for key in _LENT.findall(piece)}
        texts = []
        for piece, entry in _named(pieces, wanted) if wanted else ():
            texts.append(piece)
            self._entries.setdefault(entry.key.lower(), entry)
        self.digest = digest_of("\0".join(texts).encode())
        """The digest of the text of all these entries."""

    def complete(self, entry: BibtexEntry, fault: Fault) -> BibtexEntry:
        """Return an entry, completed from the entry that its `crossref` names."""
        link = entry.fields.get("crossref")
        if link is None:
            return entry
        wanted = link.value.strip()
        parent = self._entries.get(wanted.lower())
        if parent is None or parent.key == entry.key:
            fault(link.offset, "bib-parent-missing", wanted=wanted)
            return entry
        return _inherited(entry, parent)


def _inherited(entry: BibtexEntry, parent: BibtexEntry) -> BibtexEntry:
    """Return an entry, completed with the fields of the volume that contains it."""
    own = entry.fields
    given = {name: field for name, field in parent.fields.items() if name not in UNLENT}
    if "date" in own or "year" in own:
        for name in ("date", "year", "month", "day"):
            given.pop(name, None)
    if "title" in own and "title" in given:
        given.setdefault("booktitle", given.pop("title")._replace(name="booktitle"))
    return entry._replace(fields={**given, **own})


_FOLDERS = ("", "pdf/", "assets/pdf/", "assets/html/")
"""Folders below `static/` in which a file named by a field may be; the last two are al-folio's."""
_PREVIEWS = ("", "img/", "images/", "assets/img/", "assets/img/publication_preview/")
"""The same for al-folio's `preview`, a picture."""


def settled(
    publications: list[Any], venues: list[Any], statics: set[str]
) -> tuple[list[Any], list[Any]]:
    """Return the publications with their venues and files found, and all venues.

    A venue's words become a venue of `venues.yaml` if they are its id or one of its names. An
    unknown short name in al-folio's `abbr` becomes a new venue.
    """
    finder = _Venues(venues)
    found = [
        _settled(paper, finder, statics)
        if paper.spot and paper.spot.file.endswith(".bib")
        else _placed(paper, finder)
        for paper in publications
    ]
    return found, finder.venues


def _placed(paper: Publication, finder: _Venues) -> Publication:
    venue = finder.find(paper.venue)
    changed = venue is not None and venue.id != paper.venue
    return msgspec.structs.replace(paper, venue=venue.id) if venue and changed else paper


def _settled(paper: Publication, finder: _Venues, statics: set[str]) -> Publication:
    short = words_of(paper.bibtex.get("abbr", ""), lambda *_: None, markdown=False)
    venue = finder.find(paper.venue) or finder.find(short, is_declared=bool(paper.venue))
    if short and (venue is None or finder.is_called_else(venue, short)):
        venue = finder.made(short, paper, venue)
    changes: dict[str, Any] = {}
    if venue is not None:
        changes["venue"] = venue.id
        kinds = (venue.kind, paper.kind or "other")
        if venue.kind != "other" and len({KIND_NAMES[kind].bibtex for kind in kinds}) == 1:
            changes["kind"] = None  # the venue's kind is more precise: a workshop, a poster
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
    """Return the file that a bare name means, if it exists."""
    if is_external(target) or target.startswith("/"):
        return target
    return next((folder + target for folder in folders if folder + target in statics), target)


class _Venues:
    """Venues by all their names."""

    def __init__(self, venues: list[Any]) -> None:
        self.venues: list[Any] = list(venues)
        self._ids = {venue.id for venue in venues}
        self._made: set[str] = set()
        self._beside: dict[tuple[str, str], Venue] = {}
        self._by_name: dict[str, Venue] = {}
        for venue in venues:
            for name in venue.names:
                self._by_name.setdefault(fold(name), venue)

    def find(self, words: str, is_declared: bool = False) -> Venue | None:
        """Return the venue with this name, perhaps only if a file declares it. The name may include
        `Proceedings of the` and a year."""
        name = venue_as_written(words)
        keys = map(fold, (words, name.name, name.short))
        found = next((self._by_name[key] for key in keys if key and key in self._by_name), None)
        return None if found and is_declared and found.id in self._made else found

    def is_called_else(self, venue: Venue, short: str) -> bool:
        """Whether a venue was made here for a different short name: `abbr` may be a paper's
        topic."""
        return venue.id in self._made and venue.short != Text({"": short})

    def made(self, short: str, paper: Publication, beside: Venue | None = None) -> Venue:
        """Return the new venue for a short name that no file declares. If `beside` is given, it has
        the same words but another short name."""
        key = (beside.id if beside else "", short)
        if beside and key in self._beside:
            return self._beside[key]
        number, id = 1, slug_of(short) or "venue"
        while id in self._ids:
            number += 1
            id = f"{slug_of(short) or 'venue'}-{number}"
        name = Text({"": paper.venue}) if paper.venue else None
        venue = Venue(id=id, name=name, short=Text({"": short}), kind=paper.kind or "other")
        self.venues.append(venue)
        self._ids.add(id)
        self._made.add(id)
        self._beside[key] = venue
        self._by_name.setdefault(fold(paper.venue or short), venue)
        return venue
