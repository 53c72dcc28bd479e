"""The loops of the parsers, and the state of the inline one.

A rule is asked only at the characters that it can begin with. The library asks every rule at every
line and at every mark in a line, and nearly all of them look at one character and say no. Here the
rules that may say yes are chosen by that character first. Rules that no table names, such as a
plugin's, are asked everywhere, so a missing entry costs time and nothing else.

Emphasis works beside Chinese, Japanese and Korean characters. CommonMark decides whether `**` opens
or closes by looking for spaces and punctuation around it. Chinese has no spaces, and its own
punctuation then blocks `**注意：**请`, which prints as raw asterisks. `InlineState` treats a wide
character as a letter that any delimiter may touch, its punctuation included. Between narrow
characters nothing changes, so English stays CommonMark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Literal, TypeVar

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_block import ParserBlock, RuleFuncBlockType
from markdown_it.parser_inline import ParserInline, RuleFuncInlineType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from generator.render.markdown.context import MARKED, RenderContext
from generator.render.markdown.typography import is_cjk

INLINE_BEGINNINGS = {
    "newline": "\n",
    "math_inline": "$",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "citation": "@[",
    "span": "[",
    "link": "[",
    "image": "!",
    "footnote_inline": "^",
    "footnote_ref": "[",
    "autolink": "<",
    "raw_text": "<",
    "html_inline": "<",
    "entity": "&",
    "attributes": "{",
    "script": "^~",
}
"""The characters at which each inline rule can say yes."""

BLOCK_BEGINNINGS = {
    "directive": ":",
    "attributes": "{",
    "math_block": "$",
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*+-0123456789",
    "footnote_def": "[",
    "reference": "[",
    "more": "<",
    "html_block": "<",
    "heading": "#",
}
"""The first characters of the lines at which each block rule can say yes."""

Rule = TypeVar("Rule", bound=Callable[..., object])


class _Rules(dict[str, tuple[Rule, ...]]):
    """By character, the rules to ask there, in their order."""

    def __init__(self, ruler: Ruler[Rule], beginnings: Mapping[str, str]) -> None:
        named = list(zip(ruler.get_active_rules(), ruler.getRules(), strict=True))
        self._elsewhere = tuple(rule for name, rule in named if name not in beginnings)
        # At each of these the rule `text` stops, so it need not be asked.
        for character in set("".join(beginnings.values())):
            self[character] = tuple(
                rule
                for name, rule in named
                if character in beginnings.get(name, character) and name != "text"
            )

    def __missing__(self, character: str) -> tuple[Rule, ...]:
        return self._elsewhere


class InlineParser(ParserInline):
    """The inline parser, with a state of ours: the library has no other way to choose one."""

    def __init__(self, state: type[StateInline]) -> None:
        super().__init__()
        self.state = state

    @cached_property
    def _rules(self) -> _Rules[RuleFuncInlineType]:
        """Chosen at the first text, when all rules are known."""
        return _Rules(self.ruler, INLINE_BEGINNINGS)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        if not self.terminator_re.search(src):  # words and nothing else, as most cells and items
            if src:
                tokens.append(Token("text", "", 0, content=src))
            return tokens
        state = self.state(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules():
            rule(state)
        return state.tokens

    def tokenize(self, state: StateInline) -> None:
        rules, src, end = self._rules, state.src, state.posMax
        max_nesting = state.md.options.maxNesting
        while state.pos < end:
            character = src[state.pos]
            for rule in rules[character] if state.level < max_nesting else ():
                if rule(state, False):
                    break
            else:
                state.append_pending(character)
                state.pos += 1
        if state.pending:
            state.pushPending()


class BlockParser(ParserBlock):
    """The block parser."""

    @cached_property
    def _rules(self) -> _Rules[RuleFuncBlockType]:
        """Chosen at the first text, when all rules are known."""
        return _Rules(self.ruler, BLOCK_BEGINNINGS)

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        rules, src = self._rules, state.src
        has_empty_lines = False
        line = startLine
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                return  # the second is the end of a list item or a quotation
            if state.level >= state.md.options.maxNesting:
                state.line = endLine
                return
            for rule in rules[src[state.bMarks[line] + state.tShift[line]]]:
                if rule(state, line, endLine, False):
                    break
            # A list is loose if an empty line stands between its items, but not behind the last.
            state.tight = not has_empty_lines
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                has_empty_lines = True
            if line < endLine and state.isEmpty(line):
                has_empty_lines = True
                state.line = line = line + 1


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
