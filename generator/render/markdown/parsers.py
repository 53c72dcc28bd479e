"""The state of the inline parser, and where blocks of colons end.

Emphasis works beside Chinese, Japanese and Korean characters. CommonMark decides whether `**` opens
or closes by looking for spaces and punctuation around it. Chinese has no spaces, and its own
punctuation then blocks `**注意：**请`, which prints as raw asterisks. `InlineState` treats a wide
character as a letter that any delimiter may touch, its punctuation included. Between narrow
characters nothing changes, so English stays CommonMark.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.render.markdown.context import MARKED, RenderContext
from generator.render.markdown.typography import is_cjk


class InlineParser(ParserInline):
    """The inline parser, with a state of ours: the library has no other way to choose one."""

    def __init__(self, state: type[StateInline]) -> None:
        super().__init__()
        self.state = state

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = self.state(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules():
            rule(state)
        return state.tokens


@lru_cache(4096)
def _is_punctuation(ch: str) -> bool:
    return isMdAsciiPunct(ord(ch)) or isPunctChar(ch)


def _is_variation(ch: str) -> bool:
    return "\ufe00" <= ch <= "\ufe0f" or "\U000e0100" <= ch <= "\U000e01ef"


class InlineState(StateInline):
    """The inline state, which also notes where links, formulas and raw HTML begin."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        if ttype in MARKED:
            context: RenderContext = self.env["context"]
            token.meta["at"] = (context.block, self.pos)
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        """Whether the run of delimiters at `start` may open and may close, and its length."""
        src, end, position = self.src, self.posMax, start
        while position < end and src[position] == src[start]:
            position += 1
        before, after = self._before(start), src[position] if position < end else " "

        cjk_before, cjk_after = is_cjk(before), is_cjk(after)
        punctuation_before, punctuation_after = _is_punctuation(before), _is_punctuation(after)
        space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))

        # CommonMark's "left-flanking" and "right-flanking", with CJK as neutral ground.
        left = not space_after and (
            not punctuation_after or cjk_after or space_before or punctuation_before or cjk_before
        )
        right = not space_before and (
            not punctuation_before or cjk_before or space_after or punctuation_after or cjk_after
        )
        opens = left and (canSplitWord or not right or punctuation_before)
        closes = right and (canSplitWord or not left or punctuation_after)
        return Scanned(opens, closes, position - start)

    def _before(self, start: int) -> str:
        """The character that a reader sees before `start`; a variation selector is not seen."""
        if start and _is_variation(self.src[start - 1]):
            start -= 1
        return self.src[start - 1] if start else " "


class PlainState(InlineState):
    """The same bookkeeping with CommonMark's own rule, for text without extensions."""

    scanDelims = StateInline.scanDelims


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
