"""Values -> YAML text in the style of the file, and the place where it goes.

Entries are on lines of their own, or in a flow collection, with brackets and commas.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from generator.edit.changes import CannotEdit, Splice
from generator.edit.yaml_tree import (
    Piece,
    column_of,
    line_end,
    line_start,
    next_line,
    text_of,
    tree_of,
    value_of,
)

_WIDTH = 100
_STYLES = ("'", '"', "|", ">")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile("[\x80-\x9f\u2028\u2029\ufeff]")
_OTHER_THINGS = re.compile(
    r"[-+.\d][\d_.:eExXoO+-]*|true|false|yes|no|on|off|null|~|y|n|=|<<", re.IGNORECASE
)
"""Words that other programs would not read as text (YAML 1.1, section 10.3)."""
_DATES_AND_NUMBERS = re.compile(r"\d{4}(?:-\d\d){0,2}|\d+-\d+|10\.\d{4,9}/[\w./()-]*\w")


def scalar(value: Any, style: str, indent: int, is_flow: bool = False, old: str = "") -> str:
    """Return a text, number or truth value, in the given style if possible.

    `style` is a quotation mark, the head of a block (`|-`), or empty. `old` is the old text: a bare
    number is replaced by a bare number, and folded lines by folded lines. Lines after the first are
    indented. Raises CannotEdit for control characters.
    """
    text = text_of(value)
    if _CONTROL.search(text):
        raise CannotEdit("edit-control")
    is_text = isinstance(value, str) and not _OTHER_THINGS.fullmatch(old)
    for written in _candidates(text, style, indent, is_flow, old, is_text):
        if _reads_as(written, text, indent, is_flow):
            return written
    raise CannotEdit("edit-no-yaml")


def _candidates(
    text: str, style: str, indent: int, is_flow: bool, old: str, is_text: bool
) -> Iterator[str]:
    """Yield possible forms of a text, the best first; the last is certain to be read as the
    text."""
    single, double = "'" + text.replace("'", "''") + "'", json.dumps(text, ensure_ascii=False)
    double = _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", double)
    looks_plain = text == text.strip() and not (is_text and _OTHER_THINGS.fullmatch(text))
    if _DATES_AND_NUMBERS.fullmatch(text):
        looks_plain = True
    # PyYAML ends a bare text within brackets at a question mark, but libyaml does not.
    looks_plain = looks_plain and not (is_flow and "?" in text)
    inline = {"'": single, '"': double}.get(style, text if looks_plain else double)
    if "\n" not in text or style == '"':
        if "\n" in old and style[:1] not in ("|", ">"):
            yield _folded(inline, max(map(len, old.split("\n"))), indent)
        if style[:1] not in ("|", ">"):
            yield inline
    body = text.rstrip("\n")
    if body and not is_flow and ("\n" in text or style[:1] in ("|", ">")):
        for head in (style if style[:1] in ("|", ">") else "|", "|-"):
            if head[0] == ">":
                lines = [_folded(line, _WIDTH, 0) for line in body.split("\n")]
                body = "\n\n".join(lines)
            yield head + re.sub(r"\n(?!\n|\Z)", "\n" + " " * indent, "\n" + body)
    yield double


def _folded(written: str, width: int, indent: int) -> str:
    """Return a text on lines of this width, broken only at single blanks."""
    lines: list[str] = []
    line = ""
    for word in re.split(r"(?<=[^\s\\]) (?=[^\s#])", written):
        if line and indent * bool(lines) + len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return ("\n" + " " * indent).join([*lines, line])


def _reads_as(written: str, text: str, indent: int, is_flow: bool) -> bool:
    lead = " " * max(indent - 2, 0)
    where = f"{lead}k: {written}\n{lead}l: m\n"
    if is_flow:
        where = f"[{written}, {{k: {written}}}]"
    text = text.rstrip("\n")
    try:
        root = tree_of(where)
    except CannotEdit:
        return False
    return bool(value_of(root) == ([text, {"k": text}] if is_flow else {"k": text, "l": "m"}))


class Habits:
    """The style of a file: its indentation, and the form of the values of each field."""

    def __init__(self, text: str, root: Piece | None) -> None:
        self._text = text
        self._steps: Counter[int] = Counter()
        self._dashes: Counter[int] = Counter()
        self._looks: dict[str, Counter[str]] = defaultdict(Counter)
        if root is not None:
            self._learn(root, "")
        self.step = _most(self._steps, 2)
        """The indentation of a mapping in a mapping."""
        self.dash = _most(self._dashes, 2)
        """The indentation of a list in a mapping."""

    def _learn(self, piece: Piece, name: str) -> None:
        for entry in piece.entries:
            inner = entry.key.text if entry.key is not None else f"{name}[]"
            value = entry.value
            look = value.style or "plain"
            if value.kind in ("list", "mapping") and value.entries:
                look = "flow" if value.is_flow else "block"
                distance = column_of(self._text, value.start) - column_of(self._text, entry.start)
                if look == "block" and piece.kind == "mapping" and not piece.is_flow:
                    counts = self._steps if value.kind == "mapping" else self._dashes
                    counts[distance] += 1
            self._looks[inner][look] += not value.is_null
            self._learn(value, inner)

    def _look(self, name: str) -> str:
        """Return the style of more than half of the values with this name, or ""."""
        counts = self._looks.get(name, Counter())
        look = _most(counts, "")
        return look if 2 * counts[look] > counts.total() else ""

    def field(self, name: str, value: Any, column: int) -> str:
        """Return a field that begins in a column, without its line end."""
        return scalar(name, "", 0, is_flow=True) + ":" + self.behind(name, value, column)

    def item(self, name: str, value: Any, column: int) -> str:
        """Return an item of the list `name`, with its dash in a column."""
        own, inner = f"{name}[]", column + 2
        if isinstance(value, (dict, list)) and value and not self._is_flow(own, value, inner):
            return "- " + ("\n" + " " * inner).join(self.lines(own, value, inner))
        return "-" + self.behind(own, value, column, 2)

    def behind(self, name: str, value: Any, column: int, step: int = 0) -> str:
        """Return the text after the colon or dash in a column, including the blank before it."""
        if value is None:
            return ""
        if not isinstance(value, (dict, list)):
            look = self._look(name)
            style = look if look in _STYLES and self._looks[name][look] > 1 else ""
            return " " + scalar(value, style, column + (step or self.step))
        if not value or self._is_flow(name, value, column + len(name) + 2):
            return " " + in_flow(value)
        inner = column + (self.step if isinstance(value, dict) else self.dash)
        return "".join("\n" + " " * inner + line for line in self.lines(name, value, inner))

    def lines(self, name: str, value: dict[str, Any] | list[Any], column: int) -> list[str]:
        """Return the fields of a mapping, or the items of a list, that begin in a column."""
        if isinstance(value, dict):
            return [self.field(str(field), inner, column) for field, inner in value.items()]
        return [self.item(name, one, column) for one in value]

    def _is_flow(self, name: str, value: Any, column: int) -> bool:
        """Whether a list or mapping is written in brackets: if others of its name are, and it is
        short."""
        look = self._look(name)
        parts = list(value.values()) if isinstance(value, dict) else value
        if any(isinstance(one, str) and "\n" in one for one in parts):
            return False
        are_simple = not any(isinstance(one, (dict, list)) for one in parts)
        is_usual = look == "flow" or (look != "block" and are_simple and isinstance(value, list))
        return is_usual and column + len(in_flow(value)) <= _WIDTH


def in_flow(value: Any) -> str:
    """Return a value on one line: `[a, {b: c}]`."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{in_flow(str(n))}: {in_flow(v)}" for n, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(in_flow, value)) + "]"
    return scalar(value, "", 2, is_flow=True)


def _most(counts: Counter[Any], otherwise: Any) -> Any:
    return counts.most_common(1)[0][0] if counts else otherwise


# ---------------------------------------------------------------------- where an entry goes


def begins_line(text: str, offset: int) -> bool:
    """Whether only blanks precede an offset on its line."""
    return not text[line_start(text, offset) : offset].strip()


def insertion(text: str, parent: Piece, number: int, new: str) -> list[Splice]:
    """Return the splices that put an entry before the one with this number, or at the end.

    A blank line is added if its neighbours have one between them, or beside an only record of
    several lines. Comments directly above an entry stay with it, except those at the top of the
    file.
    """
    if parent.is_flow:
        return _insertion_in_flow(parent, number, new)
    entries = parent.entries
    first = entries[0].start
    column = column_of(text, first)
    near = min(max(number, 1), len(entries) - 1)
    between = text[entries[near - 1].end : entries[near].start] if near else ""
    is_block = "\n" in new and "\n" in text[first : entries[0].end]
    is_apart = is_block and not column if not near else re.search(r"\n[ \t]*\r?\n", between)
    gap = "\n" if is_apart else ""
    if number == 0 and not begins_line(text, first):
        return [(first, first, f"{new}\n{' ' * column}")]
    if number == 0 or (gap and number < len(entries)):
        at = _above(text, entries[number].start)
        at = line_start(text, first) if number == at == 0 else at
        return [(at, at, f"{' ' * column}{new}\n{gap}")]
    at = line_end(text, entries[number - 1].end)
    at = _behind(text, at, column)
    return [(at, at, f"\n{gap}{' ' * column}{new}")]


def _behind(text: str, end: int, column: int) -> int:
    """Return the end of the comments after an entry that belong to it because they are indented
    further."""
    deeper = re.compile(rf"(?:\r?\n {{{column + 1}}} *#[^\r\n]*)*").match(text, end)
    return deeper.end() if deeper else end


def _above(text: str, offset: int) -> int:
    """Return the start of an offset's line, or of the comments directly above it."""
    start = line_start(text, offset)
    comment = " " * column_of(text, offset) + "#"
    while start and text.startswith(comment, above := line_start(text, start - 1)):
        start = above
    return start


def _insertion_in_flow(parent: Piece, number: int, new: str) -> list[Splice]:
    """Return the splice between brackets; the new entry begins no line of its own."""
    if number < len(parent.entries):
        at = parent.entries[number].start
        return [(at, at, new + ", ")]
    at = parent.entries[-1].end
    return [(at, at, ", " + new)]


def removal(text: str, parent: Piece, number: int) -> list[Splice]:
    """Return the splices that remove one of several entries, with comments after and in it.

    Blank lines below it are removed if there are some above. Other comments stay.
    """
    if parent.is_flow:
        return _removal_in_flow(text, parent, number)
    entries, entry = parent.entries, parent.entries[number]
    if not begins_line(text, entry.start):
        following = entries[1].start
        has_comment = "#" in text[entry.end : following]
        return [(entry.start, entry.end if has_comment else following, "")]
    start, end = line_start(text, entry.start), line_end(text, entry.end)
    end = next_line(text, _behind(text, end, column_of(text, entry.start)))
    if re.search(r"(?:\A|\n[ \t]*\r?\n)\Z", text[:start]):
        if number + 1 < len(entries):
            blank = re.compile(r"(?:[ \t]*\r?\n)*").match(text, end)
            end = blank.end() if blank else end
        elif blank := re.search(r"(?:\n[ \t]*\r?)+\Z", text[entries[-2].end : start - 1]):
            start -= len(blank[0])
    return [(start, end, "")]


def _removal_in_flow(text: str, parent: Piece, number: int) -> list[Splice]:
    """Return the splice that removes an entry and the text up to the one before or after it."""
    entries, entry = parent.entries, parent.entries[number]
    if number:
        start, end, gap = entries[number - 1].end, entry.end, (entries[number - 1].end, entry.start)
    else:
        start, end, gap = entry.start, entries[1].start, (entry.end, entries[1].start)
    if "#" in text[slice(*gap)]:
        raise CannotEdit("edit-comment-in-brackets")
    return [(start, end, "")]


def move(text: str, parent: Piece, number: int, to: int) -> list[Splice]:
    """Return the splices that move an entry: texts are exchanged, and separators stay."""
    slots = [_slot(text, parent, n) for n in range(len(parent.entries))]
    order = list(range(len(slots)))
    order.insert(to, order.pop(number))
    return [(*slot, text[slice(*slots[one])]) for slot, one in zip(slots, order, strict=True)]


def _slot(text: str, parent: Piece, number: int) -> tuple[int, int]:
    """Return the start and end of an entry, including comments directly above and after it."""
    entry = parent.entries[number]
    if parent.is_flow:
        return entry.start, entry.end
    start = entry.start
    if number:
        above = next_line(text, parent.entries[number - 1].end)
        start = max(_above(text, start), above) + column_of(text, start)
    return start, line_end(text, entry.end)
