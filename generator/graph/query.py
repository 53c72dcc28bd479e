"""A section's query over the records: which of them, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from generator.graph.index import Index
from generator.model.dates import Date, When
from generator.model.people import Author
from generator.model.records import KINDS, Publication, Record
from generator.model.sections import Section
from generator.model.text import Text

SORTABLE = ("date", "start", "end", "year", "type", "file")
"""Words to sort by, besides the fields of the records."""


def chosen(section: Section, index: Index) -> list[Record]:
    """Return the records that a section shows, in order."""
    records = [record for kind in section.of.words for record in index.records.get(kind, ())]
    records = [record for record in records if _fits(record, section, index)]
    if section.only:
        place = {name: i for i, name in enumerate(section.only.words)}
        records = sorted((r for r in records if r.id in place), key=lambda record: place[record.id])
    records = _ordered(records, section, index)
    return records[: section.limit] if section.limit > 0 else records


def _fits(record: Record, section: Section, index: Index) -> bool:
    if section.selected is not None and record.selected != section.selected:
        return False
    if record.id and record.id in section.skip.words:
        return False
    return all(
        _matches(_values(record, field, index), words.words)
        for field, words in section.where.items()
    )


def _matches(values: set[str], wanted: tuple[str, ...]) -> bool:
    """Whether a field's values meet a condition: one of the words, and none with a `!`."""
    folded = {value.casefold() for value in values}
    refused = [word[1:].casefold() for word in wanted if word.startswith("!")]
    asked = [word.casefold() for word in wanted if not word.startswith("!")]
    if any(word in folded or (word == "*" and folded) for word in refused):
        return False
    return not asked or any(_has(folded, word) for word in asked)


def _has(values: set[str], word: str) -> bool:
    first, dots, last = word.partition("..")
    if dots:
        return any(first <= value <= (last or "9999") for value in values)
    return word in values or (word == "*" and bool(values))


def _values(record: Record, field: str, index: Index) -> set[str]:
    """Return the values of a field as words to compare with."""
    if field == "type":
        return {record.kind_name}
    if field == "year":
        field = "date"
    if field == "kind" and isinstance(record, Publication):
        return {index.kind_of(record)}
    return set(_words(getattr(record, field, None)))


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, Text):
        return [form for form in value.forms.values() if form]
    if isinstance(value, When):
        return [str(year) for span in value.spans for year in _years(span.start, span.end)]
    if isinstance(value, Author):
        return [value.name.full()]
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, tuple):
        return [word for item in value for word in _words(item)]
    return [str(value)] if value not in (None, "") else []


def _years(start: Date, end: Date | None) -> range:
    return range(start.year, (end or start).year + 1)


def _ordered(records: list[Record], section: Section, index: Index) -> list[Record]:
    words = section.order.words or (() if section.only else ("-date",))
    if words == ("file",):
        return records
    ids = {record.id for record in records if record.id}
    first = {word: place for place, word in enumerate(words) if word in ids}
    keys = [word for word in words if word not in first]
    for word in reversed(keys or (["-date"] if first else [])):
        field = word.lstrip("-")
        if field == "file":
            continue
        key = _sort_key(field, index)
        records = sorted(records, key=key, reverse=word.startswith("-"))
    return sorted(records, key=lambda record: first.get(record.id, len(first)))


def _sort_key(field: str, index: Index) -> Callable[[Record], Any]:
    """Return what to sort by. Records without a date count as the newest: they are to come."""

    def date_key(record: Record) -> Any:
        when = record.when
        if when is None:
            return (2, (), ())
        if field == "year":
            return (0, when.last.year)
        if field == "start":
            return (0, when.first.sort_key)
        if field == "end":
            return (int(when.is_open), when.last.sort_key)
        return (int(when.is_open), when.first.sort_key)

    def word_key(record: Record) -> Any:
        if field == "kind" and isinstance(record, Publication):
            return _KINDS.index(index.kind_of(record))
        value = getattr(record, field, None)
        return value if isinstance(value, (int, bool)) else "\0".join(_words(value)).casefold()

    if field == "type":
        order = list(KINDS)
        return lambda record: order.index(record.kind_name)
    return date_key if field in ("date", "year", "start", "end") else word_key


_KINDS = (
    "conference", "workshop", "journal", "preprint", "book", "chapter", "thesis", "report",
    "demo", "poster", "dataset", "software", "other",
)  # fmt: skip
