"""What all sources share: decoding bytes to text, the result of parsing a file, and its caching.

Only values without a problem are cached. A page, or a file with one record, is cached as one value.
A list is cached as the names of its items in order, and each item as a value of its own.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from generator.model.files import SourceFile, digest_of
from generator.model.lookups import SourceCache
from generator.model.text import Visibility, fields_of
from generator.problems import Place, Problem, Spot, did_you_mean


class Parsed(msgspec.Struct, frozen=True):
    """The result of parsing one file: a pure function of its path and bytes."""

    values: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread: tuple[str, ...] = ()
    """Ids of records in the file that could not be read."""


_BOMS = ((b"\xff\xfe\0\0", "UTF-32"), (b"\0\0\xfe\xff", "UTF-32"),
         (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))  # fmt: skip
# Characters that XML 1.0 (section 2.2) cannot represent; feeds and sitemaps must be well-formed.
_UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


def decoded(data: bytes, file: str, problems: list[Problem]) -> str | None:
    """Return the text of a UTF-8 file; None, with a problem added, for any other file.

    A byte order mark is dropped; CRLF and CR become LF, so that the same words give the same
    site on every system; control characters are dropped with a warning.
    """
    head = data[:200]
    name = next((name for bom, name in _BOMS if data.startswith(bom)), "")
    if name or head.count(b"\0") > len(head) // 3:
        problems.append(Problem.of(Place(file, 1), "file-looks-like-utf-16", name=name or "UTF-16"))
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")  # so that the column of a fault does not count it
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        where = _place_after(_with_newlines(data[: error.start].decode()), file)
        problems.append(Problem.of(where, "file-not-utf-8", byte=data[error.start]))
        return None
    text = _with_newlines(text)
    unwanted = _UNWANTED.search(text)
    if unwanted:
        where = _place_after(text[: unwanted.start()], file)
        text, count = _UNWANTED.subn("", text)
        problem = Problem.of(
            where,
            "control-characters" if count > 1 else "control-character",
            point=ord(unwanted[0]),
            others=count - 1,
            severity="warning",
        )
        problems.append(problem)
    return text


def _place_after(text: str, file: str) -> Place:
    """Return the place that follows the first part of a file's text."""
    return Place(file, text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1)


def _with_newlines(text: str) -> str:
    """Return the text with LF for CRLF and CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


_NEVER_HIDDEN = frozenset({"draft", "spot", "visibility"})


def unknown_in_visibility(value: msgspec.Struct, spot: Spot) -> Iterator[Problem]:
    """Report fields in a value's `visibility` that do not exist or are required.

    A misspelt name would publish the field that it should hide.
    """
    visibility = getattr(value, "visibility", None)
    fields = fields_of(type(value))
    known = [name for name in fields if name not in _NEVER_HIDDEN]
    for field, word in visibility.fields.items() if isinstance(visibility, Visibility) else ():
        where = spot.inside("visibility").key(field)
        if field not in known:
            yield Problem.of(
                where,
                "visibility-field-unknown",
                field=field,
                known=tuple(known),
                hint=did_you_mean(field, known),
            )
        elif fields[field].required and word != "public":
            yield Problem.of(where, "visibility-field-required", field=field, word=word)


def cached_value(source: SourceFile, what: str, kind: Any, cache: SourceCache) -> Any:
    """Return the cached value (of type `kind`) of a file with these bytes, or None."""
    return cache.get(f"{what} {source.path}", source.digest(), kind)


def remember(source: SourceFile, what: str, value: Any, cache: SourceCache) -> None:
    """Cache the value of a file without problems."""
    cache.put(f"{what} {source.path}", source.digest(), value)


def cached_list(source: SourceFile, wanted: Any, cache: SourceCache) -> tuple[Any, ...] | None:
    """Return the cached records of a data file with these bytes, or None."""
    names = cached_value(source, f"items of {cache_name(wanted)}", list[tuple[str, str]], cache)
    if names is None:
        whole: tuple[Any, ...] | None
        whole = cached_value(source, cache_name(wanted), tuple[wanted, ...], cache)
        return whole
    values = tuple(cache.get(name, digest, wanted) for name, digest in names)
    return None if None in values else values


def cache_name(wanted: type[msgspec.Struct]) -> str:
    """Return the name of a kind in the cache.

    For a site's own kind, the name contains its declaration, because that decides how a text is
    read.
    """
    return f"{wanted.__name__} {getattr(wanted, 'declaration', '')}"


def cached_item(
    source: SourceFile, wanted: type[msgspec.Struct], piece: str, index: int, cache: SourceCache
) -> tuple[Any, str, str]:
    """Return the cached value of one record's text (or None), with its name and digest.

    The name of a record without an id contains its number in the file.
    """
    digest = digest_of(piece.encode())
    name = f"{cache_name(wanted)} {source.path} {digest}"
    for known in (name, f"{name} {index}"):
        value = cache.get(known, digest, wanted)
        if value is not None:
            return value, known, digest
    return None, name, digest
