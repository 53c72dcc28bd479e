"""CVs as pages and PDFs show them, and social cards: what designs, written in Typst, get."""

from typing import Literal

import msgspec

from generator.model.languages import Commas
from generator.model.text import Phrase
from generator.model.theme import OptionResult
from generator.model.views import View
from generator.model.views.entry_views import AuthorView, LinkView, SectionView, VenueView


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
    """When it was last brought up to date, in words: as it says, or the newest date in it."""
    headline: Phrase = Phrase()
    """The line under the name, where the CV has one of its own."""
    photo: str = ""
    """Address of the photo beside the name, empty where it has none."""
    summary: Phrase = Phrase()
    """Markdown that comes before the first section."""
    contact: tuple[LinkView, ...] = ()
    """The contact line; the label of each link is what to print."""
    sections: tuple[SectionView, ...] = ()
    """The sections in order."""
    fit: int = 0
    """The maximum number of pages of its PDF; `fitted` leaves out what has no room. 0: no limit."""


class PhotoView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A photo of the person, which lies in the site."""

    address: str
    """Where it lies."""
    alt: str
    """What it shows, for those who do not see it."""
    width: int
    """In pixels."""
    height: int
    """In pixels, too."""
    digest: str
    """Of its bytes."""


class DocumentView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A CV for its PDF, with everything that its look depends on."""

    cv: CvView
    """What it shows."""
    name: str
    """The person's name in the CV's language."""
    prefix: Phrase
    """What stands before it: `PD Dr.`"""
    title: Phrase
    """What stands behind it: `Ph.D.`"""
    native: str = ""
    """The name in the person's own script, where that is another one."""
    headline: tuple[Phrase, ...] = ()
    """The line under the name, in parts."""
    photo: PhotoView | None = None
    """The photo beside the name."""
    page: str
    """`a4` or `us-letter`."""
    design: str
    """The name of the design."""
    options: dict[str, OptionResult] = {}
    """The design's options, typed."""
    words: dict[str, str] = {}
    """Words of the interface by key."""
    commas: Commas
    """What stands between two words of a list."""
    fit: int = 0
    """The maximum number of pages; 0: no limit."""
    least_important: tuple[str, ...] = ()
    """Sources of the entries that may be left out, the least important one first."""
    newest: str = ""
    """When it was last brought up to date (ISO 8601), empty where nothing says so."""


CARD_SIZE = (1200, 630)
"""Pixels: what Open Graph's readers show whole, at 1.91 : 1."""

CardKind = Literal["home", "page", "post", "publication", "cv"]


class CardView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Exactly what a card shows: the card is drawn again whenever this changes."""

    kind: CardKind
    """What it is of."""
    commas: Commas
    """What stands between two words of a list."""
    title: Phrase
    """The page's title; on the card of the home the site's."""
    authors: tuple[AuthorView, ...] = ()
    """Of a paper: the first ones, and the site's own person wherever they stand."""
    venue: VenueView | None = None
    """Of a paper: where it appeared, and the year."""
    date: str = ""
    """Of a post, in words."""
    site: Phrase = Phrase()
    """The site's title."""
    host: str = ""
    """Where the site lives: `jin.example.org`."""
    name: str = ""
    """The person's name in the page's language."""
    role: Phrase = Phrase()
    """What they are."""
    affiliation: Phrase = Phrase()
    """Where."""
    lang: str = ""
    """The page's language."""
    options: dict[str, OptionResult] = {}
    """The theme's options, typed."""
