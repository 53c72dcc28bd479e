"""YAML text -> a tree with the start and end of each value, and with anchors and aliases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from generator.edit.changes import CannotEdit, Key, Path
from generator.parse.nodes import compose, events_of
from generator.problems import Place, Problem

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_COLON = re.compile(r"\s*:")
_QUESTION = re.compile(r"\?[ \t]+\Z")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_TRAILING_BLANK = re.compile(r"(?:\r?\n[ \t]*)+\Z")


class YamlEntry(msgspec.Struct):
    """A field of a mapping, or an item of a list, whose key is None."""

    start: int
    """The offset of its key, its `?` or its dash."""
    lead: int
    """The offset of the text after its colon or dash."""
    key: Piece | None
    value: Piece

    @property
    def end(self) -> int:
        """The end of its text, without a comment after it."""
        return max(self.lead, self.value.end)


class Piece(msgspec.Struct):
    """A value as written. Offsets count characters of the text, from 0."""

    kind: str
    """`text`, `list`, `mapping` or `alias`."""
    start: int
    inner: int
    """The offset of the content, after an anchor and a tag."""
    end: int
    properties: str = ""
    """Its anchor and tag, if it has any."""
    text: str = ""
    """The value of a text; the name of an alias."""
    style: str = ""
    """The quotation mark or block indicator (`|`, `>`) of a text."""
    is_flow: bool = False
    entries: list[YamlEntry] = []

    @property
    def anchor(self) -> str:
        """Its anchor: the name by which aliases repeat it, or ""."""
        found = re.match(r"&(\S+)", self.properties)
        return found[1] if found else ""

    @property
    def is_null(self) -> bool:
        """Whether it is null: empty, `~` or `null` without quotation marks."""
        return self.kind == "text" and not self.style and self.text in _NULLS

    def number_of(self, key: Key) -> int | None:
        """Return the index of the entry with a key, or None."""
        if self.kind == "list" and isinstance(key, int):
            return key if 0 <= key < len(self.entries) else None
        keys = [entry.key.text if entry.key else None for entry in self.entries]
        return keys.index(str(key)) if self.kind == "mapping" and str(key) in keys else None

    def all_inside(self) -> Iterator[Piece]:
        """Yield the piece itself and all its descendants, including keys."""
        yield self
        for entry in self.entries:
            if entry.key is not None:
                yield from entry.key.all_inside()
            yield from entry.value.all_inside()


@lru_cache(4)  # showing, changing and checking a record use the same texts
def tree_of(text: str) -> Piece | None:
    """Return the tree of a text, or None if it is empty. Raises CannotEdit."""
    problems: list[Problem] = []
    if re.search(r"\r(?!\n)", text):
        raise CannotEdit("edit-old-lines")
    root = compose(text, lambda line, column: Place("", line + 1, column + 1), problems)
    if problems and root is None:
        raise CannotEdit("edit-yaml", line=problems[0].where.line, problem=problems[0].text)
    if root is None:
        return None
    return _Builder(text).root()


def piece_at(root: Piece | None, path: Path) -> Piece | None:
    """Return the piece at a path, or None. Raises CannotEdit for a path into an alias."""
    piece = root
    for key in path:
        if piece is None:
            return None
        if piece.kind == "alias":
            raise CannotEdit("edit-alias", name=piece.text)
        number = piece.number_of(key)
        piece = None if number is None else piece.entries[number].value
    return piece


def said(piece: Piece) -> Any:
    """Return the value of a piece as lists that can be compared and changed.

    A text is itself without final line ends, because block styles add one. A list begins with `[`,
    and a mapping with `{` before its pairs in order; an anchor and a tag follow the bracket.
    """
    if piece.kind == "alias":
        return ["*", piece.text]
    if piece.kind == "text":
        text = None if piece.is_null else piece.text.rstrip("\n")
        return ["=" + piece.properties, text] if piece.properties else text
    if piece.kind == "list":
        return ["[" + piece.properties, *(said(entry.value) for entry in piece.entries)]
    pairs = [[said(entry.key), said(entry.value)] for entry in piece.entries if entry.key]
    return ["{" + piece.properties, *pairs]


def value_of(piece: Piece, anchors: dict[str, Any]) -> Any:
    """Return the value of a piece as in JSON; `anchors` collects earlier anchored values by name.

    If a field is repeated, the first counts. An alias inside the value that it repeats is null.
    """
    if piece.kind == "alias":
        return anchors.get(piece.text)
    value: Any = None if piece.is_null else piece.text.rstrip("\n")
    if piece.kind == "list":
        value = [value_of(entry.value, anchors) for entry in piece.entries]
    elif piece.kind == "mapping":
        value = {}
        for entry in piece.entries:
            name = entry.key.text if entry.key is not None else ""
            value.setdefault(name, value_of(entry.value, anchors))
    if piece.anchor:
        anchors[piece.anchor] = value
    return value


def said_of(value: Any) -> Any:
    """Return a JSON value in the form of `said`."""
    if isinstance(value, dict):
        return ["{", *([str(key).rstrip("\n"), said_of(inner)] for key, inner in value.items())]
    if isinstance(value, (list, tuple)):
        return ["[", *map(said_of, value)]
    return None if value is None else text_of(value).rstrip("\n")


def text_of(value: Any) -> str:
    """Return a text, number or truth value as a text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def line_start(text: str, offset: int) -> int:
    """Return the start of the line of an offset."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of an offset, before its line end."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - (text[end - 1 : end] == "\r" and end > offset)


def next_line(text: str, offset: int) -> int:
    """Return the start of the next line after an offset, or the end of the text."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


def column_of(text: str, offset: int) -> int:
    """Return the column of an offset, from 0."""
    return offset - line_start(text, offset)


class _Builder:
    """Builds pieces from YAML events."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._events: Iterator[Any] = events_of(text)

    def root(self) -> Piece:
        """Return the piece of the whole text."""
        return self._piece(next(event for event in self._events if hasattr(event, "anchor")))

    def _piece(self, event: Any) -> Piece:
        text, start, end = self._text, event.start_mark.index, event.end_mark.index
        kind = type(event).__name__
        if kind == "AliasEvent":
            return Piece("alias", start, start, end, text=event.anchor)
        properties = f"&{event.anchor}" * bool(event.anchor) + f" {event.tag}" * bool(event.tag)
        if kind == "ScalarEvent":
            return self._scalar(event, properties)
        is_flow = bool(event.flow_style)
        if is_flow:
            inner = end - (text[end - 1] == ("[" if kind == "SequenceStartEvent" else "{"))
        else:
            inner = end - (kind == "SequenceStartEvent" and text[end : end + 1] != "-")
        if kind == "SequenceStartEvent":
            entries = list(self._items(inner, is_flow))
        else:
            entries = list(self._fields())
        end = self._closed if inner < end and is_flow else entries[-1].end
        kind = "list" if kind == "SequenceStartEvent" else "mapping"
        return Piece(kind, start, inner, end, properties, is_flow=is_flow, entries=entries)

    def _scalar(self, event: Any, properties: str) -> Piece:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        inner = start
        if properties:
            found = _PROPERTIES.match(self._text, start, end)
            inner = found.end() if found and (event.value or style) else end
        if style in ("|", ">"):
            block = self._text[inner:end]
            if "+" in block.partition("\n")[0]:
                end -= len(block) - len(block.removesuffix("\n").removesuffix("\r"))
            else:
                end = inner + len(_TRAILING_BLANK.sub("", block))
        return Piece("text", start, inner, end, properties, event.value, style)

    def _inner_events(self) -> Iterator[Any]:
        for event in self._events:
            if type(event).__name__ in ("SequenceEndEvent", "MappingEndEvent"):
                self._closed = event.end_mark.index
                return
            yield event

    def _fields(self) -> Iterator[YamlEntry]:
        for event in self._inner_events():
            key = self._piece(event)
            value = self._piece(next(self._events))
            colon = _COLON.match(self._text, key.end)
            lead = colon.end() if colon else key.end
            if value.start == value.end:
                value.start = value.inner = value.end = lead
            line = line_start(self._text, key.start)
            mark = _QUESTION.search(self._text[line : key.start])
            yield YamlEntry(line + mark.start() if mark else key.start, lead, key, value)

    def _items(self, first: int, is_flow: bool) -> Iterator[YamlEntry]:
        column = column_of(self._text, first)
        dashes = re.compile(rf"\n {{{column}}}-(?=\s|\Z)")
        at = first
        for number, event in enumerate(self._inner_events()):
            found = dashes.search(self._text, at) if number and not is_flow else None
            value = self._piece(event)
            if is_flow:
                yield YamlEntry(value.start, value.start, None, value)
                continue
            start = found.end() - 1 if found else at
            if value.start == value.end:
                value.start = value.inner = value.end = start + 1
            at = max(start + 1, value.end)
            yield YamlEntry(start, start + 1, None, value)
