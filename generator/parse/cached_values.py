"""What the cache holds of a source: its values, so that no YAML need be read.

Only what was read without a problem is cached. A page or a file with one record is one value. A
list is the names of its items in order, and each item is a value by itself.
"""

from __future__ import annotations

from typing import Any

from generator.model.caches import SourceCache
from generator.model.files import SourceFile, digest_of
from generator.model.records.career import Record
from generator.model.site import LISTS

Own = type[Record] | None
"""The struct of a site's own kind of records, or None for one of Masthead's."""


def cached_value(source: SourceFile, what: str, kind: Any, cache: SourceCache) -> Any:
    """Return the value, of the type `kind`, that a file of these bytes gave before, or None."""
    return cache.get(f"{what} {source.path}", source.digest(), kind)


def cache_value(source: SourceFile, what: str, value: Any, cache: SourceCache) -> None:
    """Keep the value of a file that has no problem."""
    cache.put(f"{what} {source.path}", source.digest(), value)


def cached_list(
    source: SourceFile, kind: str, cache: SourceCache, own: Own = None
) -> tuple[Any, ...] | None:
    """Return the records that a data file of these bytes gave before, or None."""
    wanted = own or LISTS[kind]
    names = cached_value(source, f"items of {named(kind, own)}", list[tuple[str, str]], cache)
    if names is None:
        whole: tuple[Any, ...] | None
        whole = cached_value(source, named(kind, own), _tuple_of(wanted), cache)
        return whole
    values = tuple(cache.get(name, digest, wanted) for name, digest in names)
    return None if None in values else values


def named(kind: str, own: Own) -> str:
    """Return the name of a kind in the cache.

    That of a site's own kind holds its declaration: another one would read a text in another way.
    """
    return f"{kind} {own.declaration}" if own else kind


def _tuple_of(kind: Any) -> Any:
    return tuple[kind, ...]


def cache_list(
    source: SourceFile,
    kind: str,
    items: list[tuple[str, str]],
    cache: SourceCache,
    own: Own = None,
) -> None:
    """Keep the names and digests of a file's items, in order."""
    cache_value(source, f"items of {named(kind, own)}", items, cache)


def cached_item(
    source: SourceFile, kind: str, piece: str, index: int, cache: SourceCache, own: Own
) -> tuple[Any, str, str]:
    """Return what the text of one record gave before, if anything, with its name and digest.

    A record without an id goes by its number in the file, so that is part of its name.
    """
    digest = digest_of(piece.encode())
    name = f"{named(kind, own)} {source.path} {digest}"
    for known in (name, f"{name} {index}"):
        value = cache.get(known, digest, own or LISTS[kind])
        if value is not None:
            return value, known, digest
    return None, name, digest
