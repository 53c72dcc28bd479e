"""Dates as careers have them: a year, a month, half a year, several years, a span still open."""

from __future__ import annotations

from contextlib import suppress
from datetime import date as calendar_date
from typing import ClassVar

import msgspec


class Date(msgspec.Struct, frozen=True, gc=False, order=True, omit_defaults=True):
    """A day, a month, a season, half a year or a year; 0 means that the part was not given."""

    year: int
    month: int = 0
    day: int = 0
    half: int = 0
    season: int = 0
    """1 is spring, 4 is winter."""

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """Order by time; a half-year or season counts as its first month, a year as its start."""
        month = self.month or (self.half and self.half * 6 - 5) or self.season * 3
        return (self.year, month, self.day)

    def is_before(self, other: Date) -> bool:
        """Whether it is surely over before another begins: 2023 is not before June 2023."""
        given = [part for part in self.sort_key if part]
        return tuple(given) < other.sort_key[: len(given)]

    def iso(self) -> str:
        """Return `2024`, `2024-06`, `2024-06-30` (ISO 8601); of a half-year or season its year."""
        month = f"-{self.month:02}" if self.month else ""
        day = f"-{self.day:02}" if self.day else ""
        return f"{self.year:04}{month}{day}"


class Span(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A date, or the time from one date to another."""

    start: Date
    end: Date | None = None
    """None means: one date, or no end yet."""
    present: bool = False
    """It goes on: "2024 – present"."""
    expected: bool = False
    """The end lies ahead and is only expected."""


class When(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The time of a record: one or several dates or spans, the way people write them in a CV."""

    spans: tuple[Span, ...]

    expects: ClassVar[str] = (
        "a date such as 2024, 2024-06, 2024-06-30, 2023H1, Fall 2023, a span such as "
        "2020-09 – present or {start: 2020-09, expected: 2026-06}, or a list of those"
    )

    form_keys: ClassVar[tuple[str, ...]] = ("start", "end", "expected")

    @classmethod
    def from_scalar(cls, text: str) -> When:
        """Read `2024`, `2024.6`, `2024-06-30`, `Sep 2020`, `2023H1`, `Fall 2023`, `2024年6月`,
        `2020.9-2026.6 (expected)`, `2024-11 – present`, or several of them with commas.

        Raises ValueError with the reason in words.
        """
        if len(text) == 10 and text[4] == text[7] == "-":  # a day, as the names of posts begin
            with suppress(ValueError):
                day = calendar_date.fromisoformat(text)
                return cls((Span(Date(day.year, day.month, day.day)),))
        from generator.model.date_reading import spans_of  # few builds need its patterns

        return cls(spans_of(text))

    @classmethod
    def from_items(cls, items: list[When]) -> When:
        """Return the dates of a list as one."""
        return cls(tuple(span for item in items for span in item.spans))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> When:
        """Read `{start: 2020-09, end: present}` or `{start: 2020-09, expected: 2026-06}`.

        Raises ValueError with the reason in words.
        """
        unknown = next((name for name in forms if name not in cls.form_keys), None)
        if unknown is not None:
            raise ValueError(f'a span has `start` and `end` or `expected`, not "{unknown}"')
        ends = [forms[name] for name in ("end", "expected") if name in forms]
        if "start" not in forms or len(ends) > 1:
            raise ValueError("a span has a `start`, and an `end` or an `expected` end")
        suffix = " (expected)" if "expected" in forms else ""
        return cls.from_scalar(" – ".join([forms["start"], *ends]) + suffix)

    @property
    def first(self) -> Date:
        """The earliest date in it."""
        if len(self.spans) == 1:
            return self.spans[0].start
        return min((span.start for span in self.spans), key=lambda d: d.sort_key)

    @property
    def last(self) -> Date:
        """The latest date in it; for a span still open, its start."""
        if len(self.spans) == 1:
            return self.spans[0].end or self.spans[0].start
        return max((span.end or span.start for span in self.spans), key=lambda d: d.sort_key)

    @property
    def is_open(self) -> bool:
        """Whether something in it goes on."""
        return any(span.present for span in self.spans)

    @property
    def sort_key(self) -> tuple[int, int, int, int, tuple[int, int, int]]:
        """Latest end last, open ends after all; then by start."""
        return (int(self.is_open), *self.last.sort_key, self.first.sort_key)
