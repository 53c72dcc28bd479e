"""The words of each language: months, dates, labels.

A language that has no table of its own borrows the English one; `words:` and `labels:` in
`site.yaml` change or add single words.
"""

from __future__ import annotations

import msgspec

from generator.model import words_chinese, words_english


class Language(msgspec.Struct, frozen=True):
    """One language's own name, its dates and its words."""

    name: str
    """As its speakers call it."""
    months: tuple[str, ...] = ()
    """Short names of the months, where dates are written with names."""
    long_months: tuple[str, ...] = ()
    words: dict[str, str] = {}

    def word(self, key: str) -> str:
        """Return a word, in English where the language has none."""
        return self.words.get(key) or ENGLISH.words.get(key) or key


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

ENGLISH = Language(
    name="English",
    months=tuple(month[:3] for month in _MONTHS),
    long_months=_MONTHS,
    words=words_english.WORDS,
)

CHINESE = Language(
    name="中文",
    words=words_chinese.WORDS,
)

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def language(code: str) -> Language:
    """Return a language by its code; `zh-CN` finds `zh`; an unknown one speaks English."""
    found = LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])
    return found or Language(code, ENGLISH.months, ENGLISH.long_months)
