"""Events as a file for calendars.

Format: RFC 5545 (iCalendar). Lines end in CRLF and are folded at 75 octets (3.1); text is escaped
(3.3.11). A time with a distance from UTC is written in UTC; one without is the time of the place,
wherever the reader is ("floating", 3.3.5); a day without a time is an event of the whole day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from generator.model.records.events import Clock
from generator.model.text import Phrase
from generator.model.views.page_views import CalendarView, EventView

_LONGEST = 75
"""Octets in a line, without what ends it."""


def calendar_file(
    calendar: CalendarView, plain: Callable[[Phrase], str], absolute: Callable[[str], str]
) -> str:
    """Return events as iCalendar; `plain` gives the words of Markdown, `absolute` full URLs."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Masthead//Masthead//EN",
        f"X-WR-CALNAME:{_text(plain(calendar.title))}",
    ]
    for event in calendar.events:
        lines += _lines_of(event, plain, absolute)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _lines_of(
    event: EventView, plain: Callable[[Phrase], str], absolute: Callable[[str], str]
) -> Iterator[str]:
    first = datetime.fromisoformat(event.start)
    last = datetime.fromisoformat(event.end or event.start)
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(event.uid)}"
    yield f"DTSTAMP:{first:%Y%m%d}T000000Z"  # of the data: the clock would make another file daily
    if event.time is None:
        yield f"DTSTART;VALUE=DATE:{first:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART:{_at(first, event.time.start, event.time)}"
        if event.time.end is not None:
            yield f"DTEND:{_at(last, event.time.end, event.time)}"
    yield f"SUMMARY:{_text(plain(event.title))}"
    if event.location:
        yield f"LOCATION:{_text(plain(event.location))}"
    if event.text:
        yield f"DESCRIPTION:{_text(plain(event.text))}"
    url = absolute(event.url)
    if "://" in url:
        yield f"URL:{url}"
    yield "END:VEVENT"


def _at(day: datetime, minutes: int, clock: Clock) -> str:
    moment = day + timedelta(minutes=minutes - (clock.offset or 0))
    return f"{moment:%Y%m%dT%H%M%S}{'' if clock.offset is None else 'Z'}"


def _text(text: str) -> str:
    """Return a text as a value: without control characters, and with its signs escaped."""
    bare = re.sub(r"[\x00-\x08\x0e-\x1f\x7f]", "", text)
    lines = "\n".join(" ".join(line.split()) for line in bare.strip().splitlines())
    return re.sub(r"([\\;,])", r"\\\1", lines).replace("\n", r"\n")


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most 75 octets, none of which cuts a character; the others begin
    with a blank."""
    piece, size = "", 0
    for ch in line:
        width = len(ch.encode())
        if size + width > _LONGEST:
            yield piece
            piece, size = " ", 1
        piece, size = piece + ch, size + width
    yield piece
