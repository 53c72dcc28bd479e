"""What the cache holds of a source: its values, so that no YAML need be read.

Only what was read without a problem is cached. A page or a file with one record is one value. A
list is the names of its items in order, and each item is a value by itself.
"""

from __future__ import annotations

from typing import Any

from generator.model.caches import SourceCache
from generator.model.files import SourceFile, digest_of
from generator.model.site import LISTS


def cached_value(source: SourceFile, what: str, kind: Any, cache: SourceCache) -> Any:
    """Return the value, of the type `kind`, that a file of these bytes gave before, or None."""
    return cache.get(f"{what} {source.path}", source.digest(), kind)


def cache_value(source: SourceFile, what: str, value: Any, cache: SourceCache) -> None:
    """Keep the value of a file that has no problem."""
    cache.put(f"{what} {source.path}", source.digest(), value)


def cached_list(source: SourceFile, kind: str, cache: SourceCache) -> tuple[Any, ...] | None:
    """Return the records that a data file of these bytes gave before, or None."""
    names = cached_value(source, f"items of {kind}", list[tuple[str, str]], cache)
    if names is None:
        whole: tuple[Any, ...] | None = cached_value(source, kind, _tuple_of(LISTS[kind]), cache)
        return whole
    values = tuple(cache.get(name, digest, LISTS[kind]) for name, digest in names)
    return None if None in values else values


def _tuple_of(kind: Any) -> Any:
    return tuple[kind, ...]


def cache_list(
    source: SourceFile, kind: str, items: list[tuple[str, str]], cache: SourceCache
) -> None:
    """Keep the names and digests of a file's items, in order."""
    cache_value(source, f"items of {kind}", items, cache)


def cached_item(
    source: SourceFile, kind: str, piece: str, index: int, cache: SourceCache
) -> tuple[Any, str, str]:
    """Return what the text of one record gave before, if anything, with its name and digest.

    A record without an id goes by its number in the file, so that is part of its name.
    """
    digest = digest_of(piece.encode())
    name = f"{kind} {source.path} {digest}"
    for known in (name, f"{name} {index}"):
        value = cache.get(known, digest, LISTS[kind])
        if value is not None:
            return value, known, digest
    return None, name, digest
