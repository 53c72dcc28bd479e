"""The parts of a site that facts are made of, recorded as they are read.

There are many facts, some of which take long to compute, and few parts. If no part of a fact has
changed, the fact has not changed, and it need not be computed to know that. The parts of a fact are
not declared: the index records them. `engine/facts.py` computes their digests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from generator.model.config import Config
from generator.model.files import Picture
from generator.model.people import Person
from generator.model.records.career import Record
from generator.model.records.citation_counts import CitationCounts
from generator.model.records.works import Venue
from generator.model.sections import Cv
from generator.model.site import Page, Site

K = TypeVar("K")
V = TypeVar("V")

Note = Callable[[str], None]
"""Called with the name of a part that is read."""


class Watched(Mapping[K, V]):
    """A mapping that records which of its values are read: single ones, or all."""

    def __init__(self, values: dict[K, V], note: Note, part: Callable[[K], str], all: str) -> None:
        self._values = values
        self._note = note
        self._part = part
        self._all = all

    def __getitem__(self, key: K) -> V:
        self._note(self._part(key))
        return self._values[key]

    def get(self, key: K, default: Any = None) -> Any:
        self._note(self._part(key))
        return self._values.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note(self._part(key))  # type: ignore[arg-type]
        return key in self._values

    def __iter__(self) -> Iterator[K]:
        self._note(self._all)
        return iter(self._values)

    def __len__(self) -> int:
        self._note(self._all)
        return len(self._values)

    def whole(self) -> dict[K, V]:
        """Return the whole mapping, for callers that read most of its values anyway."""
        self._note(self._all)
        return self._values


class Noting(Generic[V]):
    """A property that is computed once, and records its parts each time it is read."""

    def __init__(self, work: Callable[[Any], V], parts: tuple[str, ...]) -> None:
        self.__doc__ = work.__doc__
        self._work = work
        self._parts = parts
        self._name = f"_{work.__name__}"

    def __get__(self, owner: Any, type: Any = None) -> V:
        owner.noted.update(self._parts)
        known: dict[str, Any] = owner.__dict__
        if self._name not in known:
            known[self._name] = self._work(owner)
        found: V = known[self._name]
        return found


def noting(*parts: str) -> Callable[[Callable[[Any], V]], Noting[V]]:
    """Turn a method without arguments into a property that is computed once and records `parts`.

    They must be all parts of the site that the method reads.
    """
    return lambda work: Noting(work, parts)


def page_part(key: tuple[str, str]) -> str:
    """Return the name of a page as a part, by its key and language."""
    return f"page {key[1]} {key[0]}"


def publication_part(id: str) -> str:
    """Return the name of a paper as a part."""
    return f"publication {id}"


def records_part(kind: str) -> str:
    """Return the name of all records of a kind as a part."""
    return f"records {kind}"


def picture_part(path: str) -> str:
    """Return the name of a picture as a part, by its address without the first slash."""
    return f"picture {path}"


class _Watching(Generic[V]):
    """A field of a site that is recorded as a part when it is read."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: WatchedSite, type: Any = None) -> V:
        owner._note(self._part)
        found: V = getattr(owner._site, self._name)
        return found


class WatchedSite:
    """A site that records which of its parts are read."""

    config = _Watching[Config]("config")
    default_lang = _Watching[str]("config")
    pages = _Watching[tuple[Page, ...]]("pages")
    """All pages; their text is no part of this."""
    people = _Watching[tuple[Person, ...]]("people")
    venues = _Watching[dict[str, Venue]]("venues")
    cvs = _Watching[tuple[Cv, ...]]("cvs")
    citation_counts = _Watching[CitationCounts]("citations")
    statics = _Watching[frozenset[str]]("statics")
    broken = _Watching[frozenset[str]]("broken")

    def __init__(self, site: Site, note: Note) -> None:
        self._site = site
        self._note = note
        self.records: Mapping[str, tuple[Record, ...]] = Watched(
            site.records, note, records_part, "records"
        )
        self.pictures: Mapping[str, Picture] = Watched(
            site.pictures, note, picture_part, "pictures"
        )
