"""Views of records as entries, of sections, and of pages.

Templates read views: records to which a section's style and a page's language have been applied.
Nothing in a view is left to choose, sort or format, so HTML and PDF print the same words. Texts
stay Markdown; the filters `inline`, `blocks` and `plain` render them. `graph` makes views;
templates and Typst designs read them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.languages import Commas
from generator.model.text import Body, Phrase
from generator.model.theme import OptionResult


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Base of all views."""


class LinkView(View, frozen=True, kw_only=True):
    """A link of a record, as a button shows it."""

    kind: str
    """`pdf`, `slides`, `code`, …: the icon."""
    label: str
    """The words on it."""
    url: str
    """An address in the site (`/pdf/goat.pdf`; the filter `href` makes it relative) or a URL."""
    is_local: bool = False
    """Whether it leads to an address of this site."""


class AuthorView(View, frozen=True, kw_only=True):
    """One author in a list."""

    name: str
    """The name in the section's style."""
    full: str = ""
    """The name in full, for metadata."""
    is_self: bool = False
    """Whether this is the site's own person."""
    is_others: bool = False
    """Whether this is "et al."."""
    roles: tuple[str, ...] = ()
    """`equal`, `equal-2`, `corresponding`, `student`, …: the roles that are shown as marks."""
    words: str = ""
    """The other roles in words, with all signs before them: ` (corresponding author)`."""
    url: str = ""
    """The person's page."""
    affiliations: tuple[int, ...] = ()
    """The person's affiliations at the time: numbers of the entry's `affiliations`, from 1."""
    lang: str = ""
    """Set if the name is in another script than the page's."""


class VenueView(View, frozen=True, kw_only=True):
    """The venue as the style shows it."""

    full: Phrase = Phrase()
    """The full name; empty if the style leaves it out."""
    short: str = ""
    """The short name with or without the year: `ICNP'24`, `ICNP 2024`, `ICNP`."""
    year: str = ""
    """The year, if it is separate from the short name."""
    badge: str = ""
    """The bare short name, `ICNP`, for a badge."""
    url: str = ""
    """The venue's own page."""


class FacetsView(View, frozen=True, kw_only=True):
    """Values by which readers can filter an entry."""

    year: str = ""
    """The year under which it would be grouped."""
    kind: str = ""
    """The kind as the data has it, `conference`: the same in all languages."""
    tags: tuple[str, ...] = ()
    """Topics."""
    authors: tuple[str, ...] = ()
    """Full names, also if the list shows initials."""


class TeaserView(View, frozen=True, kw_only=True):
    """The picture or the short film that represents a record or a post."""

    url: str
    """The address of the picture or film, or of a PDF whose first page is shown. The functions
    `picture` and `film` take it."""
    is_film: bool = False
    """Whether it is a film."""
    still: str = ""
    """The address of the picture for readers who want nothing to move; empty without one."""
    width: int
    """In pixels."""
    height: int
    """In pixels, too."""
    alt: Phrase = Phrase()
    """A description; empty if the author gives none."""


class EntryView(View, frozen=True, kw_only=True):
    """A record as an entry of a section. Every kind has the same fields; some are empty."""

    kind: str = ""
    """`publications`, `experience`, …: if there is a `parts/entry-KIND.html`, that renders it."""
    id: str = ""
    """The record's id; empty if it has none."""
    line: tuple[Phrase, ...] = ()
    """The whole entry in the pattern of the section's style: one phrase, or one for each column,
    some of which may be empty. Empty if the style has no pattern for it."""
    line_dir: Literal["", "ltr", "rtl"] = ""
    """The direction of `line` if it has no columns and differs from the page's: a paper with a
    Latin title on an Arabic page."""
    has_date_apart: bool = False
    """Whether `date` is shown beside `line`, because `line` does not contain it."""
    title: Phrase = Phrase()
    """The main line."""
    url: str = ""
    """The record's own page."""
    subtitle: tuple[Phrase, ...] = ()
    """The words after the title: organisation, unit; degree, area; …"""
    role: Phrase = Phrase()
    """The person's part in it."""
    location: Phrase = Phrase()
    """City and country."""
    date: str = ""
    """The date or span in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    authors: tuple[AuthorView, ...] = ()
    """Authors of a publication, inventors of a patent, advisors of a degree."""
    affiliations: tuple[Phrase, ...] = ()
    """The affiliations of a publication's authors, by their numbers; only on its page."""
    venue: VenueView | None = None
    """The venue of a publication."""
    ranks: tuple[str, ...] = ()
    """The venue's ranks in the schemes that the section asks for: `CCF A`, or with the site's own
    word for the scheme, `中科院 1 区`."""
    shape: Phrase = Phrase()
    """The form in which a publication was presented: `Oral`."""
    award: Phrase = Phrase()
    """The prize that a publication won."""
    note: Phrase = Phrase()
    """The note after a publication's venue: `to appear`."""
    status: Phrase = Phrase()
    """The status of a publication, in words; empty if it is published."""
    details: tuple[Phrase, ...] = ()
    """Further facts in order: volume and pages, number, relation."""
    imprint: tuple[Phrase, ...] = ()
    """The first of the details, if they name the book or journal of a publication."""
    items: tuple[Phrase, ...] = ()
    """A list of short items: skills, organisations served, sub-awards."""
    count: int = 1
    """How many times: ×2."""
    abstract: Phrase = Phrase()
    """The abstract, if the section shows it."""
    body: Phrase = Phrase()
    """The record's Markdown blocks, if the section shows them."""
    links: tuple[LinkView, ...] = ()
    """Links in the record's order, except those in `line`."""
    selected: bool = False
    """Whether the record is `selected`."""
    roles: tuple[str, ...] = ()
    """The roles whose marks are in the entry, for the legend."""
    teaser: TeaserView | None = None
    """The picture or film that represents the record; for a paper without one, the first page of
    its PDF, if the theme's option `first_pages` is on."""
    portrait: str = ""
    """The address of a person's picture; empty without one."""
    monogram: str = ""
    """One or two letters in place of a person's picture."""
    source: str = ""
    """The record's kind and id: `publications/goat`."""
    facets: FacetsView | None = None
    """Values for the filter, if the section has one."""
    tags: tuple[str, ...] = ()
    """Its topics."""
    extra: dict[str, Phrase] = {}
    """The author's own fields."""

    @property
    def facts(self) -> tuple[Phrase, ...]:
        """All further facts as one list: details, including shape, award, note and status."""
        apart = tuple(filter(None, (self.shape, self.award, self.note, self.status)))
        if not apart:
            return self.details
        behind = len(self.imprint)
        return (*self.details[:behind], *apart, *self.details[behind:])


class GroupView(View, frozen=True, kw_only=True):
    """Entries under one heading."""

    title: str = ""
    """The heading; empty without grouping."""
    id: str = ""
    """For the heading's anchor."""
    start: int = 1
    """The number of the first entry, if entries are numbered."""
    entries: tuple[EntryView, ...] = ()
    """The entries in order."""
    label: Phrase | None = None
    """The text before the entries if they are run in: `**Assignee:** `."""
    commas: Commas = Commas()
    """The text between two of them then."""
    between: str = ""
    """The same for all pairs, if the author sets it."""
    end: str = ""
    """The text after the last of them then."""

    @property
    def line(self) -> Phrase:
        """The entries as one paragraph, if they are run in."""
        if self.label is None or not self.entries:
            return Phrase()
        lines = [entry.line or (entry.title,) for entry in self.entries]
        said = [" ".join(str(column) for column in line if column) for line in lines]
        listed = self.between.join(said) if self.between else self.commas.joined(said, "facts")
        return Phrase(f"{self.label}{listed}{self.end}", "", self.label.spot)


class SectionView(View, frozen=True, kw_only=True):
    """The result of a section's query."""

    title: Phrase = Phrase()
    """The section's heading; empty if it has none."""
    id: str = ""
    """For the heading's anchor."""
    text: Phrase = Phrase()
    """Markdown blocks before the entries; shown even without entries."""
    kinds: tuple[str, ...] = ()
    """The kinds of record that were asked for."""
    style: str = "cards"
    """`cards`, `lines` (with patterns, too), or one that the theme adds."""
    options: dict[str, OptionResult] = {}
    """The options of a style of the theme, with their types."""
    columns: int = 0
    """The number of columns in the lines of its entries; 0 if no pattern makes columns."""
    dates_at: Literal["", "start", "end"] = ""
    """The column that contains only dates: the first, the last, or neither."""
    across: int = 1
    """The number of entries in a row, if there is room."""
    numbered: bool = False
    """Whether the entries are numbered."""
    links: Literal["buttons", "brackets", "none"] = "buttons"
    """The form of links: `buttons`, `brackets` or `none`."""
    groups: tuple[GroupView, ...] = ()
    """The entries; without grouping, one group without a heading."""
    marks: dict[str, str] = {}
    """The mark of each role that is shown as a mark."""
    legend: tuple[str, ...] = ()
    """The author roles that occur, to be explained once."""
    filter: bool = False
    """Whether readers can filter the list; each entry then has `facets`."""
    kind_labels: tuple[tuple[str, str], ...] = ()
    """The kinds among the entries and their words, if readers can choose one."""
    more: LinkView | None = None
    """The link to a page with all of them."""

    @property
    def entries(self) -> tuple[EntryView, ...]:
        """The entries of all groups in order."""
        return tuple(entry for group in self.groups for entry in group.entries)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show: no matching record, and no text."""
        return not self.text and not any(group.entries for group in self.groups)


# ------------------------------------------------------------------ pages


class PageHead(View, frozen=True, kw_only=True):
    """What is said of a page or a post above its text, and of a post in lists."""

    key: str
    """The file's path under `content/` without language and ending: `posts/2022-12-02-goat`."""
    title: Phrase
    """The title."""
    url: str
    """The address."""
    lang: str
    """The language of the text. For a post, the filters `excerpt` and `content` return the text."""
    is_draft: bool = False
    """Whether it is a draft."""
    date: str = ""
    """The date in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    updated_iso: str = ""
    """The date of the last change for machines."""
    tags: tuple[TagView, ...] = ()
    """Topics of a post."""
    categories: tuple[TagView, ...] = ()
    """Categories of a post."""
    teaser: TeaserView | None = None
    """The picture or film that represents a post: its `preview`, or else its `image`."""
    authors: tuple[AuthorView, ...] = ()
    """The author of a post, if it names one."""


class PageView(PageHead, frozen=True, kw_only=True):
    """A Markdown page or post."""

    description: str = ""
    """The sentence for search engines; empty without one."""
    is_post: bool = False
    """Whether it is in `content/posts/`."""
    updated: str = ""
    """The date of the last change in words."""
    body: Body | Phrase = Phrase()
    """The Markdown; the filter `blocks` renders it."""
    breaks: bool = False
    """Whether line breaks in the source are kept."""
    toc: bool | None = None
    """Whether a table of contents is asked for; `none` leaves it to the theme."""
    image: str = ""
    """The address of a picture to appear with shared links; empty without one."""
    publication: str = ""
    """The id of the paper that a post is about."""
    extra: dict[str, str] = {}
    """The author's own fields, as texts."""


class TagView(View, frozen=True, kw_only=True):
    """A tag."""

    name: str
    """The tag as the author writes it."""
    url: str
    """The page that lists its posts."""
    count: int = 0
    """The number of posts with it, in lists of tags."""


class PostItem(PageHead, frozen=True, kw_only=True):
    """A post in a list; the excerpt is the beginning of its Markdown."""

    uid: str = ""
    """Its id in feeds, which does not depend on its address."""
    day: str = ""
    """The date without the year, for lists below a year."""
    year: str = ""
    """The year, to group by."""
    summary: str = ""
    """The description of its front matter, if any."""
    pinned: bool = False
    """Whether it comes before the others."""


class Neighbours(View, frozen=True, kw_only=True):
    """The posts before and after a post."""

    older: PostItem | None = None
    """The post before it in time."""
    newer: PostItem | None = None
    """The post after it in time."""


class CitationView(View, frozen=True, kw_only=True):
    """A paper as it is cited in a text."""

    people: tuple[str, ...] = ()
    """The family names of its authors; the title if it has none."""
    is_open: bool = False
    """Whether there are more authors than the paper's record names."""
    year: str = ""
    """The year; empty if it has no date."""
    url: str = ""
    """Its page."""
    order: str = ""
    """The key for sorting by authors."""


class MenuItem(View, frozen=True, kw_only=True):
    """An entry of the menu."""

    label: Phrase
    """The words on it."""
    url: str
    """An address in the site or a URL."""
    is_local: bool = True
    """Whether it leads to an address of this site."""
    key: str = ""
    """The page that it leads to."""
    part: Phrase = Phrase()
    """The heading of a part of the menu that begins with this entry."""


class PageOfRecord(View, frozen=True, kw_only=True):
    """What the pages of all records show."""

    entry: EntryView
    """The record with everything that an entry can show; its text is in `text`."""
    text: Body | Phrase = Phrase()
    """Markdown blocks: of a paper, the page that it names, in the page's language if there is such
    a version; of a person the `bio`, of a talk the `abstract`, then the `body`."""
    marks: dict[str, str] = {}
    """The mark of each role that is shown as a mark, for its people or the authors of the paper."""
    posts: tuple[PostItem, ...] = ()
    """Posts about a paper, or about the paper that a talk presented."""


class PublicationView(PageOfRecord, frozen=True, kw_only=True):
    """A paper for its own page."""

    bibtex: str = ""
    """The BibTeX entry."""
    bibtex_url: str = ""
    """The address of a file with the entry."""
    talks: tuple[EntryView, ...] = ()
    """Talks that presented it, newest first."""
    meta: tuple[tuple[str, str | Phrase], ...] = ()
    """Name and content of each `citation_*` tag (Google Scholar's inclusion guidelines). Content in
    Markdown needs the filter `plain`."""
    versions: tuple[EntryView, ...] = ()
    """Its other versions, such as a preprint: each as an entry with a venue and links."""


class RecordView(PageOfRecord, frozen=True, kw_only=True):
    """A record other than a paper for its own page: a member, talk, project, course, news."""

    time: str = ""
    """Of a talk or a course: the time of day in words."""
    staff: tuple[AuthorView, ...] = ()
    """Who teaches a course; `words` are the role in brackets."""
    schedule: tuple[SessionView, ...] = ()
    """The sessions of a course."""
    paper: EntryView | None = None
    """Of a talk: the paper that it presented."""
    person: str = ""
    """Of a person: the word for `where: {authors: …}`, which finds the papers."""
    group: str = ""
    """Of a person: the group in words, `Ph.D. students`."""


class SessionView(View, frozen=True, kw_only=True):
    """A row in the schedule of a course."""

    week: str = ""
    """The week, as the author has it."""
    date: str = ""
    """The day in words."""
    datetime: str = ""
    """The same for machines (ISO 8601)."""
    time: str = ""
    """The time of day, if it is not the course's."""
    location: Phrase = Phrase()
    """The place, if it is not the course's."""
    topic: Phrase = Phrase()
    """What it is about."""
    readings: tuple[Phrase, ...] = ()
    """What to read."""
    no_class: bool = False
    """Whether there is no class on that day."""
    links: tuple[LinkView, ...] = ()
    """Its files."""
