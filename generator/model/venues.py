"""Venues: where a work appeared, with ranks."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.text import Text

PublicationKind = Literal[
    "conference",
    "workshop",
    "journal",
    "preprint",
    "book",
    "chapter",
    "thesis",
    "report",
    "demo",
    "poster",
    "dataset",
    "software",
    "other",
]


class Venue(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A conference, a journal or another place of publication; one entry of `venues.yaml`."""

    id: str
    """The word by which publications name the venue: `icnp`."""
    name: Text | None = None
    """The full name: `IEEE International Conference on Network Protocols`."""
    short: Text | None = None
    """The short name: `ICNP`."""
    kind: PublicationKind = "other"
    """What it publishes; a publication takes its own kind from here."""
    ranks: dict[str, str] = {}
    """Ranks by scheme: `{ccf: B, core: A*}`."""
    publisher: str = ""
    """The publisher, for BibTeX."""
    issn: str = ""
    """The ISSN, for metadata."""
    url: str = ""
    """The venue's own page."""
