"""A social card: what a picture of a page says."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.text import Phrase
from generator.model.theme import OptionResult
from generator.model.views.entry_views import AuthorView, VenueView

CARD_SIZE = (1200, 630)
"""Pixels: what Open Graph's readers show whole, at 1.91 : 1."""

CardKind = Literal["home", "page", "post", "publication", "cv"]


class CardView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that a card shows, and nothing else, or an edit of that would draw it again."""

    kind: CardKind
    """What it is of."""
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
