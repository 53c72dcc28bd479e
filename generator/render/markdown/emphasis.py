"""Emphasis that works beside Chinese, Japanese and Korean characters.

CommonMark decides whether `**` opens or closes by looking for spaces and punctuation around it.
Chinese has no spaces, and its own punctuation then blocks `**注意：**请`, which prints as raw
asterisks. The rule here treats a wide character as a letter that any delimiter may touch, its
punctuation included. Between narrow characters nothing changes, so English stays CommonMark.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from unicodedata import east_asian_width

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token

from generator.render.markdown.context import MARKED, Draft


@lru_cache(4096)
def is_cjk(ch: str) -> bool:
    """A wide character that belongs to a script, which a wide emoji does not."""
    if east_asian_width(ch) not in "WFH":
        return False
    emoji = 0x1F000 <= ord(ch) <= 0x1FAFF or 0x2300 <= ord(ch) <= 0x2BFF
    return not emoji or ch in "〈〉"


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
            draft: Draft = self.env["draft"]
            token.meta["at"] = (draft.block, self.pos)
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
