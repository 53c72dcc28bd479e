"""What formats call a publication and its fields: `tables/publications.json`.

Format: Patashnik, "BibTeXing" (1988), section 3; types and fields of biblatex 3.20, section 2.
"""

import re
from typing import Any

import msgspec

from generator.model.records.works import Publication, PublicationKind
from generator.model.tables import table


class KindNames(msgspec.Struct, frozen=True):
    """What formats call a kind of publication."""

    bibtex: str = "misc"
    csl: str = "document"
    tag: str = ""
    """The `citation_*` tag that names its venue (Google Scholar)."""
    schema: str = "ScholarlyArticle"
    """Its type in schema.org."""


_WORDS = table("publications", dict[str, Any])
KIND_NAMES = msgspec.convert(_WORDS["kinds"], dict[str, KindNames])
MONTHS = tuple[str, ...](_WORDS["months"])
"""The macros that every style has."""
EDITIONS = tuple[str, ...](_WORDS["editions"])
"""The first nine editions, as "BibTeXing" has them."""
KIND_OF: dict[str, PublicationKind] = _WORDS["entries"]
"""How a type of entry is read."""
THESES: dict[str, str] = _WORDS["theses"]
"""Types of entries, and words of biblatex for `type`, in words."""
HOLDER_OF: dict[str, str] = _WORDS["holders"]
"""The field that names the venue; `howpublished` in all other types."""
UNPRINTED = frozenset[str](_WORDS["unprinted"])
"""Fields that are kept and never written: settings of themes, notes of programs and readers."""
LINKS: dict[str, str] = _WORDS["links"]
"""Fields that hold a link -> its kind."""
SOURCES: dict[str, tuple[str, ...]] = {n: tuple(fields) for n, fields in _WORDS["sources"].items()}
"""Fields of a publication -> the fields of an entry that they may come from."""
STATUS_WORDS: dict[str, Any] = _WORDS["statuses"]
"""What stands for a date that is still to come, or in biblatex's `pubstate` -> status."""

_NAME = re.compile(r"[A-Za-z][\w:.-]*")


def is_field_name(name: str) -> bool:
    """Whether BibTeX could take this for a field's name."""
    return _NAME.fullmatch(name) is not None


_NOT_IN_KEYS = re.compile(r"[\s,{}()\"#%~\\=']")


def bibtex_key(publication: Publication) -> str:
    """Return the key of a paper in BibTeX: its own, or its id without what no key can have."""
    return publication.key or _NOT_IN_KEYS.sub("", publication.id)


def is_key(word: str) -> bool:
    """Whether BibTeX could take this for the key of an entry."""
    return _NOT_IN_KEYS.search(word) is None


def has_inner_capital(word: str) -> bool:
    """Whether a word has a capital, or a letter without case, behind its first letter.

    `GOAT` and `eBPF` are written so in any place of a title, which a style must not change.
    """
    return any(ch.isalpha() and not ch.islower() for ch in word[1:])
