"""Scripts: which of them languages are written in, and which a name is in."""

from __future__ import annotations

import unicodedata

_SCRIPTS = {
    "zh": ("CJK",),
    "ja": ("CJK", "HIRAGANA", "KATAKANA"),
    "ko": ("HANGUL",),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr", "kk", "mn"), ("CYRILLIC",)),
    **dict.fromkeys(("ar", "fa", "ur"), ("ARABIC",)),
    **dict.fromkeys(("he", "yi"), ("HEBREW",)),
    "el": ("GREEK",),
    "hy": ("ARMENIAN",),
    "ka": ("GEORGIAN",),
    "th": ("THAI",),
    "hi": ("DEVANAGARI",),
}
"""Languages that are not written in Latin letters -> scripts, as Unicode names characters."""


LANGUAGES = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CJK": "zh",
    "CYRILLIC": "und-Cyrl",
    "ARABIC": "und-Arab",
    "HEBREW": "he",
    "GREEK": "el",
}
"""The script of a name -> its language, where one can tell."""


def scripts_of(lang: str) -> tuple[str, ...]:
    """Return the scripts of a language that is not written in Latin letters; else nothing."""
    return _SCRIPTS.get(lang.partition("-")[0], ())


def scripts_in(text: str) -> list[str]:
    """Return the scripts of a text; kana, which only Japanese has, before Chinese characters."""
    found = {script_of(ch) for ch in text}
    return [script for script in LANGUAGES if script in found]


def script_of(text: str) -> str:
    """Return the script of the first letter of a text, as Unicode names it: `LATIN`, `CJK`."""
    letter = next((ch for ch in text if ch.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""
