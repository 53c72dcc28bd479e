"""An entry -> a publication. Reads the fields of BibTeX, biblatex and al-folio.

`publications.json` maps fields of entries to ours; all others go into `bibtex` unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from generator.model.dates import When
from generator.model.languages import is_han
from generator.model.links import ARXIV_ID, Link, arxiv_id, bare_identifier, slug_of
from generator.model.names import OTHERS, Name, has_family_first, is_suffix, marked
from generator.model.people import Author
from generator.model.records.bibliography import (
    BIBTEX_FIELDS,
    EDITIONS,
    HOLDER_OF,
    KIND_OF,
    LINKS,
    STATUS_WORDS,
    THESES,
    UNPRINTED,
    is_field_name,
    venue_of_proceedings,
)
from generator.model.records.works import Publication
from generator.model.text import Text
from generator.parse.bib.latex import target_of, with_kept_capitals, words_of
from generator.parse.bib.syntax import (
    BibtexEntry,
    BibtexField,
    Fault,
    ends_of,
    parts_of,
    split_names,
)
from generator.problems import Message, Spot, did_you_mean

HOLDERS = BIBTEX_FIELDS["venue"][:-1]
"""Fields that can name the venue, the likeliest first."""
_IN_WORDS = ("number", "volume", "isbn", "place", "series")
_ARXIV_ID = re.compile(ARXIV_ID + r"(?:v\d+)?")
_REPOSITORY = re.compile(r"(?i)zenodo|figshare|dryad|pangaea|dataverse|\bosf\b|mendeley data")
"""Publishers of data sets and software; entries of any type may name one."""
_ARXIV_VENUE = re.compile(r"(?i)(arxiv|corr)\b|computing research repository")
_BLOCK_MARK = re.compile(r"^(\s*)([#>+-]|\d{1,9}(?=[.)]))(?=[.)\s])", re.MULTILINE)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)", re.I)
"""A URL without its scheme: `www.example.org/paper`. A name of a local file has no slash after a
dot, or has an ending that is not a top-level domain."""
_LONGEST_NAME = 1000
_SET_ASIDE = re.compile(r"(?i)\b(?:skipbib|dataonly)\b(?!\s*=\s*false)")
"""Options of biblatex for an entry that only lends its fields."""


class Converter:
    """Turns the fields of one entry into those of a publication."""

    def __init__(self, entry: BibtexEntry, file: str, fault: Fault) -> None:
        self.entry = entry
        self.left = dict(entry.fields)
        """The fields that are not used yet."""
        self.spot = Spot(file, (entry.key,))
        self.fault = fault

    def publication(self) -> Publication | None:
        """Return the publication; None, with a fault reported, if the entry cannot be one."""
        entry = self.entry
        written = self.left.get("title")
        title = self._text("title")
        id = self._target("id") or entry.key
        if not slug_of(id):
            self.fault(entry.offset, "bib-key-no-address", id=id)
            return None
        if title is None:
            if not entry.is_open:
                self.fault(entry.offset, "bib-entry-without-title", key=entry.key)
            return None
        second = self.left.get("subtitle")
        subtitle = self._text("subtitle")
        if subtitle is not None and written and second:
            written = written._replace(value=f"{written.value}: {second.value}")
            title = Text({"": f"{title.any()}: {subtitle.any()}"}, title.spot)
        # Each of these removes its fields from `left`, so their order matters: ids and the venue
        # come before links, words and the publisher, and `_rest` comes last.
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
            **{name: self._words(*BIBTEX_FIELDS[name]) for name in _IN_WORDS},
            "edition": _edition_of(self._words("edition")),
            "selected": self._words("selected").lower() in ("true", "yes", "1"),
            "links": self._links(),
            "permalink": self._target("permalink"),
            "aliases": tuple(filter(None, re.split(r"[,\s]+", self._target("aliases")))),
            "spot": self.spot,
        }
        values["date"], status = _date_of(self.left, self._plain, self.fault)
        if kind == "preprint" and values["date"] is None:
            values["date"] = _date_of_arxiv(arxiv)
        state = self.left.get("pubstate")
        said = re.sub(r"[{}\s]", "", state.value).lower() if state else ""
        if said in STATUS_WORDS:  # other words stay in the field, for `_rest`
            self.left.pop("pubstate", None)
        values["status"] = STATUS_WORDS.get(said, status) if said else status
        values["publisher"] = self._words("publisher", markdown=True)
        if written is not None and (latex := with_kept_capitals(written.value)):
            self.left["title"] = written._replace(value=latex)
        values["bibtex"] = self._rest()
        return Publication(**values)

    def _take(self, *names: str) -> BibtexField | None:
        """Return the first of these fields that is not empty, and remove it from `left`."""
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
            if not self.entry.is_open:
                self.fault(self.entry.offset, "bib-entry-without-author", key=self.entry.key)
            return ()
        authors = []
        for at, raw in split_names(field.value):
            inner = BibtexField("author", raw, field.offset + at, 0)
            if len(raw) > _LONGEST_NAME:
                self.fault(inner.offset, "bib-name-too-long", count=len(raw), is_lost=True)
                continue
            author, doubts = _author_of(raw, partial(self._part, inner, set()))
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
        number = self.left.get("number")  # Zotero writes `arXiv:2404.01234`
        if number is not None and number.value.lower().startswith("arxiv:"):
            self.left.pop("number")
            self.left.setdefault("eprint", number._replace(name="eprint"))
        eprint = self.left.get("eprint")
        if eprint is not None:
            archive = self.left.get("archiveprefix") or self.left.get("eprinttype")
            named = archive.value.strip("{} ").lower() if archive else ""
            target = target_of(eprint.value)
            found = arxiv_id(target)
            if named == "arxiv" or (not named and found):
                for name in ("eprint", "archiveprefix", "eprinttype"):
                    self.left.pop(name, None)
                url, publisher = self.left.get("url"), self.left.get("publisher")
                if url is not None and found and arxiv_id(target_of(url.value)) == found:
                    self.left.pop("url")  # it only repeats the id
                if publisher is not None and publisher.value.strip("{} ").lower() == "arxiv":
                    self.left.pop("publisher")
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
        if kind == "patent":
            self.fault(self.entry.offset, "bib-patent")
        written = self.left.get("type")
        said = THESES.get(written.value if written else kind)
        if said:
            self.left["type"] = BibtexField("type", said, self.entry.offset, 0)
        howpublished = self.left.get("howpublished")
        if howpublished is not None and re.search(r"\\url|https?:|^\{?www\.", howpublished.value):
            self.left.pop("howpublished")
            self.left.setdefault("url", howpublished._replace(name="url"))
        order: tuple[str, ...] = (HOLDER_OF.get(kind, ""), *HOLDERS)
        if meant == "book":  # a book's venue is its publisher
            order = ("publisher",)
        publisher = self.left.get("publisher")
        is_holder = meant in ("book", "dataset", "software") or (
            publisher is not None and _REPOSITORY.search(publisher.value) is not None
        )
        names = (name for name in order if name != "publisher" or is_holder)
        field = self._take(*names)
        words = self._plain(field, markdown=True) if field else ""
        if found := venue_of_proceedings(words):
            words = found.text
        if _ARXIV_VENUE.match(words) and (held := self._take("booktitle")):
            return self._plain(held, markdown=True), "conference"  # it has appeared there since
        if _ARXIV_VENUE.match(words) and (arxiv or words.lower() in ("arxiv", "corr")):
            return "arXiv", "preprint"
        is_preprint = meant == "other" and bool(arxiv) and not words
        return " ".join(words.split()), "preprint" if is_preprint else meant

    def _doi(self) -> str:
        target = self._target("doi")
        doi = _doi_in(target) or target
        url = self.left.get("url")
        again = _doi_in(target_of(url.value)) if url and "doi.org" in url.value else ""
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
            if not value or name == "crossref":
                continue
            if name == "xdata" or (name == "options" and _SET_ASIDE.search(value)):
                self.fault(field.name_offset, "bib-field-unread", name=name)
            elif is_field_name(name):
                found[name] = value
            elif name not in UNPRINTED:
                self.fault(field.name_offset, "bib-field-name", name=name)
        return found


# ------------------------------------------------------------------ people, dates, numbers

ToPlain = Callable[[str], str]
"""Raw LaTeX -> plain words."""

_ET_AL = Author(Name(family="et al."))
_MARKS = re.compile(
    r"(?:\s*(?:\\textsuperscript\s*\{[^{}]*\}|\$\^?(?:\{[^{}$]*\}|[^{}$]*)\$|\\d?dag(?:ger)?\b(?:\{\})?|\\?[*†‡§¶‖∗✉#]))+(?=,|\s*$)"
)
_MARK_COMMANDS = {"dagger": "†", "dag": "†", "ddagger": "‡", "ddag": "‡", "star": "*", "ast": "*"}
_NO_MARK = re.compile(r"\\textsuperscript\b|\\[A-Za-z]+|[\s{}$^\\]")
_JUNIOR = re.compile(r"(?:Jr|Sr|[IVX]+|\d(?:st|nd|rd|th))\.?|Ph\.?\s?D\.?|M\.?D\.?", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_]\.")


def _edition_of(words: str) -> str:
    """Return `2` for `Second`, `2nd` or `2. ed.`; other words as they are."""
    number = re.fullmatch(r"(?i)(\d+)(?:st|nd|rd|th|\.)?(?: ed(?:\.|ition)?)?", words)
    word = words.removesuffix(" edition").capitalize()
    if word in EDITIONS:
        return str(EDITIONS.index(word) + 1)
    return number[1] if number else words


def _author_of(raw: str, words: ToPlain) -> tuple[Author, list[Message]]:
    """Return one author, and doubts about the name.

    Signs after a name mean roles, as in YAML. Numbers and letters there are explained only in the
    paper; they are not part of a name.
    """
    found = marked(_MARKS.sub(_raised, raw))
    if words(found.name).lower() in OTHERS:
        return _ET_AL, []
    name = _name(found.name, words)
    doubts = list(_doubts(found.name, name, words))
    doubts += [Message.of("bib-name-mark", mark=words(left)) for left in found.unknown]
    return Author.with_roles(name, found), doubts


def _raised(match: re.Match[str]) -> str:
    """Return LaTeX's marks after a name as Markdown: `^1,*^`."""
    return f"^{_NO_MARK.sub(lambda m: _MARK_COMMANDS.get(m[0][1:], ''), match[0])}^"


def _doubts(raw: str, name: Name, words: ToPlain) -> Iterator[Message]:
    """Yield warnings about a name that BibTeX accepts, but that is probably a mistake."""
    commas = parts_of(raw, ",") if raw.count(",") > 1 else []
    signs = ";" in raw or "&" in raw
    signs = signs and any(len(parts_of(raw, mark)) > 1 for mark in ";&")
    if signs or len(commas) > 3 or (len(commas) == 3 and not _JUNIOR.fullmatch(words(commas[1]))):
        yield Message.of("bib-name-is-one", name=words(raw))
    elif _INITIAL.fullmatch(name.family) and name.given and "," not in raw:
        yield Message.of("bib-name-is-initial", family=name.family, given=name.given)


def _name(raw: str, words: ToPlain) -> Name:
    if raw.startswith("{") and ends_of(raw).get(0) == len(raw) - 1:
        whole = words(raw)
        return Name(native=whole) if has_family_first(whole) else Name(family=whole)
    parts = parts_of(raw, ",")
    if len(parts) > 1:
        family, given = words(parts[0]), words(parts[-1])
        suffix = words(parts[1]) if len(parts) > 2 else ""
        if not family:
            return Name(family=given)
        return Name(given, family, suffix=suffix)
    whole = words(raw)
    if has_family_first(whole):
        return Name(native=whole.replace(" ", "") if is_han(whole) else whole)
    pieces = parts_of(raw, " ")
    bare = [words(piece) for piece in pieces]
    suffix = ""
    if len(bare) > 2 and is_suffix(bare[-1]):
        suffix = bare.pop()
    # A word that begins with a brace is no particle, unless the brace holds an accent: `{\\'e}l`.
    particles = (i for i, word in enumerate(bare[:-1]) if word[:1].islower())
    first = next((i for i in particles if not re.match(r"\{(?!\\)", pieces[i])), len(bare) - 1)
    return Name(" ".join(bare[:first]), " ".join(bare[first:]), suffix=suffix)


_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_BETWEEN_MONTHS = re.compile(r"\s*(?:/|&|\band\b|[-–—]+)\s*")

Plain = Callable[[BibtexField], str]


def _date_of(fields: dict[str, BibtexField], plain: Plain, fault: Fault) -> tuple[When | None, str]:
    """Return the date and status that the fields give, and remove those from `fields`."""
    whole = fields.pop("date", None)
    if whole and (_YEAR.search(whole.value) or (whole.value.strip() and "year" not in fields)):
        for name in ("year", "month", "day"):
            fields.pop(name, None)
        words = plain(whole).strip("/ ")
        try:
            return When.from_scalar(words.replace("/", " – ")), "published"
        except ValueError:
            return _from_year(whole, words, {}, plain, fault)
    year = fields.pop("year", None)
    if year is None or not year.value.strip():
        return None, "published"
    return _from_year(year, plain(year), fields, plain, fault)


def _from_year(
    field: BibtexField, words: str, fields: dict[str, BibtexField], plain: Plain, fault: Fault
) -> tuple[When | None, str]:
    years = _YEAR.findall(words)
    status = STATUS_WORDS.get(re.sub(r"[^a-z]", "", words.lower()), "published")
    if not years:
        if status == "published":
            fault(field.offset, "bib-year", words=words)
        return None, status
    if words != years[0]:
        fault(field.offset, "bib-year-read-as", words=words, years=years[0])
    month, day = fields.pop("month", None), fields.pop("day", None)
    written = _BETWEEN_MONTHS.sub("–", plain(month).strip(". ")) if month else ""
    parts = [years[0], written, plain(day) if day and written else ""]
    is_in_numbers = written.isdecimal() or not written
    try:
        text = "-".join(filter(None, parts)) if is_in_numbers else " ".join(reversed(parts))
        return When.from_scalar(text), status
    except ValueError as error:
        fault((day or month or field).offset, "bib-date", error=error.args[0])
        return When.from_scalar(years[0]), status


def _doi_in(target: str) -> str:
    """Return the bare DOI in a field or URL, or ""."""
    bare = bare_identifier(target)
    return bare if re.match(r"10\.\d+/.", bare) else ""


def _date_of_arxiv(id: str) -> When | None:
    """Return the month in an arXiv id: 2024-04 for `2404.01234`."""
    yymm = r"(\d\d)(0[1-9]|1[0-2])"
    found = re.fullmatch(rf"(?:(?:.*/)?{yymm}\d{{3}}|{yymm}\.\d+)(?:v\d+)?", id)
    if found is None:
        return None
    year, month = found[1] or found[3], found[2] or found[4]
    return When.from_scalar(f"{1900 + int(year) if int(year) > 90 else 2000 + int(year)}-{month}")
