"""The lines of a `:::` block: what is on one, and which one closes the block."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")


def line_of(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]].rstrip()


def closing_line(state: StateBlock, start_line: int, end_line: int, colons: int) -> int | None:
    """Return the line that closes a block of `colons` colons; lines in fenced code do not count."""
    if start_line >= _last_closing(state, colons):
        return None
    fence = ""
    for number in range(start_line + 1, end_line):
        if state.sCount[number] < state.blkIndent and not state.isEmpty(number):
            return None
        start = state.bMarks[number] + state.tShift[number]
        if state.src[start : start + 1] not in (":", "`", "~") or state.is_code_block(number):
            continue
        line = line_of(state, number)
        if fence:
            if line.startswith(fence) and not line.strip(fence[0]):
                fence = ""
        elif opened := _FENCE.match(line):
            fence = opened[1] or opened[2]
        elif len(line) >= colons and not line.strip(":"):
            return number
    return None


def _last_closing(state: StateBlock, colons: int) -> int:
    """Return the last line of the whole text that could close a block of `colons` colons.

    Looking here before searching keeps the time linear for a page full of unclosed blocks.
    """
    known: dict[int, int] | None = state.env.get("closings")
    if known is None:
        known = state.env["closings"] = {}
        for number in range(len(state.bMarks) - 1):  # all lines, not only those of this container
            line = state.src[state.bMarks[number] : state.eMarks[number]].strip(" \t>")
            if line and not line.strip(":"):
                known[len(line)] = number
    return max((last for length, last in known.items() if length >= colons), default=-1)
