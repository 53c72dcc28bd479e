"""Dates with words in them, before they are read: as numbers, and a sign for a part of the year."""

from __future__ import annotations

import re

from generator.model.languages import ENGLISH

_MONTHS = tuple(month.lower() for month in ENGLISH.long_months)
_PARTS = {
    "spring": "春",
    "summer": "夏",
    "autumn": "秋",
    "fall": "秋",
    "winter": "冬",
    "上半年": "H1",
    "下半年": "H2",
}
_PART = rf"({'|'.join(_PARTS)}|h[12]|[春夏秋冬])(?:季学期|季)?"
_PART_BEHIND = re.compile(rf"(\d{{4}})\s*年?\s*{_PART}(?!\w)", re.IGNORECASE)
_PART_BEFORE = re.compile(rf"(?<!\w){_PART}\s*(\d{{4}})(?!\d)", re.IGNORECASE)
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_MONTH_BEFORE = re.compile(rf"(?<!\w)({_MONTH}|sept)\.?\s*(\d{{4}})(?!\d)", re.IGNORECASE)
_CHINESE = re.compile(r"(\d{4})\s*年(?:\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?)?")


def without_words(text: str) -> str:
    """Return `2023秋` for `Fall 2023`, `2020.9` for `Sep 2020`, `2024.6` for `2024年6月`."""
    text = _PART_BEHIND.sub(lambda m: m[1] + _part(m[2]), text)
    text = _PART_BEFORE.sub(lambda m: m[2] + _part(m[1]), text)
    text = _MONTH_BEFORE.sub(lambda m: f"{m[2]}.{_month(m[1])}", text)
    return _CHINESE.sub(lambda m: ".".join(filter(None, m.groups())), text)


def _part(word: str) -> str:
    return _PARTS.get(word.lower()) or word.upper()


def _month(word: str) -> int:
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(word[:3].lower()))
