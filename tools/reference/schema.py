"""Model -> a JSON Schema for each data file, so that editors complete and check input.

A schema accepts everything that the reader accepts, including short forms: a `date` may be a text,
a number or a list. Only the build can check conditions that depend on the rest of the site, such as
whether a venue is known.

Format: JSON Schema, draft 2020-12. Editors find a schema by the first line of a data file,
`# yaml-language-server: $schema=…` (the YAML language server's modeline).
"""

from __future__ import annotations

import typing
from typing import Any, Literal

import msgspec

from generator.model.config import Config
from generator.model.dates import When
from generator.model.records.works import CitationCounts
from generator.model.sections import Cv
from generator.model.site import LISTS, FrontMatter
from generator.model.text import LANGUAGE_CODE, Text, Visibility, written_fields
from generator.model.theme import OptionValue
from generator.sync.writing import SyncSettings
from tools.reference.structs import (
    default_of,
    field_docstrings,
    first_paragraph,
    is_struct,
    is_written_as_fields,
    may_be_empty,
    without_none,
)

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# For YAML, `2024` and `1.10` are numbers, but the reader uses the original text.
TEXT = ["string", "number"]

_SCALARS: dict[type, Schema] = {
    When: {"pattern": "[0-9٠-٩۰-۹]{4}", "minimum": 1000, "exclusiveMaximum": 10000}
}
_FIELDS: dict[tuple[type, str], Schema] = {(Cv, "photo"): {"type": [*TEXT, "boolean"]}}
"""Texts in which `true` and `false` have a meaning."""
_KEYS: dict[type, Schema] = {Text: {"pattern": f"^{LANGUAGE_CODE.pattern}$"}}
"""The conditions of `from_scalar` and `from_forms` that help while typing."""


def schemas() -> dict[str, Schema]:
    """Return the schema of each data file by its name: `publications`, `site`, `cv`, `page`, …"""
    return {
        "site": _single("site.yaml", Config),
        **{name: _records(name, struct) for name, struct in LISTS.items()},
        "cv": _single("cv/*.yaml", Cv),
        "page": _single("Front matter of a page", FrontMatter),
        "sync": _single("sync.yaml", SyncSettings),
        "citation-counts": _single("citation-counts.yaml", CitationCounts),
    }


def _single(title: str, struct: type[msgspec.Struct]) -> Schema:
    definitions = _Definitions()
    return _document(title, struct, definitions.fields(struct), definitions)


def _records(name: str, struct: type[msgspec.Struct]) -> Schema:
    """Return the schema of a file that is a list, a mapping by id, or a single record.

    The id of a record is its key in a mapping, or the file's name if it has its own file.
    """
    definitions = _Definitions()
    record = definitions.reference(struct)
    fields = written_fields(struct)
    item = dict(record)
    forms: list[Schema] = [{"type": "array", "items": item}]
    if "id" in fields:
        if fields["id"].required:
            item["required"] = ["id"]
        forms += [{"type": "object", "additionalProperties": record}, record]
    return _document(f"{name}.yaml", struct, {"anyOf": forms}, definitions)


def _document(
    title: str, struct: type[msgspec.Struct], body: Schema, definitions: _Definitions
) -> Schema:
    shared = {name: definitions.known[name] for name in sorted(definitions.known)}
    head = {"$schema": DIALECT, "title": title, "description": first_paragraph(struct)}
    return {**head, **body, **({"$defs": shared} if shared else {})}


class _Definitions:
    """Converts types to schemas, and collects the structs that they share."""

    def __init__(self) -> None:
        self.known: dict[str, Schema] = {}

    def value(self, wanted: Any) -> Schema:
        """Return the schema of a type, as the reader accepts it."""
        wanted = without_none(wanted)
        origin, inside = typing.get_origin(wanted), typing.get_args(wanted)
        if origin is tuple:
            return _either(self.value(inside[0]), {"type": "array", "items": self._item(inside[0])})
        if origin is dict:
            schema: Schema = {"type": "object", "additionalProperties": self._own_value(inside[1])}
            is_listed = typing.get_origin(inside[0]) is Literal
            return schema | ({"propertyNames": self.value(inside[0])} if is_listed else {})
        if origin is Literal:
            return {"enum": list(inside)}
        if is_struct(wanted):
            return self.reference(wanted)
        return {"type": {str: TEXT, bool: "boolean", int: "integer", float: "number"}[wanted]}

    def reference(self, struct: type[msgspec.Struct]) -> Schema:
        """Return a reference to a struct. The first mention defines it."""
        name = struct.__name__
        if name not in self.known:
            self.known[name] = {}
            about = {"title": name, "description": first_paragraph(struct)}
            self.known[name] = about | self._forms(struct)
        return {"$ref": f"#/$defs/{name}"}

    def fields(self, struct: type[msgspec.Struct]) -> Schema:
        """Return the schema of a mapping of a struct's fields."""
        written = written_fields(struct)
        required = [name for name, field in written.items() if field.required and name != "id"]
        return {
            "type": "object",
            "properties": {name: self._field(struct, name) for name in written},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }

    def _field(self, struct: type[msgspec.Struct], name: str) -> Schema:
        field = written_fields(struct)[name]
        schema = _FIELDS.get((struct, name)) or self.value(field.type)
        if without_none(field.type) is Visibility:
            schema = {**schema, "propertyNames": {"enum": _hideable(struct)}}
        if not field.required:
            schema = _or_nothing(schema)
        default = msgspec.to_builtins(default_of(field))
        described = {"description": field_docstrings(struct).get(name, ""), **schema}
        is_shown = default not in (None, "", [], ()) and not isinstance(default, dict)
        return {**described, "default": default} if is_shown else described

    def _forms(self, struct: Any) -> Schema:
        """Return the ways to write a struct: a scalar, a list, free keys, its fields."""
        forms = []
        if hasattr(struct, "from_scalar"):
            forms.append(_scalar_of(struct))
        if hasattr(struct, "from_items"):
            item = _scalar_of(struct)
            item = _or_nothing(item) if may_be_empty(struct) else item
            forms.append({"type": "array", "items": item})
        if hasattr(struct, "from_forms"):
            forms.append(self._free_keys(struct))
        if is_written_as_fields(struct):
            forms.append(self.fields(struct))
        return _either(*forms)

    def _free_keys(self, struct: type[msgspec.Struct]) -> Schema:
        """Return the mapping that fills the struct's own mapping: `{en: …, zh: …}`.

        If the struct lists its keys, return the mapping with these: `{start: …, end: …}`.
        """
        if hasattr(struct, "form_keys"):
            keys = {key: {"type": TEXT} for key in struct.form_keys}
            return {"type": "object", "properties": keys, "additionalProperties": False}
        types = (field.type for field in written_fields(struct).values())
        mapping = next(kind for kind in types if typing.get_origin(kind) is dict)
        value = typing.get_args(mapping)[1]
        schema = {"type": "object", "additionalProperties": self._item(value)}
        return schema | ({"propertyNames": _KEYS[struct]} if struct in _KEYS else {})

    def _item(self, wanted: Any) -> Schema:
        schema = self.value(wanted)
        return _or_nothing(schema) if may_be_empty(wanted) else schema

    def _own_value(self, wanted: Any) -> Schema:
        """Return the schema of a value under a name that the author chose.

        For such a name, `featured: true` is a word like any other.
        """
        schema = self._item(wanted)
        if wanted is str:
            return {"type": [*TEXT, "boolean", "null"]}
        takes_words = wanted == tuple[str, ...] or wanted is OptionValue
        return _either(schema, {"type": "boolean"}) if takes_words else schema


def _scalar_of(struct: type[msgspec.Struct]) -> Schema:
    """Return the schema for `from_scalar`: one of its listed words, true or false, or a text."""
    first = next(iter(written_fields(struct).values()))
    if typing.get_origin(first.type) is Literal:
        return {"enum": list(typing.get_args(first.type))}
    if first.type is bool:
        return {"type": "boolean"}
    return {"type": TEXT, **_SCALARS.get(struct, {})}


def _hideable(struct: type[msgspec.Struct]) -> list[str]:
    """Return the fields that `visibility` may name: those that are not required."""
    fields = written_fields(struct).items()
    kept = ("visibility", "draft")
    return [name for name, field in fields if not field.required and name not in kept]


def _either(*schemas: Schema) -> Schema:
    if len(schemas) == 1:
        return schemas[0]
    forms = [form for schema in schemas for form in _alternatives(schema)]
    return {"anyOf": forms}


def _or_nothing(schema: Schema) -> Schema:
    """Return a schema that also accepts an empty field."""
    kinds = schema.get("type")
    if set(schema) == {"type"}:
        return {"type": [*([kinds] if isinstance(kinds, str) else kinds or []), "null"]}
    return _either(schema, {"type": "null"})


def _alternatives(schema: Schema) -> list[Schema]:
    alternatives: list[Schema] = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    return alternatives
