"""Dates and spans inside running text, read as the data files' dates are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.check.prose import Prose
from generator.model.dates import Date, Span, When
from generator.problems import Spot

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE = (
    rf"(?:{_MONTH}\s+(?:19|20)\d\d(?!\d)"
    r"|(?:19|20)\d\d(?:[./](?:1[0-2]|0?[1-9])(?![\d.]\d|\d)|-(?:1[0-2]|0[1-9])(?!\d)"
    r"|\s*年(?:\s*(?:1[0-2]|0?[1-9])\s*月)?|(?!\d)))"
)
_SPAN = re.compile(
    rf"(?<![\w./-]){_DATE}\s*(?:[-–—~]{{1,2}}|to\b|至|到)\s*"
    rf"(?:{_DATE}|(?:present|now|ongoing)\b|至?今|现在)(?![-./]?\d)",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    rf"(?:\b(?:last )?updated(?: at| on| in)?:?|更新于|更新时间[:：]?)\s*(?P<date>{_DATE})"
    rf"|(?P<date_before>{_DATE})\s*更新",
    re.IGNORECASE,
)


_MAY_SAY_UPDATED = re.compile(r"updated|更新", re.IGNORECASE)


class Mention(NamedTuple):
    """A span of time in a text."""

    text: str
    span: Span
    spot: Spot
    start: int
    """Where it begins in its text."""


def spans_in(prose: Prose) -> Iterator[Mention]:
    """Yield the spans in a text: `2024.11-present`, `Sep 2020 – Jun 2024`, `2022年6月至今`."""
    for match in _SPAN.finditer(prose.words):
        span = _read(match[0])
        if span is not None:
            yield Mention(" ".join(match[0].split()), span, prose.at(match.start()), match.start())


def updates_in(prose: Prose) -> Iterator[tuple[Date, Spot]]:
    """Yield the dates at which a text says that something was updated: `(updated at 2024.12)`."""
    if not _MAY_SAY_UPDATED.search(prose.words):
        return
    for match in _UPDATED.finditer(prose.words):
        group = "date" if match["date"] else "date_before"
        span = _read(match[group])
        if span is not None:
            yield span.start, prose.at(match.start(group))


def read_date(text: str) -> Date | None:
    """Return the last date in a text that is nothing but dates, or None."""
    try:
        return When.from_scalar(text).last
    except ValueError:
        return None


def _read(text: str) -> Span | None:
    text = re.sub(r"\s*([年月])\s*", r"\1", text)
    try:
        return When.from_scalar(text).spans[0]
    except ValueError:
        return None


def fit(first: Date, second: Date) -> bool:
    """Whether two dates may be the same: 2024 and 2024-06 may, 2024-05 and 2024-06 may not."""
    return not first.is_before(second) and not second.is_before(first)


def spans_fit(first: Span, second: Span) -> bool:
    """Whether two spans may be the same; one that goes on fits one whose end is expected."""
    return fit(first.start, second.start) and _ends_fit(first, second)


def share_an_end(first: Span, second: Span) -> bool:
    """Whether one end of two spans may be the same."""
    return fit(first.start, second.start) or (
        first.end is not None and second.end is not None and fit(first.end, second.end)
    )


def _ends_fit(first: Span, second: Span) -> bool:
    if first.present or second.present:
        other = second if first.present else first
        return other.present or other.expected
    if first.end is None or second.end is None:
        return first.end is second.end
    return fit(first.end, second.end)


def in_words(span: Span) -> str:
    """Return a span as a message shows it: `2024-06 – 2025-03`."""
    if span.present:
        return f"{span.start.iso()} – present"
    return f"{span.start.iso()} – {span.end.iso()}" if span.end else span.start.iso()
