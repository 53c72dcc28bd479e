"""What a template reads: records, pages and lists as one page shows them.

A view is a record after its section's style and the page's language have been applied. Nothing
in it has to be chosen, sorted or formatted any more, so the HTML theme and the PDF print the
same words. Texts stay Markdown; the filters `inline`, `blocks` and `plain` render them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.text import Body, Phrase


class View(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
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
    """`equal`, `equal-2`, `corresponding`, `student`, …: the theme draws their glyphs."""
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
    """The venue's own page."""


class FacetsView(View, frozen=True, kw_only=True):
    """By what an entry can be found in a list that readers may narrow down."""

    year: str = ""
    """The year under which it would be grouped."""
    kind: str = ""
    """The kind as the data has it, `conference`: the same in all languages."""
    kind_label: str = ""
    """The same in words."""
    tags: tuple[str, ...] = ()
    """Topics."""
    authors: tuple[str, ...] = ()
    """Full names, of which the list may show initials."""


class EntryView(View, frozen=True, kw_only=True):
    """A record as an entry of a section: every kind has the same parts, empty where it has none."""

    kind: str
    """`publications`, `experience`, …: `parts/entry-KIND.html` may draw it."""
    id: str = ""
    """The record's id, empty where it has none."""
    title: Phrase = Phrase()
    """The main line."""
    url: str = ""
    """The record's own page."""
    subtitle: tuple[Phrase, ...] = ()
    """What follows the title: organisation, unit; degree, area; …"""
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
    venue: VenueView | None = None
    """Where a publication appeared."""
    ranks: tuple[RankView, ...] = ()
    """The venue's ranks in the schemes that the section asks for."""
    details: tuple[Phrase, ...] = ()
    """Further facts in order: volume and pages, number, status, award, note, relation."""
    items: tuple[Phrase, ...] = ()
    """A list of short things: skills, organisations served, sub-awards."""
    count: int = 1
    """How many times: ×2."""
    abstract: Phrase = Phrase()
    """The abstract, where the section shows it."""
    body: Phrase = Phrase()
    """The record's Markdown blocks, where the section shows them."""
    links: tuple[LinkView, ...] = ()
    """Links in the record's order."""
    selected: bool = False
    """Whether the record belongs to the best."""
    thumbnail: str = ""
    """The address of a publication's picture, or of the PDF of whose first page there is one, where
    the theme's option `thumbnails` is on. The function `picture` takes it."""
    source: str = ""
    """Which record this is, `publications/goat`."""
    facets: FacetsView | None = None
    """By what it can be found, where the section lets readers filter."""


class GroupView(View, frozen=True, kw_only=True):
    """Entries under one heading."""

    title: str = ""
    """The heading, empty without grouping."""
    id: str = ""
    """For the heading's anchor."""
    start: int = 1
    """Number of the first entry, where entries are numbered."""
    entries: tuple[EntryView, ...] = ()
    """The entries in order."""


class SectionView(View, frozen=True, kw_only=True):
    """The answer to a section's query."""

    title: Phrase = Phrase()
    """The section's heading, empty where it has none."""
    id: str = ""
    """For the heading's anchor."""
    text: Phrase = Phrase()
    """Markdown blocks before the entries, or without any."""
    kinds: tuple[str, ...] = ()
    """The kinds of record that were asked for."""
    style: Literal["cards", "lines"] = "cards"
    """`cards` or `lines`."""
    numbered: bool = False
    """Whether the entries are numbered."""
    links: Literal["buttons", "brackets", "none"] = "buttons"
    """How links are drawn: `buttons`, `brackets` or `none`."""
    groups: tuple[GroupView, ...] = ()
    """The entries; without grouping, one group without a heading."""
    legend: tuple[str, ...] = ()
    """The author roles that occur, to be explained once."""
    filter: bool = False
    """Whether readers may narrow the list down; each entry then has `facets`."""
    kind_labels: tuple[tuple[str, str], ...] = ()
    """The kinds among the entries and their words, where readers may choose one."""
    more: LinkView | None = None
    """The link to a page with all of them."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show: no record fits, and there is no text."""
        return not self.text and not any(group.entries for group in self.groups)


class MenuItem(View, frozen=True, kw_only=True):
    """An entry of the menu."""

    label: Phrase
    """The words on it."""
    url: str
    """An address in the site or a URL."""
    is_local: bool = True
    """Whether it leads to a place in this site."""
    key: str = ""
    """Which page it leads to."""


class Translation(View, frozen=True, kw_only=True):
    """The same page in another language."""

    lang: str
    """The language's code: `zh`."""
    name: str
    """The language's own name: `中文`."""
    url: str
    """The address; of the language's home where the page has no translation."""
    exact: bool
    """Whether the page itself is there in that language (hreflang names only such)."""
    is_default: bool = False
    """Whether readers of all other languages are sent here: hreflang's `x-default`."""
    locale: str = ""
    """The language with a country, `zh_CN`, for Open Graph; empty where none is known."""


class PersonView(View, frozen=True, kw_only=True):
    """The site's own person."""

    name: str
    """The name in the page's language: `方缙` on a Chinese page."""
    latin: str = ""
    """The name in Latin letters."""
    native: str = ""
    """The name in the person's own script, empty where none is given."""
    monogram: str = ""
    """A letter or two that stand in for a portrait."""
    role: Phrase = Phrase()
    """What the person is: `Ph.D. candidate`."""
    affiliation: Phrase = Phrase()
    """University, department, group or company."""
    location: Phrase = Phrase()
    """City and country."""
    bio: Phrase = Phrase()
    """A sentence or two."""
    portrait: str = ""
    """Address of the picture, empty where none is given."""
    email: str = ""
    """The e-mail address, empty where the web may not show it."""
    phone: str = ""
    """The telephone number, empty where the web may not show it."""
    url: str = ""
    """The person's own page."""
    orcid: str = ""
    """The ORCID iD."""
    links: tuple[LinkView, ...] = ()
    """Profiles and other places, in the author's order."""


class SiteView(View, frozen=True, kw_only=True):
    """What holds for the whole site, in one language."""

    title: Phrase
    """The site's title: its own, or the person's name."""
    description: Phrase = Phrase()
    """A sentence about the site."""
    lang: str
    """The language of this view."""
    url: str = ""
    """The absolute base URL with a slash at its end, empty where none is configured."""
    base_path: str = "/"
    """The path of that URL: `/` or `/repo/`."""
    home: str = "/"
    """The address of this language's home."""
    languages: tuple[str, ...] = ()
    """Codes of all languages, the first one first."""
    robots: str = "allow"
    """`allow` or `disallow`: whether search engines may list the site."""
    version: str = ""
    """Masthead's version."""
    locale: str = ""
    """The language with a country, `en_US`, for Open Graph; empty where none is known."""
    has_cards: bool = False
    """Whether pages have social cards."""


class CardLink(View, frozen=True, kw_only=True):
    """Where the picture of a page is that others show with its link."""

    url: str
    """The address of a card, or of a picture of the author's in its place."""
    width: int = 0
    """In pixels; 0 for a picture of the author's."""
    height: int = 0
    """The same."""
    is_own: bool = True
    """Whether it shows this page, and not the home of its language."""


class PageView(View, frozen=True, kw_only=True):
    """A Markdown page or post."""

    key: str
    """The file's path under `content/` without language and ending: `posts/2022-12-02-goat`."""
    title: Phrase
    """The title."""
    description: str = ""
    """The sentence for search engines, empty where none is given."""
    url: str
    """The address."""
    lang: str
    """The language that the text is in."""
    is_post: bool = False
    """Whether it lies in `content/posts/`."""
    is_home: bool = False
    """Whether it is a language's home."""
    is_draft: bool = False
    """Whether it is a draft."""
    date: str = ""
    """The date in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    updated: str = ""
    """The date of the last change in words."""
    updated_iso: str = ""
    """The same for machines."""
    tags: tuple[TagView, ...] = ()
    """Topics of a post."""
    body: Body | Phrase = Phrase()
    """The Markdown; the filter `blocks` renders it."""
    breaks: bool = False
    """Whether each line break counts."""
    html: bool = True
    """Whether raw HTML is kept."""
    toc: bool | None = None
    """Whether a table of contents is asked for; `none` leaves it to the theme."""
    image: str = ""
    """Address of a picture for cards, empty where none is given."""
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
    """How many posts have it, where tags are listed."""


class PostItem(View, frozen=True, kw_only=True):
    """A post in a list: the excerpt is the head of its Markdown."""

    key: str
    """The file's path under `content/` without language and ending."""
    uid: str = ""
    """What it is called in feeds, whatever its address."""
    title: Phrase
    """The title."""
    url: str
    """The address."""
    date: str = ""
    """The date in words."""
    datetime: str = ""
    """The same for machines (ISO 8601), for `<time>`."""
    updated_iso: str = ""
    """The date of the last change for machines."""
    year: str = ""
    """The year, to group by."""
    tags: tuple[TagView, ...] = ()
    """Topics."""
    summary: str = ""
    """The description of its front matter, if any."""
    lang: str = ""
    """The language that it is written in. The filters `excerpt` and `content` give its text."""
    is_draft: bool = False
    """Whether it is a draft."""


class Neighbours(View, frozen=True, kw_only=True):
    """The posts before and after a post."""

    older: PostItem | None = None
    """The post before it in time."""
    newer: PostItem | None = None
    """The post after it in time."""


class CopyView(View, frozen=True, kw_only=True):
    """One copy of a picture, as a browser may choose it."""

    url: str
    """Its address."""
    width: int
    """In pixels."""


class PictureView(View, frozen=True, kw_only=True):
    """A picture of the site, and its smaller copies."""

    url: str
    """Its own address."""
    width: int
    """In pixels, as it is shown."""
    height: int
    """In pixels, too."""
    own: tuple[CopyView, ...] = ()
    """Copies of its own kind, from the narrowest to the widest; itself where it is no wider."""
    webp: tuple[CopyView, ...] = ()
    """Copies in WebP; a picture that is one itself has them as its own."""


class CitationView(View, frozen=True, kw_only=True):
    """A paper as a text cites it."""

    names: str
    """Who wrote it, in short: `Fang et al.`"""
    year: str = ""
    """When it appeared; empty where it has no date."""
    url: str = ""
    """Its page."""
    order: str = ""
    """What a list by authors is sorted by."""


class PublicationView(View, frozen=True, kw_only=True):
    """A paper for its own page."""

    entry: EntryView
    """The paper with everything that an entry can show."""
    bibtex: str = ""
    """The BibTeX entry."""
    bibtex_url: str = ""
    """The address of a file with the entry."""
    posts: tuple[PostItem, ...] = ()
    """Posts about it."""
    meta: tuple[tuple[str, str | Phrase], ...] = ()
    """Name and content of each `citation_*` tag (Google Scholar's inclusion guidelines). Of a
    content that is Markdown, the filter `plain` gives the words."""
    versions: tuple[EntryView, ...] = ()
    """Its other versions, such as a preprint: each as an entry with a venue and links."""


class SearchDocument(View, frozen=True, kw_only=True):
    """A page, post or paper as the search knows it."""

    kind: Literal["page", "post", "paper"]
    """What it is."""
    url: str
    """Its address."""
    title: Phrase
    """Its title."""
    date: str = ""
    """Of a post the day, of a paper the year; newer ones come first."""
    words: tuple[Phrase, ...] = ()
    """Names and topics that lead to it."""
    body: Body | Phrase = Phrase()
    """The Markdown of a page, the abstract of a paper."""
    lang: str = ""
    """The language that it is written in."""
    breaks: bool = False
    """Whether each line break of the Markdown counts."""
    html: bool = True
    """Whether raw HTML is kept."""


class SearchPart(View, frozen=True, kw_only=True):
    """A part of the index of the search."""

    parts: int
    """Of how many parts the index is made."""
    documents: tuple[SearchDocument, ...] = ()
    """What is found in this one."""


class CvView(View, frozen=True, kw_only=True):
    """A CV."""

    id: str
    """The name of its file: `resume-zh`."""
    title: Phrase
    """The title."""
    url: str
    """The address."""
    lang: str
    """The language that it is written in."""
    pdf: str = ""
    """The address of its PDF, empty where it has none."""
    updated: str = ""
    """When it was last brought up to date: as the author says, or the newest date in it."""
    summary: Phrase = Phrase()
    """Markdown that comes before the first section."""
    contact: tuple[LinkView, ...] = ()
    """The contact line; the label of each link is what to print."""
    sections: tuple[SectionView, ...] = ()
    """The sections in order."""
    fit: int = 0
    """At most so many pages of PDF; `fitted` leaves out what these do not hold. 0: all."""


class SitemapEntry(View, frozen=True, kw_only=True):
    """A page for the sitemap."""

    url: str
    """The page's address."""
    updated: str = ""
    """The date of the last change (ISO 8601), empty where none is known."""
    alternates: tuple[tuple[str, str], ...] = ()
    """Language (or `x-default`) and address."""


class ContentsItem(View, frozen=True, kw_only=True):
    """One thing that the site holds, for `llms.txt`."""

    title: Phrase
    """Its title."""
    url: str
    """The address of its Markdown twin, or of the page itself where there is none."""
    note: Phrase = Phrase()
    """What it is about: a page's description, a paper's authors, venue and year."""


class ContentsGroup(View, frozen=True, kw_only=True):
    """All things of one sort that the site holds."""

    kind: str
    """`pages`, `publications`, `posts` or `cv`: a word of the interface."""
    items: tuple[ContentsItem, ...] = ()
    """The things in order."""
