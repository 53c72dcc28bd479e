"""The whole site as the author wrote it, typed."""

from __future__ import annotations

import msgspec

from generator.model.config import Config
from generator.model.cv import Cv
from generator.model.pages import Page
from generator.model.people import Person
from generator.model.pictures import Picture
from generator.model.records import Record
from generator.model.venues import Venue


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the sources say. Facts are pure functions of this."""

    config: Config
    pages: tuple[Page, ...] = ()
    records: dict[str, tuple[Record, ...]] = {}
    """Records by kind, in the order of the data files."""
    people: tuple[Person, ...] = ()
    venues: dict[str, Venue] = {}
    cvs: tuple[Cv, ...] = ()
    statics: frozenset[str] = frozenset()
    """Paths of the files that are copied as they are, as addresses: `pdf/goat.pdf`."""
    pictures: dict[str, Picture] = {}
    """Those of them that are pictures, unless `pictures: false`; and PDFs whose first pages are."""
    broken: frozenset[str] = frozenset()
    """Names (files, ids) that could not be read; references to them are not reported again."""
    drafts: bool = False
    """Whether drafts are part of it."""

    @property
    def default_lang(self) -> str:
        """The language that lives at `/`."""
        return self.config.languages[0]
