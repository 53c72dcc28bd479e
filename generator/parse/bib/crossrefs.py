"""What entries of BibTeX take from each other by `crossref`.

Formats: Patashnik, "BibTeXing" (1988), section 2.2 (an entry has the fields that it lacks from the
one that `crossref` names); biblatex 3.20, 2.4.1 and appendix B (whose title becomes which field).
Both are followed. Where they differ, more is inherited: the title of a volume is the `booktitle` as
with biber, and a title where there is none as with BibTeX.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.messages import Message
from generator.model.files import digest_of
from generator.parse.bib.entries import BibtexEntry, BibtexField, EntryReader, ignore
from generator.parse.bib.splitting import Fault, key_of, kind_of

_DEEPEST = 10
_LENT = re.compile(r"\bcrossref\s*=\s*[{\"]?\s*([^\s{}\",]+)", re.IGNORECASE)
_ALIASES = re.compile(r"\bids\s*=", re.IGNORECASE)
_REFERS = re.compile(r"crossref", re.IGNORECASE)
_UNSHOWN = re.compile(r"\b(?:skipbib|dataonly)\b(?:\s*=\s*true)?\s*(?=,|$)", re.IGNORECASE)

_OWN = frozenset({
    "ids", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label", "options",
    "presort", "related", "relatedoptions", "relatedstring", "relatedtype", "shorthand",
    "shorthandintro", "sortkey", "shorttitle", "sorttitle", "indextitle", "indexsorttitle",
    # Not so with biber: what names or describes the volume itself would be wrong of a chapter.
    "doi", "eprint", "eprinttype", "archiveprefix", "eprintclass", "primaryclass", "url", "urldate",
    "file", "pdf", "abstract", "keywords", "selected", "abbr", "preview", "award",
})  # fmt: skip
"""Fields that no entry lends (biblatex.def: `\\noinherit`), nor those that identify a work."""
UNREAD = ("xdata", "set")
"""Types of biblatex for fields that entries share, and for works under one number."""
_TITLES = ("title", "subtitle", "titleaddon")
_PREFIX = {
    "article": "journal", "suppperiodical": "journal",
    "inbook": "book", "bookinbook": "book", "suppbook": "book", "incollection": "book",
    "suppcollection": "book", "inreference": "book", "inproceedings": "book", "conference": "book",
}  # fmt: skip
"""Types that are a part of something -> what the titles of that are called in them."""


def is_shown(entry: BibtexEntry) -> bool:
    """Whether an entry is a work: nothing that Masthead does not read, and not set aside.

    The options of biblatex (3.1.3) set an entry aside that only lends its fields.
    """
    options = entry.fields.get("options")
    is_aside = options is not None and _UNSHOWN.search(options.value) is not None
    return entry.kind not in UNREAD and not is_aside


def may_inherit(piece: str) -> bool:
    """Whether the text of an entry may name another one to take fields from."""
    return _REFERS.search(piece) is not None


class Lenders:
    """The entries of a file from which others inherit; they are read before all others."""

    def __init__(
        self, pieces: Sequence[tuple[int, str]], text: str, macros: dict[str, str]
    ) -> None:
        self._entries: dict[str, BibtexEntry] = {}
        self._completed: dict[str, BibtexEntry] = {}
        self.digest = ""
        """Of the text of all of them."""
        if may_inherit(text):
            self._read(pieces, {key.lower() for key in _LENT.findall(text)}, dict(macros))

    def _read(
        self, pieces: Sequence[tuple[int, str]], wanted: set[str], macros: dict[str, str]
    ) -> None:
        texts = []
        for offset, piece in pieces[1:]:
            kind = kind_of(piece)
            is_lent = key_of(piece).lower() in wanted or _ALIASES.search(piece)
            if kind != "string" and not is_lent:
                continue
            entry = EntryReader(piece, offset, macros, ignore).entry()
            if entry is None:
                continue
            texts.append(piece)
            self._entries.setdefault(entry.key.lower(), entry)
            aliases = entry.fields.get("ids")
            for alias in aliases.value.split(",") if aliases else ():
                self._entries.setdefault(alias.strip().lower(), entry)
        self.digest = digest_of("\0".join(texts).encode())

    def complete(
        self, entry: BibtexEntry, fault: Fault, below: tuple[str, ...] = ()
    ) -> BibtexEntry:
        """Return an entry with all that others lend it; `below` are those that lead to it."""
        link = entry.fields.get("crossref")
        parent = self._lender(link, entry, fault, below) if link else None
        return entry if parent is None else _inherited(entry, parent)

    def _lender(
        self, link: BibtexField, entry: BibtexEntry, fault: Fault, below: tuple[str, ...]
    ) -> BibtexEntry | None:
        """Return the entry that a field names, complete itself; None, and a problem, if missing."""
        wanted = link.value.strip()
        found = self._entries.get(wanted.lower())
        if found is None or found.key == entry.key:
            fault(link.offset, Message.of("bib-parent-missing", wanted=wanted), None, False)
            return None
        if entry.key in below or len(below) >= _DEEPEST:
            message = Message.of("bib-parents-too-deep", most=_DEEPEST)
            if entry.key in below:
                message = Message.of("bib-parent-circle", key=entry.key, wanted=wanted)
            fault(link.offset, message, None, False)
            return None
        whole = self._completed.get(found.key)
        if whole is None:
            whole = self.complete(found, fault, (*below, entry.key))
            self._completed[found.key] = whole
        return whole


def _inherited(entry: BibtexEntry, parent: BibtexEntry) -> BibtexEntry:
    """Return an entry with the fields that it lacks from the one that it stands in."""
    own = entry.fields
    given = {name: field for name, field in parent.fields.items() if name not in _OWN}
    if "date" in own or "year" in own:
        for name in ("date", "year", "month", "day"):
            given.pop(name, None)
    if "title" in own:
        prefix = "main" if parent.kind.startswith("mv") else _PREFIX.get(entry.kind, "")
        for name in _TITLES:
            field = given.pop(name, None)
            holder = "journal" if prefix + name == "journaltitle" else prefix + name
            if field is not None and prefix and not (prefix == "journal" and "journaltitle" in own):
                given.setdefault(holder, field._replace(name=holder))
    if parent.kind in ("book", "mvbook") and "author" in given and entry.kind in _PREFIX:
        given.setdefault("bookauthor", given["author"]._replace(name="bookauthor"))
    return entry._replace(fields={**given, **own})
