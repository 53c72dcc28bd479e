"""YAML text -> a tree with the start and end of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import yaml

from generator.edit.changes import CannotEdit, Key, Path
from generator.parse.nodes import compose, events_of
from generator.problems import Place, Problem

_COLON = re.compile(r"\s*:")
_QUESTION = re.compile(r"\?[ \t]+\Z")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_ENDS: Any = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
_TRAILING_BLANK = re.compile(r"(?:\r?\n[ \t]*)+\Z")


class YamlEntry(msgspec.Struct):
    """A field of a mapping, or an item of a list, whose key is None."""

    start: int
    """The offset of its key or its dash."""
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
    """`text`, `list` or `mapping`."""
    start: int
    end: int
    text: str = ""
    """The value of a text."""
    style: str = ""
    """The quotation mark or block indicator (`|`, `>`) of a text."""
    is_flow: bool = False
    entries: list[YamlEntry] = []

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
    """Return the piece at a path, or None."""
    piece = root
    for key in path:
        if piece is None:
            return None
        number = piece.number_of(key)
        piece = None if number is None else piece.entries[number].value
    return piece


def said(piece: Piece) -> Any:
    """Return the value of a piece as lists that can be compared and changed.

    A text is itself without final line ends, because block styles add one. A list begins with `[`,
    and a mapping with `{` before its pairs in order.
    """
    if piece.kind == "text":
        return None if piece.is_null else piece.text.rstrip("\n")
    if piece.kind == "list":
        return ["[", *(said(entry.value) for entry in piece.entries)]
    return ["{", *([said(entry.key), said(entry.value)] for entry in piece.entries if entry.key)]


def value_of(piece: Piece) -> Any:
    """Return the value of a piece as in JSON. If a field is repeated, the first counts."""
    if piece.kind == "list":
        return [value_of(entry.value) for entry in piece.entries]
    if piece.kind == "mapping":
        value: dict[str, Any] = {}
        for entry in piece.entries:
            name = entry.key.text if entry.key is not None else ""
            value.setdefault(name, value_of(entry.value))
        return value
    return None if piece.is_null else piece.text.rstrip("\n")


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
        """Return the piece that begins with an event.

        Raises CannotEdit for what people hardly ever write: a tag, and in brackets a field without
        braces, `[a: b]`.
        """
        text, start, end = self._text, event.start_mark.index, event.end_mark.index
        if event.tag:
            raise self._unusual(start)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, start, end)
        is_flow = bool(event.flow_style)
        if is_flow and text[start] not in "[{":
            raise self._unusual(start)
        is_list = isinstance(event, yaml.SequenceStartEvent)
        entries = list(self._items(start, is_flow) if is_list else self._fields())
        end = self._closed if is_flow else entries[-1].end
        kind = "list" if is_list else "mapping"
        return Piece(kind, start, end, is_flow=is_flow, entries=entries)

    def _unusual(self, start: int) -> CannotEdit:
        return CannotEdit("edit-unusual", line=self._text.count("\n", 0, start) + 1)

    def _scalar(self, event: Any, start: int, end: int) -> Piece:
        style = event.style or ""
        if style in ("|", ">"):
            block = self._text[start:end]
            if "+" in block.partition("\n")[0]:
                end -= len(block) - len(block.removesuffix("\n").removesuffix("\r"))
            else:
                end = start + len(_TRAILING_BLANK.sub("", block))
        return Piece("text", start, end, event.value, style)

    def _inner_events(self) -> Iterator[Any]:
        for event in self._events:
            if isinstance(event, _ENDS):
                self._closed = event.end_mark.index
                return
            yield event

    def _fields(self) -> Iterator[YamlEntry]:
        for event in self._inner_events():
            key = self._piece(event)
            if _QUESTION.search(self._text[line_start(self._text, key.start) : key.start]):
                raise self._unusual(key.start)
            value = self._piece(next(self._events))
            colon = _COLON.match(self._text, key.end)
            lead = colon.end() if colon else key.end
            if value.start == value.end:
                value.start = value.end = lead
            yield YamlEntry(key.start, lead, key, value)

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
                value.start = value.end = start + 1
            at = max(start + 1, value.end)
            yield YamlEntry(start, start + 1, None, value)
