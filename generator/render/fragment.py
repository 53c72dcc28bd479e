"""A piece of rendered Markdown, with slots for everything that depends on the site.

Markdown is rendered in two phases. The first turns a text and its options, and nothing else, into a
`Fragment`, so the result can be cached under their digest. Anything that depends on the rest of the
site (where a link leads, what a section lists) becomes a slot. The second phase, `Fragment.fill`,
fills the slots. It is cheap, and the only place that asks the site.

This module imports nothing that is slow to load, so a cached fragment is filled without the
Markdown parser.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import msgspec

from generator.problems import Problem

OPEN_PREFIX = "\x01"
"""A placeholder for the `prefix` of ids, so that one fragment serves both a post's own page,
without a prefix, and a list of posts. No text contains this character, see `RenderContext`."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on which a fragment depends besides the text."""

    html: bool = True
    """Whether raw HTML is kept. In text from data files it is escaped."""
    breaks: bool = False
    """Whether a line break in the text is a line break on the page."""
    lang: str = "en"
    """The language of words that the renderer adds, such as the title of a `:::{note}`."""
    titles: dict[str, str] = {}
    """The site's own words of the interface, by key."""


_NO_WORDS = re.compile(
    r'<(?=script|style|annotation|sup class="footnote-ref">|a class="footnote-back")'
    r"(\w+)\b(?:.*?</\1>|.*)",
    re.DOTALL,
)
"""Elements without words for the search. An unclosed one extends to the end."""


class LinkSlot(msgspec.Struct, frozen=True, tag=True):
    """An address as the author wrote it, inside the quotes of an HTML attribute.

    For a picture with `attributes`, the slot is the whole `<img>`.
    """

    target: str
    kind: Literal["link", "image", "html", "zoom"]
    """`zoom` links a picture to itself; if it is dead, the picture's own slot reports that."""
    line: int
    column: int
    written: str = ""
    """For raw HTML, the author's spelling. It is kept if the address does not change."""
    attributes: dict[str, str] = {}
    """A Markdown picture's attributes except the address: `alt`, `loading`, `class`."""
    still: str = ""
    """For a film in Markdown, the address of its still picture."""


class SectionSlot(msgspec.Struct, frozen=True, tag=True):
    """A `:::{name}` block that the site fills; its options are still text.

    In `options`, blanks replace everything before an option's colon, so columns are those of the
    text. Its row `i` is row `line + 1 + i` of the text.
    """

    name: str
    options: str
    line: int
    """The line of the text on which it begins, from 0."""
    argument: str = ""
    is_below_heading: bool = False
    """Whether there is a heading above it in the text."""
    stray: tuple[int, int] | None = None
    """Line and column of the first text that is not an option. It is a mistake only if the block is
    a section. Only the site knows that, since it may declare kinds."""


class Cited(msgspec.Struct, frozen=True):
    """One work in a citation."""

    id: str
    line: int
    column: int
    locator: str = ""
    """The place in the work: `p. 3`."""


class CitationSlot(msgspec.Struct, frozen=True, tag=True):
    """`[@goat; @grid, p. 3]`, or `@goat` as part of the sentence."""

    works: tuple[Cited, ...]
    written: str
    """The author's text, printed if nothing can be cited."""
    is_narrative: bool = False


class BibliographySlot(msgspec.Struct, frozen=True, tag=True):
    """`:::{bibliography}`: the place for the list of works that a text cites."""


class Heading(msgspec.Struct, frozen=True):
    """A heading for a table of contents; `level` is the one on the page."""

    level: int
    id: str
    text: str


Slot = LinkSlot | SectionSlot | CitationSlot | BibliographySlot
Part = str | Slot


class Fragment(msgspec.Struct, frozen=True):
    """Rendered Markdown: HTML with slots, and the parser's findings about the text."""

    parts: tuple[Part, ...] = ()
    headings: tuple[Heading, ...] = ()
    has_math: bool = False
    has_pictures_to_open: bool = False
    """Whether it contains a gallery or a comparison. These need a script on the page."""
    faults: tuple[Problem, ...] = ()
    """Problems in the text; their places have no file, and count lines and columns from 0."""
    sources: tuple[tuple[str, str], ...] = ()
    """Sources that the page's policy must allow: directives, and hashes or hosts."""
    excerpt: str = ""
    """The Markdown that represents the text in a list: the part before `<!-- more -->`, or else the
    first paragraph with words; with the link definitions that it needs."""
    is_excerpt_marked: bool = False
    """Whether the text has `<!-- more -->`."""

    @property
    def has_citations(self) -> bool:
        """Whether the text cites anything, or has a place for the list."""
        return any(isinstance(part, CitationSlot | BibliographySlot) for part in self.parts)

    @property
    def sections(self) -> tuple[SectionSlot, ...]:
        """The sections in the text, in order."""
        return tuple(part for part in self.parts if isinstance(part, SectionSlot))

    @property
    def words(self) -> str:
        """The rendered words on one line, without the contents of sections.

        Scripts, TeX and the numbers of footnotes are left out.
        """
        from html import unescape

        from generator.html import without_tags

        html = "".join(part if isinstance(part, str) else " " for part in self.parts)
        return " ".join(unescape(without_tags(_NO_WORDS.sub("", html))).split())

    def fill(
        self,
        *,
        link: Callable[[LinkSlot], str],
        section: Callable[[SectionSlot], str],
        picture: Callable[[LinkSlot], str] | None = None,
        cite: Callable[[CitationSlot], str] = lambda slot: quoted(slot.written),
        bibliography: Callable[[BibliographySlot], str] = lambda slot: "",
    ) -> str:
        """Return the HTML.

        `link` returns an address; it is escaped here. The others return HTML. Without `picture`, a
        picture is an `<img>` with the address from `link`.
        """
        pieces = []
        for part in self.parts:
            if isinstance(part, str):
                pieces.append(part)
            elif isinstance(part, LinkSlot) and part.attributes:
                plain = picture or (lambda slot: plain_picture(link(slot), slot.attributes))
                pieces.append(plain(part))
            elif isinstance(part, LinkSlot):
                address = link(part)
                is_kept = part.written and address == part.target
                pieces.append(part.written if is_kept else quoted(address))
            elif isinstance(part, SectionSlot):
                pieces.append(section(part))
            elif isinstance(part, CitationSlot):
                pieces.append(cite(part))
            else:
                pieces.append(bibliography(part))
        return "".join(pieces)


def plain_picture(address: str, attributes: dict[str, str]) -> str:
    """Return an `<img>` with only an address and a slot's `attributes`."""
    return f'<img src="{quoted(address)}"{in_html(attributes)}>'


def in_html(attributes: dict[str, str]) -> str:
    """Return the attributes of an element as HTML, each with a blank before it."""
    return "".join(f' {name}="{quoted(value)}"' for name, value in attributes.items())


def quoted(value: str) -> str:
    """Return a text escaped for HTML, for use as text or between double quotes."""
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return value.replace('"', "&quot;")


_CHARACTER = (
    r"""[^\s\x00-\x1f"#$&'*+\-.<=>@\[\\\]^_`{|}~\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"""
)
"""A character without a meaning in Markdown anywhere in a line: no punctuation, no blank, none that
a `RenderContext` strips, and no `-` or `.`, since `--` and `...` are replaced."""

_UNMARKED = re.compile(
    rf"""(?:
      (?![0-9]{{1,9}}[.)](?:[ ]|\Z) | :)        # no item of a list, no directive
      {_CHARACTER}++
      (?: (?:\.?[ ]|[-.]) {_CHARACTER}++ )*+    # single blanks, hyphens and full stops inside
      \.?
    )?""",
    re.VERBOSE,
)


@lru_cache(maxsize=4096)  # many pages have the same titles, names and labels
def is_unmarked(text: str) -> bool:
    """Return whether a text has no markup, so that its HTML is the text, perhaps in a `<p>`."""
    return _UNMARKED.fullmatch(text) is not None
