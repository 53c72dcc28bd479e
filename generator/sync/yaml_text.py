"""Fields of records as YAML, in the way in which people write it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from generator.parse.nodes import MappingNode, ScalarNode, SequenceNode, compose
from generator.problems import Place, Problem

Value = str | Sequence["str | Mapping[str, str]"]
"""A text, a list of texts, or a list of mappings."""
Fields = Mapping[str, Value]

_WIDTH = 100


def record_lines(id: str, fields: Fields, opening: str, column: int) -> str:
    """Return a record as the lines of an item; its fields stand in a column, from 0."""
    whole = {"id": id, **{name: value for name, value in fields.items() if name != "id"}}
    return opening + "".join(field_lines(n, v, column) for n, v in whole.items())[column:]


def field_lines(name: str, value: Value, column: int) -> str:
    """Return a field as lines: short lists in one, others with a line for each item."""
    indent = " " * column
    if isinstance(value, str):
        return f"{indent}{name}: {plain_or_quoted(value)}\n"
    if all(isinstance(one, str) for one in value):
        flow = f"{indent}{name}: {in_flow(value)}"
        if len(flow) <= _WIDTH:
            return flow + "\n"
    items = "".join(item_lines(one, indent + "  - ", column + 4) for one in value)
    return f"{indent}{name}:\n{items}"


def item_lines(value: str | Mapping[str, str], opening: str, column: int) -> str:
    """Return an item of a list as lines; `opening` is what stands before it, its dash included."""
    if isinstance(value, str):
        return f"{opening}{plain_or_quoted(value)}\n"
    return opening + "".join(field_lines(n, v, column) for n, v in value.items())[column:]


def in_flow(value: Value | Mapping[str, str]) -> str:
    """Return a value in a line: `[a, {b: c}]`."""
    if isinstance(value, str):
        return plain_or_quoted(value, is_flow=True)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {in_flow(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(in_flow(one) for one in value) + "]"


_OTHER_THINGS = re.compile(
    r"[-+.\d][\d_.:eExXoO+-]*|true|false|yes|no|on|off|null|~|y|n|=|<<", re.IGNORECASE
)
"""What other programs would read as something else than text (YAML 1.1, section 10.3)."""


def plain_or_quoted(text: str, is_flow: bool = False) -> str:
    """Return a text as YAML writes it: bare where that reads as the same, else in quotes."""
    wrapped = f"[{text}]" if is_flow else f"k: {text}"
    looks_plain = (
        text and text == text.strip() and not _OTHER_THINGS.fullmatch(text)
    ) or re.fullmatch(r"\d{4}(?:-\d\d){0,2}|\d+-\d+|10\.\d{4,9}/[\w./()-]*\w", text)
    # PyYAML ends a bare text within brackets at a question mark, libyaml does not.
    if looks_plain and "\n" not in text and not (is_flow and "?" in text):
        problems: list[Problem] = []
        node = compose(wrapped, lambda line, column: Place("", line, column), problems)
        inner = None
        if isinstance(node, SequenceNode) and len(node.value) == 1:
            inner = node.value[0]
        elif isinstance(node, MappingNode) and len(node.value) == 1:
            inner = node.value[0][1]
        if isinstance(inner, ScalarNode) and inner.value == text and not inner.style:
            return text
    return json.dumps(text, ensure_ascii=False)
