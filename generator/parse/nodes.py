"""YAML text -> node tree with lines and columns.

Composing stops before YAML would guess at types, so `NO` stays "NO", `1.10` stays "1.10", and no
tag can make an object.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from generator.problems import Message, Place, Problem, Spot

__all__ = ["MappingNode", "Node", "ScalarNode", "SequenceNode", "compose", "is_null"]

# PyYAML's wheels include libyaml. A PyYAML that was built without it has only the slow loader.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_OPENERS = re.compile(r"[\[{]|[-?:] (?=[-?])")
_ALIAS = re.compile(r"[&*](?<![^\s\[{,:?-].)[\w-]")
"""A possible anchor or alias: `&name`, `*name`."""
_DEEPEST = 200

At = Callable[[int, int], Place | Spot]
"""0-based line and column inside the YAML text -> where that is in the file."""

_WORDINGS = (
    # libyaml's words -> our message. With `@`, the place is where the faulty construct begins.
    (r"expected whitespace or line break", "yaml-tag-here"),
    (r"quoted scalar.*end of stream", "@yaml-quotation-open"),
    (r"unknown escape", "yaml-escape-unknown"),
    (r"hexdecimal|invalid Unicode character escape", "yaml-escape-no-character"),
    (r"simple key.*expected ':'", "@yaml-no-field"),
    (r"character '\\t'|found a tab", "yaml-tab-here"),
    (r"cannot start any token|mapping keys are not allowed", "yaml-value-begins"),
    (r"(alias|anchor).*alphabetic", "@yaml-value-begins"),
    (r"sequence entries are not allowed", "yaml-list-on-line"),
    (r"node content", "yaml-character"),
    (r"block scalar.*line break", "yaml-text-on-line"),
    (r"another document", "yaml-second-document"),
    (r"expected key|'-' indicator|<block end>", "yaml-line-does-not-align"),
)
_CONTROL_ESCAPE = re.compile(r"\\[0abefvxuU]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {"\0": "\\0", "\x07": "\\a", "\x08": "\\b", "\x0b": "\\v", "\x0c": "\\f", "\x1b": "\\e"}
# YAML ends lines at these, but editors do not.
_LINE_ENDS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")


def compose(text: str, at: At, problems: list[Problem]) -> Node | None:
    """Return the root node, or None for an empty text or after a syntax error."""
    text = text.translate(_LINE_ENDS) if not text.isascii() else text
    is_odd = _ALIAS.search(text) or len(_OPENERS.findall(text)) > _DEEPEST * 5
    if is_odd and _is_refused(text, at, problems):
        return None
    try:
        node: Node | None = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        problems.append(_syntax_error(error, text, at))
        return None
    except yaml.YAMLError as error:
        problems.append(Problem.of(at(0, 0), "yaml-unreadable", error=str(error)))
        return None
    if node is not None and _CONTROL_ESCAPE.search(text):
        _refuse_control_characters(node, at, problems)
    return node


def is_null(node: Node) -> bool:
    """Whether a node is null: empty, `~` or `null` without quotes."""
    return (
        isinstance(node, ScalarNode)
        and not node.style  # None from the slow loader, "" from the C one
        and node.value in ("", "~", "null", "Null", "NULL")
        and node.tag in (None, "", "tag:yaml.org,2002:str")
    )


def _is_refused(text: str, at: At, problems: list[Problem]) -> bool:
    """Report the first anchor or alias, or a nesting so deep that composing it would overflow the C
    stack."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            depth += isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent))
            depth -= isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent))
            name = getattr(event, "anchor", None)
            if name or depth > _DEEPEST:
                mark = f"{'*' if isinstance(event, yaml.AliasEvent) else '&'}{name}"
                code = "yaml-alias" if name else "yaml-too-deep"
                where = at(*_position(event.start_mark))
                problems.append(Problem.of(where, code, mark=mark, most=_DEEPEST))
                return True
    except yaml.YAMLError:
        return False  # composing finds and reports the same error
    return False


def _parts(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [part for pair in node.value for part in pair]
    return node.value if isinstance(node, SequenceNode) else []


def _refuse_control_characters(root: Node, at: At, problems: list[Problem]) -> None:
    """Report escapes that yield control characters: HTML, feeds and terminals cannot show these.

    They are never intended, but stem from a TeX command in double quotes, such as "$\\alpha$".
    """
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        if parts := _parts(node):
            open_nodes += parts
        elif not isinstance(node, ScalarNode):
            continue
        elif found := _CONTROL.search(node.value):
            escape = _ESCAPES.get(found[0], "an escape")
            problems.append(
                Problem.of(
                    at(*_position(node.start_mark)),
                    "yaml-control-character",
                    escape=escape,
                    point=ord(found[0]),
                )
            )
            node.value = _CONTROL.sub("", node.value)


def _syntax_error(error: yaml.MarkedYAMLError, text: str, at: At) -> Problem:
    """Return a syntax error in plain words: libyaml's words presume knowledge of its grammar."""
    line, column = _position(error.problem_mark or error.context_mark)
    began = _position(error.context_mark or error.problem_mark)
    said = f"{error.context or ''} {error.problem or ''}"
    lines = [*text.split("\n"), ""]  # an error may be at the end
    here = lines[line]
    before = here[:column].rstrip()
    if "\t" in here[: column + 1] and not here[: column + 1].strip():
        return Problem.of(at(line, here.index("\t")), "yaml-tab")
    if odd := _ODD_BLANK.match(here):
        return Problem.of(at(line, odd.start(1)), "yaml-blank", character=f"U+{ord(odd[1]):04X}")
    if opener := _opened_above(lines, line, column):
        return Problem.of(at(*opener), "yaml-quotation-open")
    in_flow = "expected ',' or" in said and line == began[0] and here[column:][:2] == ": "
    if "mapping values are not allowed" in said or in_flow:
        if in_flow or ": " in before or before.lstrip().startswith(("'", '"')):
            curly = re.search("[:-] +[“”]([^“”]+)", here)
            hint = Message.of("straight-quotes", text=curly[1]) if curly else None
            return Problem.of(at(line, column), "yaml-colon-unquoted", hint=hint)
        column = len(here) - len(here.lstrip())
        hint = _wide_colon(*lines[max(line - 1, 0) : line + 1])
        return Problem.of(at(line, column), "yaml-line-does-not-fit", hint=hint)
    if re.search(r"expected key|expected ',' or", said) and before.endswith(("'", '"')):
        return Problem.of(at(line, column), "yaml-text-after-quotation-mark")
    if closing := re.search(r"expected ',' or '(.)'", said):
        what = Message.of("word-list" if closing[1] == "]" else "word-mapping")
        hidden = _COMMENT.match(lines[began[0]])
        if line != began[0] and hidden and not _fault(f"{hidden[1]}x{hidden[3]}"):
            where, said = at(began[0], hidden.start(2)), "yaml-comment-in-brackets"
            return Problem.of(where, said, closing=closing[1], example=hidden[2])
        if line != began[0]:
            return Problem.of(at(*began), "yaml-never-closed", what=what, closing=closing[1])
        return Problem.of(at(line, column), "yaml-comma-missing", closing=closing[1])
    for pattern, code in _WORDINGS:
        if re.search(pattern, said):
            line, column = began if code.startswith("@") else (line, column)
            character, hint = lines[line][column : column + 1], _wide_colon(lines[line])
            return Problem.of(at(line, column), code.lstrip("@"), hint=hint, character=character)
    return Problem.of(at(line, column), "yaml-syntax", problem=str(error.problem or error.context))


_COMMENT = re.compile(r"[^\[{]*([\[{].*?\s)(#[^\s,\]}]*)(.*)")
_FIELD = re.compile(r"([\s-]*)[\w-]+:(?:\s+([\"'])(?:(?!\2).)*$|\s|$)")
_ODD_BLANK = re.compile("[ -]*([\u00a0\u2000-\u200b\u202f\u3000\ufeff])")


def _wide_colon(*lines: str) -> Message | None:
    """Return a hint if one of these lines would be a field if its colon were not full-width."""
    is_wide = any(re.match(r"[\s-]*[a-z_]+：", one) for one in lines)
    return Message.of("full-width-colon") if is_wide else None


def _fault(text: str) -> tuple[int, int] | None:
    """Return the line and column of the syntax error in a text, if it has one."""
    try:
        list(yaml.parse(text.translate(_LINE_ENDS), Loader=_Loader))
    except yaml.YAMLError as error:
        return _position(getattr(error, "problem_mark", None))
    return None


def _opened_above(lines: list[str], line: int, column: int) -> tuple[int, int] | None:
    """Return the place of a quotation mark that opens in a field above and takes in the field
    below it, if to close it there fixes the error."""
    for row in range(line - 1, -1, -1):
        found, below = _FIELD.match(lines[row]), _FIELD.match(lines[row + 1])
        if found and found[2]:
            is_field = below is not None and len(below[1]) <= len(found[1])
            closed = "\n".join((*lines[:row], lines[row] + found[2], *lines[row + 1 :]))
            return (row, found.start(2)) if is_field and _fault(closed) != (line, column) else None
    return None


def _position(mark: Any) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)
