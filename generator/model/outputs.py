"""One file of the site to be."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.model.pictures import Variant
from generator.model.text import Phrase
from generator.problems import Problem, Spot

OutputKind = Literal[
    "template", "twin", "document", "card", "picture",
    "export", "static", "asset", "index", "empty",
]  # fmt: skip
"""Drawn by a template, again as Markdown, by Typst, by Typst as a picture, made of another picture,
data for machines, copied, copied or drawn for the theme, what the search reads, without content."""


class Output(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One file that will be written, and what it is made of."""

    path: str
    """Where it goes below the output folder: `publications/goat/index.html`."""
    url: str
    """Its address: `/publications/goat/`."""
    kind: OutputKind = "template"
    lang: str = ""
    layout: str = ""
    """The template that draws it: `publication`; its ending is that of the output."""
    subject: str = ""
    """Which page, publication, tag or CV it shows."""
    key: str = ""
    """The same for all translations of one page."""
    title: Phrase = Phrase()
    """The title of a page that no Markdown file gives one."""
    target: str = ""
    """Where a redirect leads."""
    source: str = ""
    """The file that caused it, for messages."""
    twin: str = ""
    """The address of the same page as Markdown."""
    variant: Variant | None = None
    """Which copy of the picture in `source`."""
    is_listed: bool = True
    """Whether the sitemap names it."""


class FragmentLink(msgspec.Struct, frozen=True):
    """A link to an id on a page of the site; checked when all pages are there."""

    address: str
    fragment: str
    where: Spot


class Rendered(msgspec.Struct):
    """One output's bytes and what was noticed while making it."""

    data: bytes = b""
    problems: list[Problem] = []
    fragment_links: list[FragmentLink] = []
