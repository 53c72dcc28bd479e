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

from generator.printable import whole_character
from generator.problems import Place, Problem

__all__ = ["MappingNode", "Node", "ScalarNode", "SequenceNode", "compose", "is_null"]

# PyYAML's wheels carry libyaml, but where it had to be built without, the slow loader serves.
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_OPENERS = re.compile(r"[\[{]|[-?:] (?=[-?])")
_DEEPEST = 200
_MOST_VALUES = 100_000

At = Callable[[int, int], Place]
"""0-based line and column inside the YAML text -> place in the file."""

_QUOTES = "put the value into quotes"
_NO_TABS = "indent with blanks: YAML takes no tabs"
_WORDINGS = (
    # What libyaml says -> what is wrong, and the way out. `@`: the place is where the thing
    # began that went wrong; `{}`: the character at the place.
    (r"expected whitespace or line break", "a tag has no meaning here", _QUOTES),
    (r"quoted scalar.*end of stream", "@the quotation mark that opens here is not closed", ""),
    (r"unknown escape", 'no escape in "…" is written like this',
     "write the backslash twice, or use '…' instead of \"…\""),
    (r"hexdecimal|invalid Unicode character escape", 'this escape in "…" is no character',
     "write the backslash twice, or use '…' instead of \"…\""),
    (r"simple key.*expected ':'", "@this line is no field and no list item",
     "write `name: value`, or indent the line if it goes on with the one above"),
    (r"character '\\t'|found a tab", "a tab stands here", _NO_TABS),
    (r"cannot start any token", 'a value cannot begin with "{}"', _QUOTES),
    (r"(alias|anchor).*alphabetic", '@a value cannot begin with "{}"', _QUOTES),
    (r"undefined alias", "this names an anchor that is not there",
     "to have the asterisk as text, put the value into quotes"),
    (r"duplicate anchor|second occurrence", "this anchor stands here a second time", ""),
    (r"sequence entries are not allowed", "a list cannot begin on the line of its field",
     "begin it on the next line; if this is text, put it into quotes"),
    (r"mapping keys are not allowed", 'a value cannot begin with "{}"', _QUOTES),
    (r"node content", '"{}" has no meaning here',
     "take it out; if this is text, put it into quotes"),
    (r"block scalar.*line break", 'nothing may follow "|" or ">" on its line',
     "begin the text on the next line, or put all of it into quotes"),
    (r"another document", "a second document begins here", "take out the line `---`"),
    (r"expected key|'-' indicator|<block end>", "this line does not fit below the one above",
     "fields that belong together begin in the same column, and so do the items of a list"),
)  # fmt: skip
_CONTROL_ESCAPE = re.compile(r"\\[0abefvxuU]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {"\0": "\\0", "\x07": "\\a", "\x08": "\\b", "\x0b": "\\v", "\x0c": "\\f", "\x1b": "\\e"}
# YAML ends lines at these, and no editor does.
_LINE_ENDS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")


def compose(text: str, at: At, problems: list[Problem]) -> Node | None:
    """Return the root node, or None for an empty text or after a syntax error."""
    text = text.translate(_LINE_ENDS) if not text.isascii() else text
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
    if node is not None and "*" in text and _stands_for_too_much(node, at, problems):
        return None
    if node is not None and _CONTROL_ESCAPE.search(text):
        _refuse_control_characters(node, at, problems)
    return node


def is_null(node: Node) -> bool:
    """Whether a node says "nothing": empty, `~` or `null` without quotes."""
    return (
        isinstance(node, ScalarNode)
        and not node.style  # None from the slow loader, "" from the C one
        and node.value in ("", "~", "null", "Null", "NULL")
        and node.tag in (None, "", "tag:yaml.org,2002:str")
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


def _stands_for_too_much(root: Node, at: At, problems: list[Problem]) -> bool:
    """Say whether the aliases of a text make far more values of it than are written there."""
    sizes: dict[int, int] = {}  # of each node with all that is in it
    open_nodes = [root]
    written = 0
    while open_nodes:
        node = open_nodes[-1]
        parts = _parts(node)
        missing = [part for part in parts if id(part) not in sizes]
        if missing and id(node) not in sizes:
            sizes[id(node)] = 1  # for now: an alias may stand in what it names
            open_nodes += missing
            continue
        open_nodes.pop()
        written += 1
        sizes[id(node)] = min(1 + sum(sizes.get(id(part), 1) for part in parts), 1 << 40)
    if sizes[id(root)] <= max(_MOST_VALUES, 10 * written):
        return False
    message = f"the aliases of this file stand for more than {_MOST_VALUES} values"
    hint = "write them out where they are meant: `*name` puts in all of `&name`"
    problems.append(Problem(at(*_position(root.start_mark)), message, hint))
    return True


def _parts(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [part for pair in node.value for part in pair]
    return node.value if isinstance(node, SequenceNode) else []


def _refuse_control_characters(root: Node, at: At, problems: list[Problem]) -> None:
    """Say where an escape makes a control character, which no HTML, feed or terminal can show.

    Nobody means one: it is the TeX command of a value in double quotes, such as "$\\alpha$".
    """
    open_nodes, seen = [root], set[int]()
    while open_nodes:
        node = open_nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if parts := _parts(node):
            open_nodes += parts
        elif not isinstance(node, ScalarNode):
            continue
        elif found := _CONTROL.search(node.value):
            escape = _ESCAPES.get(found[0], "an escape")
            message = f"in double quotes, {escape} is the control character U+{ord(found[0]):04X}"
            hint = "write the backslash twice, or use '…' instead of \"…\""
            problems.append(Problem(at(*_position(node.start_mark)), message, hint))
            node.value = _CONTROL.sub("", node.value)


def _syntax_error(error: yaml.MarkedYAMLError, text: str, at: At) -> Problem:
    """Return a syntax error in words: libyaml's own are for those who know its grammar."""
    line, column = _position(error.problem_mark or error.context_mark)
    began = _position(error.context_mark or error.problem_mark)
    said = f"{error.context or ''} {error.problem or ''}"
    lines = text.split("\n")
    here = lines[line] if line < len(lines) else ""
    before = here[:column].rstrip()
    if "\t" in here[: column + 1] and not here[: column + 1].strip():
        return Problem(at(line, here.index("\t")), "a tab indents this line", _NO_TABS)
    in_flow = "expected ',' or" in said and line == began[0] and here[column:][:2] == ": "
    if "mapping values are not allowed" in said or in_flow:
        if in_flow or ": " in before or before.lstrip().startswith(("'", '"')):
            hint = "a value with ': ' in it needs quotes: title: \"GOAT: gradients\""
            return Problem(at(line, column), "a colon in an unquoted value", hint)
        hint = "fields of one record begin in the same column, each colon is followed by a blank"
        column = len(here) - len(here.lstrip())
        return Problem(at(line, column), "this line does not fit below the one above", hint)
    if re.search(r"expected key|expected ',' or", said) and before.endswith(("'", '"')):
        hint = "inside '…' write '' for a quotation mark, inside \"…\" write \\\""
        return Problem(at(line, column), "text follows the closing quotation mark", hint)
    if closing := re.search(r"expected ',' or '(.)'", said):
        what = "list" if closing[1] == "]" else "mapping"
        if line != began[0]:
            hint = f'end it with "{closing[1]}"; a comma stands between two items'
            return Problem(at(*began), f"the {what} that opens here is not closed", hint)
        return Problem(at(line, column), f'a comma or "{closing[1]}" is missing before this', "")
    for pattern, message, hint in _WORDINGS:
        if re.search(pattern, said):
            line, column = began if message.startswith("@") else (line, column)
            character = whole_character(lines[line], column) if line < len(lines) else ""
            return Problem(at(line, column), message.lstrip("@").format(character), hint)
    return Problem(at(line, column), f"YAML: {error.problem or error.context}")


def _position(mark: Any) -> tuple[int, int]:
    return (mark.line, mark.column) if mark else (0, 0)
