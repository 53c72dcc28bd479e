"""The forms of a struct in a data file, and the strings under its fields.

Schemas and pages both use this. The forms are those that `parse/decode.py` reads; the tests check
this. Python discards the strings under fields when it compiles a class, so they are read from its
source.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
import typing
from functools import cache
from typing import Any

import msgspec

from generator.model.text import Body, Phrase

StructField = msgspec.structs.FieldInfo


def is_written_as_fields(struct: type[msgspec.Struct]) -> bool:
    """Whether it may be written as a mapping of its fields.

    A value with a form as a list, or with free keys, is never written as a mapping of its fields:
    not `date: {spans: …}`.
    """
    return not (hasattr(struct, "from_items") or hasattr(struct, "from_forms"))


def may_be_empty(wanted: Any) -> bool:
    """Whether an empty value, as in `- ` or `key:`, is valid for this type."""
    wanted = without_none(wanted)
    if is_struct(wanted) and hasattr(wanted, "from_scalar"):
        try:
            wanted.from_scalar("")
        except ValueError:
            return False
        return True
    return wanted is str


def without_none(annotation: Any) -> Any:
    """Return `X` for `X | None`, and any other type unchanged; a page's `Body` counts as a
    `Phrase`."""
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        inner, *more = (t for t in typing.get_args(annotation) if t is not type(None))
        assert not more or more == [Phrase], annotation
        return Phrase if inner is Body else inner
    return annotation


def is_struct(annotation: Any) -> bool:
    """Whether a type is one of the model's structs."""
    return isinstance(annotation, type) and issubclass(annotation, msgspec.Struct)


def structs_in(annotation: Any) -> list[type[msgspec.Struct]]:
    """Return the structs in a type, including those inside lists and mappings."""
    if is_struct(annotation):
        return [annotation]
    return [found for inner in typing.get_args(annotation) for found in structs_in(inner)]


def default_of(field: StructField) -> Any:
    """Return a field's default value; None if the field is required or the default is empty."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None


# ---------------------------------------------------------------------- docstrings


@cache
def field_docstrings(struct: type) -> dict[str, str]:
    """Return field -> docstring on one line; a subclass's own string replaces an inherited one.

    A field without a string is absent; the caller decides whether that is a fault.
    """
    found: dict[str, str] = {}
    for ancestor in reversed(struct.__mro__):
        if ancestor.__module__.startswith("generator."):
            found |= _own_docstrings(ancestor)
    return found


def first_paragraph(documented: object) -> str:
    """Return the first paragraph of the docstring of a class or function, in one line."""
    return one_line((inspect.getdoc(documented) or "").split("\n\n")[0])


def one_line(text: str) -> str:
    """Return a text with its line breaks folded into blanks."""
    return " ".join(text.split())


def _own_docstrings(struct: type) -> dict[str, str]:
    definition = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = one_line(text)
    return found
