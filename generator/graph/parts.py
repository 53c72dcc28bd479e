"""The parts of a site that facts are made of, each with a digest.

Facts are many and some are dear, parts are few. A fact whose parts are what they were is what it
was, and need not be computed to know that. Which parts a fact is made of is not declared by
anybody: the index notes each part that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from generator.model.config import Config
from generator.model.cv import Cv
from generator.model.files import Output
from generator.model.people import Person
from generator.model.pictures import Picture
from generator.model.records import Record
from generator.model.site import Page, Site
from generator.model.theme import Theme
from generator.model.tracking import fingerprint
from generator.model.works import Venue

K = TypeVar("K")
V = TypeVar("V")

Note = Callable[[str], None]
"""Takes the name of a part that is asked for."""


class Watched(Mapping[K, V]):
    """A mapping that notes what is asked of it: single values, or all."""

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
        """Return all of it, for those who ask for most of the values anyway."""
        self._note(self._all)
        return self._values


class Noting(Generic[V]):
    """A property that is worked out once, and notes its parts each time it is asked for."""

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
    """Make a method without arguments a property that is worked out once and notes these parts.

    They must be all that the method asks of the site.
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


class WatchedSite:
    """A site that notes which of its parts are asked for."""

    def __init__(self, site: Site, note: Note) -> None:
        self._site = site
        self._note = note
        self.records: Mapping[str, tuple[Record, ...]] = Watched(
            site.records, note, records_part, "records"
        )
        self.pictures: Mapping[str, Picture] = Watched(
            site.pictures, note, picture_part, "pictures"
        )

    @property
    def config(self) -> Config:
        """The whole of `site.yaml`."""
        self._note("config")
        return self._site.config

    @property
    def default_lang(self) -> str:
        """The language that lives at `/`."""
        self._note("config")
        return self._site.default_lang

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages; their text is no part of this."""
        self._note("pages")
        return self._site.pages

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody in `people.yaml`."""
        self._note("people")
        return self._site.people

    @property
    def venues(self) -> dict[str, Venue]:
        """All venues by id."""
        self._note("venues")
        return self._site.venues

    @property
    def cvs(self) -> tuple[Cv, ...]:
        """All CVs."""
        self._note("cvs")
        return self._site.cvs

    @property
    def statics(self) -> frozenset[str]:
        """The files that are copied as they are, as addresses."""
        self._note("statics")
        return self._site.statics

    @property
    def broken(self) -> frozenset[str]:
        """Names of what could not be read."""
        self._note("broken")
        return self._site.broken


class Parts:
    """The digests of a site's parts, each computed when it is first asked for."""

    def __init__(
        self,
        site: Site,
        theme: Theme,
        outputs: tuple[Output, ...],
        settings: tuple[str, ...],
        page_digest: Callable[[Page], str],
    ) -> None:
        """`settings` is what was asked for besides the site; `page_digest` covers text, too."""
        self._site = site
        self._theme = theme
        self._outputs = outputs
        self._settings = settings
        self._page_digest = page_digest
        self._known: dict[str, str] = {}

    def digest(self, part: str) -> str:
        """Return the digest of a part of today; empty for a page or paper that is not there."""
        found = self._known.get(part)
        if found is None:
            kind, _, rest = part.partition(" ")
            if kind == "page":
                found = self._pages.get(part, "")
            elif kind == "publication":
                found = self._publications.get(part, "")
            else:
                found = fingerprint(self._value(kind, rest))
            self._known[part] = found
        return found

    def _value(self, kind: str, rest: str) -> Any:
        site = self._site
        match kind:
            case "config":
                return site.config, site.drafts, self._settings
            case "theme":
                return self._theme.options, self._theme.words, self._theme.designs
            case "people":
                return site.people
            case "venues":
                return site.venues
            case "cvs":
                return site.cvs
            case "pages":
                return [(p.file, p.key, p.lang, p.is_post, p.front) for p in site.pages]
            case "files":
                return [(p.file, p.key, p.lang) for p in site.pages]
            case "outputs":
                return self._outputs
            case "statics":
                return sorted(site.statics)
            case "picture":
                return site.pictures.get(rest)
            case "pictures":
                return site.pictures
            case "broken":
                return sorted(site.broken)
            case "records":
                return site.records.get(rest, ()) if rest else site.records
        raise KeyError(kind)

    @cached_property
    def _pages(self) -> dict[str, str]:
        return {page_part((p.key, p.lang)): self._page_digest(p) for p in self._site.pages}

    @cached_property
    def _publications(self) -> dict[str, str]:
        papers = self._site.records.get("publications", ())
        return {publication_part(paper.id): fingerprint(paper) for paper in papers}
