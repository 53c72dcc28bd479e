"""Spot -> place: which line a value stands on today.

Values carry no line numbers, so that a line added above a record makes nothing stale. The price
is paid here, once a problem is really printed: its file is composed again and searched.
"""

from __future__ import annotations

from generator.model.files import Sources
from generator.parse.encoding import decoded
from generator.parse.front_matter import split
from generator.parse.nodes import MappingNode, Node, ScalarNode, SequenceNode, compose
from generator.problems import Place, Spot


def locate(spot: Spot, sources: Sources) -> Place:
    """Return the place of a spot; the nearest one around it where it cannot be found itself."""
    source = sources.content.get(spot.file) or sources.themes.get(spot.file)
    text = decoded(source.read(), spot.file, []) if source else None
    if text is None:
        return Place(spot.file)
    if not spot.file.endswith(".md"):
        return _in_yaml(text, 0, spot, spot.path)
    parts = split(text, spot.file, [])
    if parts is None:
        return Place(spot.file, 1)
    if spot.path[:1] == ("front",):
        return _in_yaml(parts.front, parts.front_line, spot, spot.path[1:])
    return Place(spot.file, parts.body_line + spot.line + 1, spot.column + 1)


def _in_yaml(text: str, offset: int, spot: Spot, path: tuple[str, ...]) -> Place:
    node = compose(text, lambda line, column: Place(spot.file, line, column), [])
    if node is None:
        return Place(spot.file, offset + 1)
    for key in path:
        child = _child(node, key)
        if child is None:
            break
        node = child
    mark = node.start_mark
    if not isinstance(node, ScalarNode) or not (spot.line or spot.column):
        return Place(spot.file, offset + mark.line + 1, mark.column + 1)
    if node.style in ("|", ">"):
        lines = text.split("\n")
        first = mark.line + 1
        while first < len(lines) - 1 and not lines[first].strip():
            first += 1
        indent = len(lines[first]) - len(lines[first].lstrip(" "))
        return Place(spot.file, offset + mark.line + 2 + spot.line, indent + spot.column + 1)
    quoted = 1 if node.style else 0
    column = mark.column + quoted + spot.column + 1 if spot.line == 0 else 0
    return Place(spot.file, offset + mark.line + spot.line + 1, column)


def _child(node: Node, key: str) -> Node | None:
    if isinstance(node, MappingNode):
        return next((v for k, v in node.value if k.value == key), None)
    if isinstance(node, SequenceNode):
        if key.isdecimal() and int(key) < len(node.value):
            child: Node = node.value[int(key)]
            return child
        for item in node.value:
            if isinstance(item, MappingNode) and any(
                k.value == "id" and v.value == key for k, v in item.value
            ):
                return item
    return None
