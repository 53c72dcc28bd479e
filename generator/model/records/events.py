"""What happens at a time of day: the sessions of a course, and who teaches it."""

import re
from typing import ClassVar

import msgspec

from generator.messages import Message
from generator.model.dates import When
from generator.model.links import Link
from generator.model.names import Name, split_people
from generator.model.people import Author
from generator.model.text import Text
from generator.problems import Spot

_CLOCK = r"([01]?\d|2[0-3]):([0-5]\d)"
_OFFSET = r"(Z|UTC|[+\-−]\d{1,2}(?::?\d{2})?)"
_LATEST = 14 * 60
"""Minutes: no place on earth is further from UTC."""


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A time of day, or the time from one to another: minutes since midnight."""

    start: int
    """When it begins."""
    end: int | None = None
    """Without it, how long it takes is not known."""
    offset: int | None = None
    """Minutes from UTC; without it, the time is that of the place, wherever that is."""

    expects: ClassVar[str] = (
        "a time in 24 hours, such as 14:00, 14:00–15:30, or with the distance from UTC "
        "14:00–15:30 +08:00"
    )

    @classmethod
    def from_scalar(cls, text: str) -> "Clock":
        """Read `14:00`, `14:00–15:30`, `14:00–15:30 +08:00`. Raises ValueError with the reason."""
        pattern = rf"{_CLOCK}(?:\s*(?:--?|[–—]|to|至|到)\s*{_CLOCK})?\s*{_OFFSET}?"
        found = re.fullmatch(pattern, text.strip())
        if found is None:
            raise ValueError(Message.of("no-time-of-day", text=text))
        start = int(found[1]) * 60 + int(found[2])
        end = int(found[3]) * 60 + int(found[4]) if found[3] else None
        if end is not None and end <= start:
            raise ValueError(Message.of("span-reversed", text=text))
        return cls(start, end, _minutes(found[5]) if found[5] else None)

    def in_words(self, range: str) -> str:
        """Return `14:00 – 15:30`; `range` has `{0}` and `{1}` for the two."""
        start, end = f"{self.start // 60:02}:{self.start % 60:02}", self.end
        whole = range.format(start, f"{end // 60:02}:{end % 60:02}") if end is not None else start
        return f"{whole} (UTC{_signed(self.offset)})" if self.offset is not None else whole


def _minutes(offset: str) -> int:
    if offset in ("Z", "UTC"):
        return 0
    digits = re.sub(r"\D", "", offset)
    hours, minutes = (int(digits), 0) if len(digits) < 3 else (int(digits[:-2]), int(digits[-2:]))
    whole = hours * 60 + minutes
    if whole > _LATEST or minutes > 59:
        raise ValueError(Message.of("no-offset", text=offset))
    return whole if offset.startswith("+") else -whole


def _signed(offset: int) -> str:
    sign = "+" if offset >= 0 else "−"
    hours, minutes = divmod(abs(offset), 60)
    return f"{sign}{hours}{f':{minutes:02}' if minutes else ''}" if offset else ""


class Session(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One row in the schedule of a course."""

    week: str = ""
    """The number of the week, or a word: `1`, `3–4`, `exam`."""
    date: When | None = None
    """The day: `2026-03-02`. A session with a day stands in the course's calendar."""
    time: Clock | None = None
    """The time of day: `14:00–15:30`; left out, the course's."""
    topic: Text
    """What it is about, in Markdown."""
    location: Text | None = None
    """Where; left out, the course's place."""
    readings: tuple[Text, ...] = ()
    """What to read, in Markdown: `[chapter 1, "[the paper](goat)"]`."""
    files: dict[str, Link] = {}
    """Slides, notes and others, kind to target: `{slides: teaching/l1.pdf}`."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})
    expects: ClassVar[str] = "a topic, or {week: 1, date: 2026-03-02, topic: …, files: {slides: …}}"

    @classmethod
    def from_scalar(cls, text: str) -> "Session":
        """Read a bare topic. Raises ValueError for an empty one."""
        if not text.strip():
            raise ValueError(Message.of("topic-empty"))
        return cls(topic=Text.from_scalar(text))


class Teacher(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody who teaches a course."""

    name: Name
    """The name, in any spelling that `people.yaml` knows."""
    role: Text | None = None
    """`Lecturer`, `Teaching assistant`."""

    expects: ClassVar[str] = 'a name such as "Jin Fang", or {name: …, role: Lecturer}'

    @classmethod
    def from_scalar(cls, text: str) -> "Teacher":
        """Read a bare name. Raises ValueError where it can only be several."""
        author = Author.from_scalar(text)
        if author.signs or author.roles:
            raise ValueError(Message.of("role-of-staff"))
        return cls(name=author.name)

    @classmethod
    def split(cls, text: str) -> list[str]:
        """Return the names in a text that stands where a list is expected."""
        Author.split(text)
        return split_people(text)
