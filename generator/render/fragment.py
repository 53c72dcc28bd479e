"""A piece of rendered Markdown with slots where the site must be asked.

Markdown is rendered in two phases. The first turns text into a `Fragment` and knows nothing but
that text, so its result can be remembered by the digest of the text alone. What depends on the
rest of the site (where a link leads, what a section lists) stays open as a slot. The second phase,
`Fragment.fill`, closes the slots: it is cheap, and it is the only place that asks the site.

This module imports neither the Markdown parser nor anything else that is slow to load, so a
remembered fragment can be filled without them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import msgspec

OPEN_PREFIX = "\x01"
"""Given as the `prefix` of ids, it leaves open what that is: one fragment serves a post's own page
and a feed. No text holds this character, see `RenderContext`."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Everything besides the text that has a say in a fragment."""

    html: bool = True
    """Raw HTML is kept. False for text that comes from data files: it is escaped."""
    breaks: bool = False
    """A line break in the text is a line break on the page."""
    extensions: bool = True
    """False gives CommonMark and nothing else, as the specification's examples want it."""
    heading_base: int = 1
    """The level of the text's highest headings: 2 where the page's own title is the `<h1>`.

    Some authors begin with `#` and some with `##`; both get the same outline. With 1 every heading
    keeps the level that is written.
    """
    lang: str = "en"
    """The language of the words that we add ourselves, such as the title of a `:::{note}`."""
    titles: dict[str, str] = {}
    """The site's own words in place of ours, by name; the names are those of `context.WORDS`."""
    prefix: str = ""
    """Begins every id that we make, so that two fragments can stand on one page."""
    macros: dict[str, str] = {}
    """TeX commands for formulas: `{"R": r"\\mathbb{R}"}`."""


_TOP_HEADING = 2
"""The level of the highest heading in a text: the page's title is the first."""


def page_options(lang: str, html: bool, breaks: bool, titles: dict[str, str]) -> Options:
    """Return how the text of a page is read: the same for all that show it, so it is read once."""
    return Options(
        html=html,
        breaks=breaks,
        heading_base=_TOP_HEADING,
        lang=lang,
        titles=titles,
        prefix=OPEN_PREFIX,
    )


class LinkSlot(msgspec.Struct, frozen=True, tag=True):
    """An address as its author wrote it, inside the quotes of an HTML attribute.

    Of a picture with `attributes`, the slot is the whole `<img>`.
    """

    target: str
    kind: Literal["link", "image", "html"]
    line: int
    column: int
    written: str = ""
    """For raw HTML, the author's own spelling: kept when the site leaves the address alone."""
    attributes: str = ""
    """Of a picture in Markdown, all but its address: ` alt="A map" loading="lazy"`."""


class SectionSlot(msgspec.Struct, frozen=True, tag=True):
    """A `:::{name}` block that the site fills, with its options still as text.

    In `options` everything up to the colon that begins an option is blank. Columns therefore stay
    true, and row `i` of it is row `line + 1 + i` of the text.
    """

    name: str
    options: str
    line: int
    """The line of the text on which it begins, from 0."""
    last: int
    """The line that closes it; where none does, the one on which it begins."""
    argument: str = ""
    is_below_heading: bool = False
    """Whether a heading stands before it in the text."""


class Cited(msgspec.Struct, frozen=True):
    """One work in a citation."""

    id: str
    line: int
    column: int
    locator: str = ""
    """Where in the work: `p. 3`."""


class CitationSlot(msgspec.Struct, frozen=True, tag=True):
    """`[@goat; @grid, p. 3]`, or `@goat` as a part of the sentence."""

    works: tuple[Cited, ...]
    written: str
    """What the author typed: it stays where nothing can be cited."""
    is_narrative: bool = False


class BibliographySlot(msgspec.Struct, frozen=True, tag=True):
    """`:::{bibliography}`: where the works that a text cites are listed."""

    line: int
    """The line of the text on which it begins, from 0."""
    last: int
    """The line that closes it; where none does, the one on which it begins."""


class Heading(msgspec.Struct, frozen=True):
    """A heading for a table of contents; `level` is the one on the page."""

    level: int
    id: str
    text: str


class Fault(msgspec.Struct, frozen=True):
    """Something to tell the author, at a 0-based line and column of the text."""

    line: int
    column: int
    message: str
    hint: str = ""
    severity: Literal["error", "warning"] = "error"
    code: str = ""
    """The rule that says it, as in `Problem`."""


Slot = LinkSlot | SectionSlot | CitationSlot | BibliographySlot
Part = str | Slot


class Fragment(msgspec.Struct, frozen=True):
    """Rendered Markdown: HTML with slots, and what was noticed while rendering it."""

    parts: tuple[Part, ...] = ()
    headings: tuple[Heading, ...] = ()
    ids: tuple[str, ...] = ()
    has_math: bool = False
    faults: tuple[Fault, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    """What the policy of a page must let in for the text: directives, and hashes or hosts."""
    excerpt: str = ""
    """The Markdown that stands for the whole in a list: what comes before `<!-- more -->`, or else
    the first paragraph with words in it; with the definitions that its links need."""

    @property
    def has_citations(self) -> bool:
        """Whether anything is cited, or a list of what is cited was asked for."""
        return any(isinstance(part, CitationSlot | BibliographySlot) for part in self.parts)

    @property
    def sections(self) -> tuple[SectionSlot, ...]:
        """The sections that the text places, in its order."""
        return tuple(part for part in self.parts if isinstance(part, SectionSlot))

    @property
    def words(self) -> str:
        """The words as they are rendered, on one line, without what sections would list.

        Left out are scripts, TeX and the numbers of footnotes, which nobody searches for.
        """
        from html import unescape

        from generator.html import without_tags

        html = "".join(part if isinstance(part, str) else " " for part in self.parts)
        html = re.sub(
            r'<(script|style|annotation)\b.*?</\1>|<sup class="footnote-ref">.*?</sup>'
            r'|<a class="footnote-back".*?</a>',
            "",
            html,
            flags=re.DOTALL,
        )
        return " ".join(unescape(without_tags(html)).split())

    def fill(
        self,
        *,
        link: Callable[[LinkSlot], str],
        section: Callable[[SectionSlot], str],
        picture: Callable[[LinkSlot], str] | None = None,
        cite: Callable[[CitationSlot], str] = lambda slot: quoted(slot.written),
        bibliography: Callable[[BibliographySlot], str] = lambda slot: "",
    ) -> str:
        """The HTML. `link` gives an address, which is escaped here; the others give HTML.

        Without `picture`, a picture is the address that `link` gives.
        """
        pieces = []
        for part in self.parts:
            if isinstance(part, str):
                pieces.append(part)
            elif isinstance(part, LinkSlot) and part.attributes:
                plain = picture or (lambda slot: plain_picture(link(slot), slot.attributes))
                pieces.append(plain(part))
            elif isinstance(part, LinkSlot):
                pieces.append(_spell(part, link(part)))
            elif isinstance(part, SectionSlot):
                pieces.append(section(part))
            elif isinstance(part, CitationSlot):
                pieces.append(cite(part))
            else:
                pieces.append(bibliography(part))
        return "".join(pieces)


def plain_picture(address: str, attributes: str) -> str:
    """Return a picture by its address alone; `attributes` are those of a slot."""
    return f'<img src="{quoted(address)}"{attributes}>'


def _spell(slot: LinkSlot, address: str) -> str:
    if slot.written and address == slot.target:
        return slot.written
    return quoted(address)


def quoted(value: str) -> str:
    """`value` as it stands between double quotes, or as text."""
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return value.replace('"', "&quot;")


_CHARACTER = (
    r"""[^\s\x00-\x1f"#$&'*+\-.<=>@\[\\\]^_`{|}~\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"""
)
"""What means nothing to any rule, wherever in a line it stands. Besides marks it leaves out what a
`RenderContext` strips, blanks, and `-` and `.`, of which two or three become another sign."""

_UNMARKED = re.compile(
    rf"""(?:
      (?![0-9]{{1,9}}[.)](?:[ ]|\Z) | :)        # no item of a list, no directive
      {_CHARACTER}++
      (?: (?:\.?[ ]|[-.]) {_CHARACTER}++ )*+    # single blanks, hyphens and full stops inside
      \.?
    )?""",
    re.VERBOSE,
)


@lru_cache(maxsize=4096)  # the same titles, names and labels stand on many pages
def is_unmarked(text: str) -> bool:
    """Return whether a text renders as the words that it is, as one line or as one paragraph."""
    return _UNMARKED.fullmatch(text) is not None
