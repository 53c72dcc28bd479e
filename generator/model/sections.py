"""A section: which records it shows, in which order and style. A CV consists of sections."""

from functools import partial
from typing import Any, ClassVar, Literal, TypeVar

import msgspec

from generator.model.people import RoleMarks
from generator.model.text import Medium, Shown, Text, Visibility
from generator.model.theme import OptionValue
from generator.problems import Spot

S = TypeVar("S", bound="Section")
NameStyle = Literal["full", "initials", "native", "family-first"]
VenueStyle = Literal["both", "full", "short", "none"]
YearStyle = Literal["plain", "apostrophe", "none"]
DateStyle = Literal["long", "short", "dots", "numbers", "iso", "year"]
MOST_COLUMNS = 4
GROUP_FIELDS = (
    "none", "year", "kind", "type", "status", "stage", "level", "role", "tags", "categories",
    "group", "organization", "institution", "unit", "assignee", "office", "event",
)  # fmt: skip
"""Fields by which records of Masthead's kinds can be grouped."""


class Words(msgspec.Struct, frozen=True):
    """A list of words, written as a list or with commas."""

    words: tuple[str, ...] = ()

    expects: ClassVar[str] = "form-words"

    @classmethod
    def from_scalar(cls, text: str) -> "Words":
        """Read words with commas."""
        return cls(tuple(word.strip() for word in text.split(",") if word.strip()))

    @classmethod
    def from_items(cls, items: "list[Words]") -> "Words":
        """Return the words of a list as one."""
        return cls(tuple(word for item in items for word in item.words))

    def __bool__(self) -> bool:
        return bool(self.words)


ANY_KINDS = ("section", "timeline")
"""Sections whose name is not a kind: their option `of` names the kinds that they show."""


class Section(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A query over the records, and the style in which its answer is shown.

    Placed in a page by `:::{publications}` … `:::`, in a CV by an item of its `sections`.
    """

    # After reading, this is a section's only form: facts take it as an argument, and ledgers keep
    # it.

    id: str = ""
    """A word for the section, by which a CV that extends this one can change it; left out, the
    first word of `of`."""
    of: Words = Words()
    """The kinds of record: `publications`, or several: `experience, education`. A directive that
    is named after a kind says it by its name."""
    title: Text | None = None
    """A heading for the section; left out, a CV has the kind of record there, and none with
    `""`."""
    text: Text | None = None
    """Markdown blocks before the records. In a CV also alone, without `of`: a summary, a research
    statement, a line of citation counts."""
    where: dict[str, Words] = {}
    """Only records whose field has one of these values: `{kind: research, tags: llm}`. A `!`
    before a value excludes it; `*` stands for any value."""
    selected: bool | None = None
    """Only selected records (`true`), or only the others."""
    only: Words = Words()
    """Only the records with these ids, in this order."""
    skip: Words = Words()
    """Not the records with these ids."""
    order: Words = Words()
    """Fields to sort by, `-` for descending: `-date`, `-year, kind`; `file` keeps the order of
    the data file. Or ids of records: those come first, in this order. Left out: `-date`, that is
    what goes on, then what ended last; a stay inside a degree stands below it. Grouped by year, the
    years go before. People stand by `group`, the alumni last; posts that are `pinned` first."""
    group: str = "none"
    """A heading for each `year`, `kind`, `type` (of record), `assignee`, `stage`, first of the
    `tags`, …"""
    filter: bool = False
    """Whether readers can filter the list on web pages, by words, year, kind, topic and author.
    Without scripts they get the whole list, and links to its groups."""
    limit: int = 0
    """The maximum number of records; 0 means all."""
    columns: int = 1
    """How many entries stand beside each other, where there is room: short ones, such as references
    or skills, in two to four columns."""
    numbered: bool = False
    """Whether the entries are numbered."""
    style: str = "cards"
    """`cards`: title, authors and venue on lines of their own. `lines`: one paragraph each, as in
    a list of references. Or a style of [patterns](patterns.md), one of your own or `ieee`, `acm`,
    `apa`, `chicago`, `vancouver`, `gbt7714`: it replaces `venue`, `year`, `ranks` and `imprint`;
    `names`, `max_authors` and `et_al` say what it leaves open. Or one of the theme's: all that come
    with Masthead have `grid` (tiles under their pictures), `timeline` (along a drawn line) and
    `wall` (faces side by side). Where another theme lacks one, `cards` are drawn, and so they are
    in PDFs."""
    options: dict[str, OptionValue] = {}
    """Options of a style that the theme adds: `{columns: 3}`; its `theme.yaml` lists them."""
    names: NameStyle = "full"
    """Authors as `full` (Jin Fang), `initials` (J. Fang), `native` (方缙), `family-first`. Left
    out, a page or CV has the `native` names that are in the script of its language, and else `full`
    ones."""
    max_authors: int = 0
    """The maximum number of authors, followed by "et al."; 0 means all."""
    et_al: Text | None = None
    """The words for "et al."."""
    venue: VenueStyle = "both"
    """The venue as `full` name, `short` name, `both` or `none`."""
    year: YearStyle = "plain"
    """The year as in `ICNP 2024` (`plain`), `ICNP'24` (`apostrophe`), or `none`."""
    ranks: Words = Words()
    """Schemes whose ranks are shown: `ccf`."""
    imprint: Words = Words()
    """Which details of a publication are printed, of `edition`, `volume`, `number`, `pages`,
    `series`, `publisher`, `place`, `doi`, `arxiv`, `isbn`, in this order."""
    versions: Literal["none", "entry"] = "none"
    """Whether the other versions of a paper stand at the end of its `entry`. They count as one
    paper. A pattern says them by `{versions}`, too."""
    links: Literal["buttons", "brackets", "none"] = "buttons"
    """Links as `buttons`, as `[pdf] [code]` in `brackets`, or `none`."""
    dates: DateStyle = "short"
    """Dates as `long` (September 2020), `short` (Sep 2020), `dots` (2020.9), `numbers` (09/2020,
    in Chinese 2020.09), `iso`, `year`."""
    body: bool = True
    """Whether the Markdown bodies of the records are shown."""
    abstract: bool = False
    """Whether abstracts are shown (folded)."""
    marks: RoleMarks = RoleMarks()
    """How the roles of authors are shown, as `marks` in [site.yaml](site.md), for this section."""
    run_in: bool = False
    """Whether each group is one paragraph behind its heading: `**Assignee:** CN1*, CN2, CN3`. The
    entries are those of a style of patterns, or their titles. `words: {run_in.between: "；",
    run_in.end: "。"}` say what joins them and what ends them."""
    words: dict[str, Text] = {}
    """Other [words of the interface](site.md#words) in this section: `{in_brackets: " ({})",
    date.long.day: "{MMMM} {d}, {y}"}`."""
    legend: bool = True
    """Whether the marks of author roles are explained below."""
    priority: int = 0
    """The `priority` of its records that have none, where a CV has to `fit` a number of pages;
    higher stays longer."""
    visibility: Shown = "public"
    """Where the section is shown: `public` (web pages and PDF), `web`, `pdf`, or `private`. Its
    records say for themselves where they are shown: a public record that only hidden sections show
    is an error."""
    more: str = ""
    """A page to link to below the section: `publications`. A home shows the newest three news above
    the link, so this page should have all of them."""
    cited_years: dict[str, str] = {}
    """In a list of cited works, the years with letters, `2023a`, by the ids of papers (set by
    `render/citing.py`)."""
    given_fields: tuple[str, ...] = ()
    """The options that are given, `*` for all (set by the reader)."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader); a template's stands nowhere."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot", "given_fields", "cited_years"})

    def __hash__(self) -> int:
        """Hash the fields that differ most. Other fields are mappings and have no hash."""
        return hash((self.of, self.only, frozenset(self.where.items()), self.group, self.limit))

    def __reduce__(self) -> Any:
        """Pickle it in msgspec's form. msgspec recognizes defaults by identity, and digests depend
        on that."""
        return partial(msgspec.msgpack.decode, type=type(self)), (msgspec.msgpack.encode(self),)

    @property
    def query(self) -> "Section":
        """The section without its spot, since two pages may have the same section."""
        return msgspec.structs.replace(self, spot=None) if self.spot else self

    def shows_in(self, medium: Medium) -> bool:
        """Whether the section may appear in `medium`."""
        return self.visibility in ("public", medium)

    @property
    def name(self) -> str:
        """The name by which its CV refers to it."""
        return self.id or next(iter(self.of.words), "")


class Design(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the PDF of a CV looks."""

    name: str = "classic"
    """A design of the theme: `classic`, `modern` or `plain`; its file is `cv/NAME.typ` in the
    theme."""
    options: dict[str, OptionValue] = {}
    """The design's own options; the theme's `theme.yaml` lists them."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    expects: ClassVar[str] = "form-design"
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    @classmethod
    def from_scalar(cls, text: str) -> "Design":
        """Read the bare name of a design."""
        return cls(name=text)


class SectionChange(Section, frozen=True, omit_defaults=True, kw_only=True):
    """What a CV changes in a section of the CV that it extends."""

    def of_section(self, section: S) -> S:
        """Return a section with these changes."""
        return _with(section, self, self.given_fields)


class SectionDefaults(SectionChange, frozen=True, omit_defaults=True, kw_only=True):
    """Options that sections have unless they say otherwise: all but those that are each one's own.

    That is all but `id`, `of`, `title`, `text`, `only`, `more` and `visibility`.
    """

    each_ones_own: ClassVar[tuple[str, ...]] = (
        *("id", "of", "title", "text", "only", "more", "visibility"),
    )

    def under(self, section: S) -> S:
        """Return a section with these options, except those that it sets itself."""
        if not self.given_fields or "*" in section.given_fields:
            return section
        silent = (n for n in self.given_fields if n not in section.given_fields)
        whole = _with(section, self, tuple(n for n in silent if n not in self.each_ones_own))
        words = {**self.words, **section.words}
        return msgspec.structs.replace(whole, words=words) if words else whole


def _with(section: S, others: Section, names: tuple[str, ...]) -> S:
    """Return a section with some options of another section. They now count as its own."""
    if not names:
        return section
    changes = {name: getattr(others, name) for name in names}
    given = tuple(dict.fromkeys((*section.given_fields, *names)))
    return msgspec.structs.replace(section, **changes, given_fields=given)


class Cv(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One file of `content/cv/`: a page and a PDF."""

    id: str = ""
    """The file's name without its ending: `resume-zh` (set by the reader)."""
    extends: str = ""
    """The id of another CV, from which this one takes what it does not say itself."""
    lang: str = ""
    """The language; left out, the site's first."""
    title: Text | None = None
    """The title over the name; left out, "Curriculum vitae", and with `""` none."""
    headline: Text | None = None
    """The line under the name; left out, the person's role and affiliation, and with `""`
    none."""
    photo: str = ""
    """A photo beside the name, on the page and in the PDF: `true` shows the person's `portrait`, or
    name a file: `photos/me.jpg`. Left out, or with `false`, there is none."""
    summary: Text | None = None
    """Markdown that comes before the first section."""
    summary_from: Literal["", "bio", "home"] = ""
    """A text that is there already as the summary: `bio` is the person's, `home` what the home page
    says up to `<!-- more -->`, or else its first paragraph."""
    permalink: str = ""
    """The address of the page; left out, `/cv/resume/`."""
    pdf: str = ""
    """The address of the PDF; left out, `/pdf/resume.pdf`. `none` makes no PDF."""
    publish: bool = True
    """Whether it is a part of the site. With `false` there is no page, and `masthead build` puts
    the PDF into the folder `_unpublished/` beside the site, from where nothing is deployed."""
    updated: str = ""
    """When it was last brought up to date: `2024-12`; left out, the newest month in its entries.
    `none` shows no date."""
    contact: tuple[str, ...] = ("email", "url")
    """What the contact line shows, of the person's fields and links: `[email, github]`; or a text
    with one of them in braces: `["E-mail: {email}", "GitHub: {github}"]`, which prints the address
    of a link. An item vanishes with its field; words without one stay: `Citizenship: Utopia`."""
    sections: tuple[Section, ...] = ()
    """The sections in order, with the same options as on pages."""
    section_defaults: SectionDefaults = SectionDefaults()
    """Options of all sections that do not say otherwise: `{style: lines, dates: dots}`. They come
    before those of `section_defaults` in `site.yaml`."""
    without: Words = Words()
    """Sections of the extended CV that this one leaves out, by their ids."""
    change: dict[str, SectionChange] = {}
    """Options of sections of the extended CV, by their ids: `{publications: {limit: 5}}`."""
    page: Literal["a4", "us-letter"] = "a4"
    """The size of the PDF's paper."""
    design: Design = Design()
    """How the PDF looks: the name of a design, or `{name: …, options: {…}}`."""
    fit: int = 0
    """The maximum number of pages: the least important entries are left out, by their `priority`
    and then by date. 0 means no limit."""
    visibility: Visibility = Visibility()
    """`web` makes the page only, `pdf` the PDF only, and `private` neither."""
    given_fields: tuple[str, ...] = ()
    """The fields that the file gives (set by the reader)."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"id", "given_fields", "spot"})

    def photo_file(self, portrait: str) -> str:
        """Return the name of the photo's file (for `true`, of the person's portrait), or ""."""
        return {"true": portrait, "false": ""}.get(self.photo.lower(), self.photo)

    @property
    def whole_sections(self) -> tuple[Section, ...]:
        """The sections, with the options that all sections of this CV share."""
        return tuple(map(self.section_defaults.under, self.sections))
