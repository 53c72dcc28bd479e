"""Words of BibTeX that are both read and written.

Format: Patashnik, "BibTeXing" (1988), section 3; types and fields of biblatex 3.20, section 2.
"""

from __future__ import annotations

import re

from generator.model.records.works import Publication, PublicationKind

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""The macros that every style has."""

EDITIONS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
"""The first nine editions, as "BibTeXing" has them."""

TYPE_OF: dict[PublicationKind, str] = {
    "conference": "inproceedings",
    "workshop": "inproceedings",
    "demo": "inproceedings",
    "poster": "inproceedings",
    "journal": "article",
    "book": "book",
    "chapter": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
}
"""How a kind of publication is written; all others are `misc`."""

THESES = {
    "phdthesis": "Ph.D. thesis",
    "mastersthesis": "Master's thesis",
    "mathesis": "Master's thesis",
    "candthesis": "Candidate thesis",
    "bathesis": "Bachelor's thesis",
}
"""Types of entries, and words of biblatex for `type`, in words."""
KIND_OF: dict[str, PublicationKind] = {
    "article": "journal",
    "book": "book",
    "booklet": "book",
    "bookinbook": "chapter",
    "collection": "book",
    "conference": "conference",
    "dataset": "dataset",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "conference",
    "manual": "report",
    "mastersthesis": "thesis",
    "misc": "other",
    "mvbook": "book",
    "online": "other",
    "patent": "other",
    "phdthesis": "thesis",
    "proceedings": "book",
    "report": "report",
    "software": "software",
    "suppperiodical": "journal",
    "review": "journal",
    "mvcollection": "book",
    "mvproceedings": "book",
    "mvreference": "book",
    "periodical": "book",
    "reference": "book",
    "inreference": "chapter",
    "suppbook": "chapter",
    "suppcollection": "chapter",
    "standard": "report",
    "techreport": "report",
    "thesis": "thesis",
    "unpublished": "other",
    "electronic": "other",
    "www": "other",
    **dict.fromkeys(("customa", "customb", "customc", "customd", "custome", "customf"), "other"),
    **dict.fromkeys(("artwork", "audio", "image", "movie", "music", "performance"), "other"),
    **dict.fromkeys(("jurisdiction", "legal", "legislation", "letter", "commentary"), "other"),
    **dict.fromkeys(("bibnote", "video"), "other"),
}
"""How a type of entry is read."""

HOLDER_OF = {
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "phdthesis": "school",
    "techreport": "institution",
}
"""The field that names the venue; `howpublished` in all other types."""

UNPRINTED = frozenset(
    {
        *("abbr", "additional_info", "altmetric", "annotation", "bibtex_show", "dimensions"),
        *("google_scholar_id", "inspirehep_id", "preview"),  # al-folio's, for its own pages
        *("annote", "comment", "file", "groups", "owner", "review", "timestamp"),
        *("date-added", "date-modified", "__markedentry", "ranking", "readstatus", "priority"),
        *("read", "rating", "relevance", "quality", "mendeley-groups", "mendeley-tags"),
    }
)
"""Fields that are kept and never written: settings of themes, notes of programs and readers."""

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
