"""Values -> YAML text, in the habits of the file that it is put into."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from generator.edit.changes import CannotEdit
from generator.edit.yaml_tree import Piece, column_of, said, text_of, tree_of

_WIDTH = 100
_STYLES = ("'", '"', "|", ">")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile("[\x80-\x9f\u2028\u2029\ufeff]")
_OTHER_THINGS = re.compile(
    r"[-+.\d][\d_.:eExXoO+-]*|true|false|yes|no|on|off|null|~|y|n|=|<<", re.IGNORECASE
)
"""What other programs would read as something else than text (YAML 1.1, section 10.3)."""
_DATES_AND_NUMBERS = re.compile(r"\d{4}(?:-\d\d){0,2}|\d+-\d+|10\.\d{4,9}/[\w./()-]*\w")


def plain_or_quoted(text: str, is_flow: bool = False) -> str:
    """Return a text as YAML writes it: bare where that reads as the same, else in quotes."""
    return scalar(text, "", 2, is_flow or "\n" in text)


def scalar(value: Any, style: str, indent: int, is_flow: bool = False, old: str = "") -> str:
    """Return a text, number or truth value in a style where it can be so, else in another.

    `style` is a quotation mark, the head of a block (`|-`), or nothing. `old` is how the value
    has been written: a plain number gives way to a plain number, and folded lines to such lines.
    Lines after the first get an indentation. Raises CannotEdit for control characters.
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
    """Yield how a text may be written, the best first; the last reads as the text for sure."""
    single, double = "'" + text.replace("'", "''") + "'", json.dumps(text, ensure_ascii=False)
    double = _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", double)
    looks_plain = text == text.strip() and not (is_text and _OTHER_THINGS.fullmatch(text))
    if _DATES_AND_NUMBERS.fullmatch(text):
        looks_plain = True
    # PyYAML ends a bare text within brackets at a question mark, libyaml does not.
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
    """Return a text on lines of a width, broken where one blank stands between two words."""
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
    meant = ["[", text, ["{", ["k", text]]] if is_flow else ["{", ["k", text], ["l", "m"]]
    return root is not None and bool(said(root) == meant)


class Habits:
    """How a file is written: its indentation, and how its values of each field look."""

    def __init__(self, text: str, root: Piece | None) -> None:
        self._text = text
        self._steps: Counter[int] = Counter()
        self._dashes: Counter[int] = Counter()
        self._looks: dict[str, Counter[str]] = defaultdict(Counter)
        if root is not None:
            self._learn(root, "")
        self.step = _most(self._steps, 2)
        """How far a mapping is indented in another."""
        self.dash = _most(self._dashes, 2)
        """How far a list is indented in a mapping."""

    def _learn(self, piece: Piece, name: str) -> None:
        for entry in piece.entries:
            inner = entry.key.text if entry.key is not None else f"{name}[]"
            value = entry.value
            look = value.style or "plain"
            if value.kind in ("list", "mapping") and value.entries:
                look = "flow" if value.is_flow else "block"
                distance = column_of(self._text, value.inner) - column_of(self._text, entry.start)
                if look == "block" and piece.kind == "mapping" and not piece.is_flow:
                    counts = self._steps if value.kind == "mapping" else self._dashes
                    counts[distance] += 1
            self._looks[inner][look] += not value.is_null
            self._learn(value, inner)

    def _look(self, name: str) -> str:
        """Return how more than half of the values of a name are written, or nothing."""
        counts = self._looks.get(name, Counter())
        look = _most(counts, "")
        return look if 2 * counts[look] > counts.total() else ""

    def field(self, name: str, value: Any, column: int) -> str:
        """Return a field that begins in a column, without its line end."""
        return scalar(name, "", 0, is_flow=True) + ":" + self.behind(name, value, column)

    def item(self, name: str, value: Any, column: int, gap: int = 2) -> str:
        """Return an item of the list `name` with its dash in a column; its content has a gap."""
        inner = column + gap
        if isinstance(value, dict) and value and not self._is_flow(f"{name}[]", value, inner):
            lines = ("\n" + " " * inner).join(
                self.field(str(n), v, inner) for n, v in value.items()
            )
            return "-".ljust(gap) + lines
        if isinstance(value, list) and value and not self._is_flow(f"{name}[]", value, inner):
            lines = ("\n" + " " * inner).join(self.item(f"{name}[]", v, inner) for v in value)
            return "-".ljust(gap) + lines
        return "-" + self.behind(f"{name}[]", value, column, gap)

    def behind(self, name: str, value: Any, column: int, step: int = 0) -> str:
        """Return what stands behind the colon or dash in a column, the blank before it included."""
        if value is None:
            return ""
        if not isinstance(value, (dict, list)):
            look = self._look(name)
            style = look if look in _STYLES and self._looks[name][look] > 1 else ""
            return " " + scalar(value, style, column + (step or self.step))
        if not value or self._is_flow(name, value, column + len(name) + 2):
            return " " + in_flow(value)
        if isinstance(value, dict):
            start = "\n" + " " * (column + self.step)
            return "".join(start + self.field(str(n), v, column + self.step)
                           for n, v in value.items())  # fmt: skip
        start = "\n" + " " * (column + self.dash)
        return "".join(start + self.item(name, one, column + self.dash) for one in value)

    def _is_flow(self, name: str, value: Any, column: int) -> bool:
        """Whether a list or mapping goes in brackets: as the others of its name, if it is short."""
        look = self._look(name)
        parts = list(value.values()) if isinstance(value, dict) else value
        if any(isinstance(one, str) and "\n" in one for one in parts):
            return False
        are_simple = not any(isinstance(one, (dict, list)) for one in parts)
        is_usual = look == "flow" or (look != "block" and are_simple and isinstance(value, list))
        return is_usual and column + len(in_flow(value)) <= _WIDTH


def in_flow(value: Any) -> str:
    """Return a value in a line: `[a, {b: c}]`."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{in_flow(str(n))}: {in_flow(v)}" for n, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(in_flow, value)) + "]"
    return scalar(value, "", 2, is_flow=True)


def _most(counts: Counter[Any], otherwise: Any) -> Any:
    return counts.most_common(1)[0][0] if counts else otherwise
