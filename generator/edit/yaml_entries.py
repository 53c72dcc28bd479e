"""Where an entry of a YAML list or mapping goes in, and what goes with one that is taken out.

Entries stand on lines of their own, or in a flow collection, between brackets and commas.
"""

from __future__ import annotations

import re

from generator.edit.changes import Splice
from generator.edit.yaml_tree import Piece, column_of, line_end, line_start, next_line

_COMMENT = re.compile(r"(?<=\s)#[^\n]*|^#[^\n]*", re.MULTILINE)


def begins_line(text: str, offset: int) -> bool:
    """Whether nothing but blanks stands before an offset on its line."""
    return not text[line_start(text, offset) : offset].strip()


def insertion(text: str, parent: Piece, number: int, new: str) -> list[Splice]:
    """Return the splices that put an entry before the one with a number, or at the end.

    A blank line comes with it where one stands between its neighbours, and beside an only record of
    several lines. Comments right above an
    entry stay with it, but for those at the top of the file.
    """
    if parent.is_flow:
        return _insertion_in_flow(text, parent, number, new)
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
    """Return where the comments end that follow an entry and stand further in, so belong to it."""
    deeper = re.compile(rf"(?:\r?\n {{{column + 1}}} *#[^\r\n]*)*").match(text, end)
    return deeper.end() if deeper else end


def _above(text: str, offset: int) -> int:
    """Return where the line of an offset begins, or the comments right above it."""
    start = line_start(text, offset)
    comment = " " * column_of(text, offset) + "#"
    while start and text.startswith(comment, above := line_start(text, start - 1)):
        start = above
    return start


def _insertion_in_flow(text: str, parent: Piece, number: int, new: str) -> list[Splice]:
    entries = parent.entries
    if number < len(entries):
        at = entries[number].start
        separator = _separator(text, parent, 1) if number == 0 else ", "
        return [(at, at, new + separator)]
    last, end = entries[-1].end, parent.end - 1
    comma = _comma(text, last, end)
    separator = _separator(text, parent, len(entries) - 1)
    if "\n" not in separator or (comma is None and last == end):
        return [(last, last, separator + new)]
    at = min(line_end(text, last if comma is None else comma), end)
    if comma is None:
        return [(last, last, ","), (at, at, separator[1:] + new)]
    return [(at, at, separator[1:] + new + ",")]


def _separator(text: str, parent: Piece, number: int) -> str:
    """Return what stands before an entry in brackets: a comma, and a blank or a new line."""
    if not 0 < number < len(parent.entries):
        return ", "
    start = parent.entries[number].start
    if begins_line(text, start):
        return ",\n" + " " * column_of(text, start)
    between = text[parent.entries[number - 1].end : start]
    return between if between.strip(" ") == "," else ", "


def _comma(text: str, start: int, end: int) -> int | None:
    """Return where a comma stands between two offsets, outside of comments."""
    plain = _COMMENT.sub(lambda found: " " * len(found[0]), text[start - 1 : end])
    at = plain.find(",", 1)
    return None if at < 0 else start - 1 + at


def removal(text: str, parent: Piece, number: int) -> list[Splice]:
    """Return the splices that take out one of several entries, with comments behind and in it.

    Of the blank lines around it, those below go where some are above. Other comments stay.
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
    entries, entry = parent.entries, parent.entries[number]
    end = entries[number + 1].start if number + 1 < len(entries) else parent.end - 1
    comma = _comma(text, entry.end, end)
    start, stop = entry.start, entry.end if comma is None else comma + 1
    splices: list[Splice] = []
    before = _comma(text, entries[number - 1].end, start) if number and comma is None else None
    if before is not None and "\n" in text[before:start]:
        splices = [(before, before + 1, "")]
    elif before is not None:
        start = before
    rest = text[stop : line_end(text, stop)]
    if begins_line(text, start) and not rest.strip() and line_end(text, stop) < parent.end:
        start, stop = line_start(text, start), next_line(text, stop)
    elif rest.strip() or (comma is not None and not begins_line(text, start)):
        stop += len(rest) - len(rest.lstrip())
    return [(start, stop, ""), *splices]


def move(text: str, parent: Piece, number: int, to: int) -> list[Splice]:
    """Return the splices that move an entry: texts change places, what is between them stays."""
    slots = [_slot(text, parent, n) for n in range(len(parent.entries))]
    order = list(range(len(slots)))
    order.insert(to, order.pop(number))
    return [(*slot, text[slice(*slots[one])]) for slot, one in zip(slots, order, strict=True)]


def _slot(text: str, parent: Piece, number: int) -> tuple[int, int]:
    """Return from where to where an entry goes, with comments right above and behind it."""
    entry = parent.entries[number]
    if parent.is_flow:
        return entry.start, entry.end
    start = entry.start
    if number:
        above = next_line(text, parent.entries[number - 1].end)
        start = max(_above(text, start), above) + column_of(text, start)
    return start, line_end(text, entry.end)
