"""Spot -> place: the current line and column of a value.

Values carry no line numbers, so that a line added above a record makes nothing stale. When a
problem is printed, this module composes its file again and finds the value.
"""

from __future__ import annotations

import re

from generator.model.files import Sources
from generator.model.site import PAGE_ENDINGS
from generator.parse.nodes import MappingNode, Node, ScalarNode, SequenceNode, compose
from generator.parse.pages import split
from generator.parse.source_text import decoded
from generator.problems import Place, Spot


class Locator:
    """Locates spots; reads and composes each file once."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._read: dict[str, _Text] = {}

    def locate(self, spot: Spot) -> Place:
        """Return the place of a spot, or of the nearest value around it that can be found."""
        source = self._sources.content.get(spot.file) or self._sources.themes.get(spot.file)
        text = self._read.get(spot.file)
        if text is None and source is not None:
            text = self._read[spot.file] = _Text(spot.file, source.read())
        return text.place(spot) if text is not None else Place(spot.file)


class _Text:
    """The parts of one file that are needed to locate spots in it."""

    def __init__(self, file: str, data: bytes) -> None:
        self.text = decoded(data, file, [])
        self.is_page = file.endswith(PAGE_ENDINGS)
        self.is_bib = file.endswith(".bib")
        self.parts = split(self.text, file, []) if self.is_page and self.text is not None else None
        yaml = self.text or ""
        if self.is_page or self.is_bib:
            yaml = self.parts.front if self.parts else ""
        self.yaml = yaml.split("\n")
        self.offset = self.parts.front_line if self.parts else 0
        self.root = compose(yaml, lambda line, column: Place(file, line, column), [])

    def place(self, spot: Spot) -> Place:
        if self.text is None:
            return Place(spot.file)
        if self.is_bib:
            from generator.parse.bib.bib_file import place_in_bib

            return place_in_bib(self.text, spot)
        if not self.is_page:
            return self._in_yaml(spot, spot.path)
        if self.parts is None:
            return Place(spot.file, 1)
        if spot.path[:1] == ("front",):
            return self._in_yaml(spot, spot.path[1:])
        line, column = spot.line, spot.column
        if spot.path[1:]:
            line, column = _option(self.parts.body.split("\n"), spot) or (line, column)
        return Place(spot.file, self.parts.body_line + line + 1, column + 1)

    def _in_yaml(self, spot: Spot, path: tuple[str, ...]) -> Place:
        node = child = self.root
        if node is None:
            return Place(spot.file, self.offset + 1)
        for key in path:
            child = _child(node, key)
            if child is None:
                break
            node = child
        mark = node.start_mark
        if not isinstance(node, ScalarNode) or not (spot.line or spot.column):
            column = mark.column
            if isinstance(node, ScalarNode) and child is None:  # a word of a list with commas
                column += max(self.yaml[mark.line][column:].find(path[-1].removesuffix(":")), 0)
            return Place(spot.file, self.offset + mark.line + 1, column + 1)
        line, column = _inside(node, self.yaml, spot)
        return Place(spot.file, self.offset + line + 1, column + 1)


def _option(lines: list[str], spot: Spot) -> tuple[int, int] | None:
    """Return the line and column of the value of a directive's option."""
    wanted = re.compile(rf"[\s>]*:{re.escape(spot.path[1])}:\s*")
    for number in range(spot.line + 1, len(lines)):
        if found := wanted.match(lines[number]):
            word = spot.path[-1].removesuffix(":") if spot.path[2:] else ""
            return number, max(lines[number].find(word, found.end()), found.end())
        if re.match(r"[\s>]*:::", lines[number]):
            break
    return None


def _inside(node: ScalarNode, lines: list[str], spot: Spot) -> tuple[int, int]:
    """Return the line and column, in the YAML, of a position in a scalar's value."""
    first, column = node.start_mark.line, node.start_mark.column
    if node.style == "|":
        full = (line for line in lines[first + 1 :] if line.strip())
        block = next(full, "")
        return first + 1 + spot.line, len(block) - len(block.lstrip(" ")) + spot.column
    # All other styles are folded: a line end becomes a blank, a blank line becomes a line end.
    row, rest = 0, spot.column
    start = first + 1 if node.style == ">" else first
    for number in range(start, min(node.end_mark.line + 1, len(lines))):
        line = lines[number]
        begin = column + bool(node.style) if number == first else len(line) - len(line.lstrip(" "))
        length = len(line.rstrip()) - begin
        if length <= 0:
            row += 1
        elif row == spot.line and rest <= length:
            return number, begin + rest
        elif row == spot.line:
            rest -= length + 1
    return first, column


def _child(node: Node, key: str) -> Node | None:
    """Return the value of a mapping's field, or a list's item by its id, its text or its number.

    A key that ends in a colon means the node of the field's name.
    """
    if isinstance(node, MappingNode):
        found = next((v for k, v in node.value if k.value == key), None)
        return found or next((k for k, _ in node.value if f"{k.value}:" == key), None)
    if not isinstance(node, SequenceNode):
        return None
    items: list[Node] = node.value
    for item in items:
        pairs = item.value if isinstance(item, MappingNode) else ()
        if item.value == key or any(k.value == "id" and v.value == key for k, v in pairs):
            return item
    return items[int(key)] if key.isdecimal() and int(key) < len(items) else None
