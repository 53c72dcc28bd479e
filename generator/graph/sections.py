"""A section's query over the records, and its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from generator.graph.entries import EntryWriter
from generator.graph.index import Index
from generator.model.address import slug_of
from generator.model.dates import Date, When
from generator.model.fields import fields_of
from generator.model.links import Link
from generator.model.people import Author
from generator.model.records import KINDS, Publication, Record
from generator.model.sections import Section
from generator.model.text import Text
from generator.model.views import EntryView, GroupView, SectionView
from generator.problems import Problem, Spot, did_you_mean

SORTABLE = ("date", "start", "end", "year", "type", "file")
_FIRST = Date(0)


def section_view(section: Section, index: Index, lang: str) -> SectionView:
    """Return the records that a section asks for, in its order and style."""
    writer = EntryWriter(index, lang, section)
    records = chosen(section, index)
    legend = {role for record in records for role in _roles(record)}
    title = writer.own_phrase(section.title)
    more = writer.link("more", Link(section.more)) if section.more else None
    if more is not None and more.label == "more":
        more = msgspec.structs.replace(more, label=_more_label(section, index, lang))
    return SectionView(
        title=title,
        id=slug_of(title.text) if title else "",
        kinds=section.of.words,
        style=section.style,
        numbered=section.numbered,
        links=section.links,
        groups=tuple(_groups(section, records, writer)),
        legend=tuple(sorted(legend, key=_ROLES.index)) if section.legend else (),
        more=more,
    )


def _more_label(section: Section, index: Index, lang: str) -> str:
    """Return `All publications`, `全部学术成果`."""
    kind = index.word(section.of.words[0], lang)
    words: str = index.word("more", lang)
    return words.replace("{}", kind.lower() if lang.startswith("en") else kind)


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
        when = record.date
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


def _groups(section: Section, records: list[Record], writer: EntryWriter) -> Iterable[GroupView]:
    grouped: dict[str, list[EntryView]] = {}
    for record in records:
        title = _group_title(section, record, writer)
        grouped.setdefault(title, []).append(writer.entry(record))
    start = 1
    for title, entries in grouped.items():
        yield GroupView(title=title, id=slug_of(title), start=start, entries=tuple(entries))
        start += len(entries)


def _group_title(section: Section, record: Record, writer: EntryWriter) -> str:
    group = section.group
    if group == "none":
        return ""
    if group == "year":
        return str(record.date.last.year) if record.date else writer.word("undated").text
    if group == "type":
        return writer.word(record.kind_name).text
    if group == "kind" and isinstance(record, Publication):
        return writer.word(f"kind.{writer.index.kind_of(record)}").text
    value = getattr(record, group, None)
    if isinstance(value, Text):
        return writer.phrase(value).text
    word = str(value or "")
    known = writer.word(f"{group}.{word}").text if word else ""
    return word if known == f"{group}.{word}" else known


def _roles(record: Record) -> Iterable[str]:
    for field in ("authors", "inventors", "advisors"):
        for author in getattr(record, field, ()):
            yield from author.roles


_ROLES = ("equal", "equal-2", "equal-3", "corresponding", "first-inventor")
_KINDS = (
    "conference", "workshop", "journal", "preprint", "book", "chapter", "thesis", "report",
    "demo", "poster", "dataset", "software", "other",
)  # fmt: skip


def section_problems(section: Section, index: Index, where: Spot) -> list[Problem]:
    """Return what a section asks for that no record can answer."""
    problems = []
    for kind in section.of.words:
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS) or f"kinds are: {', '.join(KINDS)}"
            message = f'there are no records of the kind "{kind}"'
            problems.append(Problem(where.inside("of", kind), message, hint))
    kinds = [KINDS[kind] for kind in section.of.words if kind in KINDS]
    fields = {name for kind in kinds for name in fields_of(kind)} | {"type", "year"}
    fields -= {"spot"}
    ids = {record.id for kind in section.of.words for record in index.site.records.get(kind, ())}
    for field in section.where if kinds else ():
        if field not in fields:
            hint = did_you_mean(field, fields) or f"fields are: {', '.join(sorted(fields))}"
            message = f'`where` names the unknown field "{field}"'
            problems.append(Problem(where.inside("where").key(field), message, hint))
    known = {*ids, *fields, *SORTABLE}
    for option in ("order", "only", "skip"):
        allowed = known if option == "order" else ids
        for word in getattr(section, option).words if kinds else ():
            if word.removeprefix("-") not in allowed and not index.site.broken:
                message = f'`{option}` names "{word}", which is no '
                message += "field and no id" if option == "order" else "record's id"
                spot = where.inside(option, word)
                problems.append(Problem(spot, message, did_you_mean(word, allowed)))
    if section.more and index.resolve(section.more, index.default_lang) is None:
        message = f'`more` names "{section.more}", which is no page'
        problems.append(
            Problem(where.inside("more"), message, did_you_mean(section.more, index.names))
        )
    return problems
