"""A CV to be printed."""

from __future__ import annotations

import msgspec

from generator.model.text import Phrase
from generator.model.theme import OptionResult
from generator.model.views.page_views import CvView


class DocumentView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a CV shows on paper, and all that decides how it looks there."""

    cv: CvView
    """What it shows."""
    name: str
    """The person's name in the CV's language."""
    native: str = ""
    """The name in the person's own script, where that is another one."""
    headline: tuple[Phrase, ...] = ()
    """The line under the name, in parts."""
    page: str
    """`a4` or `us-letter`."""
    design: str
    """The name of the design."""
    options: dict[str, OptionResult] = {}
    """The design's options, typed."""
    words: dict[str, str] = {}
    """Words of the interface by key."""
    fit: int = 0
    """At most so many pages; 0: any number."""
    least_important: tuple[str, ...] = ()
    """Sources of the entries that may be left out, the least important one first."""
    newest: str = ""
    """When it was last brought up to date (ISO 8601), empty where nothing says so."""
