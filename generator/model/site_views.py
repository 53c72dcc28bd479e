"""Views of the whole site: its person, its pictures, and lists of its contents for machines; also
the views of CVs and social cards that Typst designs get."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.files import Picture
from generator.model.languages import Commas
from generator.model.text import Body, Phrase
from generator.model.theme import OptionResult
from generator.model.views import LinkView, SectionView, View
from generator.problems import Message


class SiteView(View, frozen=True, kw_only=True):
    """The settings of the whole site, in one language."""

    title: Phrase
    """The site's title: its own, or the person's name."""
    description: Phrase = Phrase()
    """A sentence about the site."""
    footer: Phrase = Phrase()
    """The site's own line at the foot of pages."""
    lang: str
    """The language of this view."""
    url: str = ""
    """The absolute base URL with a slash at its end; empty if none is configured."""
    home: str = "/"
    """The address of the home page in this language."""
    robots: str = "allow"
    """`allow` or `disallow`: whether search engines may list the site."""
    version: str = ""
    """Masthead's version."""


class CitationCountView(View, frozen=True, kw_only=True):
    """The number of citations that a service reported on a day."""

    citations: int
    """The number."""
    source: str
    """The name of the service: `OpenAlex`."""
    date: str
    """The day in words."""
    datetime: str
    """The same for machines (ISO 8601), for `<time>`."""
    h_index: int | None = None
    """The h-index of a person, if the service has one."""


class CountsView(View, frozen=True, kw_only=True):
    """The numbers of the site's public records, and the years of its papers."""

    papers: int = 0
    """How many publications."""
    first_year: str = ""
    """The year of the first of them; empty if none has a date."""
    last_year: str = ""
    """The year of the last of them."""
    records: dict[str, int] = {}
    """The number of records of each other kind: `{talks: 7, awards: 4}`."""
    posts: int = 0
    """The number of posts in the page's language."""


class PersonView(View, frozen=True, kw_only=True):
    """The site's own person."""

    name: str
    """The name in the page's language: `方缙` on a Chinese page."""
    prefix: Phrase = Phrase()
    """A title before the name in headings: `PD Dr.`"""
    title: Phrase = Phrase()
    """A title after the name in headings: `Ph.D.`"""
    latin: str = ""
    """The name in Latin letters."""
    native: str = ""
    """The name in the person's own script; empty without one."""
    native_lang: str = ""
    """The language of that form, for the `lang` attribute: `zh`."""
    monogram: str = ""
    """One or two letters in place of a portrait."""
    role: Phrase = Phrase()
    """What the person is: `Ph.D. candidate`."""
    affiliation: Phrase = Phrase()
    """University, department, group or company."""
    location: Phrase = Phrase()
    """City and country."""
    bio: Phrase = Phrase()
    """A sentence or two."""
    portrait: str = ""
    """The address of the picture; empty without one."""
    portrait_dark: str = ""
    """The address of a picture for dark pages; empty if there is only one."""
    email: str = ""
    """The e-mail address; empty if the web may not show it."""
    phone: str = ""
    """The telephone number; empty if the web may not show it."""
    url: str = ""
    """The person's own page."""
    orcid: str = ""
    """The ORCID iD."""
    links: tuple[LinkView, ...] = ()
    """Profiles and other links, in the author's order."""


class Translation(View, frozen=True, kw_only=True):
    """The same page in another language."""

    lang: str
    """The language's code: `zh`."""
    name: str
    """The language's own name: `中文`."""
    url: str
    """The address; that of the language's home page if the page has no translation."""
    exact: bool
    """Whether the page itself exists in that language (only then does hreflang list it)."""
    is_default: bool = False
    """Whether this is the page for readers of all other languages: hreflang's `x-default`."""


class SearchDocument(View, frozen=True, kw_only=True):
    """A page, post or paper in the index of the search."""

    kind: Literal["page", "post", "paper"]
    """What it is."""
    url: str
    """Its address."""
    title: Phrase
    """Its title."""
    date: str = ""
    """The day of a post or the year of a paper; newer ones come first."""
    words: tuple[Phrase, ...] = ()
    """Names and topics by which it is found."""
    body: Body | Phrase = Phrase()
    """The Markdown of a page, the abstract of a paper."""
    lang: str = ""
    """Its language."""
    breaks: bool = False
    """Whether line breaks in the Markdown are kept."""


class SitemapEntry(View, frozen=True, kw_only=True):
    """A page for the sitemap."""

    url: str
    """The page's address."""
    updated: str = ""
    """The date of the last change (ISO 8601); empty if unknown."""
    alternates: tuple[tuple[str, str], ...] = ()
    """Language (or `x-default`) and address."""


class ContentsItem(View, frozen=True, kw_only=True):
    """One item of the site, for `llms.txt`."""

    title: Phrase
    """Its title."""
    url: str
    """The address of its page."""
    note: Phrase = Phrase()
    """Its description: that of a page, or a paper's authors, venue and year."""


class ContentsGroup(View, frozen=True, kw_only=True):
    """All items of one sort on the site."""

    kind: str
    """`pages`, `publications`, `posts`, `cv` or a kind of record."""
    title: str = ""
    """The words for it."""
    items: tuple[ContentsItem, ...] = ()
    """The items in order."""


# ------------------------------------------------------------------ pictures


class PictureView(View, frozen=True, kw_only=True):
    """A picture of the site, and its smaller copies."""

    url: str
    """Its own address."""
    width: int
    """In pixels, as it is displayed."""
    height: int
    """In pixels, too."""
    copies: tuple[CopyView, ...] = ()
    """In WebP, from the narrowest to the widest; includes the picture itself if it is WebP."""


class FilmView(View, frozen=True, kw_only=True):
    """A film of the site."""

    url: str
    """Its address."""
    width: int = 0
    """In pixels, as it is displayed; 0 if its header does not say it."""
    height: int = 0
    """In pixels, too."""
    fault: Message | None = None
    """Why pages cannot show it."""


class CopyView(View, frozen=True, kw_only=True):
    """One copy of a picture, for browsers to choose from."""

    url: str
    """Its address."""
    width: int
    """In pixels."""


# ------------------------------------------------------------------ CVs and cards


class CvView(View, frozen=True, kw_only=True):
    """A CV."""

    id: str
    """The name of its file: `resume-zh`."""
    title: Phrase
    """The title; empty if the CV shows none."""
    url: str
    """The address."""
    lang: str
    """Its language."""
    pdf: str = ""
    """The address of its PDF; empty if it has none."""
    updated: str = ""
    """The date of its last update, in words: its own, or the newest date in it."""
    headline: Phrase | None = None
    """The line under the name, if the CV has its own; an empty one prints nothing."""
    photo: str = ""
    """The address of the photo beside the name; empty without one."""
    summary: Phrase = Phrase()
    """Markdown that comes before the first section."""
    contact: tuple[LinkView, ...] = ()
    """The contact line; the label of each link is its text."""
    sections: tuple[SectionView, ...] = ()
    """The sections in order."""
    fit: int = 0
    """The maximum number of pages of its PDF; `fitted` leaves out the rest. 0: no limit."""


class DocumentView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A CV for its PDF, with everything that its look depends on."""

    cv: CvView
    """What it shows."""
    name: str
    """The person's name in the CV's language."""
    prefix: Phrase
    """What precedes it: `PD Dr.`"""
    title: Phrase
    """What follows it: `Ph.D.`"""
    native: str = ""
    """The name in the person's own script, where it differs."""
    headline: tuple[Phrase, ...] = ()
    """The line under the name, in parts."""
    photo: Picture | None = None
    """The photo beside the name."""
    photo_path: str = ""
    """Its address without the first slash."""
    page: str
    """`a4` or `us-letter`."""
    design: str
    """The name of the design."""
    options: dict[str, OptionResult] = {}
    """The design's options, typed."""
    words: dict[str, str] = {}
    """Words of the interface by key."""
    commas: Commas
    """The separator between two words of a list."""
    least_important: tuple[str, ...] = ()
    """Sources of the entries that may be left out, the least important one first."""
    newest: str = ""
    """When it was last brought up to date (ISO 8601), empty where nothing says so."""
