"""Typography: quotes, dashes and ellipses, line breaks in Chinese, words without their markup.

Our own pass sets quotes rather than markdown-it's, for three reasons: it takes linear time, it
closes quotes that touch Chinese characters, and it leaves `(c)` and `+-` alone.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from unicodedata import east_asian_width

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from generator.model.languages import language

# Each alternative begins with its character and looks back from there. Only then does the search
# skip ordinary text without trying them all.
_MARK = re.compile(
    r"'|\"|\.\.\.(?<!\.\.\.\.)(?!\.)|---(?<!----)(?!-)"
    r"|--(?:(?<=[^\s-]--)(?=[^\s-])|(?<!\S--)(?=\s|$))"
)
_SHORT_YEAR = re.compile(r"'\d\d(?!\d)")
_SYMBOLS = {"...": ["…", "", ""], "---": ["—", "", ""], "--": ["–", ""]}
"""The replacement of each character of a mark."""
_Quotes = dict[str, tuple[str, str]]
_BREAKS = ("softbreak", "hardbreak")


AS_TYPED = "as typed"
"""A key in the parser's environment: whether marks stay as typed."""


def typographic_marks(state: StateCore) -> None:
    """Set the marks in the text of every block, unless they stay as typed (a core rule)."""
    if state.env.get(AS_TYPED):
        return
    for block in state.tokens:
        if block.type == "inline" and block.children and _MARK.search(block.content):
            lang = state.env["context"].options.lang
            # Fonts for Chinese make ’ as wide as a character: Alice’ s.
            apostrophe = "'" if lang.partition("-")[0] == "zh" else "’"
            _Setting(block.children, _quotes(lang), apostrophe).run()


@cache
def _quotes(lang: str) -> _Quotes:
    """Return typed quotes -> those of a language."""
    outer, closing, inner, inner_closing = language(lang).quotes
    return {'"': (outer, closing), "'": (inner, inner_closing)}


class _Setting:
    """The marks of one block, set from left to right."""

    def __init__(self, tokens: list[Token], quotes: _Quotes, apostrophe: str) -> None:
        self.tokens = tokens
        self.quotes = quotes
        self.apostrophe = apostrophe
        self.pieces = [" " if token.type in _BREAKS else token.content for token in tokens]
        self.line = "".join(self.pieces)
        self.signs = list(self.line)
        """The final character at each position of the line."""
        self.open: dict[str, list[tuple[int, int]]] = {'"': [], "'": []}
        """Open quotes: their positions in the line, and their depths in the markup."""

    def run(self) -> None:
        end = 0
        for index, (token, piece) in enumerate(zip(self.tokens, self.pieces, strict=True)):
            start, end = end, end + len(piece)
            for stack in self.open.values():
                while stack and stack[-1][1] > token.level:
                    stack.pop()
            if token.type != "text" or _is_address(self.tokens, index):
                continue
            for match in _MARK.finditer(self.line, start, end):
                if match[0] in self.quotes:
                    self._quote(match[0], match.start(), token.level)
                else:
                    self.signs[match.start() : match.end()] = _SYMBOLS[match[0]]
        end = 0
        for token, piece in zip(self.tokens, self.pieces, strict=True):
            start, end = end, end + len(piece)
            if token.type == "text":
                token.content = "".join(self.signs[start:end])

    def _quote(self, mark: str, position: int, level: int) -> None:
        stack = self.open[mark]
        before = self.line[position - 1] if position else " "
        after = self.line[position + 1 : position + 2] or " "
        opens, closes = _flanks(mark, before, after, bool(stack))
        if closes and stack and stack[-1][1] == level:
            partner, _ = stack.pop()
            for others in self.open.values():  # quotes opened inside cannot close outside
                while others and others[-1][0] > partner:
                    others.pop()
            self.signs[partner], self.signs[position] = self.quotes[mark]
        elif opens:
            stack.append((position, level))
            if _SHORT_YEAR.match(self.line, position):  # unless it is closed later
                self.signs[position] = "’"
        elif mark == "'":
            self.signs[position] = self.apostrophe


def _is_address(tokens: list[Token], index: int) -> bool:
    """Whether a token is the text of `<https://…>`. That must show the address unchanged."""
    return index > 0 and tokens[index - 1].type == "link_open" and tokens[index - 1].info == "auto"


def _flanks(mark: str, before: str, after: str, is_open: bool) -> tuple[bool, bool]:
    """Whether a quote between these two characters can open, and whether it can close."""
    if mark == '"' and after == '"' and before.isdigit():
        return False, False  # 5"": inches
    space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    punctuation_before, punctuation_after = is_punctuation(before), is_punctuation(after)
    opens = not space_after and (not punctuation_after or space_before or punctuation_before)
    closes = not space_before and (not punctuation_before or space_after or punctuation_after)
    if opens and closes:
        if is_cjk(before) or is_cjk(after):
            return not is_open, is_open  # without spaces to judge by, quotes alternate
        return punctuation_before, punctuation_after
    return opens, closes


@lru_cache(4096)
def is_punctuation(ch: str) -> bool:
    """Whether a character is punctuation or a symbol in CommonMark's sense."""
    return isMdAsciiPunct(ord(ch)) or isPunctChar(ch)


@lru_cache(4096)
def is_cjk(ch: str) -> bool:
    """Whether a character is a wide character of a script, and not an emoji."""
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
    """Whether a character is Chinese or Japanese, including punctuation."""
    return bisect_right(_HAN, ord(ch)) % 2 == 1


def break_joins(tokens: Sequence[Token], index: int) -> bool:
    """Whether the line break at `index` leaves no space, because it is between Han characters."""
    before = _edge(tokens, range(index - 1, -1, -1), -1)
    after = _edge(tokens, range(index + 1, len(tokens)), 0) if before else ""
    if not before or not after:
        return False
    is_han = is_chinese_or_japanese(before), is_chinese_or_japanese(after)
    return any(is_han) and (is_han[0] or before in _SHARED) and (is_han[1] or after in _SHARED)


def _edge(tokens: Sequence[Token], positions: Iterable[int], index: int) -> str:
    """Return the first visible character at `positions`, or "".

    `index` is 0 for the first character of a token, -1 for the last.
    """
    for position in positions:
        token = tokens[position]
        if token.type in _BREAKS:
            return ""
        if token.content:
            return token.content[index] if token.type == "text" else " "
    return ""


_SUPERSCRIPTS = dict(zip("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ", strict=True))


def _raised(script: str) -> str:
    """Return a superscript as Unicode's superscript characters, or "" if one has none."""
    found = [_SUPERSCRIPTS.get(character, "") for character in script]
    return "".join(found) if all(found) else script


def text_of(tokens: Sequence[Token], formula: Callable[[str], str] | None = None) -> str:
    """Return the words of inline tokens without their markup.

    `formula` turns a formula into words; without it, the TeX stays, as in the ids of headings. With
    it, superscript digits stay superscripts, since 10⁵ is not 105; all other scripts become plain
    text.
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
                words.append(text_of(token.children or [], formula))
            case "hardbreak":
                words.append(" ")
            case "softbreak" if not break_joins(tokens, index):
                words.append(" ")
    return "".join(words)
