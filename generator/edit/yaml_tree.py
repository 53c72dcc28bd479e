"""YAML text -> a tree with the start and end of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from yaml.nodes import CollectionNode

from generator.edit.changes import CannotEdit, Key, Path
from generator.parse.nodes import Node, SequenceNode, compose
from generator.problems import Place, Problem

_COLON = re.compile(r"\s*:")
_QUESTION = re.compile(r"\?[ \t]+\Z")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
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
    return None if root is None else _piece(text, root)


def piece_at(root: Piece | None, path: Path) -> Piece | None:
    """Return the piece at a path, or None."""
    piece = root
    for key in path:
        if piece is None:
            return None
        number = piece.number_of(key)
        piece = None if number is None else piece.entries[number].value
    return piece


def value_of(piece: Piece | None) -> Any:
    """Return the value of a piece as in JSON, with texts for numbers. Texts have no final line
    ends, because block styles add one. If a field is repeated, the first counts."""
    if piece is None or piece.is_null:
        return None
    if piece.kind == "list":
        return [value_of(entry.value) for entry in piece.entries]
    if piece.kind == "mapping":
        value: dict[str, Any] = {}
        for entry in piece.entries:
            name = entry.key.text if entry.key is not None else ""
            value.setdefault(name.rstrip("\n"), value_of(entry.value))
        return value
    return piece.text.rstrip("\n")


def as_read(value: Any) -> Any:
    """Return a JSON value in the form of `value_of`."""
    if isinstance(value, dict):
        return {str(key).rstrip("\n"): as_read(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(as_read, value))
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


def _piece(text: str, node: Node) -> Piece:
    """Return the piece of a node.

    Raises CannotEdit for what people hardly ever write: a tag, and in brackets a field without
    braces, `[a: b]`.
    """
    start, end = node.start_mark.index, node.end_mark.index
    is_flow = isinstance(node, CollectionNode) and bool(node.flow_style)
    if text[start:end].startswith("!") or (is_flow and text[start] not in "[{"):
        raise _unusual(text, start)
    if not isinstance(node, CollectionNode):
        return _text_piece(text, node, start, end)
    is_list = isinstance(node, SequenceNode)
    entries = list(_items(text, node) if is_list else _fields(text, node))
    end = end if is_flow else entries[-1].end
    kind = "list" if is_list else "mapping"
    return Piece(kind, start, end, is_flow=is_flow, entries=entries)


def _unusual(text: str, start: int) -> CannotEdit:
    return CannotEdit("edit-unusual", line=text.count("\n", 0, start) + 1)


def _text_piece(text: str, node: Node, start: int, end: int) -> Piece:
    style = getattr(node, "style", None) or ""
    if style in ("|", ">"):
        block = text[start:end]
        if "+" in block.partition("\n")[0]:
            end -= len(block) - len(block.removesuffix("\n").removesuffix("\r"))
        else:
            end = start + len(_TRAILING_BLANK.sub("", block))
    return Piece("text", start, end, node.value, style)


def _fields(text: str, node: CollectionNode) -> Iterator[YamlEntry]:
    for key_node, value_node in node.value:
        key, value = _piece(text, key_node), _piece(text, value_node)
        if _QUESTION.search(text[line_start(text, key.start) : key.start]):
            raise _unusual(text, key.start)
        colon = _COLON.match(text, key.end)
        lead = colon.end() if colon else key.end
        if value.start == value.end:
            value.start = value.end = lead
        yield YamlEntry(key.start, lead, key, value)


def _items(text: str, node: CollectionNode) -> Iterator[YamlEntry]:
    at = node.start_mark.index
    dashes = re.compile(rf"\n {{{column_of(text, at)}}}-(?=\s|\Z)")
    for number, item in enumerate(node.value):
        value = _piece(text, item)
        if node.flow_style:
            yield YamlEntry(value.start, value.start, None, value)
            continue
        found = dashes.search(text, at) if number else None
        start = found.end() - 1 if found else at
        if value.start == value.end:
            value.start = value.end = start + 1
        at = max(start + 1, value.end)
        yield YamlEntry(start, start + 1, None, value)
