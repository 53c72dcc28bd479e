"""A piece of rendered Markdown with slots where the site must be asked.

Markdown is rendered in two phases. The first turns a text and its options into a `Fragment` and
knows nothing else, so the result can be cached under their digest. What depends on the rest of the
site (where a link leads, what a section lists) is left as a slot. The second phase,
`Fragment.fill`, fills the slots: it is cheap, and it is the only place that asks the site.

This module imports neither the Markdown parser nor anything else that is slow to load, so a cached
fragment can be filled without them.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import msgspec

from generator.messages import Message

OPEN_PREFIX = "\x01"
"""A placeholder for the `prefix` of ids, so that one fragment serves a post's own page, without a
prefix, and a list of posts. No text holds this character, see `RenderContext`."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Everything besides the text that a fragment depends on."""

    html: bool = True
    """Whether raw HTML is kept. In text from data files it is escaped."""
    breaks: bool = False
    """Whether a line break in the text is a line break on the page."""
    lang: str = "en"
    """The language of the words that the renderer adds, such as the title of a `:::{note}`."""
    titles: dict[str, str] = {}
    """The site's own words of the interface, by their keys."""


_NO_WORDS = re.compile(
    r'<(?=script|style|annotation|sup class="footnote-ref">|a class="footnote-back")'
    r"(\w+)\b(?:.*?</\1>|.*)",
    re.DOTALL,
)
"""Elements without words for the search. One that is never closed goes to the end."""


class LinkSlot(msgspec.Struct, frozen=True, tag=True):
    """An address as the author wrote it, inside the quotes of an HTML attribute.

    For a picture with `attributes`, the slot is the whole `<img>`.
    """

    target: str
    kind: Literal["link", "image", "html", "zoom"]
    """`zoom` leads from a picture to the picture itself; where it leads nowhere, the picture says
    so."""
    line: int
    column: int
    written: str = ""
    """For raw HTML, the author's spelling. It is kept if the address does not change."""
    attributes: str = ""
    """For a picture in Markdown, its attributes but the address: ` alt="A map" loading="lazy"`."""
    still: str = ""
    """For a film in Markdown, the address of a picture in its place."""


class SectionSlot(msgspec.Struct, frozen=True, tag=True):
    """A `:::{name}` block that the site fills, with its options still as text.

    In `options` everything before the colon of an option is replaced by blanks, so columns are
    those of the text, and row `i` of it is row `line + 1 + i` of the text.
    """

    name: str
    options: str
    line: int
    """The line of the text on which it begins, from 0."""
    argument: str = ""
    is_below_heading: bool = False
    """Whether there is a heading above it in the text."""
    stray: tuple[int, int] | None = None
    """Line and column of what is no option, where only the site can say whether the block is a
    section: one of a kind of its own."""


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
    """What the author typed. It is printed where nothing can be cited."""
    is_narrative: bool = False


class BibliographySlot(msgspec.Struct, frozen=True, tag=True):
    """`:::{bibliography}`: the place where the works that a text cites are listed."""

    line: int
    """The line of the text on which it begins, from 0."""


class Heading(msgspec.Struct, frozen=True):
    """A heading for a table of contents; `level` is the one on the page."""

    level: int
    id: str
    text: str


class Fault(msgspec.Struct, frozen=True):
    """A problem in the text, at a 0-based line and column."""

    line: int
    column: int
    message: Message
    severity: Literal["error", "warning"] = "error"
    rule: str = ""
    """The code of the rule, as in `Problem`."""
    hint: Message | None = None


Slot = LinkSlot | SectionSlot | CitationSlot | BibliographySlot
Part = str | Slot


class Fragment(msgspec.Struct, frozen=True):
    """Rendered Markdown: HTML with slots, and what the parse has found out about the text."""

    parts: tuple[Part, ...] = ()
    headings: tuple[Heading, ...] = ()
    has_math: bool = False
    has_pictures_to_open: bool = False
    """Whether a gallery or a comparison is in it, for which pages have a script."""
    faults: tuple[Fault, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    """What the policy of a page must let in for the text: directives, and hashes or hosts."""
    excerpt: str = ""
    """The Markdown that represents the text in a list: what comes before `<!-- more -->`, or else
    the first paragraph with words in it; with the link definitions that it needs."""

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

        `link` gives an address, and it is escaped here; the others give HTML.
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


def plain_picture(address: str, attributes: str) -> str:
    """Return a picture by its address alone; `attributes` are those of a slot."""
    return f'<img src="{quoted(address)}"{attributes}>'


def quoted(value: str) -> str:
    """Return a text escaped for HTML, as text or between double quotes."""
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return value.replace('"', "&quot;")


_CHARACTER = (
    r"""[^\s\x00-\x1f"#$&'*+\-.<=>@\[\\\]^_`{|}~\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"""
)
"""A character that no rule of Markdown looks at, wherever it is in a line. Besides punctuation this
excludes what a `RenderContext` strips, blanks, `-` and `.`, since `--` and `...` are replaced."""

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
    """Return whether a text has no markup: its HTML is the text, in a line or as a paragraph."""
    return _UNMARKED.fullmatch(text) is not None


_UNITS = "|".join((
    r"[%‰°€£¥$٪]",
    r"[yzafpnµμmcdhkKMGTPEZY]?(?:Hz|bits?|bps|B|b|Wh?|VA?|A|m|g|s|J|N|Pa|K|Ω|eV|mol|[lL]|FLOPS|FLOP)[²³]?",
    r"min|h|d|dB|px|pt|dpi|ppm|ppb|rpm|fps|ha|EUR|USD|CHF|GBP|CNY|RMB|Mio\.?|Mrd\.?|(?:m|b|tr)illion",
    r"(?:year|month|week|day|hour)s?|Jahren?|Monaten?|Stunden?|كم|سم|مم|كغ|ملغ|مل",
    r"[月日号篇项次人个名位件款届卷页万亿元倍岁天周秒米条台套门级章节种][\w年]?",
))  # fmt: skip
_CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
_NUMBER = r"\d[\d.,]{0,15}"
# It begins with one character and looks back from there: only so does the search step over ordinary
# text without trying all that follows.
_WHOLE = (
    r"[A-ZÀ-ÖØ-Þ0-9§№€£¥$](?<![A-Za-z0-9_.&#/@-].)(?:"
    # 178–189; 12–14 ms; 12 km; 12 篇
    rf"(?<=\d)[\d.,]{{0,15}}(?:–{_NUMBER}(?: (?:{_UNITS}))?| (?:{_UNITS}))(?![A-Za-z0-9])"
    # § 5; € 12
    r"|(?<=[§№€£¥$]) \d[\w.–-]{0,15}"
    # A类
    r"|(?<=[A-EI]) ?[类類区區级級]"
    # J. Fang; J.-P. Serre; CCF-B; C++
    rf"|(?<={_CAPITAL})(?:\.[ -]?(?:{_CAPITAL}\.[ -]?){{0,3}}(?<=[ .-]){_CAPITAL}[\w’'-]{{1,30}}"
    r"|[A-Z0-9]{1,9}-[A-Z0-9]{1,3}(?![\w-])|\+\+)"
    ")"
)
# p. 12; vol. 3; Fig. 7
_LABELLED = (
    r"(?<![A-Za-z0-9_.&#/@-])(?:pp?|[Vv]ols?|[Nn]os?|[Nn]r|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Cc]h(?:aps?)?"
    r"|[Aa]rts?|[Tt]abs?|S|Bd|Abb|Kap|[сС]|[тТ]|ص)\. \d[\w.–-]{0,15}"
)
_TOGETHER = re.compile(f"{_LABELLED}|{_WHOLE}")
_URL = re.compile(r"(https?://[!-;=?-~]+)")
_BEHIND_SLASH = re.compile(r"(?<=/)(?=[\w~@?#%])")
_SHORT_WITH_HYPHEN = re.compile(r"[^/?-]{0,30}[?-][^/]{0,30}/?")


def unbroken(html: str) -> str:
    """Return a piece of HTML without tags in which what belongs together stays on one line.

    That is `p. 12`, `178–189`, a number and its unit, an initial and its name. PDFs keep the same
    pieces whole (`cv/lines.typ` in the theme), but for words with hyphens, which a narrow screen
    may break. A piece stands in a `<span>` that the style sheet keeps on one line. No character
    changes, so people copy, find and hear what the author has typed. Where browsers break lines by
    themselves: Unicode Standard Annex 14.
    """
    parts = _URL.split(html)
    parts[::2] = (_TOGETHER.sub(_in_span, text) for text in parts[::2])
    parts[1::2] = map(_url, parts[1::2])
    return "".join(parts)


def _url(url: str) -> str:
    """Return a URL that breaks behind its slashes, and elsewhere only where a part is long."""
    parts = (_SHORT_WITH_HYPHEN.fullmatch(part) or part for part in _BEHIND_SLASH.split(url))
    return "<wbr>".join(part if isinstance(part, str) else _in_span(part) for part in parts)


def _in_span(found: re.Match[str]) -> str:
    return f'<span class="whole">{found[0]}</span>'
