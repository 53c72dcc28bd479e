"""Typography: quotes, dashes and ellipses, line breaks in Chinese, words without their markup.

Quotes are set by our own pass rather than markdown-it's, for three reasons: it takes linear time on
a line of two megabytes, it closes quotes that touch Chinese characters, and it leaves `(c)` and
`+-` alone.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import east_asian_width

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from generator.model.languages import language

# Each alternative begins with the character itself and looks back over it: only so does the
# search step over ordinary text without trying them all.
_MARK = re.compile(
    r"'|\"|\.\.\.(?<!\.\.\.\.)(?!\.)|---(?<!----)(?!-)"
    r"|--(?:(?<=[^\s-]--)(?=[^\s-])|(?<!\S--)(?=\s|$))"
)
_SHORT_YEAR = re.compile(r"'\d\d(?!\d)")
_SYMBOLS = {"...": "…", "---": "—", "--": "–"}
_Quotes = dict[str, tuple[str, str]]
_BREAKS = ("softbreak", "hardbreak")


AS_TYPED = "as typed"
"""In the environment of a parser: whether marks stay as they were typed."""


def typographic_marks(state: StateCore) -> None:
    """The core rule: set the marks in the text of every block, unless it is to stay as typed."""
    if state.env.get(AS_TYPED):
        return
    for block in state.tokens:
        if block.type == "inline" and block.children and _MARK.search(block.content):
            _Setting(block.children, _quotes(state.env["context"].options.lang)).run()


@cache
def _quotes(lang: str) -> _Quotes:
    """Return the marks of a language for each that is typed."""
    outer, closing, inner, inner_closing = language(lang).quotes
    return {'"': (outer, closing), "'": (inner, inner_closing)}


class _Open(NamedTuple):
    """A quote that waits for its partner: which token, where in it, how deep in the markup."""

    token: int
    position: int
    level: int


class _Setting:
    """The marks of one block, set from left to right."""

    def __init__(self, tokens: list[Token], quotes: _Quotes) -> None:
        self.tokens = tokens
        self.quotes = quotes
        self.open: dict[str, list[_Open]] = {'"': [], "'": []}
        self.changes: dict[int, dict[int, tuple[int, str]]] = {}
        """By token, then by position in it: where the mark ends, and what replaces it."""

    def run(self) -> None:
        for index, before, after in self._texts():
            self._text(index, before, after)
        for index, changes in self.changes.items():
            self.tokens[index].content = _apply(self.tokens[index].content, changes)

    def _texts(self) -> Iterator[tuple[int, str, str]]:
        """Each text token that may change, with the characters around it."""
        following = _following(self.tokens)
        before = " "
        for index, token in enumerate(self.tokens):
            for stack in self.open.values():
                while stack and stack[-1].level > token.level:
                    stack.pop()
            if token.type == "text" and not _is_address(self.tokens, index):
                yield index, before, following[index]
            if token.type in _BREAKS:
                before = " "
            elif token.content:
                before = token.content[-1]

    def _text(self, index: int, before: str, after: str) -> None:
        text = self.tokens[index].content
        for match in _MARK.finditer(text):
            start, end = match.span()
            if match[0] in self.quotes:
                previous = text[start - 1] if start else before
                following = text[end] if end < len(text) else after
                self._quote(match[0], index, start, previous, following)
            else:
                self._change(index, start, end, _SYMBOLS[match[0]])

    def _quote(self, mark: str, index: int, position: int, before: str, after: str) -> None:
        level, stack = self.tokens[index].level, self.open[mark]
        opens, closes = _flanks(mark, before, after, bool(stack))
        if closes and stack and stack[-1].level == level:
            partner = stack.pop()
            for others in self.open.values():  # what began inside the pair cannot end outside it
                while others and others[-1] > partner:
                    others.pop()
            self._change(
                partner.token, partner.position, partner.position + 1, self.quotes[mark][0]
            )
            self._change(index, position, position + 1, self.quotes[mark][1])
        elif opens:
            stack.append(_Open(index, position, level))
            if _SHORT_YEAR.match(self.tokens[index].content, position):  # unless a partner comes
                self._change(index, position, position + 1, "’")
        elif mark == "'":
            self._change(index, position, position + 1, "’")

    def _change(self, index: int, start: int, end: int, symbol: str) -> None:
        self.changes.setdefault(index, {})[start] = end, symbol


def _is_address(tokens: list[Token], index: int) -> bool:
    """The text of `<https://…>`. It shows the address as it is."""
    return index > 0 and tokens[index - 1].type == "link_open" and tokens[index - 1].info == "auto"


def _following(tokens: list[Token]) -> list[str]:
    """For each token, the first character behind it."""
    result = [" "] * len(tokens)
    ahead = " "
    for index in range(len(tokens) - 1, -1, -1):
        result[index] = ahead
        token = tokens[index]
        if token.type in _BREAKS:
            ahead = " "
        elif token.content:
            ahead = token.content[0]
    return result


def _flanks(mark: str, before: str, after: str, is_open: bool) -> tuple[bool, bool]:
    """Whether a quote between these two characters can open, and whether it can close."""
    if mark == '"' and after == '"' and before.isdigit():
        return False, False  # 5"": inches
    space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    punctuation_before = isMdAsciiPunct(ord(before)) or isPunctChar(before)
    punctuation_after = isMdAsciiPunct(ord(after)) or isPunctChar(after)
    opens = not space_after and (not punctuation_after or space_before or punctuation_before)
    closes = not space_before and (not punctuation_before or space_after or punctuation_after)
    if opens and closes:
        if is_cjk(before) or is_cjk(after):
            return not is_open, is_open  # no spaces to go by: they come in pairs
        return punctuation_before, punctuation_after
    return opens, closes


def _apply(text: str, changes: dict[int, tuple[int, str]]) -> str:
    pieces: list[str] = []
    position = 0
    for start in sorted(changes):
        end, symbol = changes[start]
        pieces += text[position:start], symbol
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


@lru_cache(4096)
def is_cjk(ch: str) -> bool:
    """A wide character of a script. A wide emoji is none."""
    if east_asian_width(ch) not in "WFH":
        return False
    emoji = 0x1F000 <= ord(ch) <= 0x1FAFF or 0x2300 <= ord(ch) <= 0x2BFF
    return not emoji or ch in "〈〉"


# First characters of the ranges that are Han writing and of the gaps between them: radicals to
# bopomofo (CJK punctuation and kana lie inside), strokes to enclosed letters, the ideographs and
# their compatibility and vertical forms, full-width forms, the supplementary planes. No Hangul:
# Korean puts spaces between its words.
_HAN = [0x2E80, 0x3130, 0x31A0, 0xA000, 0xF900, 0xFB00, 0xFE30, 0xFE50, 0xFF01, 0xFF61]
_HAN += [0xFFE0, 0xFFE7, 0x20000, 0x40000]
_SHARED = frozenset("“”‘’—…·")  # punctuation that Chinese shares with Latin text


def is_chinese_or_japanese(ch: str) -> bool:
    """A character of Chinese or Japanese text, its punctuation included."""
    return bisect_right(_HAN, ord(ch)) % 2 == 1


def joins(before: str, after: str) -> bool:
    """A line break between these two characters leaves no space in the text."""
    if not before or not after:
        return False
    return (
        is_chinese_or_japanese(before) and (is_chinese_or_japanese(after) or after in _SHARED)
    ) or (before in _SHARED and is_chinese_or_japanese(after))


def edge(tokens: Sequence[Token], positions: Iterable[int], index: int) -> str:
    """The first visible character at `positions`: 0 for a token's first, -1 for its last."""
    for position in positions:
        token = tokens[position]
        if token.type == "softbreak" or token.type == "hardbreak":
            return ""
        if token.content:
            return token.content[index] if token.type == "text" else " "
    return ""


def break_joins(tokens: Sequence[Token], index: int) -> bool:
    """The soft line break at `index` stands between two Han characters."""
    before = edge(tokens, range(index - 1, -1, -1), -1)
    return bool(before) and joins(before, edge(tokens, range(index + 1, len(tokens)), 0))


_SUPERSCRIPTS = dict(zip("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ", strict=True))


def _raised(script: str) -> str:
    """Return a superscript in characters of its own, if there is one for each."""
    found = [_SUPERSCRIPTS.get(character, "") for character in script]
    return "".join(found) if all(found) else script


def text_of(
    tokens: Sequence[Token], newline: str = " ", formula: Callable[[str], str] | None = None
) -> str:
    """The words of inline tokens without their markup.

    `formula` says a formula in words; without it its TeX stays, as in the ids of headings. With it
    digits above stay above, since 10⁵ is not 105; other scripts come down to the line.
    """
    words: list[str] = []
    for index, token in enumerate(tokens):
        match token.type:
            case "math_inline" if formula is not None:
                words.append(formula(token.content))
            case "text" if formula is not None and tokens[index - 1].type == "sup_open":
                words.append(_raised(token.content))
            case "text" | "text_special" | "code_inline" | "math_inline" | "citation":
                words.append(token.content)
            case "image":
                words.append(text_of(token.children or [], newline, formula))
            case "hardbreak":
                words.append(newline)
            case "softbreak" if newline != " " or not break_joins(tokens, index):
                words.append(newline)
    return "".join(words)
