"""A CV: its language, its sections, its file name."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from generator.model.sections import Section
from generator.model.text import Text
from generator.model.visibility import Visibility
from generator.problems import Spot


class Cv(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One file of `content/cv/`."""

    id: str = ""
    """The file's name without its ending: `resume-zh` (set by the reader)."""
    lang: str = ""
    """The language; left out, the site's first."""
    title: Text | None = None
    """The title of the page; left out, "Curriculum vitae"."""
    permalink: str = ""
    """The address; left out, `/cv/resume/`."""
    updated: str = ""
    """When it was last brought up to date: `2024-12`."""
    contact: tuple[str, ...] = ("email", "url")
    """What stands in the contact line, of the person's fields and links."""
    sections: tuple[Section, ...] = ()
    """The sections in order, with the same options as on pages."""
    visibility: Visibility = Visibility()
    """`private` keeps the CV out of the site."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    set_by_reader: ClassVar[frozenset[str]] = frozenset({"id", "spot"})
