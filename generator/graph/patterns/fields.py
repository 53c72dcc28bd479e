"""The fields that a pattern may name for each kind of record, and the formats that each takes."""

import types
import typing
from functools import cache
from typing import Literal

import msgspec

from generator.model.dates import When
from generator.model.files import packaged_data
from generator.model.links import Link
from generator.model.names import Name
from generator.model.people import Author, Role
from generator.model.records.career import Record
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


class FormatSpec(msgspec.Struct, frozen=True):
    """A format of fields in patterns."""

    takes: tuple[FieldKind, ...]
    """The sorts of fields that take it."""
    says: str
    """What it does, for the reference."""
    argument: Literal["none", "text", "number", "maybe"] = "none"
    """What may stand behind it."""


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
        return "people" if issubclass(arguments[0], Author) else "list"
    if origin is Literal:
        return "words"
    if wanted is Name:
        return "people"
    if wanted in (Text, Link):
        return "text"
    return "date" if wanted is When else "number"
