"""Publications in bibliographies: kinds, fields, venues, and texts in LaTeX.

Formats: Patashnik, "BibTeXing" (1988), section 3; types and fields of biblatex 3.20, section 2. For
a venue, DBLP writes `SenSys '21: The 19th ACM Conference on …, Coimbra, Portugal, November 15 - 17,
2021`; IEEE writes `2024 IEEE 32nd International Conference on … (ICNP)`.
"""

import re
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from generator.model.files import packaged_data
from generator.model.names import Name
from generator.model.records.works import Publication, PublicationKind
from generator.model.text import SCRIPT, is_balanced


class KindNames(msgspec.Struct, frozen=True):
    """The names of a kind of publication in several formats."""

    bibtex: str = "misc"
    csl: str = "document"
    tag: str = ""
    """The `citation_*` tag that names its venue (Google Scholar)."""
    schema: str = "ScholarlyArticle"
    """Its type in schema.org."""


_WORDS = packaged_data("tables/publications", dict[str, Any])
KIND_NAMES = msgspec.convert(_WORDS["kinds"], dict[str, KindNames])
MONTHS = tuple[str, ...](_WORDS["months"])
"""The macros for months that every style has."""
EDITIONS = tuple[str, ...](_WORDS["editions"])
"""The first nine editions, as "BibTeXing" has them."""
KIND_OF: dict[str, PublicationKind] = _WORDS["entries"]
"""Type of entry -> kind of publication."""
THESES: dict[str, str] = _WORDS["theses"]
"""Types of theses, and biblatex's words for `type` -> words for readers."""
HOLDER_OF: dict[str, str] = _WORDS["holders"]
"""The field that names the venue; `howpublished` in all other types."""
UNLENT = frozenset[str](_WORDS["unlent"])
"""Fields that entries do not inherit (biblatex.def: `\\noinherit`), and those that name or describe
the volume itself."""
UNPRINTED = frozenset[str](_WORDS["unprinted"])
"""Fields that are kept but never written: settings of themes, notes of programs and readers."""
LINKS: dict[str, str] = _WORDS["links"]
"""Fields with a link -> its kind."""
BIBTEX_FIELDS: dict[str, tuple[str, ...]] = {
    n: tuple(fields) for n, fields in _WORDS["sources"].items()
}
"""Fields of a publication -> the fields of an entry from which they may come."""
STATUS_WORDS: dict[str, Any] = _WORDS["statuses"]
"""Words in place of a date, or in biblatex's `pubstate` -> status."""

_NAME = re.compile(r"[A-Za-z][\w:.-]*")


def is_field_name(name: str) -> bool:
    """Whether this is a valid name of a field in BibTeX."""
    return _NAME.fullmatch(name) is not None


_NOT_IN_KEYS = re.compile(r"[\s,{}()\"#%~\\=']")


def bibtex_key(publication: Publication) -> str:
    """Return the BibTeX key of a paper: its own, or its id without characters that are invalid in
    keys."""
    return publication.key or _NOT_IN_KEYS.sub("", publication.id)


def is_key(word: str) -> bool:
    """Whether this is a valid key in BibTeX."""
    return _NOT_IN_KEYS.search(word) is None


def has_inner_capital(word: str) -> bool:
    """Whether a word has a capital, or a letter without case, after its first letter.

    Such words, as `GOAT` and `eBPF`, keep their capitals anywhere in a title, so a style must not
    change them.
    """
    rest = word[1:]
    if rest.isascii() and rest.islower():  # most words of a title
        return False
    return any(ch.isalpha() and not ch.islower() for ch in rest)


# ------------------------------------------------------------------ venues

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAYS = re.compile(
    rf",\s+(?:(?:{_MONTHS})\s+\d{{1,2}}|\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?\s+(?:{_MONTHS}))\b.*$"
)
"""The days of a conference, and the text after them, at the end of DBLP's name."""
_SHORT_FIRST = re.compile(r"([^:,]{2,30}?)\s*['’]\s?\d\d(?:\s[^:,]{1,30})?:\s+(.+)")
_SHORT_INSIDE = re.compile(r"([A-Z][\w@/&+\- ]{1,25}?)[ -]?(?:(?:19|20)\d\d|['’]\d\d)")
_SHORT_BEHIND = re.compile(
    r"(.+?)\s*\(([A-Z][\w@/&+\-]{1,20})(?:[ ']\d{2,4}\)(?:, [^()]*)?|\))"  # drop place and year
)
_AROUND = re.compile(
    r"^(?:In\s+)?(?:Proceedings\s+of\s+|Proc\.\s+(?=\d))?(?:the\s+)?(?:(?:19|20)\d\d\s+)?", re.I
)
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\s+", re.IGNORECASE)
_YEAR = re.compile(r"(?:[,\s]+(?:19|20)\d\d|\s*['’]\d\d)$|^(.+ \d+): .+ (?:19|20)\d\d$")
_VOLUME = re.compile(r"(.+? - \S+ (?:19|20)\d\d) - .*")
"""`Computer Vision - ECCV 2022 - 17th European Conference, …`."""
_STATE = re.compile(r"[A-Z]{2}|USA")


class VenueName(NamedTuple):
    """The name of a venue without edition, place and days."""

    name: str
    """`ACM Conference on Embedded Networked Sensor Systems`."""
    short: str = ""
    """`SenSys`."""

    @property
    def text(self) -> str:
        """Both names."""
        is_inside = not self.short or self.short.casefold() in self.name.casefold()
        return self.name if is_inside else f"{self.name} ({self.short})"


@lru_cache(maxsize=4096)
def venue_of_proceedings(words: str) -> VenueName | None:
    """Return the venue in DBLP's title of proceedings (it ends with days), or None."""
    if not (days := _DAYS.search(words)):
        return None
    head = _VOLUME.sub(r"\1", words[: days.start()])
    if first := _SHORT_FIRST.fullmatch(head):
        return VenueName(bare_venue(_without_place(first[2])), first[1])
    parts = head.split(", ")
    for number, part in enumerate(parts[1:], 1):
        if short := _SHORT_INSIDE.fullmatch(part):
            return VenueName(bare_venue(", ".join(parts[:number])), short[1])
    return VenueName(bare_venue(_without_place(head)))


def _without_place(words: str) -> str:
    """Return a name without city and country: the last two or three parts, or one for a virtual
    event."""
    parts = words.split(", ")
    count = 3 if len(parts) > 3 and _STATE.fullmatch(parts[-2]) else 2
    if re.match("Virtual|Online", parts[-1], re.IGNORECASE):
        count = 1
    rest = parts[: max(1, len(parts) - count)]
    is_virtual = len(rest) > 1 and re.match("Virtual|Online", rest[-1], re.IGNORECASE)
    return ", ".join(rest[:-1] if is_virtual else rest)


def bare_venue(words: str) -> str:
    """Return the name of a venue without `Proceedings of the`, the year and the edition."""
    bare = _ORDINAL.sub("", _AROUND.sub("", words))
    return _YEAR.sub(lambda match: match[1] or "", bare)


def venue_as_written(words: str) -> VenueName:
    """Return the venue in a service's title of proceedings."""
    found = venue_of_proceedings(words)
    if found is not None:
        return found
    behind = _SHORT_BEHIND.fullmatch(words)
    return VenueName(bare_venue(behind[1]), behind[2]) if behind else VenueName(bare_venue(words))


# ---------------------------------------------------------------------- texts in LaTeX

# BibTeX has no bold, emphasis, code or links of Markdown; formulas stay. The length of emphasis is
# bounded, because unclosed marks would otherwise take quadratic time.
_MARKDOWN = re.compile(
    r"(?<!\\)(\*\*|__|\*|`)(?=\S)(.{1,300}?)(?<=[^\s\\])\1|(?<!\\)\[([^\[\]]*)\]\([^()]*\)"
)
_WORD = re.compile(r"(?<![{\w])\w\w+(?!\w)")
_MATH = re.compile(r"(\$[^$]+\$)")
# An escaped character of Markdown, a formula, or a character with a meaning in LaTeX.
_TOKEN = re.compile(rf"\\([!-/:-@\[-`{{-~])|(\$[^$]+\$)|{SCRIPT}|([&%#_$~^\\])")
_PLAIN = re.compile(r"[^*_`\[\\$&%#~^]*")
"""Text without any of the characters with which the two patterns above begin: most fields."""
_LATEX = {
    **{mark: f"\\{mark}" for mark in "&%#_$"},
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}", "}": r"\textbraceright{}",
}  # fmt: skip
_AND = re.compile(r"(?i)(?<!\S)and(?!\S)")
_APART = re.compile(r"[\s,]|^[a-z]")


def latex(text: str) -> str:
    """Return Markdown as LaTeX: without emphasis, formulas unchanged, special characters
    escaped."""
    if _PLAIN.fullmatch(text):
        return text
    plain = _MARKDOWN.sub(lambda m: m[2] or m[3] or "", text)
    return _TOKEN.sub(_token, plain)


def _token(match: re.Match[str]) -> str:
    escaped, formula, mark, script, special = match.groups()
    if script:
        name = "super" if mark == "^" else "sub"
        return f"\\text{name}script{{{_TOKEN.sub(_token, script)}}}"
    if formula:
        return formula if is_balanced(formula, "[{}]") else formula.strip("$")
    return _LATEX.get(escaped or special, escaped or special)


def protected(title: str) -> str:
    """Return a title with braces around words whose capitals BibTeX styles must keep."""
    parts = _MATH.split(title)
    return "".join(p if p.startswith("$") else _WORD.sub(_in_braces, p) for p in parts)


def _in_braces(match: re.Match[str]) -> str:
    return f"{{{match[0]}}}" if has_inner_capital(match[0]) else match[0]


def bibtex_name(name: Name) -> str:
    """Return a name with its family name first, in braces if BibTeX would split it."""
    if not name.given or not name.family:
        whole = latex(name.full())
        return f"{{{whole}}}" if _APART.search(whole) else whole
    parts = (name.family, name.suffix, name.given)
    return ", ".join(_kept_together(latex(part)) for part in parts if part)


def _kept_together(part: str) -> str:
    """Return a part of a name, in braces if BibTeX would split it."""
    return f"{{{part}}}" if "," in part or _AND.search(part) else part
