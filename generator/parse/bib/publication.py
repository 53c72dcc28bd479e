"""An entry -> a publication. Fields of BibTeX, biblatex and al-folio are understood.

What a field becomes stands in the tables below; every other field goes into `bibtex`, as it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from generator.messages import Message
from generator.model.links import ARXIV_ID, Link, arxiv_id, slug_of
from generator.model.people import Author
from generator.model.records.bibtex_types import HOLDER_OF, KIND_OF, UNPRINTED, is_field_name
from generator.model.records.works import Publication
from generator.model.text import Text
from generator.parse.bib.field_values import (
    STATUS_WORDS,
    author_of,
    date_of,
    doi_in,
    edition_of,
    target_of,
    with_kept_capitals,
)
from generator.parse.bib.latex import words_of
from generator.parse.bib.syntax import BibtexEntry, BibtexField, Fault, split_names
from generator.problems import Spot, did_you_mean

LINKS = {
    "pdf": "pdf", "slides": "slides", "slide": "slides", "code": "code", "video": "video",
    "poster": "poster", "website": "website", "html": "html", "blog": "blog",
    "supp": "supplement", "supplement": "supplement", "supplementary": "supplement",
    "demo": "demo", "data": "data", "software": "software", "talk": "talk",
    "project": "project", "github": "code", "url": "url",
}  # fmt: skip
"""Fields that hold a link -> its kind."""
HOLDERS = ("journal", "journaltitle", "booktitle", "maintitle", "school", "institution",
           "howpublished", "eventtitle", "organization", "publisher")  # fmt: skip
"""Fields that can name the venue, the likeliest first."""
SOURCES: dict[str, tuple[str, ...]] = {
    "title": ("title",), "authors": ("author", "editor"), "venue": (*HOLDERS, "eprint"),
    "date": ("date", "year", "month"), "tags": ("keywords", "keyword", "tags"),
    "award": ("award_name", "award"), "arxiv": ("arxiv", "eprint", "journal", "volume"),
    "status": ("pubstate", "year"), "number": ("number", "issue"),
    "pages": ("pages", "eid", "articleno"),
    "volume": ("volume",), "publisher": ("publisher",), "doi": ("doi",), "isbn": ("isbn",),
    "place": ("address", "location"), "edition": ("edition",), "series": ("series",),
    "abstract": ("abstract",), "note": ("note",), "selected": ("selected",), "id": ("id",),
    "permalink": ("permalink",), "aliases": ("aliases",), "preview_alt": ("preview_alt",),
}  # fmt: skip
"""Fields of a publication -> the fields of an entry that they may come from."""
_IN_WORDS = ("number", "volume", "isbn", "place", "series")
_ARXIV_ID = re.compile(ARXIV_ID + r"(?:v\d+)?")
_ARXIV_VENUE = re.compile(r"(?i)(arxiv|corr)\b|computing research repository")
_BLOCK_MARK = re.compile(r"^(\s*)([#>+-]|\d{1,9}(?=[.)]))(?=[.)\s])", re.MULTILINE)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)", re.I)
"""A URL without its scheme: `www.example.org/paper`. Names of files of the site have no slash
behind a dot, or an ending that is no top-level domain's."""
_LONGEST_NAME = 1000


class Converter:
    """Turns the fields of one entry into those of a publication."""

    def __init__(self, entry: BibtexEntry, file: str, fault: Fault) -> None:
        self.entry = entry
        self.left = dict(entry.fields)
        """The fields that nothing has been made of yet."""
        self.spot = Spot(file, (entry.key,))
        self.fault = fault

    def publication(self) -> Publication | None:
        """Return the publication; None, and a problem, where the entry cannot be one."""
        entry = self.entry
        written = self.left.get("title")
        title = self._text("title")
        id = self._target("id") or entry.key
        if not slug_of(id):
            self.fault(entry.offset, "bib-key-no-address", id=id)
            return None
        if title is None:
            self.fault(entry.offset, "bib-entry-without-title", key=entry.key)
            return None
        second = self.left.get("subtitle")
        subtitle = self._text("subtitle")
        if subtitle is not None and written and second:
            written = written._replace(value=f"{written.value}: {second.value}")
            title = Text({"": f"{title.any()}: {subtitle.any()}"}, title.spot)
        arxiv = self._arxiv()
        venue, kind = self._venue(arxiv)
        values: dict[str, Any] = {
            "id": id,
            "key": entry.key if id != entry.key else "",
            "title": title,
            "authors": self._authors(),
            "venue": venue,
            "kind": kind,
            "arxiv": arxiv,
            "doi": self._doi(),
            "tags": self._tags(),
            "award": self._award(),
            "abstract": self._text("abstract", blocks=True),
            "note": self._text("note"),
            "preview_alt": self._text("preview_alt"),
            "pages": re.sub(r"\s*[–—-]+\s*", "-", self._words("pages", "eid", "articleno")),
            **{name: self._words(*SOURCES[name]) for name in _IN_WORDS},
            "edition": edition_of(self._words("edition")),
            "selected": self._words("selected").lower() in ("true", "yes", "1"),
            "links": self._links(),
            "permalink": self._target("permalink"),
            "aliases": tuple(filter(None, re.split(r"[,\s]+", self._target("aliases")))),
            "spot": self.spot,
        }
        values["date"], status = date_of(self.left, self._plain, self.fault)
        state = self.left.get("pubstate")
        said = re.sub(r"[{}\s]", "", state.value).lower() if state else ""
        if said in STATUS_WORDS:  # another one stays as it is, among the further fields
            self.left.pop("pubstate", None)
        values["status"] = STATUS_WORDS.get(said, status) if said else status
        values["publisher"] = self._words("publisher", markdown=True)
        if written is not None and (latex := with_kept_capitals(written.value)):
            self.left["title"] = written._replace(value=latex)
        values["bibtex"] = self._rest()
        return Publication(**values)

    def _take(self, *names: str) -> BibtexField | None:
        """Return the first of some fields that says something, and take it out of `left`."""
        for name in names:
            field = self.left.get(name)
            if field is not None and field.value.strip():
                return self.left.pop(name)
        return None

    def _plain(self, field: BibtexField, markdown: bool = False) -> str:
        def tell(at: int, code: str, /, **said: Any) -> None:
            self.fault(field.offset + at, code, **said)

        return words_of(field.value, tell, markdown)

    def _words(self, *names: str, markdown: bool = False) -> str:
        field = self._take(*names)
        return " ".join(self._plain(field, markdown).split()) if field else ""

    def _target(self, name: str) -> str:
        field = self._take(name)
        return target_of(field.value) if field is not None else ""

    def _text(self, name: str, blocks: bool = False) -> Text | None:
        field = self._take(name)
        words = self._plain(field, markdown=True) if field else ""
        if blocks:
            words = _BLOCK_MARK.sub(
                lambda m: m[1] + ("\\" + m[2] if not m[2].isdigit() else m[2] + "\\"), words
            )
        else:
            words = " ".join(words.split())
        return Text({"": words}, self.spot.inside(name)) if words else None

    def _authors(self) -> tuple[Author, ...]:
        field = self._take("author") or self._take("editor")
        if field is None:
            self.fault(self.entry.offset, "bib-entry-without-author", key=self.entry.key)
            return ()
        authors = []
        at = 0
        for raw in split_names(field.value):
            at = max(field.value.find(raw or "and", at), 0)
            inner = BibtexField("author", raw, field.offset + at, 0)
            at += len(raw)
            if len(raw) > _LONGEST_NAME:
                self.fault(inner.offset, "bib-name-too-long", count=len(raw), is_lost=True)
                continue
            author, doubts = author_of(raw, partial(self._part, inner, set()))
            if raw and (author.name.full() or author.name.native):
                authors.append(author)
                for doubt in doubts:
                    self.fault(inner.offset, doubt.code, **dict(doubt.arguments))
                continue
            self.fault(inner.offset, "bib-name-missing")
        return tuple(authors)

    def _part(self, name: BibtexField, told: set[Message], part: str) -> str:
        """Return the words of a part of a name; each fault in the name is reported once."""

        def tell(_: int, code: str, /, **said: Any) -> None:
            message = Message.of(code, **said)
            if message not in told:
                told.add(message)
                self.fault(name.offset, code, **said)

        return " ".join(words_of(part, tell, False).split())

    def _arxiv(self) -> str:
        own = self._target("arxiv")
        if own:
            return arxiv_id(own) or own
        eprint = self.left.get("eprint")
        if eprint is not None:
            archive = self.left.get("archiveprefix") or self.left.get("eprinttype")
            named = archive.value.strip("{} ").lower() if archive else ""
            target = target_of(eprint.value)
            found = arxiv_id(target)
            if named == "arxiv" or (not named and found):
                for name in ("eprint", "archiveprefix", "eprinttype"):
                    self.left.pop(name, None)
                return found or target
        journal = self.left.get("journal") or self.left.get("journaltitle")
        if journal is None or not _ARXIV_VENUE.match(journal.value.strip("{ ")):
            return ""
        for name in (journal.name, "volume"):
            match = _ARXIV_ID.search(self.left[name].value) if name in self.left else None
            if match and name == "volume":
                self.left.pop("volume")
            if match:
                return match[0]
        return ""

    def _venue(self, arxiv: str) -> tuple[str, Any]:
        """Return the words for the venue, and the kind of the work."""
        kind = self.entry.kind
        meant = KIND_OF.get(kind, "other")
        if kind not in KIND_OF:
            hint = did_you_mean(kind, KIND_OF)
            self.fault(self.entry.offset, "bib-type-unknown", type=kind, hint=hint)
        if kind == "mastersthesis" and "type" not in self.left:
            self.left["type"] = BibtexField("type", "Master's thesis", self.entry.offset, 0)
        howpublished = self.left.get("howpublished")
        if howpublished is not None and re.search(r"\\url|https?:|^\{?www\.", howpublished.value):
            self.left.pop("howpublished")
            self.left.setdefault("url", howpublished._replace(name="url"))
        order: tuple[str, ...] = (HOLDER_OF.get(kind, ""), *HOLDERS)
        if meant == "book":  # a series or a publisher: what a book appeared with
            order = ("publisher",)
        names = (name for name in order if name != "publisher" or meant == "book")
        field = self._take(*names)
        words = self._plain(field, markdown=True) if field else ""
        if _ARXIV_VENUE.match(words) and (arxiv or words.lower() in ("arxiv", "corr")):
            return "arXiv", "preprint"
        is_preprint = meant == "other" and bool(arxiv) and not words
        return " ".join(words.split()), "preprint" if is_preprint else meant

    def _doi(self) -> str:
        target = self._target("doi")
        doi = doi_in(target) or target
        url = self.left.get("url")
        again = doi_in(target_of(url.value)) if url and "doi.org" in url.value else ""
        if again and doi.lower() in ("", again.lower()):
            self.left.pop("url")
            return doi or again
        return doi

    def _tags(self) -> tuple[str, ...]:
        words = self._words("keywords", "keyword", "tags")
        mark = ";" if ";" in words else ","
        return tuple(dict.fromkeys(tag.strip() for tag in words.split(mark) if tag.strip()))

    def _award(self) -> Text | None:
        name, words = self._text("award_name"), self._text("award")
        if name is not None and words is not None and name.any() != words.any():
            return Text({"": f"{name.any()}: {words.any()}"}, words.spot)
        return name or words

    def _links(self) -> dict[str, Link]:
        found: dict[str, Link] = {}
        for name in list(self.left):
            kind = LINKS.get(name)
            field = self._take(name) if kind else None
            target = target_of(field.value) if field else ""
            if field is not None and name == "url" and _HOST.match(target):
                self.fault(field.offset, "bib-url-without-scheme", target=target)
                target = f"https://{target}"
            if kind and target and target.lower() not in ("true", "false"):
                found.setdefault(kind, Link(target))
        return found

    def _rest(self) -> dict[str, str]:
        found = {}
        for name, field in self.left.items():
            value = " ".join(field.value.split())
            if not value or name in ("crossref", "xdata"):
                continue
            if is_field_name(name):
                found[name] = value
            elif name not in UNPRINTED:
                self.fault(field.name_offset, "bib-field-name", name=name)
        return found
