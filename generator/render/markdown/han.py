"""Line breaks between Han characters, and the words of a text without its markup."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from markdown_it.token import Token

# First characters of the ranges that are Han writing and of the gaps between them: radicals to
# bopomofo (CJK punctuation and kana lie inside), strokes to enclosed letters, the ideographs and
# their compatibility and vertical forms, full-width forms, the supplementary planes. No Hangul:
# Korean puts spaces between its words.
_HAN = [0x2E80, 0x3130, 0x31A0, 0xA000, 0xF900, 0xFB00, 0xFE30, 0xFE50, 0xFF01, 0xFF61]
_HAN += [0xFFE0, 0xFFE7, 0x20000, 0x40000]
_SHARED = frozenset("“”‘’—…·")  # punctuation that Chinese shares with Latin text


def is_han(ch: str) -> bool:
    """A character of Chinese or Japanese text, its punctuation included."""
    return bisect_right(_HAN, ord(ch)) % 2 == 1


def joins(before: str, after: str) -> bool:
    """A line break between these two characters leaves no space in the text."""
    if not before or not after:
        return False
    return (is_han(before) and (is_han(after) or after in _SHARED)) or (
        before in _SHARED and is_han(after)
    )


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


def text_of(
    tokens: Sequence[Token], newline: str = " ", formula: Callable[[str], str] | None = None
) -> str:
    """The words of inline tokens without their markup.

    `formula` says a formula in words; without it its TeX stays, as in the ids of headings.
    """
    words: list[str] = []
    for index, token in enumerate(tokens):
        match token.type:
            case "math_inline" if formula is not None:
                words.append(formula(token.content))
            case "text" | "text_special" | "code_inline" | "math_inline" | "citation":
                words.append(token.content)
            case "image":
                words.append(text_of(token.children or [], newline, formula))
            case "hardbreak":
                words.append(newline)
            case "softbreak" if newline != " " or not break_joins(tokens, index):
                words.append(newline)
    return "".join(words)
