"""A section: which records, in which order, in which style."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from generator.model.marks import RoleMarks
from generator.model.text import Medium, Shown, Text
from generator.problems import Spot

NameStyle = Literal["full", "initials", "native", "family-first"]
VenueStyle = Literal["both", "full", "short", "none"]
YearStyle = Literal["plain", "apostrophe", "none"]
DateStyle = Literal["long", "short", "dots", "iso", "year"]
Group = Literal[
    "none", "year", "kind", "type", "status", "stage", "level", "role", "tags",
    "organization", "institution", "unit", "assignee", "office", "event",
]  # fmt: skip


class Words(msgspec.Struct, frozen=True):
    """A list of words, written as a list or with commas."""

    words: tuple[str, ...] = ()

    expects: ClassVar[str] = "a word, or several with commas"

    @classmethod
    def from_scalar(cls, text: str) -> Words:
        """Read words with commas."""
        return cls(tuple(word.strip() for word in text.split(",") if word.strip()))

    @classmethod
    def from_items(cls, items: list[Words]) -> Words:
        """Return the words of a list as one."""
        return cls(tuple(word for item in items for word in item.words))

    def __bool__(self) -> bool:
        return bool(self.words)


class Section(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A query over the records, and the style in which its answer is shown.

    Placed in a page by `:::{publications}` … `:::`, in a CV by an item of its `sections`.
    """

    id: str = ""
    """A word for the section, by which a CV that extends this one can change it; left out, the
    first word of `of`."""
    of: Words = Words()
    """The kinds of record: `publications`, or several: `experience, education`. A directive that
    is named after a kind says it by its name."""
    title: Text | None = None
    """A heading for the section."""
    text: Text | None = None
    """Markdown blocks before the records. In a CV also alone, without `of`: a summary, a research
    statement, a line of citation counts."""
    where: dict[str, Words] = {}
    """Only records whose field has one of these values: `{kind: research, tags: llm}`. A `!`
    before a value excludes it; `*` means that the field is given at all."""
    selected: bool | None = None
    """Only selected records (`true`), or only the others."""
    only: Words = Words()
    """Only the records with these ids, in this order."""
    skip: Words = Words()
    """Not the records with these ids."""
    order: Words = Words()
    """Fields to sort by, `-` for descending: `-date`, `-year, kind`; `file` keeps the order of
    the data file. Or ids of records: those come first, in this order. Left out: `-date`, that is
    what goes on, then what ended last; a stay inside a degree stands below it."""
    group: Group = "none"
    """A heading for each `year`, `kind`, `type` (of record), `assignee`, `stage`, first of the
    `tags`, …"""
    filter: bool = False
    """On web pages, whether readers may narrow the list down by words, year, kind, topic and
    author. Without scripts they get the whole list, and links to its groups."""
    limit: int = 0
    """At most so many; 0 means all."""
    numbered: bool = False
    """Whether the entries are numbered."""
    style: str = "cards"
    """`cards`: title, authors and venue on lines of their own. `lines`: one paragraph each, as in
    a list of references. Or a style of [patterns](patterns.md), one of your own or `ieee`, `acm`,
    `apa`, `chicago`, `vancouver`, `gb7714`: it replaces `names`, `max_authors`, `et_al`, `venue`,
    `year`, `ranks` and `imprint`."""
    names: NameStyle = "full"
    """Authors as `full` (Jin Fang), `initials` (J. Fang), `native` (方缙), `family-first`."""
    max_authors: int = 0
    """At most so many authors, then "et al."; 0 means all."""
    et_al: Text | None = None
    """The words for "et al."."""
    venue: VenueStyle = "both"
    """The venue as `full` name, `short` name, `both` or `none`."""
    year: YearStyle = "plain"
    """The year as in `ICNP 2024` (`plain`), `ICNP'24` (`apostrophe`), or `none`."""
    ranks: Words = Words()
    """Schemes whose ranks are shown: `ccf`."""
    imprint: Words = Words()
    """What else of a publication is printed, of `volume`, `number`, `pages`, `publisher`, `doi`,
    `arxiv`, `isbn`, in this order."""
    links: Literal["buttons", "brackets", "none"] = "buttons"
    """Links as `buttons`, as `[pdf] [code]` in `brackets`, or `none`."""
    dates: DateStyle = "short"
    """Dates as `long` (September 2020), `short` (Sep 2020), `dots` (2020.9), `iso`, `year`."""
    body: bool = True
    """Whether the Markdown bodies of the records are shown."""
    abstract: bool = False
    """Whether abstracts are shown (folded)."""
    marks: RoleMarks = RoleMarks()
    """How the roles of authors are shown, as `marks` in [site.yaml](site.md), for this section."""
    run_in: bool = False
    """Whether each group is one paragraph behind its heading: `**Assignee:** CN1*, CN2, CN3`. The
    entries are those of a style of patterns, or their titles."""
    legend: bool = True
    """Whether the marks of author roles are explained below."""
    priority: int = 0
    """How important its records are that have no `priority` of their own, where a CV has to `fit`
    a number of pages; higher stays longer."""
    visibility: Shown = "public"
    """Where the section is shown: `public` (web pages and PDF), `web`, `pdf`, or `private`."""
    more: str = ""
    """A page to link to below the section: `publications`."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    def shows_in(self, medium: Medium) -> bool:
        """Whether the section may appear in `medium`."""
        return self.visibility in ("public", medium)

    @property
    def name(self) -> str:
        """What the section goes by in its CV."""
        return self.id or next(iter(self.of.words), "")
