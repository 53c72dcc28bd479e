"""Dates as people write them -> dates and spans.

Apart from what a date is, since its patterns take as long to compile as all of that to load.
"""

from __future__ import annotations

import re
from datetime import date as calendar_date

from generator.model.dates import Date, Span

_ATOM = (
    r"(?P<{0}>\d{{4}}(?:H[12]|[春夏秋冬]|"
    r"(?P<{0}_sep>[-./])\d{{1,2}}(?:(?P={0}_sep)\d{{1,2}})?)?)"
)
_SPAN = re.compile(
    _ATOM.format("start")
    + r"(?:\s*(?:--?|[–—~/]|\.\.|to|至|到)\s*(?:"
    + _ATOM.format("end")
    + r"|(?P<present>present|now|ongoing|今|至今|现在)))?"
    + r"\s*(?P<expected>[（(]?(?:expected|预计)[)）]?)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$")
_COMMA = re.compile(r"[,，、;；]")
_SEASONS = ("春", "夏", "秋", "冬")


def spans_of(text: str) -> tuple[Span, ...]:
    """Return the dates and spans of a text, in which commas stand between several.

    Raises ValueError with the reason in words.
    """
    pieces = [piece.strip() for piece in _COMMA.split(text) if piece.strip()]
    if not pieces:
        raise ValueError("the date is empty")
    return tuple(_span(piece) for piece in pieces)


def _span(text: str) -> Span:
    bare = _CLOCK.sub("", text)
    match = _SPAN.fullmatch(bare)
    if match is None:
        from generator.model.date_words import without_words  # few builds need its patterns

        match = _SPAN.fullmatch(without_words(bare))
    if match is None:
        raise ValueError(f'"{text}" is not a date')
    start = _date(match["start"], text)
    end = _date(match["end"], text) if match["end"] else None
    if end is not None and end.is_before(start):
        raise ValueError(f'"{text}" ends before it starts')
    return Span(start, end, present=bool(match["present"]), expected=bool(match["expected"]))


def _date(text: str, whole: str) -> Date:
    if text[4:5] in ("H", "h"):
        return Date(int(text[:4]), half=int(text[5]))
    if text[4:] in _SEASONS:
        return Date(int(text[:4]), season=_SEASONS.index(text[4:]) + 1)
    year, month, day = ([int(part) for part in re.split(r"[-./]", text)] + [0, 0])[:3]
    try:
        calendar_date(year, month or 1, day or 1)
    except ValueError:
        raise ValueError(f'"{whole}" is not a date: there is no such day') from None
    if month == 0 and len(text) > 4:
        raise ValueError(f'"{whole}" is not a date: there is no month 0')
    return Date(year, month, day)
