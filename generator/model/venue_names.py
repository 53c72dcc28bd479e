"""The names of venues, as bibliographies write them and as people do.

DBLP writes `SenSys '21: The 19th ACM Conference on …, Coimbra, Portugal, November 15 - 17, 2021`,
IEEE `2024 IEEE 32nd International Conference on … (ICNP)`.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAYS = re.compile(
    rf",\s+(?:(?:{_MONTHS})\s+\d{{1,2}}|\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?\s+(?:{_MONTHS}))\b.*$"
)
"""The days of a conference and what stands behind them, at the end of a name of DBLP's."""
_SHORT_FIRST = re.compile(r"([^:,]{2,30}?)\s*['’]\s?\d\d(?:\s[^:,]{1,30})?:\s+(.+)")
_SHORT_INSIDE = re.compile(r"([A-Z][\w@/&+\- ]{1,25}?)[ -]?(?:(?:19|20)\d\d|['’]\d\d)")
_SHORT_BEHIND = re.compile(
    r"(.+?)\s*\(([A-Z][\w@/&+\-]{1,20})(?:[ ']\d{2,4}\)(?:, [^()]*)?|\))"  # place and year go
)
_AROUND = re.compile(
    r"^(?:In\s+)?(?:Proceedings\s+of\s+|Proc\.\s+(?=\d))?(?:the\s+)?(?:(?:19|20)\d\d\s+)?", re.I
)
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\s+", re.IGNORECASE)
_YEAR = re.compile(r"(?:[,\s]+(?:19|20)\d\d)$|^(.+ \d+): .+ (?:19|20)\d\d$")
_VOLUME = re.compile(r"(.+? - \S+ (?:19|20)\d\d) - .*")
"""`Computer Vision - ECCV 2022 - 17th European Conference, …`."""
_STATE = re.compile(r"[A-Z]{2}|USA")


class VenueName(NamedTuple):
    """A venue without edition, place and days."""

    name: str
    """`ACM Conference on Embedded Networked Sensor Systems`."""
    short: str = ""
    """`SenSys`."""

    @property
    def text(self) -> str:
        """Both names."""
        is_inside = not self.short or self.short.casefold() in self.name.casefold()
        return self.name if is_inside else f"{self.name} ({self.short})"


@lru_cache(maxsize=4096)
def venue_of_proceedings(words: str) -> VenueName | None:
    """Return the venue in a title of proceedings by DBLP, which ends with days; else None."""
    if not (days := _DAYS.search(words)):
        return None
    head = _VOLUME.sub(r"\1", words[: days.start()])
    if first := _SHORT_FIRST.fullmatch(head):
        return VenueName(bare_venue(_without_place(first[2])), first[1])
    parts = head.split(", ")
    for number, part in enumerate(parts[1:], 1):
        if short := _SHORT_INSIDE.fullmatch(part):
            return VenueName(bare_venue(", ".join(parts[:number])), short[1])
    return VenueName(bare_venue(_without_place(head)))


def _without_place(words: str) -> str:
    """Return a name without city and country: two or three parts at its end, one if virtual."""
    parts = words.split(", ")
    count = 3 if len(parts) > 3 and _STATE.fullmatch(parts[-2]) else 2
    if re.match("Virtual|Online", parts[-1], re.IGNORECASE):
        count = 1
    rest = parts[: max(1, len(parts) - count)]
    is_virtual = len(rest) > 1 and re.match("Virtual|Online", rest[-1], re.IGNORECASE)
    return ", ".join(rest[:-1] if is_virtual else rest)


def bare_venue(words: str) -> str:
    """Return the name of a venue without `Proceedings of the`, year and number of the edition."""
    bare = _ORDINAL.sub("", _AROUND.sub("", words))
    return _YEAR.sub(lambda match: match[1] or "", bare)


def venue_as_written(words: str) -> VenueName:
    """Return the venue in a service's title of proceedings."""
    found = venue_of_proceedings(words)
    if found is not None:
        return found
    behind = _SHORT_BEHIND.fullmatch(words)
    return VenueName(bare_venue(behind[1]), behind[2]) if behind else VenueName(bare_venue(words))
