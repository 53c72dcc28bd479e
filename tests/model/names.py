"""Names of all scripts that no list has: words of random letters, put together as names are."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

RANGES = {
    "Latin": ("AZ", "az", "ÀÖ", "ØÞ", "ßö", "øÿ", "Āſ", "ƠƠ", "Ḁỿ"),
    "Latin, decomposed": ("Az", "\u0300\u0308"),
    "Greek": ("Ͱϡ", "ἀῼ"),
    "Cyrillic": ("ЀҀ", "Ҋӿ"),
    "Armenian": ("ԱՖ", "աֆ"),
    "Georgian": ("აჰ", "ᲐᲰ"),
    "Hebrew": ("את",),
    "Arabic": ("ءغ", "في", "ٹڿ", "\u064b\u0652"),
    "Devanagari": ("अह", "\u093e\u094d"),
    "Bengali": ("অহ", "\u09be\u09cd"),
    "Tamil": ("அஹ", "\u0bbe\u0bcd"),
    "Thai": ("กฮ", "\u0e34\u0e39", "\u0e48\u0e4b"),
    "Khmer": ("កអ", "\u17b6\u17d2"),
    "Ethiopic": ("ሀፆ",),
    "Cherokee": ("ᎠᏴ",),
    "Adlam": ("𞤀𞥃",),
    "Han": ("一鿿",),
    "Han, rare": ("㐀䶿", "𠀀𪛟"),
    "Japanese": ("ぁゖ", "ァヺ", "一鿿"),
    "Korean": ("가힣",),
}
"""Each script's letters, and its marks that stand on letters, by the first and last of each row."""
EAST_ASIAN = ("Han", "Han, rare", "Japanese", "Korean")
WITH_FONTS = ("Latin", "Cyrillic", "Hebrew", "Arabic", "Han", "Japanese", "Korean")
"""The scripts that the fonts of CVs have, where the extra for Han characters is installed."""
_NO_NAMES = frozenset("等和与及和")
"""What stands between Chinese names, or for those that are left out."""


def _characters(script: str, *, is_first: bool) -> st.SearchStrategy[str]:
    categories = ("Lu", "Ll", "Lt", "Lo") if is_first else ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc")
    rows = [
        st.characters(min_codepoint=ord(row[0]), max_codepoint=ord(row[-1]), categories=categories)
        for row in RANGES[script]
        if not is_first or unicodedata.category(row[0])[0] == "L"
    ]
    return st.one_of(rows).filter(lambda ch: ch not in _NO_NAMES)


def words(script: str) -> st.SearchStrategy[str]:
    """A word of a name."""
    first, others = (_characters(script, is_first=yes) for yes in (True, False))
    most = 3 if script in EAST_ASIAN else 9
    rest = st.lists(others, min_size=1, max_size=most).map("".join)
    return st.builds(lambda one, more: one + more, first, rest)


def written(scripts: tuple[str, ...] = tuple(RANGES)) -> st.SearchStrategy[str]:
    """A name as its owner would write it, in one of some scripts."""

    def of(script: str) -> st.SearchStrategy[str]:
        word = words(script)
        if script in EAST_ASIAN:
            return word
        joined = st.builds(
            lambda one, sign, other: f"{one}{sign}{other}", word, st.sampled_from("-’'"), word
        )
        given = st.lists(st.one_of(word, joined), min_size=1, max_size=3).map(" ".join)
        family = st.one_of(word, joined, word.map(lambda w: f"van der {w}"))
        turned = st.booleans()
        return st.builds(
            lambda g, f, is_turned: f"{f}, {g}" if is_turned else f"{g} {f}", given, family, turned
        )

    return st.sampled_from(scripts).flatmap(of)


def letters(text: str) -> list[str]:
    """The letters of a text in the order of their codes, marks on them included."""
    composed = unicodedata.normalize("NFC", text)
    return sorted(ch for ch in composed if unicodedata.category(ch)[0] in "LMN")
