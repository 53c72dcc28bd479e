"""YAML, TOML and front matter of any hand -> plain values that know their lines.

Scalars stay texts: `1.10` and `NO` are what was written. What cannot be read is a finding.
"""

import json
import re
import tomllib
from typing import Any, NamedTuple

import yaml

from generator.importing.findings import Findings

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_MOST_NODES = 500_000
_DEEPEST = 60
_EMPTY = frozenset(["", "~", "null", "Null", "NULL"])


class Fields(dict[str, Any]):
    """A mapping of names to texts, lists and further mappings."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}
        """The line of each name, from 1."""


class Unreadable(Exception):
    """A text that is not what its name says, with the reason and the line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason, self.line = reason, line
        super().__init__(reason)


def read_yaml(text: str, file: str, findings: Findings, line: int = 1) -> Any:
    """Return what a text in YAML says; `line` is its first line in the file. Raises Unreadable."""
    try:
        loader = _LOADER(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
        return _Converter(file, findings, line).value(node, 0)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = line + mark.line if mark else line
        raise Unreadable(error.problem or "no YAML", where) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise Unreadable(f"no YAML: {type(error).__name__}", line) from None


class _Converter:
    """Turns nodes of YAML into values, up to a bound: aliases can make millions of a few."""

    def __init__(self, file: str, findings: Findings, line: int) -> None:
        self._file, self._findings, self._line = file, findings, line
        self._number = 0

    def value(self, node: yaml.Node | None, depth: int) -> Any:
        self._number += 1
        if self._number > _MOST_NODES or depth > _DEEPEST:
            raise Unreadable("too many values inside each other", self._line)
        if isinstance(node, yaml.ScalarNode):
            plain = node.style is None
            return "" if plain and node.value in _EMPTY else str(node.value)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        return ""

    def _mapping(self, node: yaml.MappingNode, depth: int) -> Fields:
        fields = Fields()
        for key, one in node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else "?"
            found = self.value(one, depth + 1)
            if name == "<<" and isinstance(found, dict):
                for inner, value in found.items():
                    fields.setdefault(inner, value)
                continue
            at = self._line + key.start_mark.line
            if name in fields.lines:
                self._findings.add("lost", "duplicate-key", self._file, f"{name}: the first of two",
                                   line=fields.lines[name])  # fmt: skip
            fields[name] = found
            fields.lines[name] = at
        return fields


def read_toml(text: str, line: int = 1) -> Fields:
    """Return what a text in TOML says, all scalars as texts. Raises Unreadable."""
    try:
        found = _texts(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = re.search(r"line (\d+)", str(error))
        raise Unreadable("no TOML", line + int(at[1]) - 1 if at else line) from None
    assert isinstance(found, Fields)
    for name in found:
        at = re.search(rf"^\s*\[?\[?\"?{re.escape(name)}\b", text, re.MULTILINE)
        found.lines[name] = line + (text.count("\n", 0, at.start()) if at else 0)
    return found


def read_json(text: str) -> Any:
    """Return what a text in JSON says, all scalars as texts. Raises Unreadable."""
    try:
        return _texts(json.loads(text))
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise Unreadable("no JSON") from None


def _texts(value: Any) -> Any:
    if isinstance(value, dict):
        fields = Fields()
        for name, one in value.items():
            fields[str(name)] = _texts(one)
        return fields
    if isinstance(value, list):
        return [_texts(one) for one in value]
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


class FrontMatter(NamedTuple):
    """The front matter of a file, and its text with the line on which that begins."""

    fields: Fields
    body: str
    line: int
    is_there: bool


_OPEN = re.compile(r"\s*?(---|\+\+\+|;;;)[ \t]*\n")


def read_front_matter(text: str, file: str, findings: Findings) -> FrontMatter:
    """Split a file and read its front matter: YAML, TOML between `+++`, JSON between `;;;`.

    A file without it is all text. Raises Unreadable.
    """
    opening = _OPEN.match(text)
    if opening is None:
        return FrontMatter(Fields(), text, 1, False)
    mark = opening[1]
    ends = r"---|\.\.\." if mark == "---" else re.escape(mark)
    closing = re.compile(rf"^(?:{ends})[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, opening.end())
    if closing is None:
        raise Unreadable("the front matter is never closed", 1)
    first = 1 + text.count("\n", 0, opening.end())
    inside = text[opening.end() : closing.start()]
    if mark == "+++":
        fields: Any = read_toml(inside, first)
    elif mark == ";;;":
        fields = read_json("{" + inside + "}")
    else:
        fields = read_yaml(inside, file, findings, first)
    if fields == "":
        fields = Fields()
    if not isinstance(fields, Fields):
        raise Unreadable("the front matter is no mapping of names to values", first)
    line = 1 + text.count("\n", 0, closing.end())
    return FrontMatter(fields, text[closing.end() :], line, True)
