"""The words of each language: months, dates, labels.

A language that has no table of its own borrows the English one; `words:` and `labels:` in
`site.yaml` change or add single words.
"""

from __future__ import annotations

import msgspec

from generator.model import words


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
    words=words.ENGLISH,
)

CHINESE = Language(
    name="中文",
    words=words.CHINESE,
)

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def language(code: str) -> Language:
    """Return a language by its code; `zh-CN` finds `zh`; an unknown one speaks English."""
    found = LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])
    return found or Language(code, ENGLISH.months, ENGLISH.long_months)


_REGIONS = (
    " ar_AR cs_CZ da_DK de_DE el_GR en_US es_ES fa_IR fi_FI fr_FR he_IL hi_IN hu_HU it_IT ja_JP "
    "ko_KR nl_NL no_NO pl_PL pt_PT ro_RO ru_RU sv_SE th_TH tr_TR uk_UA vi_VN zh_CN "
)


def locale(code: str) -> str:
    """Return a language with a country, `zh_CN`, as Open Graph wants it; empty if none is known."""
    bare, *rest = code.split("-")
    region = next((part.upper() for part in rest if len(part) == 2), "")
    if region:
        return f"{bare}_{region}"
    if code.lower() == "zh-hant":
        return "zh_TW"
    at = _REGIONS.find(f" {bare}_")
    return _REGIONS[at + 1 : at + 6] if at >= 0 else ""
