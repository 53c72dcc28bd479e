"""The fields of a struct, looked up once: resolving type hints is slow."""

from __future__ import annotations

from functools import cache

import msgspec


@cache
def fields_of(struct: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a struct by name, in order."""
    return {field.name: field for field in msgspec.structs.fields(struct)}
