"""A section: which records it shows, in which order and style. A CV consists of sections."""

from functools import partial
from typing import Any, ClassVar, Literal

import msgspec

from generator.model.people import RoleMarks
from generator.model.text import Medium, Placed, Shown, Text, Visibility
from generator.model.theme import OptionValue

DateStyle = Literal["long", "short", "dots", "numbers", "iso", "year"]
MOST_COLUMNS = 4
GROUP_FIELDS = (
    "none", "year", "kind", "type", "status", "stage", "level", "role", "tags", "categories",
    "group", "organization", "institution", "unit", "assignee", "office", "event",
)  # fmt: skip
"""Fields by which records of Masthead's kinds can be grouped."""


ANY_KINDS = ("section", "timeline")
"""Sections whose name is not a kind: their option `of` names the kinds that they show."""


class Section(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """A query for records, and the style in which they are shown.

    In a page, write `:::{publications}` … `:::`; in a CV, add an item to its `sections`.
    """

    # After reading, this is a section's only form: facts take it as an argument, and ledgers keep
    # it.

    id: str = ""
    """A name for the section, so that a CV that extends this one can change it; by default, the
    first word of `of`."""
    of: tuple[str, ...] = ()
    """The kinds of record: `publications`, or several: `experience, education`. A directive with
    the name of a kind needs no `of`."""
    title: Text | None = None
    """A heading for the section. By default, a CV prints the kind of record; with `""` there is
    none."""
    text: Text | None = None
    """Markdown blocks before the records. In a CV, a section may have only a text, without `of`: a
    summary, a research statement, a line of citation counts."""
    where: dict[str, tuple[str, ...]] = {}
    """Only records whose field has one of the given values: `{kind: research, tags: llm}`. A `!`
    before a value excludes it; `*` stands for any value."""
    selected: bool | None = None
    """Only selected records (`true`), or only the others."""
    only: tuple[str, ...] = ()
    """Only the records with these ids, in this order."""
    skip: tuple[str, ...] = ()
    """All but the records with these ids."""
    order: tuple[str, ...] = ()
    """Fields to sort by, `-` for descending: `-date`, `-year, kind`; `file` keeps the order of the
    data file, `-file` reverses it. Or ids of records: those come first, in this order. The default
    is `-date`: first what still goes on, then what ended last; a stay during a degree comes below
    it. Groups by year are sorted by year. People are sorted by `group`, alumni last; `pinned` posts
    come first."""
    group: str = "none"
    """Group the records, with a heading for each `year`, `kind`, `type` (of record), `assignee`,
    `stage`, first of the `tags`, …"""
    filter: bool = False
    """Whether readers can filter the list on web pages, by words, year, kind, topic and author.
    Without scripts, they get the whole list, and links to its groups."""
    limit: int = 0
    """The maximum number of records; 0 means all."""
    columns: int = 1
    """The number of columns, from two to four, if there is room: for short entries, such as
    references or skills."""
    numbered: bool = False
    """Whether the entries are numbered."""
    style: str = "cards"
    """`cards`: title, authors and venue on separate lines. `lines`: one paragraph each, as in a
    list of references. Or a style of [patterns](patterns.md), your own or `ieee`, `acm`, `apa`,
    `chicago`, `vancouver`, `gbt7714`: it replaces `venue`, `year`, `ranks` and `imprint`; `names`,
    `max_authors` and `et_al` apply where it has no format. Or a style of the theme: all themes of
    Masthead have `grid` (tiles with pictures), `timeline` (along a drawn line) and `wall` (faces
    side by side). PDFs, and themes without that style, show `cards`."""
    options: dict[str, OptionValue] = {}
    """Options of a style of the theme: `{columns: 3}`; its `theme.yaml` lists them."""
    names: Literal["full", "initials", "native", "family-first"] = "full"
    """Authors as `full` (Jin Fang), `initials` (J. Fang), `native` (方缙), `family-first`. By
    default, names are `native` if that form is in the script of the page's or CV's language, and
    otherwise `full`."""
    max_authors: int = 0
    """The maximum number of authors, followed by "et al."; 0 means all."""
    et_al: Text | None = None
    """The words for "et al."."""
    venue: Literal["both", "full", "short", "none"] = "both"
    """The venue as `full` name, `short` name, `both` or `none`."""
    year: Literal["plain", "apostrophe", "none"] = "plain"
    """The year as in `ICNP 2024` (`plain`), `ICNP'24` (`apostrophe`), or `none`."""
    ranks: tuple[str, ...] = ()
    """Schemes whose ranks are shown: `ccf`."""
    imprint: tuple[str, ...] = ()
    """The details of a publication to print, among `edition`, `volume`, `number`, `pages`,
    `series`, `publisher`, `place`, `doi`, `arxiv`, `isbn`, in this order."""
    versions: Literal["none", "entry"] = "none"
    """Whether the other versions of a paper are shown at the end of its `entry`. They count as one
    paper. In a pattern, `{versions}` prints them."""
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
    """The form of author roles in this section, as `marks` in [site.yaml](site.md)."""
    run_in: bool = False
    """Whether each group is one paragraph after its heading: `**Assignee:** CN1*, CN2, CN3`. The
    entries follow a style of patterns, or are titles. `words: {run_in.between: "；", run_in.end:
    "。"}` sets the signs between them and at the end."""
    words: dict[str, Text] = {}
    """Other [words of the interface](site.md#words) in this section: `{in_brackets: " ({})",
    date.long.day: "{MMMM} {d}, {y}"}`."""
    legend: bool = True
    """Whether the marks of author roles are explained below."""
    priority: int = 0
    """The `priority` of its records that have none, if a CV has to `fit` a number of pages; records
    with a lower number are left out first."""
    visibility: Shown = "public"
    """Where the section is shown: `public` (web pages and PDF), `web`, `pdf`, or `private`. The
    records have their own `visibility`: a public record that only hidden sections show is an
    error."""
    more: str = ""
    """A page to link to below the section: `publications`. A home page then shows only the three
    newest items of news, so this page should have all."""
    cited_years: dict[str, str] = {}
    """In a list of cited works, the years with letters, `2023a`, by the ids of papers (set by
    `render/citing.py`)."""
    given_fields: tuple[str, ...] = ()
    """The options that are given, `*` for all (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"cited_years"})
    each_ones_own: ClassVar[tuple[str, ...]] = (
        *("id", "of", "title", "text", "only", "more", "visibility"),
    )
    """Options for which there is no default of all sections."""

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

    def over(self, section: "Section") -> "Section":
        """Return a section with the options that this one gives."""
        return section._with(self, self.given_fields)

    def under(self, section: "Section") -> "Section":
        """Return a section with the options of this one as defaults."""
        if not self.given_fields or "*" in section.given_fields:
            return section
        silent = (n for n in self.given_fields if n not in section.given_fields)
        whole = section._with(self, tuple(n for n in silent if n not in self.each_ones_own))
        words = {**self.words, **section.words}
        return msgspec.structs.replace(whole, words=words) if words else whole

    def _with(self, others: "Section", names: tuple[str, ...]) -> "Section":
        """Return the section with some options of another one. They now count as its own."""
        if not names:
            return self
        changes = {name: getattr(others, name) for name in names}
        given = tuple(dict.fromkeys((*self.given_fields, *names)))
        return msgspec.structs.replace(self, **changes, given_fields=given)

    @property
    def name(self) -> str:
        """The name by which its CV refers to it."""
        return self.id or next(iter(self.of), "")


class Design(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """The design of a CV's PDF."""

    name: str = "classic"
    """A design of the theme: `classic`, `modern` or `plain`; its file is `cv/NAME.typ` in the
    theme."""
    options: dict[str, OptionValue] = {}
    """The design's own options; the theme's `theme.yaml` lists them."""

    expects: ClassVar[str] = "form-design"

    @classmethod
    def from_scalar(cls, text: str) -> "Design":
        """Read the bare name of a design."""
        return cls(name=text)


class Cv(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """One file of `content/cv/`: a page and a PDF."""

    id: str = ""
    """The file's name without its ending: `resume-zh` (set by the reader)."""
    extends: str = ""
    """The id of another CV. This one takes from it all fields that it does not set itself."""
    lang: str = ""
    """The language; by default, the site's first."""
    title: Text | None = None
    """The title above the name; by default, "Curriculum vitae". With `""` there is none."""
    headline: Text | None = None
    """The line under the name; by default, the person's role and affiliation. With `""` there is
    none."""
    photo: str = ""
    """A photo beside the name, on the page and in the PDF: `true` for the person's `portrait`, or a
    file: `photos/me.jpg`. By default, there is none."""
    summary: Text | None = None
    """Markdown that comes before the first section."""
    summary_from: Literal["", "bio"] = ""
    """Use an existing text as the summary: `bio` is the person's."""
    permalink: str = ""
    """The address of the page; by default, `/cv/resume/`."""
    pdf: str = ""
    """The address of the PDF; by default, `/pdf/resume.pdf`. `none` makes no PDF."""
    publish: bool = True
    """Whether it is a part of the site. With `false` there is no page, and `masthead build` puts
    the PDF into the folder `_unpublished/` beside the site. Nothing in that folder is deployed."""
    updated: str = ""
    """When it was last updated: `2024-12`; by default, the newest month in its entries. `none`
    shows no date."""
    contact: tuple[str, ...] = ("email", "url")
    """The contact line: fields and links of the person, `[email, github]`, or texts with one of
    them in braces, `["E-mail: {email}", "GitHub: {github}"]`, where a link is its address. An item
    without its field is left out; a text without a field stays: `Citizenship: Utopia`."""
    sections: tuple[Section, ...] = ()
    """The sections in order, with the same options as on pages."""
    section_defaults: Section = Section()
    """Default options of all sections: `{style: lines, dates: dots}`. They override
    `section_defaults` in `site.yaml`."""
    without: tuple[str, ...] = ()
    """Sections of the extended CV that this one leaves out, by their ids."""
    change: dict[str, Section] = {}
    """Options of sections of the extended CV, by their ids: `{publications: {limit: 5}}`."""
    page: Literal["a4", "us-letter"] = "a4"
    """The size of the PDF's paper."""
    design: Design = Design()
    """The design of the PDF: its name, or `{name: …, options: {…}}`."""
    fit: int = 0
    """The maximum number of pages: the least important entries are left out, by `priority` and then
    by date. 0 means no limit."""
    visibility: Visibility = Visibility()
    """`web` makes only the page, `pdf` only the PDF, and `private` neither."""
    given_fields: tuple[str, ...] = ()
    """The fields that the file gives (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"id"})

    def photo_file(self, portrait: str) -> str:
        """Return the name of the photo's file (for `true`, of the person's portrait), or ""."""
        return {"true": portrait, "false": ""}.get(self.photo.lower(), self.photo)

    @property
    def whole_sections(self) -> tuple[Section, ...]:
        """The sections, with the options that all sections of this CV share."""
        return tuple(map(self.section_defaults.under, self.sections))
