"""What a template reads: records, pages and lists as one page shows them.

A view is a record after its section's style and the page's language have been applied. Nothing
in it has to be chosen, sorted or formatted any more, so the HTML theme and the PDF print the
same words. Texts stay Markdown; the filters `inline`, `blocks` and `plain` render them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.text import Phrase


class View(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Base of all views."""


class LinkView(View, frozen=True, kw_only=True):
    """A link of a record, as a button shows it."""

    kind: str
    """`pdf`, `slides`, `code`, … : which icon."""
    label: str
    """The words on it."""
    url: str
    """An address in the site (`/pdf/goat.pdf`; the filter `href` makes it relative) or a URL."""
    is_local: bool = False
    """Whether it leads to a place in this site."""


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
    """`equal`, `equal-2`, `corresponding`, `first-inventor`: the theme draws their glyphs."""
    url: str = ""
    """The person's page."""
    lang: str = ""
    """Set where the name is written in another script than the page's."""


class RankView(View, frozen=True, kw_only=True):
    """A rank of a venue."""

    scheme: str
    """`CCF`."""
    rank: str
    """`A`."""


class VenueView(View, frozen=True, kw_only=True):
    """The venue as the style shows it."""

    full: Phrase = Phrase()
    """The full name, empty where the style leaves it out."""
    short: str = ""
    """The short name with or without the year: `ICNP'24`, `ICNP 2024`, `ICNP`."""
    year: str = ""
    """The year, where it stands apart from the short name."""
    badge: str = ""
    """The bare short name, `ICNP`, for a badge."""
    url: str = ""


class EntryView(View, frozen=True, kw_only=True):
    """A record as an entry of a section: every kind has the same parts, empty where it has none."""

    kind: str
    """`publications`, `experience`, …: `parts/entry-KIND.html` may draw it."""
    id: str = ""
    title: Phrase = Phrase()
    """The main line."""
    url: str = ""
    """The record's own page."""
    subtitle: tuple[Phrase, ...] = ()
    """What follows the title: organisation, unit; degree, area; …"""
    role: Phrase = Phrase()
    """The person's part in it."""
    location: Phrase = Phrase()
    date: str = ""
    """The date or span in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    authors: tuple[AuthorView, ...] = ()
    """Authors of a publication, inventors of a patent, advisors of a degree."""
    venue: VenueView | None = None
    ranks: tuple[RankView, ...] = ()
    details: tuple[Phrase, ...] = ()
    """Further facts in order: number, status, award, note, relation."""
    items: tuple[Phrase, ...] = ()
    """A list of short things: skills, organisations served, sub-awards."""
    count: int = 1
    """How many times: ×2."""
    abstract: Phrase = Phrase()
    body: Phrase = Phrase()
    links: tuple[LinkView, ...] = ()
    selected: bool = False
    source: str = ""
    """Which record this is, `publications/goat`."""


class GroupView(View, frozen=True, kw_only=True):
    """Entries under one heading."""

    title: str = ""
    """The heading, empty without grouping."""
    id: str = ""
    """For the heading's anchor."""
    start: int = 1
    """Number of the first entry, where entries are numbered."""
    entries: tuple[EntryView, ...] = ()


class SectionView(View, frozen=True, kw_only=True):
    """The answer to a section's query."""

    title: Phrase = Phrase()
    id: str = ""
    kinds: tuple[str, ...] = ()
    style: Literal["cards", "lines"] = "cards"
    numbered: bool = False
    links: Literal["buttons", "brackets", "none"] = "buttons"
    groups: tuple[GroupView, ...] = ()
    legend: tuple[str, ...] = ()
    """The author roles that occur, to be explained once."""
    more: LinkView | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no record fits."""
        return not any(group.entries for group in self.groups)


class MenuItem(View, frozen=True, kw_only=True):
    """An entry of the menu."""

    label: Phrase
    url: str
    is_local: bool = True
    key: str = ""
    """Which page it leads to."""


class Translation(View, frozen=True, kw_only=True):
    """The same page in another language."""

    lang: str
    name: str
    """The language's own name: `中文`."""
    url: str
    """The address; of the language's home where the page has no translation."""
    exact: bool
    """Whether the page itself is there in that language (hreflang names only such)."""


class PersonView(View, frozen=True, kw_only=True):
    """The site's own person."""

    name: str
    """The name in the page's language: `方缙` on a Chinese page."""
    latin: str = ""
    native: str = ""
    monogram: str = ""
    role: Phrase = Phrase()
    affiliation: Phrase = Phrase()
    location: Phrase = Phrase()
    bio: Phrase = Phrase()
    portrait: str = ""
    """Address of the picture, empty where none is given."""
    email: str = ""
    phone: str = ""
    url: str = ""
    orcid: str = ""
    links: tuple[LinkView, ...] = ()


class SiteView(View, frozen=True, kw_only=True):
    """What holds for the whole site, in one language."""

    title: Phrase
    description: Phrase = Phrase()
    lang: str
    url: str = ""
    """The absolute base URL with a slash at its end, empty where none is configured."""
    base_path: str = "/"
    """The path of that URL: `/` or `/repo/`."""
    home: str = "/"
    """The address of this language's home."""
    languages: tuple[str, ...] = ()
    robots: str = "allow"
    version: str = ""
    """Masthead's version."""


class PageView(View, frozen=True, kw_only=True):
    """A Markdown page or post."""

    key: str
    title: Phrase
    description: str = ""
    url: str
    lang: str
    """The language that the text is in."""
    is_post: bool = False
    is_home: bool = False
    is_draft: bool = False
    date: str = ""
    datetime: str = ""
    updated: str = ""
    updated_iso: str = ""
    tags: tuple[TagView, ...] = ()
    body: Phrase = Phrase()
    breaks: bool = False
    html: bool = True
    toc: bool | None = None
    image: str = ""
    publication: str = ""
    extra: dict[str, str] = {}


class TagView(View, frozen=True, kw_only=True):
    """A tag."""

    name: str
    url: str
    count: int = 0


class PostItem(View, frozen=True, kw_only=True):
    """A post in a list: the excerpt is the head of its Markdown."""

    key: str
    title: Phrase
    url: str
    date: str = ""
    datetime: str = ""
    updated_iso: str = ""
    year: str = ""
    tags: tuple[TagView, ...] = ()
    summary: str = ""
    """The description of its front matter, if any."""
    body: Phrase = Phrase()
    """The Markdown; the filter `excerpt` takes its head."""
    is_draft: bool = False


class Neighbours(View, frozen=True, kw_only=True):
    """The posts before and after a post."""

    older: PostItem | None = None
    newer: PostItem | None = None


class PublicationView(View, frozen=True, kw_only=True):
    """A paper for its own page."""

    entry: EntryView
    bibtex: str = ""
    """The BibTeX entry."""
    posts: tuple[PostItem, ...] = ()
    """Posts about it."""
    meta: tuple[tuple[str, str], ...] = ()
    """Name and content of each `citation_*` tag (Google Scholar's inclusion guidelines)."""


class CvView(View, frozen=True, kw_only=True):
    """A CV."""

    id: str
    title: Phrase
    url: str
    lang: str
    updated: str = ""
    contact: tuple[LinkView, ...] = ()
    sections: tuple[SectionView, ...] = ()


class SitemapEntry(View, frozen=True, kw_only=True):
    """A page for the sitemap."""

    url: str
    updated: str = ""
    alternates: tuple[tuple[str, str], ...] = ()
    """Language (or `x-default`) and address."""
