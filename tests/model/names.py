"""Names of all scripts that no list has: words of random letters, put together as names are."""

import unicodedata
from functools import cache
from random import Random

from hypothesis import strategies as st

RANGES = {
    "Latin": ("AZ", "az", "ÀÖ", "ØÞ", "ßö", "øÿ", "Āſ", "ƠƠ", "Ḁỿ"),
    "Latin, decomposed": ("AZ", "az", "\u0300\u0308"),
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
    "Han": ("一龥",),
    "Han, rare": ("㐀䶿", "𠀀𪛟"),
    "Japanese": ("ぁゖ", "ァヺ", "一龥"),
    "Korean": ("가힣",),
}
"""Each script's letters, and the marks that stand on them, by the first and last of each row."""
EAST_ASIAN = ("Han", "Han, rare", "Japanese", "Korean")
_NO_NAMES = frozenset("等和与及")
"""What stands between Chinese names, or for those that are left out."""


@cache
def _characters(script: str) -> tuple[list[str], list[str]]:
    """The letters of a script, and its letters and marks."""
    found = [chr(n) for row in RANGES[script] for n in range(ord(row[0]), ord(row[-1]) + 1)]
    categories = ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc")
    marked = [ch for ch in found if unicodedata.category(ch) in categories and ch not in _NO_NAMES]
    return [ch for ch in marked if unicodedata.category(ch)[0] == "L"], marked


def name(chance: Random, scripts: tuple[str, ...] = tuple(RANGES)) -> str:
    """A name as its owner would write it, in one of some scripts."""
    script = chance.choice(scripts)
    letters, marked = _characters(script)

    def word(most: int = 9) -> str:
        rest = (chance.choice(marked) for _ in range(chance.randint(1, most)))
        return chance.choice(letters) + "".join(rest)

    def joined() -> str:
        return (
            f"{word()}{chance.choice('-’' + chr(39))}{word()}" if chance.random() < 0.2 else word()
        )

    if script in EAST_ASIAN:
        return word(3)
    given = " ".join(joined() for _ in range(chance.randint(1, 3)))
    family = f"van der {word()}" if chance.random() < 0.1 else joined()
    return f"{family}, {given}" if chance.random() < 0.3 else f"{given} {family}"


def names(count: int, scripts: tuple[str, ...] = tuple(RANGES)) -> st.SearchStrategy[list[str]]:
    """Some names; each failing example is told by them, and none is made simpler."""
    return st.integers(0, 2**48).map(
        lambda seed: [name(chance, scripts) for chance in (Random(seed),) for _ in range(count)]
    )


def letters(text: str) -> list[str]:
    """The letters of a text in the order of their codes, marks on them included."""
    composed = unicodedata.normalize("NFC", text)
    return sorted(ch for ch in composed if unicodedata.category(ch)[0] in "LMN")
