"""Dates with words in them, in each language that Masthead speaks -> dates in numbers.

The names are those of the CLDR that `generator/words/` holds. No name means one month in one
language and another month in another (a test looks), so nobody has to say in which language a date
is. What is only numbers with the year at its end stays unread: `03.04.2024` is April in Berlin and
March in Boston.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from generator.model.languages import LANGUAGES, language

_LEVANT = (
    *("كانون الثاني", "شباط", "آذار", "نيسان", "أيار", "حزيران"),
    *("تموز", "آب", "أيلول", "تشرين الأول", "تشرين الثاني", "كانون الأول"),
)
"""The months as the CLDR has them for Iraq, Lebanon, Syria, Jordan and Palestine."""
_MORE = {"setiembre": 9, "sept": 9, "sep": 9}
_PRESENT = (
    *("bis heute", "aujourd’hui", "aujourd'hui", "à ce jour", "ad oggi", "oggi", "hoy", "atual"),
    *("по настоящее время", "н. в.", "н.в.", "حتى الآن", "כיום", "現在", "현재", "今"),
)
"""What else people write for a time that goes on."""


_SINCE = (
    *("since", "from", "as of", "seit dem", "seit", "ab", "depuis le", "depuis", "dès", "desde"),
    *("dal", "da", "с", "منذ عام", "منذ سنة", "منذ", "מאז", "自", "从"),
)
"""What stands before the beginning of a time that goes on."""
_TERMS = {
    **dict.fromkeys(("ss", "sose", "sommersemester", "summer term", "summer semester"), 1),
    **dict.fromkeys(("ws", "wise", "wintersemester", "winter term", "winter semester"), 2),
}


class _Words(NamedTuple):
    months: dict[str, int]
    """Name, in small letters, with and without accents -> month."""
    date: re.Pattern[str]
    present: re.Pattern[str]
    expected: re.Pattern[str]
    days: re.Pattern[str]
    """3.–5. Oktober 2021; October 3–5, 2021"""
    between_months: re.Pattern[str]
    """März–Mai 2022"""
    since: re.Pattern[str]
    seasons: re.Pattern[str]
    """Sommer 2024"""
    season_names: dict[str, int]


_TERM = re.compile(
    rf"(?<!\w)({'|'.join(_TERMS)})\s*(\d{{4}})(?:/(\d{{4}}|\d{{2}}))?(?!\d)", re.IGNORECASE
)
_UNTIL = re.compile(r"(?<=\d)\s+(?:bis|à|au|al|hasta|até|إلى|по|עד)\s+(?=\w)", re.IGNORECASE)
_MONTH_BEFORE_YEAR = re.compile(r"(?<![\d./-])(\d{1,2})([/.])(\d{4})(?![\d/]|\.\d)")


def in_numbers(text: str) -> str:
    """Return a text of dates with all that is in words as the other dates have it: `2024.3.12`."""
    words = _words()
    text = unicodedata.normalize("NFC", text)
    text = _TERM.sub(_term, text)
    text = words.seasons.sub(lambda found: _season(found, words.season_names), text)
    text = _UNTIL.sub(" – ", text)
    text = words.days.sub(_days, text)
    text = words.between_months.sub(r"\1 \3 – \2 \3", text)
    text = words.date.sub(lambda found: _date(found, words.months), text)
    text = _MONTH_BEFORE_YEAR.sub(r"\3.\1", text)
    text = words.expected.sub("(expected)", text)
    text = words.since.sub(r"\1 – present", text)
    return words.present.sub(r"\1present", text)


def _term(found: re.Match[str]) -> str:
    """Return `2024T2` for `WS 2024/25`; a summer has one year, and a winter the next one, too."""
    word, year, behind = found.groups()
    term = _TERMS[word.lower()]
    is_next = behind is None or int(behind) in (int(year) + 1, (int(year) + 1) % 100)
    return f"{year}T{term}" if is_next and not (behind and term == 1) else found[0]


def _season(found: re.Match[str], names: dict[str, int]) -> str:
    """Return `2024夏` for `Sommer 2024`, as `model/dates.py` reads it."""
    return found[2] + "春夏秋冬"[names[found[1].lower()] - 1]


def _days(found: re.Match[str]) -> str:
    """Return `3 October 2021 – 5 October 2021` for `3–5 October 2021` and `October 3–5, 2021`."""
    one, other, month, month_before, one_behind, other_behind, year = found.groups()
    name = month or month_before
    return f"{one or one_behind} {name} {year} – {other or other_behind} {name} {year}"


def _date(found: re.Match[str], months: dict[str, int]) -> str:
    before, name, behind, year = found.groups()
    day = before or behind
    return f"{year}.{months[name.lower()]}" + (f".{int(day)}" if day else "")


@cache
def month_names() -> dict[str, set[int]]:
    """Return the months that each name means, in small letters and without a full stop."""
    found: dict[str, set[int]] = {name: {month} for name, month in _MORE.items()}
    lists = [names for code in LANGUAGES for names in language(code).months.values()]
    for names in (*lists, _LEVANT):
        for month, name in enumerate(names, 1):
            bare = name.lower().rstrip(".")
            for form in (bare, _without_accents(bare)):
                if not form[0].isdigit():
                    found.setdefault(form, set()).add(month)
    return found


@cache
def _words() -> _Words:
    months = {name: min(meant) for name, meant in month_names().items()}
    spoken = [language(code) for code in LANGUAGES]
    present = {*_PRESENT, *(one.word("present") for one in spoken)}
    expected = {one.word("expected") for one in spoken}
    seasons = {
        word.removesuffix(" {}").lower(): number
        for one in spoken
        for number in range(1, 5)
        if (word := one.word(f"season.{number}.long")).endswith(" {}")
    }
    day = r"(\d{1,2})(?:\.|er|º|°|ª|st|nd|rd|th)?"
    behind = r"(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?"
    return _Words(
        months,
        # 12. März 2024; 12 de março de 2024; March 12, 2024; 12 במרץ 2024; 12 марта 2024 г.
        re.compile(
            rf"(?<!\w)(?:{day}\s*(?:de\s+|of\s+)?)?ב?({_any(months)})\.?,?\s*"
            rf"{behind}(?:de[l]?\s+|of\s+)?(\d{{4}})(?!\d)(?:\s*г(?:ода|\.)?(?!\w))?",
            re.IGNORECASE,
        ),
        re.compile(rf"([-–—~]\s*)(?:{_any(present)})(?!\w)", re.IGNORECASE),
        re.compile(rf"[(（]\s*(?:{_any(expected)})\s*[)）]", re.IGNORECASE),
        re.compile(
            rf"(?<![\d.])(?:(\d{{1,2}})\.?\s*(?:[-–—~]|bis|au|al|a)\s*(\d{{1,2}})\.?\s*(?:de\s+)?"
            rf"({_any(months)})|({_any(months)})\s+(\d{{1,2}})\s*[-–—]\s*(\d{{1,2}}))"
            rf"\.?,?\s*(?:de\s+)?(\d{{4}})(?!\d)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?<![\w.])({_any(months)})\.?\s*[-–—]\s*({_any(months)})\.?\s+(\d{{4}})(?!\d)",
            re.IGNORECASE,
        ),
        re.compile(rf"^\s*(?:{_any(set(_SINCE))})\s*(\S[^–—,;]*)$", re.IGNORECASE),
        re.compile(rf"(?<!\w)({_any(seasons)})\s+(\d{{4}})(?!\d)", re.IGNORECASE),
        seasons,
    )


def _any(words: set[str] | dict[str, int]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def _without_accents(text: str) -> str:
    """Return Latin letters without accents, as keyboards abroad have them; others as they are."""
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(ch for ch in decomposed if not unicodedata.combining(ch))
    return bare if bare.isascii() else text
