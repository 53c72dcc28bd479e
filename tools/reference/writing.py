"""How a struct may be written in a data file: what schemas and pages both need to know.

The answers are those of `parse/decode.py`, which reads the files; the tests hold the two together.
"""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec

from generator.model.text import Body, Phrase, fields_of

StructField = msgspec.structs.FieldInfo


def written_fields(struct: type[msgspec.Struct]) -> dict[str, StructField]:
    """Return the fields that an author may write: not those that the reader fills in."""
    hidden: frozenset[str] = getattr(struct, "set_by_reader", frozenset())
    return {
        name: field
        for name, field in fields_of(struct).items()
        if name not in hidden and name != "spot"
    }


def is_written_as_fields(struct: type[msgspec.Struct]) -> bool:
    """Whether a mapping of field names is a way to write it.

    A value that has a form as a list, or a form with free keys, is no mapping of its own fields:
    nobody writes `date: {spans: …}`.
    """
    return not (hasattr(struct, "from_items") or hasattr(struct, "from_forms"))


def may_be_empty(wanted: Any) -> bool:
    """Whether nothing at all, as in `- ` or `key:`, is a value of this type."""
    wanted = without_none(wanted)
    if is_struct(wanted) and hasattr(wanted, "from_scalar"):
        try:
            wanted.from_scalar("")
        except ValueError:
            return False
        return True
    return wanted is str


def without_none(annotation: Any) -> Any:
    """Return `X` for `X | None`, and any other type as it is; a page's `Body` is a `Phrase`."""
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        inner, *more = (t for t in typing.get_args(annotation) if t is not type(None))
        assert not more or more == [Phrase], annotation
        return Phrase if inner is Body else inner
    return annotation


def is_struct(annotation: Any) -> bool:
    """Whether a type is one of the model's structs."""
    return isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)


def structs_in(annotation: Any) -> list[type[msgspec.Struct]]:
    """Return the structs that a type mentions, those inside lists and mappings, too."""
    if is_struct(annotation):
        return [annotation]
    return [found for inner in typing.get_args(annotation) for found in structs_in(inner)]


def default_of(field: StructField) -> Any:
    """Return a field's default value; None where it must be given or has nothing to show."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None
