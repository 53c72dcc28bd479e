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

from generator.problems import Place, Problem

__all__ = ["MappingNode", "Node", "ScalarNode", "SequenceNode", "compose", "is_null"]

# PyYAML's wheels carry libyaml, but where it had to be built without, the slow loader serves.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_OPENERS = re.compile(r"[\[{]|[-?:] (?=[-?])")
_DEEPEST = 200

At = Callable[[int, int], Place]
"""0-based line and column inside the YAML text -> place in the file."""

_HINTS = (
    (
        r"mapping values are not allowed",
        "a value with ': ' in it needs quotes: title: \"GOAT: gradients\"",
    ),
    (r"character '\\t'|found a tab", "indent with blanks: YAML takes no tabs"),
    (r"'@'|'`'|'%'|'\*'|'&'|'!'", "put the value into quotes"),
    (r"expected <block end>", "look at the indentation of this line and the one above"),
    (r"could not find expected ':'", "a field is written as `name: value`"),
    (r"undefined alias", "an asterisk names an anchor; to have one as text, use quotes"),
    (r"unexpected end of stream|while scanning a quoted", "a quotation mark is not closed"),
)


def compose(text: str, at: At, problems: list[Problem]) -> Node | None:
    """Return the root node, or None for an empty text or after a syntax error."""
    if len(_OPENERS.findall(text)) > _DEEPEST * 5 and _too_deep(text, at, problems):
        return None
    try:
        node: Node | None = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        problems.append(_syntax_error(error, text, at))
        return None
    except yaml.YAMLError as error:
        problems.append(Problem(at(0, 0), f"this is not YAML: {error}"))
        return None
    return node


def is_null(node: Node) -> bool:
    """Whether a node says "nothing": empty, `~` or `null` without quotes."""
    return (
        isinstance(node, ScalarNode)
        and node.style is None
        and node.value in ("", "~", "null", "Null", "NULL")
    )


def _too_deep(text: str, at: At, problems: list[Problem]) -> bool:
    """Say whether the text nests so deep that composing it would overflow the C stack."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            depth += isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent))
            depth -= isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent))
            if depth > _DEEPEST:
                message = f"lists and mappings are nested more than {_DEEPEST} deep"
                problems.append(Problem(at(*_position(event.start_mark)), message))
                return True
    except yaml.YAMLError:
        return False  # composing meets the same error and words it
    return False


def _syntax_error(error: yaml.MarkedYAMLError, text: str, at: At) -> Problem:
    line, column = _position(error.problem_mark or error.context_mark)
    said = f"{error.context or ''} {error.problem or ''}"
    lines = text.split("\n")
    here = lines[line] if line < len(lines) else ""
    if "\t" in here[: column + 1] and not here[: column + 1].strip():
        return Problem(at(line, here.index("\t")), "a tab indents this line", _HINTS[1][1])
    hint = next((hint for pattern, hint in _HINTS if re.search(pattern, said)), "")
    if "mapping values are not allowed" in said:
        return Problem(at(line, column), "a colon in an unquoted value", hint)
    return Problem(at(line, column), f"YAML: {error.problem or error.context}", hint)


def _position(mark: Any) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)
