"""The fields that a pattern may name for each kind of record, and the formats that each takes."""

from __future__ import annotations

import types
import typing
from functools import cache
from typing import Literal

from generator.model.dates import When
from generator.model.links import Link
from generator.model.names import Name
from generator.model.people import Author, Role
from generator.model.records.career import Record, Teacher
from generator.model.records.works import Publication, Talk
from generator.model.text import Text, fields_of

FieldKind = Literal["text", "number", "people", "date", "month", "list", "rank", "words"]

_NOT_IN_A_LINE = frozenset((
    *("abstract", "aliases", "body", "id", "key", "old_addresses", "permalink", "portrait"),
    *("preview", "preview_alt", "preview_still", "priority", "related", "schedule", "selected"),
    *("spot", "visibility"),
))  # fmt: skip
_BY_KEY = {"bibtex": "number", "dates": "date", "extra": "text", "links": "text"}
"""Fields that hold several values, each under a word: `dates.granted`."""

IMPRINT = (
    *("edition", "volume", "number", "pages", "series", "publisher", "place"),
    *("doi", "arxiv", "isbn"),
)
"""The fields of a publication that the option `imprint` may name."""

Argument = Literal["none", "text", "number", "maybe"]
FORMATS: dict[str, tuple[tuple[FieldKind, ...], Argument, str]] = {
    "full": (("people",), "none", "Jin Fang"),
    "initials": (("people",), "maybe", "J. Fang; the text is what stands behind each letter but "
                 'the last: `initials ""` is JP Fang'),
    "native": (("people",), "none", "方缙, where the name is known in its own script"),
    "family-first": (("people",), "maybe", "Fang, Jin; the text is what stands between"),
    "first-reversed": (("people",), "none", "Fang, Jin, then Hongli Xu"),
    "family": (("people",), "none", "Fang"),
    "capitals": (("people", "text", "number", "list", "words"), "none", "FANG Jin; GOAT"),
    "and": (("people", "list"), "maybe", "the word before the last, as the language has it, or as "
            'the text says: `and " & "`'),
    "join": (("people", "list", "date"), "text", "what stands between two"),
    "last": (("people", "list"), "text", "what stands before the last of three or more"),
    "max": (("people", "list"), "number", "where there are more, the rest is left out"),
    "show": (("people", "list"), "number", "how many are left then; else as many as `max`"),
    "others": (("people", "list"), "text", "the words for the rest, with what stands before them"),
    "ellipsis": (("people",), "text", "the rest is left out, but for the last; the text stands "
                 "before it"),
    "marks": (("people",), "none", "roles as marks behind the names (so without a format, too)"),
    "roles": (("people",), "none", "roles as words in brackets behind the names"),
    "no-roles": (("people",), "none", "no roles"),
    "own-marks": (("people",), "none", "no names, only the marks of your own roles"),
    "long": (("date", "month"), "none", "September 2020"),
    "short": (("date", "month"), "none", "Sep 2020"),
    "dots": (("date",), "none", "2020.9"),
    "numbers": (("date",), "none", "09/2020, in Chinese 2020.09: as CVs in the language have it"),
    "iso": (("date",), "none", "2020-09"),
    "year": (("date",), "none", "2020"),
    "start": (("date",), "none", "the first date"),
    "end": (("date",), "none", "the last date"),
    "dash": (("date", "number"), "text", "what stands between two dates, or two pages"),
    "range": (("number",), "none", "only where it is a range: 1–12"),
    "numeric": (("number",), "none", "only where it is a number: 2"),
    "collapsed": (("number",), "none", "a range in as few digits as possible: 100–9"),
    "chicago": (("number",), "none", "a range as Chicago has it: 1123–38, 100–109"),
    "label": (("number",), "none", "with its word: vol. 3, pp. 1–12, art. 104512"),
    "ordinal": (("number",), "none", "2nd, where it is a number"),
    "dotted": (("month",), "none", "Sep., May: short, with a full stop where letters are left out"),
    "named": (("month",), "none", "only where the language has names for months, not numbers"),
    "digits": (("month",), "none", "9"),
    "lower": (("text", "number", "list", "words"), "none", "in small letters"),
    "first-capital": (("text", "number", "list", "words"), "none", "the first letter a capital"),
    "headline": (("text",), "none", "A Title in English: all words but the small ones have "
                 "capitals"),
    "to": (("text",), "text", "as a link to one of the record's links: "
           '`{title: to "code"}`; as text where it has none of that kind'),
    "address": (("text", "list"), "none", "of a link its address, not its label: "
                "`{links.code: address}` is code.example.org/goat"),
    "given": (("text", "number", "people", "date", "month", "list", "rank", "words"), "none",
              "prints nothing; its group needs it"),
}  # fmt: skip
"""Each format: the sorts of fields that take it, what may stand behind it, and what it does."""


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
    """Return the sort of a field, or None where a kind of record has no such field."""
    base, dot, key = name.partition(".")
    if base == "versions" and key in fields_for(kind):
        return "list" if "versions" in fields_for(kind) else None
    if dot and key:
        if base == "ranks" and issubclass(kind, Publication):
            return "number"
        if fields_for(kind).get(base) == "people" and key in _roles_in(base):
            return "people"
        if base in _BY_KEY and base in fields_of(kind):
            return typing.cast("FieldKind", _BY_KEY[base])
    return fields_for(kind).get(name)


def _roles_in(field: str) -> tuple[str, ...]:
    own = ("advisor", "co-advisor") if field == "advisors" else typing.get_args(Role)
    return (*own, "others")


def listed(kind: type[Record]) -> str:
    """Return the fields of a kind of record for a message."""
    more = [name for name in ("ranks", *_BY_KEY) if field_kind(kind, f"{name}.x")]
    more += ["versions"] if field_kind(kind, "versions.date") else []
    return ", ".join([*fields_for(kind), *(f"{name}.…" for name in more)])


def _kind_of(wanted: typing.Any) -> FieldKind:
    origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (types.UnionType, typing.Union):
        (wanted,) = (kind for kind in arguments if kind is not type(None))
        return _kind_of(wanted)
    if origin is tuple:
        return "people" if issubclass(arguments[0], Author | Teacher) else "list"
    if origin is Literal:
        return "words"
    if wanted is Name:
        return "people"
    if wanted in (Text, Link):
        return "text"
    return "date" if wanted is When else "number"
