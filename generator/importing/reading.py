"""YAML, TOML and front matter, however written -> plain values that remember their lines.

Scalars stay texts: `1.10` and `NO` are what was written. What cannot be read is a finding.
"""

import json
import re
import tomllib
from typing import Any, NamedTuple

import yaml

from generator.importing.fields import Fields
from generator.importing.report import Findings
from generator.importing.source_tree import LARGEST_TEXT

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_DEEPEST = 60
_NODE = 64
"""Characters that a value counts for besides its own: 500,000 empty ones are too many."""
_TOO_DEEP = f"values are nested more than {_DEEPEST} deep"
_TEX = {7: "\\a", 8: "\\b", 11: "\\v", 12: "\\f", 27: "\\e"}
"""Signs that no author means in double quotes -> how they were written there: `"$\\epsilon$"`."""
_EMPTY = frozenset(["", "~", "null", "Null", "NULL"])


class Unreadable(Exception):
    """A text that is not what its name says, with the reason and the line.

    `is_slip` says that one line may be wrong, and the others right.
    """

    def __init__(self, reason: str, line: int = 0, is_slip: bool = False) -> None:
        self.reason, self.line, self.is_slip = reason, line, is_slip
        super().__init__(reason)


def read_yaml(text: str, file: str, findings: Findings, line: int = 1) -> Any:
    """Return what a text in YAML says; `line` is its first line in the file. Raises Unreadable.

    A tab that indents a line is two blanks, as for Hexo (hexo-front-matter, `escape`).
    """
    text = _TABS.sub(lambda tabs: "  " * len(tabs[0]), text)
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
        if "nesting depth" in str(error):  # of libyaml, which would fill the stack
            raise Unreadable(_TOO_DEEP, where) from None
        raise Unreadable(error.problem or "no YAML", where, is_slip=True) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise Unreadable(f"no YAML: {type(error).__name__}", line) from None


_TABS = re.compile(r"^\t+", re.MULTILINE)


class _Converter:
    """Turns nodes of YAML into values, up to a bound: aliases can make millions of a few."""

    def __init__(self, file: str, findings: Findings, line: int) -> None:
        self._file, self._findings, self._line = file, findings, line
        self._size = 0

    def value(self, node: yaml.Node | None, depth: int) -> Any:
        self._size += _NODE + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
        if depth > _DEEPEST:
            raise Unreadable(_TOO_DEEP, self._line)
        if self._size > 2 * LARGEST_TEXT:
            raise Unreadable("its aliases stand for too many values", self._line)
        if isinstance(node, yaml.ScalarNode):
            is_plain = not node.style  # None, or an empty text where libyaml reads
            return "" if is_plain and node.value in _EMPTY else str(node.value).translate(_TEX)
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
            if name in fields.lines and fields[name] not in ("", found):
                self._findings.add("lost", "duplicate-key", self._file, f"{name}: the first of two",
                                   line=fields.lines[name])  # fmt: skip
            fields[name] = found
            fields.lines[name] = at
        return fields


_NAME = re.compile(r"\s*\[{0,2}\s*[\"']?([\w-]+)")


def read_toml(text: str, line: int = 1) -> Fields:
    """Return what a text in TOML says, all scalars as texts. Raises Unreadable."""
    if max(one.partition("=")[0].count(".") for one in text.split("\n")) > _DEEPEST:
        raise Unreadable(_TOO_DEEP)  # `tomllib` would be slow with names in names
    try:
        found = _texts(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = re.search(r"line (\d+)", str(error))
        raise Unreadable("no TOML", line + int(at[1]) - 1 if at else line) from None
    assert isinstance(found, Fields)
    for number, one in enumerate(text.split("\n"), line):
        name = _NAME.match(one)
        if name and name[1] in found:
            found.lines.setdefault(name[1], number)
    return found


_JSON_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def read_json(text: str) -> Any:
    """Return what a text in JSON says, all scalars as texts. Raises Unreadable.

    It may have comments, as Ruby reads it for Jekyll (ruby/json, `parser.rl`).
    """
    try:
        return _texts(json.loads(_JSON_COMMENT.sub(lambda found: found[1] or "", text)))
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise Unreadable("no JSON") from None


def _texts(value: Any, depth: int = 0) -> Any:
    if depth > _DEEPEST:
        raise Unreadable(_TOO_DEEP)
    if isinstance(value, dict):
        fields = Fields()
        for name, one in value.items():
            fields[str(name)] = _texts(one, depth + 1)
        return fields
    if isinstance(value, list):
        return [_texts(one, depth + 1) for one in value]
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value).translate(_TEX)


class SourcePage(NamedTuple):
    """The front matter of a file, and its text with the line on which that begins."""

    fields: Fields
    body: str
    line: int
    is_there: bool


_IS_TEXT = re.compile(r"[^\[{]|\[[^\[\]]*\]\s*[^\s,\]]")
"""Begins a value on one line that is neither a list nor a mapping: `[CVPR] A paper: first part`."""
_FIELD = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(.*)", re.MULTILINE)
_SLIP = re.compile(r"(\s*(?:-\s+)*[\w-]+:[ \t]+)([^\s\"'\[{|>&*!#%@`].*:[ \t].*)")
"""A line with a field whose value, without quotes, has a colon in it."""
_MOST_SLIPS = 9


def yaml_or_lines(text: str, file: str, findings: Findings, line: int = 1) -> Any:
    """Return what a text in YAML says. Where it is none, each field is read for itself.

    The commonest slip is a colon in a title, `title: First note: on engines`: its line is taken as
    it is, also in a list. Another field of several lines that is not YAML is lost. Raises
    Unreadable where no line is a field.
    """
    for _ in range(_MOST_SLIPS):
        try:
            found = read_yaml(text, file, findings, line)
            if not isinstance(found, str) or not found:
                return found
            problem = Unreadable("this is no mapping of names to values", line, True)
            break
        except Unreadable as error:
            problem, lines = error, text.split("\n")
        at = problem.line - line
        slip = _SLIP.fullmatch("".join(lines[at : at + 1])) if problem.is_slip else None
        if slip is None:
            break
        findings.add("guessed", "front-matter-line", file, slip[0].strip(), line=problem.line)
        lines[at] = slip[1] + "'" + slip[2].replace("'", "''") + "'"
        text = "\n".join(lines)
    begins = list(_FIELD.finditer(text))
    if not begins or not problem.is_slip:
        raise problem
    fields = Fields()
    ends = [*(one.start() for one in begins[1:]), len(text)]
    at = line + text.count("\n", 0, begins[0].start())
    for field, end in zip(begins, ends, strict=True):
        name, written, whole = field[1], field[2].strip(), text[field.start() : end]
        try:
            read = read_yaml(whole, file, findings, at)
        except Unreadable as error:
            problem, read = error, None
        if isinstance(read, Fields):
            fields[name] = read[name]
        elif _IS_TEXT.match(written) and not text[field.end() : end].strip():
            fields[name] = written.strip("\"'")
            findings.add("guessed", "front-matter-line", file, f"{name}: {written}", line=at)
        else:
            findings.add("lost", "front-matter-field", file, f"{name}: {problem.reason}", line=at)
        fields.lines[name] = at
        at += whole.count("\n")
    return fields


_OPEN = re.compile(r"\s*?(---|\+\+\+)[ \t]*\n")
_WITHOUT_OPENING = re.compile(
    r"\s*?((?=[A-Za-z])(?:[A-Za-z_][\w-]*[ \t]*:.*\n|[ \t#-](?!--).*\n|\n)+)-{3,}[ \t]*(?:\n|\Z)"
)


def read_front_matter(
    text: str, file: str, findings: Findings, is_hexo: bool = False
) -> SourcePage:
    """Split a file and read its front matter: YAML, or TOML between `+++`.

    A file without it is all text. In Hexo its first line may be missing, as older versions wrote
    posts (hexo-front-matter, `rFrontMatterNew`). Raises Unreadable.
    """
    if is_hexo and (head := _WITHOUT_OPENING.match(text)):
        page = read_front_matter(f"---\n{head[1]}---\n{text[head.end() :]}", file, findings)
        return page._replace(line=page.line - 1)
    opening = _OPEN.match(text)
    if opening is None:
        return SourcePage(Fields(), text, 1, False)
    mark = opening[1]
    ends = r"---|\.\.\." if mark == "---" else re.escape(mark)
    closing = re.compile(rf"^(?:{ends})[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, opening.end())
    first = 1 + text.count("\n", 0, opening.end())
    if closing is None and mark == "---":  # all is text to Jekyll and Hexo
        findings.add("guessed", "front-matter-line", file, mark)
        return SourcePage(Fields(), text[opening.end() :], first, True)
    if closing is None:
        raise Unreadable("the front matter is never closed", 1)
    inside = text[opening.end() : closing.start()]
    is_toml = mark == "+++"
    fields = read_toml(inside, first) if is_toml else yaml_or_lines(inside, file, findings, first)
    fields = fields or Fields()
    if not isinstance(fields, Fields):
        raise Unreadable("the front matter is no mapping of names to values", first)
    line = 1 + text.count("\n", 0, closing.end())
    return SourcePage(fields, text[closing.end() :], line, True)
