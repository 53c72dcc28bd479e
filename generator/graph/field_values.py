"""The fields that a pattern may name for each kind of record, their formats, and their values.

A value is Markdown, and empty if the record lacks the field.
"""

import re
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec.structs import replace

from generator.graph.entry_writer import EntryWriter, ListWriter
from generator.graph.links import link_view, without_scheme
from generator.graph.wording import ordinal, when_in_words, without_short
from generator.model.dates import Clock, Date, Span, When
from generator.model.files import packaged_data
from generator.model.languages import is_han
from generator.model.links import Link, bare_identifier
from generator.model.names import Name
from generator.model.people import Author, Role
from generator.model.records.career import Record
from generator.model.records.works import Publication, Talk, Venue
from generator.model.sections import DateStyle
from generator.model.styles import Field, Format
from generator.model.text import Phrase, Text, escaped, fields_of, linked, phrased, set_apart
from generator.model.views import VenueView

FieldKind = Literal["text", "number", "people", "date", "month", "list", "rank", "words"]

_NOT_IN_A_LINE = frozenset((
    *("abstract", "aliases", "body", "id", "key", "old_addresses", "permalink", "portrait"),
    *("preview", "preview_alt", "preview_still", "priority", "related", "schedule", "selected"),
    *("spot", "visibility"),
))  # fmt: skip
_BY_KEY = {"bibtex": "number", "dates": "date", "extra": "text", "links": "text"}
"""Fields with several values, each under a word: `dates.granted`."""

IMPRINT = (
    *("edition", "volume", "number", "pages", "series", "publisher", "place"),
    *("doi", "arxiv", "isbn"),
)
"""The fields of a publication that the option `imprint` may name."""


class FormatSpec(msgspec.Struct, frozen=True):
    """A format of fields in patterns."""

    takes: tuple[FieldKind, ...]
    """The sorts of fields to which it applies."""
    says: str
    """What it does, for the reference."""
    argument: Literal["none", "text", "number", "maybe"] = "none"
    """What may follow it."""


FORMATS = packaged_data("tables/formats", dict[str, FormatSpec])


@cache
def fields_for(kind: type[Record]) -> dict[str, FieldKind]:
    """Return the fields that a pattern may name for a kind of record, in order."""
    found: dict[str, FieldKind] = {}
    for name, field in fields_of(kind).items():
        own = kind.declared.get(name)
        is_left_out = name in _NOT_IN_A_LINE or (name in _BY_KEY and name != "links")
        if own.type == "markdown" if own else is_left_out:
            continue
        found[name] = "list" if name == "links" else _kind_of(field.type)
        if name == "date":
            found |= {"year": "number", "month": "month", "day": "number"}
        if name == "title" and issubclass(kind, Talk):
            found["speaker"] = "people"
        if name == "venue":
            found |= {"venue.full": "text", "venue.short": "text", "ranks": "rank"}
    return found


def field_kind(kind: type[Record], name: str) -> FieldKind | None:
    """Return the sort of a field, or None if a kind of record has no such field."""
    base, dot, key = name.partition(".")
    if base == "versions" and key in fields_for(kind):
        return "list" if "versions" in fields_for(kind) else None
    if dot and key:
        if base == "ranks" and issubclass(kind, Publication):
            return "number"
        if fields_for(kind).get(base) == "people" and key in _roles_in(base):
            return "people"
        if base in _BY_KEY and base in fields_of(kind):
            return cast("FieldKind", _BY_KEY[base])
    return fields_for(kind).get(name)


def _roles_in(field: str) -> tuple[str, ...]:
    own = ("advisor", "co-advisor") if field == "advisors" else get_args(Role)
    return (*own, "others")


def listed(kind: type[Record]) -> str:
    """Return the fields of a kind of record for a message."""
    more = [name for name in ("ranks", *_BY_KEY) if field_kind(kind, f"{name}.x")]
    more += ["versions"] if field_kind(kind, "versions.date") else []
    return ", ".join([*fields_for(kind), *(f"{name}.…" for name in more)])


def _kind_of(wanted: Any) -> FieldKind:
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (UnionType, Union):
        (wanted,) = (kind for kind in arguments if kind is not type(None))
        return _kind_of(wanted)
    if origin is tuple:
        return "people" if issubclass(arguments[0], Author) else "list"
    if origin is Literal:
        return "words"
    if wanted is Name:
        return "people"
    if wanted in (Text, Link):
        return "text"
    return "date" if wanted is When else "number"


# ------------------------------------------------------------------ what they say

_DASHES = re.compile(r"\s*[-‐‑–—]+\s*")
_RANK = "{scheme} {}"
_LABEL = (Format("label"),)
_APPEARED = (
    *(Field((name,), _LABEL) for name in ("edition", "volume", "number", "pages", "series")),
    *(Field((name,)) for name in ("year", "status", "note")),
)
"""The fields of a version that follow its venue."""
_DATE_STYLES: tuple[DateStyle, ...] = get_args(DateStyle)


def _with_thesis(venue: Venue, record: Record) -> Venue:
    """Return the venue; for a thesis, a university with the sort of thesis, from a field of
    BibTeX."""
    said = record.value_of("bibtex").get("type", "") if record.has_venue else ""
    if not said or venue.title is None or record.kind_at(venue) != "thesis":
        return venue
    forms = {lang: f"{said}, {form}" for lang, form in venue.title.forms.items()}
    return replace(venue, name=Text(forms, venue.title.spot))


class RecordValues:
    """The values of one record."""

    def __init__(
        self, writer: EntryWriter, record: Record, url: str, roles: set[str] | None = None
    ) -> None:
        """`url` is the address of the record's own page."""
        self._writer = writer
        self._record = record
        self._url = url
        self.roles: set[str] = set() if roles is None else roles
        """The roles whose marks follow names that were written so far."""
        self.venue = _with_thesis(writer.index.venue_of(record), record)

    def of(self, field: Field) -> str:
        """Return the value of the first of a field's names that is not empty, or ""."""
        for name in field.names:
            if field_kind(type(self._record), name) is None:
                continue  # `check` reports it
            text = self._said(name, field)
            if text:
                return text
        return ""

    def _said(self, name: str, field: Field) -> str:
        if name.partition(".")[0] == "versions":
            return self._versions(name.partition(".")[2], field)
        value = self._value(name)
        if isinstance(value, Clock):
            return escaped(value.in_words(self._writer.language.dates["range"]))
        if isinstance(value, Name):
            value = (Author(value),)
        if isinstance(value, tuple) and value and isinstance(value[0], Author):
            if field.has("own-marks"):
                return self._own_marks(value)
            if "." in name:  # the field implies the role, so the names omit it
                field = Field(field.names, (*field.formats, Format("no-roles")))
            return ListWriter(self._writer, field).people(value, self.roles)
        if name == "links":
            said = [self._link(kind, link, field) for kind, link in value.items()]
            return ListWriter(self._writer, field).items(said)
        if isinstance(value, tuple):
            said = [self._item(item, field) for item in value]
            return ListWriter(self._writer, field).items(said)
        if isinstance(value, When):
            return escaped(self._date(value, field))
        if isinstance(value, Date):
            return escaped(self._month(value, field))
        if isinstance(value, Text):
            return self._text(value, field, self._url if name == "title" else "")
        if isinstance(value, Link):
            own = self._record.declared.get(name)
            if own and own.label and not value.label:
                value = Link(value.to, own.label)
            return self._link(name.rpartition(".")[2], value, field)
        return _cased(self._word(name, str(value), field), field) if value not in (None, "") else ""

    def _own_marks(self, authors: tuple[Author, ...]) -> str:
        """Return the marks of the site's own person, if among these people."""
        own = [view for view in map(self._writer.author, authors) if view.is_self]
        self.roles.update(role for view in own for role in view.roles)
        return "".join(map(self._writer.signs, own))

    def _value(self, name: str) -> Any:
        record = self._record
        base, _, key = name.partition(".")
        if record.has_venue and base in ("venue", "ranks", "publisher", "shape"):
            return self._at_venue(base, key)
        if base in record.people_fields:
            people = record.people_in(base)
            return tuple(one for one in people if not key or key in self._writer.roles_of(one))
        if name == "speaker" and name not in record.declared:
            return record.people_in("people") or (Author(self._writer.index.person.name),)
        if base in ("year", "month", "day"):
            return self._part_of_date(base)
        value = self._writer.index.value_of(record, base)
        return value.get(key) if key else value

    def _at_venue(self, field: str, key: str) -> Any:
        """Return the value of a field that depends on the record's venue."""
        own = self._record.value_of(field)
        if field == "venue":
            return self.venue.short if key == "short" else self.venue.title
        if field == "publisher":
            return own or self.venue.publisher
        if field == "shape":
            shape = self._writer.shape(own)
            return Text({shape.lang or self._writer.lang: shape.text})
        return self.ranks.get(key.lower(), "") if key else self._ranks()

    @property
    def ranks(self) -> dict[str, str]:
        """The ranks of the venue by scheme, in lower case."""
        return {scheme.lower(): rank for scheme, rank in self.venue.ranks.items()}

    def _ranks(self) -> tuple[str, ...]:
        """Return ranks in words: `CCF B 类`. A rank with a Chinese word of its own, `1 区`, gets no
        second one."""
        general = self._writer.word("rank")
        return tuple(
            self.rank_in_words(scheme, rank, _RANK if is_han(rank[-1:]) else general)
            for scheme, rank in self.ranks.items()
        )

    def rank_in_words(self, scheme: str, rank: str, general: str = _RANK) -> str:
        """Return a rank in the site's own words for its scheme, or else in general words.

        `ranks: {ei: EI}` means that a venue is in an index, so `EI` is printed once.
        """
        name = f"rank.{scheme.lower()}"
        word = self._writer.word(name)
        if word == name:
            word = general if scheme.upper() != rank.upper() else "{}"
        return word.replace("{scheme}", scheme.upper()).replace("{}", rank)

    def _part_of_date(self, part: str) -> Any:
        if part == "year":
            return self.year
        if self._record.when is None:
            return None
        last = self._record.when.last
        return (last if last.month else None) if part == "month" else str(last.day or "")

    @property
    def year(self) -> str:
        """The year; in the list of works that a text cites, with its letter: `2023a`."""
        when, lettered = self._record.when, self._writer.section.cited_years.get(self._record.id)
        return lettered or (str(when.last.year) if when else "")

    def _link(self, kind: str, link: Link, field: Field) -> str:
        shown = link_view(self._writer.index, kind, link, self._writer.lang)
        if shown is None:
            return ""
        has_address = field.has("address") and not shown.is_local
        label = without_scheme(shown.url) if has_address else shown.label
        return linked(escaped(label), shown.url, "")

    def _text(self, text: Text, field: Field, url: str = "") -> str:
        own = self._record.links.get(field.argument("to") or "")
        if own is not None:
            shown_link = link_view(self._writer.index, "to", own, self._writer.lang)
            url = shown_link.url if shown_link else ""
        phrase = self._writer.phrase(text)
        return phrased(Phrase(_cased(phrase.text, field), phrase.lang), url)

    def _versions(self, name: str, field: Field) -> str:
        """Return one field of each version, or, without a name, the venue and date of each."""
        versions = [
            RecordValues(self._writer, version, "", self.roles)
            for version in self._record.other_versions()
        ]
        if name:
            said = [values._said(name, field) for values in versions]
            return ListWriter(self._writer, field).items(said)
        between = Format("join", self._writer.word("cite.semicolon"))
        field = Field(field.names, (*field.formats, between))  # an own `join` comes first
        return ListWriter(self._writer, field).items([values.appeared() for values in versions])

    def venue_view(self) -> VenueView | None:
        """Return the venue in the section's style. That sets the name to show and the form of the
        year."""
        shown, year_style = self._writer.section.venue, self._writer.section.year
        if shown == "none" or not self._record.value_of("venue"):
            return self._without_venue()
        name = self._writer.phrase(self.venue.name)
        badge = self._writer.phrase(self.venue.short).text
        full = Phrase() if shown == "short" and badge else name
        short = "" if shown == "full" and name else badge
        if full and short:
            full = without_short(full, short)
            short = "" if short == full.text else short
        year = "" if year_style == "none" else self.year
        said = re.sub(r"\]\([^()]*\)", "]", f"{full.text} {short}")
        if re.search(rf"(?<!\d){re.escape(year)}(?!\d)", said):
            year = ""
        if short and year and year_style == "apostrophe":
            short, year = f"{short}'{year[2:]}", ""
        elif short and year and not full:
            short, year = f"{short} {year}", ""
        return VenueView(full=full, short=short, year=year, badge=badge, url=self.venue.url)

    def _without_venue(self) -> VenueView | None:
        """Return a view for a record without a venue: that it is a preprint, or its year for a
        line."""
        writer, record = self._writer, self._record
        number, kind = bare_identifier(record.value_of("arxiv")), writer.index.kind_of(record)
        name = ""
        if writer.section.venue != "none" and (kind == "preprint" or (kind == "other" and number)):
            has_number = number and "arxiv" not in writer.section.imprint
            name = self.labelled("arxiv", number) if has_number else writer.word("preprint")
        has_year = writer.section.year != "none" and (name or writer.drawn == "lines")
        year = self.year if has_year else ""
        return VenueView(full=Phrase(name), year=year) if name or year else None

    def imprint(self) -> tuple[Phrase, ...]:
        """Return `vol. 32`, `pp. 1–12`, `arXiv:2404.01234`: the details that the section asks for
        and the publication has."""
        names = [name for name in self._writer.section.imprint if name in IMPRINT]
        said = [Field((name,), _LABEL) for name in names if self._record.value_of(name)]
        return tuple(Phrase(text) for text in map(self.of, said) if text)

    def appeared(self) -> str:
        """Return the venue and date of a version of a paper: `ICNP, pp. 1–12, 2023`."""
        venue = ("venue.short", "venue") if self._writer.section.venue == "short" else ("venue",)
        where = self.of(Field(venue)) or self.of(Field(("arxiv", "publisher"), _LABEL))
        said = (where, *map(self.of, _APPEARED))
        return self._writer.commas.joined(said, "facts")

    def _item(self, item: Any, field: Field) -> str:
        if isinstance(item, Text):
            return self._text(item, field)
        said = escaped(item) if isinstance(item, str) else self._writer.sub_award(item).text
        return _cased(said, field)

    def _date(self, when: When, field: Field) -> str:
        given = (style for style in _DATE_STYLES if field.has(style))
        style = next(given, self._writer.section.dates)
        if field.has("start", "end"):
            date = when.first if field.has("start") else when.last
            if field.has("end") and when.is_open:
                return self._writer.language.word("present")
            when = When((Span(date),))
        dash, comma = field.argument("dash"), field.argument("join")
        return when_in_words(when, self._writer.language, style, dash, comma)

    def _month(self, date: Date, field: Field) -> str:
        months = self._writer.language.months
        styles = ("MMM", "LLL") if field.has("short", "dotted") else ("LLLL", "MMMM")
        names = next((months[letters] for letters in styles if letters in months), None)
        if field.has("named") and (names is None or names[0][:1].isdigit()):
            return ""
        if names is not None:
            name = names[date.month - 1]
            whole = months.get("LLLL", months.get("MMMM", names))[date.month - 1]
            is_cut = field.has("dotted") and name != whole and name[-1:].isalpha()
            return f"{name}." if is_cut and not is_han(name) else name
        return f"{date.month}月" if self._writer.lang[:2] in ("zh", "ja") else str(date.month)

    def _word(self, name: str, value: str, field: Field) -> str:
        if field_kind(type(self._record), name) == "words":
            if value == self._record.unsaid_choice:
                return ""  # the default is not printed
            return escaped(self._writer.choice(self._record, name, value))
        if name in self._record.declared:
            if self._record.declared[name].type == "number":
                value = self._writer.language.number(value)
            said = self._writer.word(f"{self._record.kind_name}.{name}")
            has_label = field.has("label") and self._record.declared[name].label
            label = f"{said}{self._writer.word('colon')}" if has_label else ""
            return label + set_apart(escaped(value), self._writer.language.direction)
        if name in ("doi", "arxiv"):
            value = bare_identifier(value)
        if name == "count":
            return value if int(value) > 1 else ""
        parts = _DASHES.split(value)
        is_range = len(parts) > 1 and all(part[-1:].isalnum() for part in parts)
        if (field.has("range") and not is_range) or (
            field.has("numeric") and not value.isdecimal()
        ):
            return ""
        if name == "pages" and is_range:
            parts[1:] = [_shortened(parts[0], last, field) for last in parts[1:]]
            value = (field.argument("dash") or "–").join(parts)
        said = escaped(value)
        if field.has("label"):
            said = self.labelled("article" if name == "pages" and not is_range else name, said)
        if name == "doi":
            said = linked(said, f"https://doi.org/{value}", "")
        return said

    def labelled(self, name: str, value: str) -> str:
        """Return a detail of a publication with its word, if it has one: `vol. 32`, `2nd ed.`."""
        if name == "edition":
            if not value.isdecimal():
                return value
            value = ordinal(value, self._writer.lang)
        key = f"imprint.{name}"
        word = self._writer.word(key)
        return value if word == key else word.replace("{}", value)


def _cased(text: str, field: Field) -> str:
    """Return Markdown in the case of the field's format, without changing addresses of links."""
    if field.has("capitals"):
        return text.upper() if "](" not in text else text
    if field.has("headline"):
        return _headline(text)
    if field.has("first-capital"):
        at = 1 if text[:1] == "[" else 0
        return text[:at] + text[at : at + 1].upper() + text[at + 1 :]
    return text


def _shortened(first: str, last: str, field: Field) -> str:
    """Return the last page of a range without the digits that it shares with the first."""
    if not (first.isdecimal() and last.isdecimal() and len(first) == len(last)):
        return last
    same = next((n for n in range(len(first)) if first[n] != last[n]), 0)
    if field.has("collapsed"):
        return last[same:]
    if not field.has("chicago") or len(first.lstrip("0")) < 3 or first.endswith("00"):
        return last
    # The Chicago Manual of Style, 9.63: after 101 to 109 the changed digits, otherwise two or more.
    return last[same:] if first[-2] == "0" else last[min(same, len(last) - 2) :]


def _headline(text: str) -> str:
    """Return a title in English headline case; titles with formulas, code or links stay
    unchanged."""
    if any(sign in text for sign in "$`<") or "](" in text:
        return text

    def capital(found: re.Match[str]) -> str:
        word = found[0]
        is_first = not text[: found.start()].strip(" *_“‘\"'") or _COLON.search(
            text[: found.start()]
        )
        is_small = word in _SMALL and not is_first
        return word if is_small else word[0].upper() + word[1:]

    return _LOWER.sub(capital, text)


_LOWER = re.compile(r"(?<![\w’'.-])[a-z][a-z’']*(?![\w.]\w)")
_COLON = re.compile(r"[:?!.]\s+[*_“‘\"']*$")
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a about above across after against along among an and around as at before below between "
        "but by down during for from in into nor of off on onto or out over per so than the "
        "through till to toward towards under until up upon via vs with within without yet",
    )
)
