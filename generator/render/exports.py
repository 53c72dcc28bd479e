"""What machines read and no template draws: BibTeX, CSL-JSON, JSON Resume, calendars, the search.

The index of the search is JSON (RFC 8259), read by `search.js` of the theme:

    {"parts": 1, "words": {…}, "documents": [[address, kind, title, date, words, text], …]}

`address` is relative to the root of the site, `kind` is a number, 0 page, 1 post, 2 paper, and
`words` are names and topics, joined by a line break. Only the first part of an index has `words`,
those of the interface. Readers search the text itself. So Chinese needs no dictionary, though it
puts nothing between its words, and a snippet can be cut from what was searched.

Calendars are iCalendar (RFC 5545). Lines end in CRLF and are folded at 75 octets (3.1); text is
escaped (3.3.11). A time with a distance from UTC is written in UTC; one without is the time of the
place, wherever the reader is ("floating", 3.3.5); a day without a time is an event that lasts all
day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec

from generator.model.dates import Clock
from generator.model.files import Made, Output
from generator.model.lookups import ReadTracker
from generator.model.page_views import CalendarView, EventView
from generator.model.site_views import SearchDocument, SearchPart
from generator.model.text import Phrase, filled
from generator.render.fragment import Options
from generator.render.links import guarded_json, without_own
from generator.render.text import CachedMarkdown


def exported(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return an output's bytes: UTF-8, JSON in lines, with nothing in it that is empty."""
    text = _text(output, reads, markdown)
    is_json = output.path.endswith(".json")
    if is_json:
        text = msgspec.json.format(text, indent=2) + "\n"
    if "@" in text and reads.get("guards_email", output.lang):
        own = reads.get("person", output.lang).email
        text = guarded_json(text) if is_json else without_own(text, own)
    return Made(text.encode())


def _calendar(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    kind, _, id = output.subject.partition("/")
    calendar = reads.get("calendar", output.lang, kind, id)
    base = reads.get("info", output.lang).url.rstrip("/")
    return calendar_file(
        calendar,
        lambda phrase: markdown.plain(phrase.text, html=False),
        lambda url: base + url if base and url.startswith("/") else url,
    )


def _text(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    """Return what an output says, as a calendar, in BibTeX or JSON."""
    lang = output.lang
    if output.layout == "calendar.ics":
        return _calendar(output, reads, markdown)
    if output.layout == "resume.json":
        return _json(reads.get("resume", lang), markdown)
    if output.layout == "paper.bib":
        text: str = reads.get("paper_bibtex", lang, output.subject)
        return text
    if output.layout == "publications.bib":
        return "\n".join(_papers("paper_bibtex", str, output, reads, markdown))
    items = _papers("paper_csl", partial(_json, markdown=markdown), output, reads, markdown)
    return f"[{','.join(items)}]"


def _papers(
    fact: str,
    written: Callable[[Any], str],
    output: Output,
    reads: ReadTracker,
    markdown: CachedMarkdown,
) -> list[str]:
    """Return a fact of each paper as it is written.

    A list of papers reads each paper by itself, and takes the texts of those that have not changed
    from the cache: working out two thousand of them takes a tenth of a second.
    """

    def text(*read: str) -> str:
        question = f"{fact} {reads.digest(*read)}"
        return markdown.answer("x", str, question, lambda: written(reads.get(*read)))

    return [text(fact, output.lang, id) for id in reads.get("publication_ids", output.lang)]


def _json(value: Any, markdown: CachedMarkdown) -> str:
    said = filled(value, lambda phrase: markdown.plain(phrase.text, html=False))
    return msgspec.json.encode(said).decode("utf-8")


LONGEST = 5000
"""The number of characters of a text that are searched. Readers load all of them."""

_KINDS = ("page", "post", "paper")
_INTERFACE = ("count", "one", "none", "more")
_PLURALS = ("zero", "two", "few", "many")
"""Further forms of `count`, by the categories of the CLDR, in languages that have them."""


def search_index(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return a part of the index of a language."""
    part: SearchPart = reads.get("search_part", output.lang, output.subject)
    found: dict[str, Any] = {"parts": part.parts}
    if output.subject.startswith("0/"):
        names = (*_INTERFACE, *_KINDS)
        words = {n: reads.get("word", output.lang, f"search.{n}") for n in names}
        plurals = {n: reads.get("word", output.lang, f"search.{n}") for n in _PLURALS}
        found["words"] = words | {n: w for n, w in plurals.items() if w != f"search.{n}"}
    titles = reads.get("markdown_words", output.lang)
    found["documents"] = [_entry(document, markdown, titles) for document in part.documents]
    text = msgspec.json.encode(found).decode()
    if "@" in text and reads.get("guards_email", output.lang):
        text = guarded_json(text)
    return Made(text.encode())


def _entry(
    document: SearchDocument, markdown: CachedMarkdown, titles: dict[str, str]
) -> tuple[str | int, ...]:
    body = document.body
    if isinstance(body, Phrase):
        text = markdown.plain(body.text, html=False) if body else ""
    else:
        options = Options(
            lang=document.lang, html=document.html, breaks=document.breaks, titles=titles
        )
        text = markdown.words(body, options)[:LONGEST] if body else ""
    title = markdown.plain(document.title.text, html=False)
    more = "\n".join(markdown.plain(words.text, html=False) for words in document.words)
    kind = _KINDS.index(document.kind)
    return document.url.lstrip("/"), kind, title, document.date, more, text[:LONGEST]


_LONGEST_LINE = 75
"""Octets in a line, without what ends it."""


def calendar_file(
    calendar: CalendarView, plain: Callable[[Phrase], str], absolute: Callable[[str], str]
) -> str:
    """Return events as iCalendar; `plain` gives the words of Markdown, `absolute` full URLs."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Masthead//Masthead//EN",
        f"X-WR-CALNAME:{_escaped(plain(calendar.title))}",
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
    yield f"UID:{_escaped(event.uid)}"
    yield f"DTSTAMP:{first:%Y%m%d}T000000Z"  # of the data: the clock would make another file daily
    if event.time is None:
        yield f"DTSTART;VALUE=DATE:{first:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART:{_at(first, event.time.start, event.time)}"
        if event.time.end is not None:
            yield f"DTEND:{_at(first, event.time.end, event.time)}"
        if last > first:
            yield f"RRULE:FREQ=DAILY;COUNT={(last - first).days + 1}"
    yield f"SUMMARY:{_escaped(plain(event.title))}"
    if event.location:
        yield f"LOCATION:{_escaped(plain(event.location))}"
    if event.text:
        yield f"DESCRIPTION:{_escaped(plain(event.text))}"
    url = absolute(event.url)
    if "://" in url:
        yield f"URL:{url}"
    yield "END:VEVENT"


def _at(day: datetime, minutes: int, clock: Clock) -> str:
    moment = day + timedelta(minutes=minutes - (clock.offset or 0))
    return f"{moment:%Y%m%dT%H%M%S}{'' if clock.offset is None else 'Z'}"


def _escaped(text: str) -> str:
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
        if size + width > _LONGEST_LINE:
            yield piece
            piece, size = " ", 1
        piece, size = piece + ch, size + width
    yield piece
