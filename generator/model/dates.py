"""The dates of careers: a year, a month, half a year, several years, an open span; also times of
day.

The words of all languages (in `generator/words/`) are loaded only for a date that needs them.
"""

import re
import unicodedata
from datetime import date as calendar_date
from functools import cache
from typing import ClassVar

import msgspec

from generator.model.languages import LANGUAGES, language
from generator.problems import Message


class Date(msgspec.Struct, frozen=True, gc=False, order=True, omit_defaults=True):
    """A day, a month, a season, half a year or a year; 0 means that the part was not given."""

    year: int
    month: int = 0
    day: int = 0
    part: str = ""
    """A part of the year, a key of `_PARTS`: `half.2`; `season.4` is winter. `term.2` is the winter
    term of the German academic year, which begins then."""
    clock: str = ""
    """The time of day, `09:30` or `09:30:15`: it orders posts of one day, and is not shown."""

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """The key to sort by time; part of a year counts as its first month, a year as its
        start."""
        return (self.year, self.month or _PARTS.get(self.part, 0), self.day)

    def is_before(self, other: "Date") -> bool:
        """Whether it certainly ends before another date begins: 2023 is not before June 2023."""
        given = [part for part in self.sort_key if part]
        return tuple(given) < other.sort_key[: len(given)]

    def iso(self) -> str:
        """Return `2024`, `2024-06`, `2024-06-30` (ISO 8601); for a season, half or term, the
        year."""
        month = f"-{self.month:02}" if self.month else ""
        day = f"-{self.day:02}" if self.day else ""
        return f"{self.year:04}{month}{day}"


class Span(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A date, or the time from one date to another."""

    start: Date
    end: Date | None = None
    """None means a single date, or no end yet."""
    present: bool = False
    """It goes on: "2024 – present"."""
    expected: bool = False
    """The end is in the future and only expected."""


class When(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The time of a record: one or several dates or spans, as people write them in a CV."""

    spans: tuple[Span, ...]

    expects: ClassVar[str] = "form-when"

    form_keys: ClassVar[tuple[str, ...]] = ("start", "end", "expected")

    @classmethod
    def from_scalar(cls, text: str) -> "When":
        """Read `2024`, `2024.6`, `2024-06-30`, `Sep 2020`, `2023H1`, `Fall 2023`, `2024年6月`,
        `2020.9-2026.6 (expected)`, `2024-11 – present`, or several with commas; months in words of
        each language that Masthead has: `12. März 2024`, `mars 2024`, `مارس 2024`. Also `since
        2022`, `04/2011`, `3–5 October 2021`, `March–May 2022`, `2022/23` and the terms `WS 2024/25`
        and `SoSe 2024`. A day in numbers with the year last is read if it has one meaning,
        `31.3.2021`; `03.04.2024` is refused: that is April in Berlin and March in Boston.

        Raises ValueError with the reason in words.
        """
        return cls(spans_of(text))

    @classmethod
    def from_items(cls, items: "list[When]") -> "When":
        """Return the dates of a list as one."""
        return cls(tuple(span for item in items for span in item.spans))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "When":
        """Read `{start: 2020-09, end: present}` or `{start: 2020-09, expected: 2026-06}`.

        Raises ValueError with the reason in words.
        """
        unknown = next((name for name in forms if name not in cls.form_keys), None)
        if unknown is not None:
            raise ValueError(Message.of("span-end-unknown", name=unknown))
        ends = [forms[name] for name in ("end", "expected") if name in forms]
        if "start" not in forms or len(ends) > 1:
            raise ValueError(Message.of("span-ends"))
        suffix = " (expected)" if "expected" in forms else ""
        return cls.from_scalar(" – ".join([forms["start"], *ends]) + suffix)

    @property
    def first(self) -> Date:
        """The earliest date in it."""
        return min((span.start for span in self.spans), key=lambda d: d.sort_key)

    @property
    def last(self) -> Date:
        """The latest date in it; for an open span, its start."""
        return max((span.end or span.start for span in self.spans), key=lambda d: d.sort_key)

    @property
    def is_open(self) -> bool:
        """Whether one of its spans goes on."""
        return any(span.present for span in self.spans)

    @property
    def order(self) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
        """The key to sort from old to new: whether it goes on, then its end, then its start.

        A span that ends in a year ends with that year.
        """
        last = max(self.spans, key=_end)
        goes_on = any(span.present or span.expected for span in self.spans)
        return goes_on, () if goes_on else _end(last), self.first.sort_key


def _end(span: Span) -> tuple[int, int, int]:
    """Return the sort key of a span's end; a single date counts as its beginning."""
    if span.end is None:
        return span.start.sort_key
    year, month, day = span.end.sort_key
    is_whole = not month
    return (year, 13, 0) if is_whole else (year, month, day or 32)


_ATOM = (
    r"(?P<{0}>\d{{4}}(?:[HT][12]|[春夏秋冬]|"
    r"(?P<{0}_sep>[-./])\d{{1,2}}(?:(?P={0}_sep)\d{{1,2}})?)?)"
)
_SPAN = (
    _ATOM.format("start")
    + r"(?:\s*(?:--?|[–—~/]|\.\.|to|至|到)\s*(?:"
    + _ATOM.format("end")
    + r"|(?P<present>present|now|ongoing|今|至今|现在)))?"
    + r"\s*(?P<expected>[（(]?(?:expected|预计)[)）]?)?"
)
_CLOCK = r"[T ](\d{1,2})(:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$"
_COMMA = r"[,，、;；،؛]"
_SEASONS = ("春", "夏", "秋", "冬")
_TYPED_PARTS = {"H1": "half.1", "H2": "half.2", "T1": "term.1", "T2": "term.2"}
_TYPED_PARTS |= {sign: f"season.{number}" for number, sign in enumerate(_SEASONS, 1)}
_PARTS = {"half.1": 1, "half.2": 7, "term.1": 4, "term.2": 10}
_PARTS |= {f"season.{number}": 3 * number for number in range(1, 5)}
"""Part of a year -> its first month, to sort by."""
_LONGEST = 2000
"""The longest text, in characters, in which words are searched."""
_SHORT_YEARS = r"^\s*(\d\d)(\d\d)\s*([-–/])\s*(1[3-9]|[2-9]\d)\s*$"
"""`2019-21` and `2022/23`: no month has these numbers."""
_NUMBERS_ONLY = r"(?<!\d)\d{1,2}([./-])\d{1,2}\1\d{4}(?!\d)"


def spans_of(text: str) -> tuple[Span, ...]:
    """Return the dates and spans of a text, separated by commas.

    Raises ValueError with the reason in words.
    """
    parts = _parts(text)
    if not parts:
        raise ValueError(Message.of("date-empty"))
    found = [_match(part) for part in parts]
    if None in found and len(text) < _LONGEST:
        whole = _in_numbers(text)
        found = [_match(part) for part in _parts(whole)] if whole != text else found
        parts = [text] * len(found) if whole != text else parts
    return tuple(map(_span, found, parts))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(_COMMA, text) if part.strip()]


def _match(text: str) -> re.Match[str] | None:
    bare = re.sub(_SHORT_YEARS, _two_years, re.sub(_CLOCK, "", text))
    return re.fullmatch(_SPAN, bare, re.IGNORECASE)


def _two_years(found: re.Match[str]) -> str:
    """Return `2019 – 2021` for `2019-21`; a slash is only between years that follow each other."""
    century, first, sign, last = found.groups()
    is_span = int(last) == int(first) + 1 if sign == "/" else last > first
    return f"{century}{first} – {century}{last}" if is_span else found[0]


def _span(match: re.Match[str] | None, text: str) -> Span:
    if match is None:
        is_unclear = re.search(_NUMBERS_ONLY, text)
        raise ValueError(Message.of("date-unclear" if is_unclear else "no-date", text=text))
    start = _date(match["start"], text)
    if clock := re.search(_CLOCK, text):
        start = msgspec.structs.replace(start, clock=f"{clock[1]:0>2}{clock[2]}")
    end = _date(match["end"], text) if match["end"] else None
    if end is not None and end.is_before(start):
        raise ValueError(Message.of("span-reversed", text=text))
    return Span(start, end, present=bool(match["present"]), expected=bool(match["expected"]))


def _date(text: str, whole: str) -> Date:
    if part := _TYPED_PARTS.get(text[4:].upper()):
        return Date(int(text[:4]), part=part)
    year, month, day = ([int(part) for part in re.split(r"[-./]", text)] + [0, 0])[:3]
    try:
        calendar_date(year, month or 1, day or 1)
    except ValueError:
        raise ValueError(Message.of("date-no-such-day", text=whole)) from None
    if month == 0 and len(text) > 4:
        raise ValueError(Message.of("date-month-zero", text=whole))
    return Date(year, month, day)


# ------------------------------------------------------------------ words

_DAY = r"(?<![\w.])(\d{1,2})(?:\.|er|º|°|ª|st|nd|rd|th)?"
_DAY_BEHIND = r"(\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"<(\d+)>\.?"
_OF = r"(?:de\s+|del\s+|of\s+)?"
_YEAR = rf"{_OF}(\d{{4}})(?!\d)"
_CHINESE = r"(\d{4})\s*[年년](?:\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日號号일])?)?"
_WINTER_TERM = r"T2\s*(\d{4})/(\d{4}|\d{2})(?!\d)"
_PART = r"([HT][12]|[春夏秋冬])(?:季学期|季)?"
_ONLY_A_DAY = r"(1[3-9]|2\d|3[01])"
_RULES = (
    (rf"(?<!\d){_ONLY_A_DAY}\.(\d{{1,2}})\.(\d{{4}})(?!\d)", r"\3.\2.\1"),
    (rf"(?<!\d)(\d{{1,2}})/{_ONLY_A_DAY}/(\d{{4}})(?!\d)", r"\3.\1.\2"),
    (rf"{_DAY}\s*[-–—~]\s*{_DAY_BEHIND}\.?\s*{_OF}{_MONTH},?\s*{_YEAR}", r"\4.\3.\1 – \4.\3.\2"),
    (rf"{_MONTH}\s*{_DAY_BEHIND}\s*[-–—]\s*{_DAY_BEHIND},?\s*{_YEAR}", r"\4.\1.\2 – \4.\1.\3"),
    (rf"{_MONTH}\s*[-–—]\s*{_MONTH}\s+{_YEAR}", r"\3.\1 – \3.\2"),
    (rf"{_DAY}\s*{_OF}{_MONTH},?\s*{_YEAR}", r"\3.\2.\1"),
    (rf"{_MONTH},?\s*{_DAY_BEHIND},?\s+{_YEAR}", r"\3.\1.\2"),
    (rf"{_MONTH},?\s*{_YEAR}", r"\2.\1"),
    (r"(?<=\d)\s*г(?:ода|\.)?(?!\w)", ""),
    (r"(?<![\d./-])(\d{1,2})[/.](\d{4})(?![\d/]|\.\d)", r"\2.\1"),
    (rf"(\d{{4}})\s*{_PART}(?!\w)", r"\1\2"),
    (rf"(?<!\w){_PART}\s*(\d{{4}})(?!\d|/\d)", r"\2\1"),
    (r"^\s*since\s*(\S[^–—,;]*)$", r"\1 – present"),
    (r"(?<=[\d春夏秋冬])\s*present(?!\w)", " – present"),
    (r"(?<=\d)\s*[–—]\s*$", " – present"),
    (r"^\s*expected\s+(\d.*)$", r"\1 expected"),
)
"""Dates with marked words, `12. <3> 2024` -> the date in numbers; tried in this order."""


def _in_numbers(text: str) -> str:
    """Return a text of dates with its words replaced by numbers: `2024.3.12`."""
    text = unicodedata.normalize("NFC", text)
    text = re.sub(_CHINESE, lambda found: ".".join(filter(None, found.groups())), text)
    text = _known_word().sub(_marked, text)
    text = re.sub(_WINTER_TERM, _winter_term, text)
    for pattern, numbers in _RULES:
        text = re.sub(pattern, numbers, text, flags=re.IGNORECASE)
    return text


@cache
def _known_word() -> re.Pattern[str]:
    """Return a pattern of all words with a meaning in dates, the longest first."""
    words = "|".join(map(re.escape, sorted(meanings(), key=len, reverse=True)))
    return re.compile(rf"(?<![^\W\d_])ב?({words})(?![^\W\d_])", re.IGNORECASE)


def _marked(found: re.Match[str]) -> str:
    """Return the mark for a word: a month's number in angle brackets, a dash for `to`."""
    mark = min(meanings()[found[1].lower()])
    return f"<{mark}>" if mark.isdecimal() else "–" if mark == "to" else mark


def _winter_term(found: re.Match[str]) -> str:
    """Return `T2 2024` for `T2 2024/25`: the two years of a winter term must follow each other."""
    year, behind = int(found[1]), int(found[2])
    return f"T2 {year}" if behind in (year + 1, (year + 1) % 100) else found[0]


@cache
def meanings() -> dict[str, set[str]]:
    """Return word -> meaning for the words of dates in all languages of Masthead.

    Meanings are the keys of `Language.typed`. No word has two meanings in different languages (a
    test checks this), so a date need not name its language.
    """
    found: dict[str, set[str]] = {}
    for one in map(language, LANGUAGES):
        said = [(mark, word) for mark, words in one.typed.items() for word in words]
        said += [(mark, one.word(mark)) for mark in ("present", "expected")]
        for names in one.months.values():
            said += [(str(month), name.rstrip(".")) for month, name in enumerate(names, 1)]
        for number, season in enumerate(_SEASONS, 1):
            word = one.word(f"season.{number}.long")
            said += [(season, word.removesuffix(" {}"))] if word.endswith(" {}") else []
        for mark, word in said:
            if not word[0].isdigit():
                found.setdefault(word.lower(), set()).add(mark)
                found.setdefault(_without_accents(word.lower()), set()).add(mark)
    return found


def _without_accents(text: str) -> str:
    """Return Latin letters without accents, as typed on foreign keyboards; other letters
    unchanged."""
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(ch for ch in decomposed if not unicodedata.combining(ch))
    return bare if bare.isascii() else text


# ------------------------------------------------------------------ times of day

_TIME = r"((?:[01]?\d|2[0-3]):[0-5]\d)"
_ZONE = r"(Z|UTC|([+\-−])(0?\d|1[0-4])(?::?([0-5]\d))?)"
"""The offset from UTC, nowhere more than 14 hours."""


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A time of day in 24 hours, or a range of times."""

    start: str
    """When it begins: `09:05`."""
    end: str = ""
    """When it ends; may be missing."""
    zone: str = ""
    """`UTC+8`; without it, the local time of the place is meant."""

    expects: ClassVar[str] = "form-clock"

    @classmethod
    def from_scalar(cls, text: str) -> "Clock":
        """Read `14:00`, `14:00–15:30`, `14:00–15:30 +08:00`."""
        pattern = rf"{_TIME}(?:\s*(?:--?|[–—]|to|至|到)\s*{_TIME})?\s*{_ZONE}?"
        found = re.fullmatch(pattern, text.strip())
        if found is None:
            raise ValueError(Message.of("no-time-of-day", text=text))
        start, end = (time.zfill(5) if time else "" for time in (found[1], found[2]))
        if end and end <= start:
            raise ValueError(Message.of("span-reversed", text=text))
        hours, minutes = int(found[5] or 0), int(found[6] or 0)
        sign = "+" if found[4] == "+" else "−"
        distance = f"{sign}{hours}{f':{minutes:02}' if minutes else ''}" if hours or minutes else ""
        return cls(start, end, f"UTC{distance}" if found[3] else "")

    def in_words(self, range: str) -> str:
        """Return `14:00 – 15:30 (UTC+8)`; `range` has `{0}` and `{1}` for the two times."""
        whole = range.format(self.start, self.end) if self.end else self.start
        return f"{whole} ({self.zone})" if self.zone else whole
