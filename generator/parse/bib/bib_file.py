"""A .bib file -> publications: the same records that `publications.yaml` gives.

Why not a library: with bibtexparser 2.1 and pylatexenc 2.11, a missing comma silently makes one
field of two, unknown macros and commands vanish silently, too, nothing has a column, and 2,000
entries take 1.5 s. Our texts are Markdown besides, which must be escaped.
"""

from __future__ import annotations

from generator.messages import Message
from generator.model.caches import SourceCache
from generator.model.files import SourceFile, digest_of
from generator.model.records.bibtex_types import MONTHS
from generator.model.records.works import Publication
from generator.parse.bib.crossrefs import UNREAD, Lenders, is_shown, may_inherit
from generator.parse.bib.entries import BibtexEntry, BibtexField, EntryReader, ignore
from generator.parse.bib.publication import LINKS, SOURCES, Converter
from generator.parse.bib.splitting import (
    Lines,
    key_of,
    kind_of,
    offset_of_key,
    pieces_of,
    read_outside,
    split_names,
)
from generator.parse.cached_values import cache_list
from generator.parse.source_text import Parsed, decoded
from generator.problems import Place, Problem, Spot


def parse_bib(source: SourceFile, cache: SourceCache | None = None) -> Parsed:
    """Return the publications of a file, and all that is wrong with its entries.

    The file comes out of a reference manager, and its owner often cannot mend it. So most faults
    are warnings, and an entry that cannot be shown is left out; braces and quotation marks that are
    never closed are errors, because nobody knows what they swallow. Each entry without a fault
    is cached under the digest of all that it is made of: its text, the macros, and the entries from
    which others inherit.
    """
    problems: list[Problem] = []
    text = decoded(source.read(), source.path, problems)
    if text is None:
        return Parsed((), tuple(problems))
    return _File(source, text, cache or SourceCache(), problems).parsed()


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
        self._offsets: dict[str, int] = {}
        self.macros = {month: month for month in MONTHS}
        strings = "".join(piece for _, piece in self.pieces if kind_of(piece) == "string")
        self.strings = digest_of(strings.encode())
        self.lenders = Lenders(self.pieces, text, self.macros)

    def parsed(self) -> Parsed:
        found: dict[str, Publication] = {}
        names: list[tuple[str, str]] = []
        read_outside(self.pieces[0][1], 0, self._fault)
        for offset, piece in self.pieces[1:]:
            before = len(self.problems)
            digest = digest_of("\0".join((piece, *self._context(piece))).encode())
            name = f"publications {self.source.path} {digest}"
            value: Publication | None = self.cache.get(name, digest, Publication)
            if value is None:
                value = self._read(piece, offset)
            if value is None:
                continue
            first = found.setdefault(value.id.lower(), value)
            if first is not value:
                self._report_repeated_key(value, first, piece, offset)
            elif len(self.problems) == before:
                self.cache.put(name, digest, value)
                names.append((name, digest))
        if not self.problems:
            cache_list(self.source, "publications", names, self.cache)
        return Parsed(tuple(found.values()), tuple(self.problems))

    def _fault(
        self, offset: int, message: Message | str, hint: Message | str | None, is_lost: bool
    ) -> None:
        place = Place(self.source.path, *self.lines.position(offset))
        self.problems.append(Problem(place, message, hint, "error" if is_lost else "warning"))

    def _context(self, piece: str) -> tuple[str, ...]:
        """Return all that an entry is made of besides its own text."""
        return self.strings, self.lenders.digest if may_inherit(piece) else ""

    def _read(self, piece: str, offset: int) -> Publication | None:
        entry = EntryReader(piece, offset, self.macros, self._fault).entry()
        if entry is not None and entry.kind in UNREAD:
            self._fault(entry.offset, Message.of("bib-kind-unread", kind=entry.kind), None, False)
        if entry is None or not is_shown(entry):
            return None
        whole = self.lenders.complete(entry, self._fault)
        return Converter(whole, self.source.path, self._fault).publication()

    def _report_repeated_key(
        self, value: Publication, first: Publication, piece: str, offset: int
    ) -> None:
        at = offset + offset_of_key(piece)
        self._fault(
            at,
            Message.of("id-twice-in-bib", id=value.id, line=self._line_of(first.id)),
            None,
            False,
        )

    def _line_of(self, key: str) -> int:
        if not self._offsets:
            for offset, piece in reversed(self.pieces[1:]):
                self._offsets[key_of(piece)] = offset + offset_of_key(piece)
        return self.lines.position(self._offsets.get(key, 0))[0]


def place_in_bib(text: str, spot: Spot) -> Place:
    """Return the place of a value of a record in the text of the file that it stands in."""
    lines = Lines(text)
    macros = {month: month for month in MONTHS}
    for offset, piece in pieces_of(text)[1:]:
        if kind_of(piece) != "string" and key_of(piece) not in spot.path[:1]:
            continue
        entry = EntryReader(piece, offset, macros, ignore).entry()
        if entry is not None and spot.path and entry.key == spot.path[0]:
            return Place(spot.file, *lines.position(_offset_in(entry, spot)))
    return Place(spot.file, 1)


def _offset_in(entry: BibtexEntry, spot: Spot) -> int:
    """Return where a value of an entry begins; the entry's key where that cannot be told."""
    path = spot.path[1:]
    if not path:
        return entry.offset
    word = path[0].removesuffix(":")
    wanted: tuple[str, ...] = SOURCES.get(word, ())
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
    at = 0
    for number, name in enumerate(split_names(field.value)):
        at = max(field.value.find(name, at), 0)
        if str(number) == position:
            return at
        at += len(name)
    return 0
