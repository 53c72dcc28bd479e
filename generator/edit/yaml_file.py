"""Adds to a YAML file of papers, and leaves every other byte as it is.

Text is put in at known places; nothing is written anew, so comments, order and quoting stay. After
each edit the file is read again: it must say all that it said before, and what is new, and nothing
else. Where that is not so, or the file is written in a way that we cannot add to, `CannotEdit` says
why, and nothing has changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from generator.parse.decode import Composed
from generator.parse.nodes import MappingNode, Node, ScalarNode, SequenceNode, compose, is_null
from generator.parse.source_text import decoded
from generator.problems import Place, Problem, SiteError

T = TypeVar("T")
Value = str | Sequence["str | Mapping[str, str]"]
"""A text, a list of texts, or a list of mappings."""
Fields = Mapping[str, Value]

_WIDTH = 100
_ORDER = ("id", "key", "title", "authors", "venue", "kind", "status", "date", "volume", "number",
          "pages", "publisher", "place", "edition", "series", "doi", "arxiv", "isbn", "versions",
          "links")  # fmt: skip
"""Fields in the order in which people write them; what is not here comes later."""


class CannotEdit(Exception):
    """A file is written in a way that nothing can be added to; the message says in which."""


def read_yaml(path: str, data: bytes, wanted: type[T]) -> T | None:
    """Return what a YAML file says, as a struct; None for an empty one.

    Raises SiteError with every mistake in it, each with its place in `path`.
    """
    problems: list[Problem] = []
    composed = Composed(path, decoded(data, path, problems) or "", problems)
    value = composed.decoder.decode(composed.root, wanted) if composed.root is not None else None
    if any(problem.is_error for problem in problems):
        raise SiteError(problems)
    return value if isinstance(value, wanted) else None


class YamlFile:
    """The text of a YAML file; each edit makes a new text."""

    def __init__(self, text: str) -> None:
        """Raises CannotEdit for a text that is not YAML, or of several documents."""
        self._bom = text[: text.startswith("\ufeff")]
        self._body = text.removeprefix("\ufeff")
        self.root = _root(self._body)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._bom + self._body

    def with_item(self, id: str, fields: Fields, order: Sequence[str] = ()) -> YamlFile:
        """Return the file with a record more, before the items of `order`, if one of them is there.

        `order` are the ids of the records that come after it; with none of them it is the last.
        """
        lines = _lines(self._body)
        root = self.root
        if root is None or is_null(root):
            body = self._body if not self._body or self._body.endswith("\n") else self._body + "\n"
            return self._checked(body + record_lines(id, fields, "- ", 2), id, fields, is_new=True)
        if not isinstance(root, (SequenceNode, MappingNode)) or root.flow_style:
            raise CannotEdit("it is not a list with one record below the other")
        items = _items(root)
        if not items:
            raise CannotEdit("it is not a list with one record below the other")
        first = items[0][2]
        if isinstance(root, SequenceNode):
            dash = root.start_mark.column
            column = first.start_mark.column if isinstance(first, MappingNode) else dash + 2
            if isinstance(first, MappingNode) and first.flow_style:
                column = dash + 2
            new = record_lines(id, fields, " " * dash + "-".ljust(column - dash), column)
        else:
            column = first.start_mark.column if not getattr(first, "flow_style", True) else 2
            inner = {name: value for name, value in fields.items() if name != "id"}
            head = f"{' ' * root.start_mark.column}{plain_or_quoted(id)}:\n"
            new = head + "".join(field_lines(n, v, column) for n, v in inner.items())
        starts = [_above(lines, start) for _, start, _ in items]
        is_apart = len(items) > 1 and starts[1] > 0 and not lines[starts[1] - 1].strip()
        following = next((i for i, item in enumerate(items) if item[0] in order), None)
        if following is None:
            return self._checked(_appended(self._body, new, is_apart), id, fields, is_new=True)
        at = items[0][1] if following == 0 and starts[0] == 0 else starts[following]
        text = "".join(lines[:at]) + new + "\n" * is_apart + "".join(lines[at:])
        return self._checked(text, id, fields, is_new=True)

    def with_fields(self, id: str, fields: Fields) -> YamlFile:
        """Return the file with further fields of a record."""
        node = self._record(id)
        for name, value in fields.items():
            pairs = {key.value: inner for key, inner in node.value}
            old = pairs.get(name)
            if old is None:
                text = self._with_field(node, name, value)
            elif isinstance(old, SequenceNode) and not isinstance(value, str) and old.value:
                text = self._with_list_item(old, value)
            else:
                raise CannotEdit(f"it has a field `{name}` already")
            edited = self._checked(text, id, {name: value})
            rest = {key: inner for key, inner in fields.items() if key != name}
            return edited.with_fields(id, rest) if rest else edited
        return self

    def _record(self, id: str) -> MappingNode:
        if self.root is None:
            raise CannotEdit("it is empty")
        found = [node for name, _, node in _items(self.root) if name == id]
        if not found and isinstance(self.root, MappingNode):
            found = [self.root]  # a file of one record, named after it
        if not found or not isinstance(found[0], MappingNode):
            raise CannotEdit(f'"{id}" is not in it')
        if any(key.value == "<<" for key, _ in found[0].value):
            raise CannotEdit(f'"{id}" takes fields over from elsewhere (<<)')
        return found[0]

    def _with_field(self, node: MappingNode, name: str, value: Value) -> str:
        if not node.value:
            raise CannotEdit("the record is empty")
        if node.flow_style:
            end = self._offset(node.value[-1][1].end_mark)
            new = f", {name}: {in_flow(value)}"
            return self._body[:end] + new + self._body[end:]
        column = node.value[0][0].start_mark.column
        new = field_lines(name, value, column)
        keys = [key for key, _ in node.value]
        rank = _rank(name)
        later = next((key for key in keys[1:] if _rank(key.value) > rank), None)
        lines = _lines(self._body)
        if later is None:
            last = node.value[-1][1]
            if not isinstance(last, ScalarNode) or last.style in ("|", ">"):
                if len(keys) < 2:
                    raise CannotEdit("its only field is longer than a line")
                later = keys[-1]
            else:
                at = last.end_mark.line + 1
                head = "".join(lines[:at])
                head += "" if head.endswith("\n") else "\n"
                return head + new + "".join(lines[at:])
        at = _above(lines, later.start_mark.line, column)
        return "".join(lines[:at]) + new + "".join(lines[at:])

    def _with_list_item(self, node: SequenceNode, value: Sequence[str | Mapping[str, str]]) -> str:
        first = node.value[0]
        if node.flow_style:
            end = self._offset(node.value[-1].end_mark)
            return self._body[:end] + ", " + in_flow(value)[1:-1] + self._body[end:]
        dash = node.start_mark.column
        lines = _lines(self._body)
        at = _above(lines, first.start_mark.line, dash)
        column = dash + 2 if getattr(first, "flow_style", True) else first.start_mark.column
        new = "".join(item_lines(one, " " * dash + "-".ljust(column - dash), column)
                      for one in value)  # fmt: skip
        return "".join(lines[:at]) + new + "".join(lines[at:])

    def _offset(self, mark: Any) -> int:
        lines = _lines(self._body)
        offset: int = sum(map(len, lines[: mark.line])) + mark.column
        return offset

    def _checked(self, text: str, id: str, fields: Fields, is_new: bool = False) -> YamlFile:
        """Return the new file, if it says what the old one says and what has been added."""
        if "\r\n" in self._body:
            text = re.sub(r"(?<!\r)\n", "\r\n", text)
        new = YamlFile(self._bom + text)
        before, after = _said(self.root), _said(new.root)
        if is_new and id in before:
            raise CannotEdit(f'"{id}" is in it already')
        is_inside = is_new or id in before
        record = dict(before.get(id) or {}) if is_inside else before
        for name, value in fields.items():
            record[name] = _merged(record.get(name), value)
        if is_new and not is_mapping_of_ids(new.root):
            record["id"] = id
        if is_inside:
            before[id] = record
        if before != after:
            raise CannotEdit("it is written in a way that Masthead cannot safely add to")
        return new


def _lines(text: str) -> list[str]:
    """Return the lines as YAML's marks count them here: only a line feed ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


def is_mapping_of_ids(root: Node | None) -> bool:
    """Whether a file maps ids to records."""
    return isinstance(root, MappingNode) and all(
        isinstance(value, MappingNode) for _, value in root.value
    )


def _merged(was: Any, value: Value) -> Any:
    if isinstance(value, str):
        return value
    new = [dict(one) if isinstance(one, Mapping) else one for one in value]
    if was is None and all(isinstance(one, str) for one in new):
        return new
    return sorted([*(was or ()), *new], key=repr)


def _root(text: str) -> Node | None:
    problems: list[Problem] = []
    if re.search(r"\r(?!\n)", text):
        raise CannotEdit("its lines end as on an old Macintosh")
    if re.search(r"^(?:---|\.\.\.|%)", text, re.MULTILINE):
        raise CannotEdit("it has a document marker (---)")
    root = compose(text, lambda line, column: Place("", line + 1, column + 1), problems)
    if problems:
        raise CannotEdit(f"line {problems[0].where.line}: {problems[0].message}")
    return root


def _items(root: Node) -> list[tuple[str, int, Node]]:
    """Return the records of a file: the id of each, the line on which it begins, and its node."""
    if isinstance(root, SequenceNode):
        return [(_id(node), node.start_mark.line, node) for node in root.value]
    if is_mapping_of_ids(root):
        return [(key.value, key.start_mark.line, node) for key, node in root.value]
    return []


def _id(node: Node) -> str:
    pairs = node.value if isinstance(node, MappingNode) else ()
    return next((str(value.value) for key, value in pairs if key.value == "id"), "")


def _said(root: Node | None) -> dict[str, Any]:
    """Return what a file says, without the order of fields and of versions."""
    value = _plain(root) if root is not None and not is_null(root) else {}
    if isinstance(value, list):
        named = {str(one["id"]): one for one in value if isinstance(one, dict) and one.get("id")}
        others = [one for one in value if not isinstance(one, dict) or not one.get("id")]
        return {**named, "\0": sorted(others, key=repr)} if others else named
    return value if isinstance(value, dict) else {"\0": value}


def _plain(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {key.value if isinstance(key, ScalarNode) else repr(_plain(key)):
                _unordered(key, _plain(value)) for key, value in node.value}  # fmt: skip
    if isinstance(node, SequenceNode):
        return [_plain(value) for value in node.value]
    # A block of text at the end of a file may get the line end that it had not.
    return None if is_null(node) else node.value.rstrip("\n")


def _unordered(key: Node, value: Any) -> Any:
    is_list = key.value in ("versions", "refused") and isinstance(value, list)
    return sorted(value, key=repr) if is_list else value


def _above(lines: Sequence[str], line: int, column: int = 0) -> int:
    """Return the line above which something goes in: comments right above a line belong to it."""
    while line > 0 and re.match(rf" {{{column}}}#", lines[line - 1]):
        line -= 1
    return line


def _appended(text: str, new: str, is_apart: bool) -> str:
    body = text.rstrip("\r\n")
    end = text[len(body) :]
    return body + "\n" + "\n" * is_apart + new.rstrip("\n") + (end or "\n")


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


# ---------------------------------------------------------------------- records as text


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
