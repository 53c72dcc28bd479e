"""The state of one rendering: its options, slots, headings, ids, faults and places.

The context is passed in markdown-it's `env`, under `"context"`. So the parsers are stateless: they
are built once and serve all threads. A place is a 0-based line and column.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from generator.html import sources_in
from generator.model.languages import language
from generator.problems import Place, Problem
from generator.render.fragment import (
    Fragment,
    Heading,
    LinkSlot,
    Options,
    Part,
    Slot,
    plain_picture,
    quoted,
)

MARKED = frozenset(
    {"link_open", "link_close", "image", "html_inline", "math_inline", "footnote_ref", "citation"}
)
"""Inline tokens that have their offset in the block around them in `meta["at"]`."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NEWLINE = re.compile(r"\r\n?")
_PLACEHOLDER = re.compile("\0([0-9]+)\0")


Answer = Callable[..., Any]
"""Called with a kind, a type, a part of a text, a function and options; returns the result of the
function, perhaps from a cache, see `CachedMarkdown.answer`.

Most edits leave a text's code and formulas as they are. They take longer than all the rest, and
need libraries that take long to load.
"""


def found_anew(
    kind: str, result: Any, question: str, find: Callable[[], Any], options: object = None
) -> Any:
    """Return the result of `find`."""
    return find()


class RenderContext:
    """The state of one rendering, shared by the rules and the writer."""

    def __init__(self, text: str, options: Options, answer: Answer = found_anew) -> None:
        self.options = options
        self.answer = answer
        text = _NEWLINE.sub("\n", text) if "\r" in text else text
        self.text = _CONTROL.sub("", text).removeprefix("\ufeff")
        self.block: Token | None = None
        """The block whose inline content is being parsed."""
        self.headings: list[Heading] = []
        self.has_math = False
        self.has_pictures_to_open = False
        self.excerpt = ""
        self.is_excerpt_marked = False
        self._slots: list[Slot] = []
        self._faults: dict[Problem, None] = {}
        self._ids: dict[str, None] = {}
        self._suffixes: dict[str, int] = {}
        """Id -> the last number that was appended to it."""
        self._cursor = Cursor(self.text)

    # ------------------------------------------------------------------ slots

    def placeholder(self, slot: Slot) -> str:
        """Return the placeholder for `slot` in the HTML. Texts contain no NUL, so it cannot be
        forged."""
        self._slots.append(slot)
        return f"\0{len(self._slots) - 1}\0"

    def finish(self, html: str) -> Fragment:
        """Return the fragment: `html` split at its placeholders, with all that was gathered."""
        parts: list[Part] = []
        for index, piece in enumerate(_PLACEHOLDER.split(html)):
            if index % 2:
                parts.append(self._slots[int(piece)])
            elif piece:
                parts.append(piece)
        return Fragment(
            parts=tuple(parts),
            headings=tuple(self.headings),
            has_math=self.has_math,
            has_pictures_to_open=self.has_pictures_to_open,
            faults=tuple(
                sorted(self._faults, key=lambda fault: (fault.where.line, fault.where.column))
            ),
            sources=tuple(sorted(set(sources_in(_PLACEHOLDER.sub(self._address, html))))),
            excerpt=self.excerpt,
            is_excerpt_marked=self.is_excerpt_marked,
        )

    def _address(self, placeholder: re.Match[str]) -> str:
        """Return the address in a slot, for sources that a policy may have to allow."""
        slot = self._slots[int(placeholder[1])]
        if not isinstance(slot, LinkSlot):
            return ""
        return (
            plain_picture(slot.target, slot.attributes) if slot.attributes else quoted(slot.target)
        )

    # ------------------------------------------------------------------ faults

    def fault(self, place: tuple[int, int], code: str, /, **said: Any) -> None:
        """Note a problem for the author, see `Problem.of`; repetitions are dropped."""
        self._faults[Problem.of(Place("", *place), code, **said)] = None

    def place(self, token: Token, offset: int = 0) -> tuple[int, int]:
        """Return the line and column of `offset` in the source of `token`."""
        block, start = token.meta.get("at", (token, 0))
        return self._place(block, start + offset)

    def place_here(self, offset: int) -> tuple[int, int]:
        """Return the line and column of `offset` in the block whose content is being parsed."""
        return self._place(self.block, offset)

    def _place(self, block: Token | None, offset: int) -> tuple[int, int]:
        if block is None or block.map is None:
            return 0, 0
        return self._cursor.locate(block, offset)

    # ------------------------------------------------------------------ ids

    def unique_id(self, name: str) -> str:
        """Return an unused id: `name`, or `name` with -1, -2 and so on appended."""
        free, number = name, self._suffixes.get(name, 0)
        while free in self._ids:
            number += 1
            free = f"{name}-{number}"
        self._ids[free] = None
        self._suffixes[name] = number
        return free

    def register_id(self, name: str, place: tuple[int, int]) -> None:
        """Register an id that the author chose; report it if it is taken."""
        if name in self._ids:
            self.fault(place, "html-id-twice", name=name, severity="warning")
        self._ids[name] = None


def start_of(state: StateBlock, number: int) -> tuple[int, int]:
    """Return the column at which the content of a line begins, after marks of quotation and
    indents."""
    start = state.bMarks[number] + state.tShift[number]
    return number, start - state.src.rfind("\n", 0, start) - 1


def content_of(state: StateBlock, number: int) -> str:
    """Return the content of a line, without blanks at the end."""
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].rstrip()


class Cursor:
    """Finds the source position of an offset in a block's content.

    markdown-it knows the first line of each block but no columns: a block's content lacks the `>`,
    the list indent or the `#` before it. Each line of content is therefore searched in its source
    line. This is done once for a block, because a block may have many links and questions mostly
    come in reading order.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._block: Token | None = None
        self._starts: list[int] = []
        """The offset of each line in the block's content."""
        self._columns: list[int] = []
        """The column of the source at which each line begins."""
        self._cells: dict[int, int] = {}

    def locate(self, block: Token, offset: int) -> tuple[int, int]:
        """Return the 0-based line and column of `offset` in `block.content`."""
        assert block.map is not None
        first = block.map[0]
        if block is not self._block:
            self._block = block
            rows = block.content.split("\n")
            self._starts = [*accumulate((len(row) + 1 for row in rows[:-1]), initial=0)]
            self._columns = [
                self._column(first + number, row.rstrip(), bool(block.meta.get("cell")))
                for number, row in enumerate(rows)
            ]
        offset = min(offset, len(block.content))
        row = bisect_right(self._starts, offset) - 1
        return first + row, self._columns[row] + offset - self._starts[row]

    def _column(self, number: int, piece: str, is_cell: bool) -> int:
        """Return the column at which a piece of a line begins."""
        line = self._lines[number].rstrip() if number < len(self._lines) else ""
        if is_cell:  # several cells share one line: search from left to right
            column = line.find(piece, self._cells.get(number, 0))
            if column >= 0:
                self._cells[number] = column + len(piece)
            return max(column, 0)
        if line.endswith(piece):
            return len(line) - len(piece)
        return max(line.find(piece.lstrip()), 0)


def word(name: str, options: Options) -> str:
    """Return a word: the site's own, else that of the text's language, else the English one."""
    return options.titles.get(name) or language(options.lang).word(name)
