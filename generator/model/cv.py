"""A CV: its language, its sections, the file and the look of its PDF."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from generator.model.sections import Section, Words
from generator.model.text import Text, Visibility
from generator.model.theme import OptionValue
from generator.problems import Spot


class Design(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the PDF of a CV looks."""

    name: str = "classic"
    """A design of the theme: `classic` or `modern`; its file is `cv/NAME.typ` in the theme."""
    options: dict[str, OptionValue] = {}
    """The design's own options; the theme's `theme.yaml` lists them."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    expects: ClassVar[str] = "the name of a design, or {name: …, options: {…}}"
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    @classmethod
    def from_scalar(cls, text: str) -> Design:
        """Read the bare name of a design."""
        return cls(name=text)


class SectionChange(Section, frozen=True, omit_defaults=True, kw_only=True):
    """What a CV says otherwise about a section of the CV that it extends."""

    given_fields: tuple[str, ...] = ()
    """The options that are said at all (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot", "given_fields"})

    def of_section(self, section: Section) -> Section:
        """Return a section with these changes."""
        return msgspec.structs.replace(section, **{n: getattr(self, n) for n in self.given_fields})


class Cv(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One file of `content/cv/`: a page and a PDF."""

    id: str = ""
    """The file's name without its ending: `resume-zh` (set by the reader)."""
    extends: str = ""
    """Another CV, by its id. What this one does not say is as it is there."""
    lang: str = ""
    """The language; left out, the site's first."""
    title: Text | None = None
    """The title of the page; left out, "Curriculum vitae"."""
    headline: Text | None = None
    """The line under the name in the PDF; left out, the person's role and affiliation."""
    summary: Text | None = None
    """Markdown that comes before the first section."""
    permalink: str = ""
    """The address of the page; left out, `/cv/resume/`."""
    pdf: str = ""
    """The address of the PDF; left out, `/pdf/resume.pdf`. `none` makes no PDF."""
    updated: str = ""
    """When it was last brought up to date: `2024-12`; left out, the newest month in its entries.
    `none` shows no date."""
    contact: tuple[str, ...] = ("email", "url")
    """What stands in the contact line, of the person's fields and links."""
    sections: tuple[Section, ...] = ()
    """The sections in order, with the same options as on pages."""
    without: Words = Words()
    """Sections of the extended CV that this one leaves out, by their ids."""
    change: dict[str, SectionChange] = {}
    """Options of sections of the extended CV, by their ids: `{publications: {limit: 5}}`."""
    page: Literal["a4", "us-letter"] = "a4"
    """The size of the PDF's paper."""
    design: Design = Design()
    """How the PDF looks: the name of a design, or `{name: …, options: {…}}`."""
    fit: int = 0
    """At most so many pages: the least important entries are left out, by their `priority` and
    then by date. 0 means as many as it takes."""
    visibility: Visibility = Visibility()
    """`web` makes the page only, `pdf` the PDF only, and `private` neither."""
    given_fields: tuple[str, ...] = ()
    """The fields that the file says at all (set by the reader)."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"id", "given_fields", "spot"})
