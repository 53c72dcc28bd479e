"""Answers a section's query over the records, and finds records that belong together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any

from generator.graph.entries import entry_of
from generator.graph.entry_lines import dates_at, fields_left_out
from generator.graph.entry_writer import EntryWriter
from generator.graph.index import Index, memoized
from generator.graph.links import more_link
from generator.graph.wording import DRAWN
from generator.model.dates import When
from generator.model.languages import is_han
from generator.model.links import Link, slug_of
from generator.model.people import DEFAULT_MARKS
from generator.model.records.career import Record, record_source
from generator.model.records.members import PEOPLE_GROUPS, Member, group_meant
from generator.model.sections import Section
from generator.model.site import Post, is_single
from generator.model.text import Phrase, Text, choices_of
from generator.model.theme import OptionResult
from generator.model.views import EntryView, GroupView, SectionView

SORTABLE = ("date", "start", "end", "year", "type", "file")
"""Words to sort by, in addition to the fields of records."""


def chosen(section: Section, index: Index) -> list[Record]:
    """Return the records that a section shows, in order."""
    section = index.config.section_defaults.under(section)
    records = [record for kind in section.of for record in index.records.get(kind, ())]
    records = [record for record in records if _fits(record, section, index)]
    if section.only:
        place = {name: i for i, name in enumerate(section.only)}
        records = sorted((r for r in records if r.id in place), key=lambda record: place[record.id])
    else:
        records = [record for record in records if record.is_listed]
    records = _ordered(records, section, index)
    return records[: section.limit] if section.limit > 0 else records


def left_out(section: Section, index: Index, lang: str) -> Iterator[tuple[Record, list[str]]]:
    """Yield the records that a section shows, each with the fields that its pattern leaves out."""
    writer = EntryWriter(index, lang, index.config.section_defaults.under(section))
    for record in chosen(section, index):
        yield record, fields_left_out(writer, record)


def _fits(record: Record, section: Section, index: Index) -> bool:
    if section.selected is not None and record.selected != section.selected:
        return False
    if record.id and record.id in section.skip:
        return False
    return all(
        _matches(_values(record, field, index), words) for field, words in section.where.items()
    )


def _matches(values: set[str], wanted: tuple[str, ...]) -> bool:
    """Whether a field's values meet a condition: they include one of the words, and none with a
    `!`."""
    folded = {value.casefold() for value in values}
    refused = [word[1:].casefold() for word in wanted if word.startswith("!")]
    asked = [word.casefold() for word in wanted if not word.startswith("!")]
    if any(word in folded or (word == "*" and folded) for word in refused):
        return False
    return not asked or any(_has(folded, word) for word in asked)


def _has(values: set[str], word: str) -> bool:
    first, dots, last = word.partition("..")
    if dots:
        return any(
            (not first or _place(first) <= _place(value))
            and (not last or _place(value) <= _place(last))
            for value in values
        )
    return word in values or (word == "*" and bool(values))


def _place(word: str) -> tuple[float, str]:
    """Return a word's sort key for ranges such as `1000..` and `2019..2021`; numbers come first."""
    try:
        return float(word), ""
    except ValueError:
        return math.inf, word


def _values(record: Record, field: str, index: Index) -> set[str]:
    """Return the values of a field as words to compare with."""
    if field == "type":
        return {record.kind_name}
    if field == "group" and record.kind_name == Member.kind_name:
        typed = str(record.value_of(field))
        return {typed, group_meant(typed)} - {""}
    if field == "related":
        keys = relations(index).get(relation_key(record), ())
        return {word for key in keys for word in (key, key.partition("/")[2])}
    if field in record.people_fields:
        people = record.people_in(field)
        return {form for one in people for form in index.directory.forms_of(one.name)}
    return set(_words(index.value_of(record, "date" if field == "year" else field)))


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, Text):
        return [form for form in value.forms.values() if form]
    if isinstance(value, When):
        spans = ((span.start.year, (span.end or span.start).year) for span in value.spans)
        return [str(year) for first, last in spans for year in range(first, last + 1)]
    if isinstance(value, Link):
        return [value.to]
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, tuple):
        return [word for item in value for word in _words(item)]
    return [str(value)] if value not in (None, "") else []


def _ordered(records: list[Record], section: Section, index: Index) -> list[Record]:
    defaults: tuple[str, ...] = ("-date",)
    if section.of == (Member.kind_name,):
        defaults = ("status", "group")
        if all(record.spot and is_single(record.spot.file) for record in records):
            defaults = ("status", "-left", "group", "since")  # the order of files says nothing
    if section.of == (Post.kind_name,):
        defaults = ("-pinned", "-date")
    if section.group == "year":  # an entry since 2022 goes below 2022, not above all years
        defaults = ("-year", *defaults)
    words = section.order or (() if section.only else defaults)
    ids = {record.id for record in records if record.id}
    first = {word: place for place, word in enumerate(words) if word in ids}
    keys = [word for word in words if word not in first]
    given = records
    for word in reversed(keys or (["-date"] if first else [])):
        field, is_down = word.lstrip("-"), word.startswith("-")
        if field == "file":  # it decides between all, so later words do not count
            records = given[::-1] if is_down else given
            continue
        records = sorted(records, key=_sort_key(field, is_down, index), reverse=is_down)
    return sorted(records, key=lambda record: first.get(record.id, len(first)))


def _sort_key(field: str, is_down: bool, index: Index) -> Callable[[Record], Any]:
    """Return the function that computes a record's sort key.

    Records without a date count as the newest, as if they were forthcoming. Records without any
    other field come last in both directions. A field with a choice of words follows the order of
    the reference: keynotes before invited talks. If a field is a number, a date or a text depending
    on the kind, the values follow in this order.
    """

    def date_key(record: Record) -> Any:
        when = record.when
        if when is None:
            return (2, (), ())
        if field == "year":
            return (0, when.last.year)
        if field == "start":
            return (0, when.first.sort_key)
        goes_on, end, start = when.order
        if field == "date" and record.encloses_others:  # a stay goes below the degree around it
            start = tuple(-n for n in start)
        return (0, goes_on, end, start, when.first.clock)

    def word_key(record: Record) -> Any:
        value = index.value_of(record, field)
        if isinstance(value, (int, Decimal)):
            return (is_down, 0, value)
        if isinstance(value, When):
            return (is_down, 1, value.last.sort_key)
        listed = choices_of(type(record), field)
        if field == "group" and record.kind_name == Member.kind_name:
            listed = tuple(dict.fromkeys((*index.config.groups, *PEOPLE_GROUPS)))
            value = value if value in listed else group_meant(value) or value
        if value in listed:
            return (is_down, 2, (listed.index(value), ""))
        words = "\0".join(_words(value)).casefold()
        return (is_down, 2, (len(listed), words)) if words else (not is_down,)

    if field == "type":
        order = list(index.kinds)
        return lambda record: order.index(record.kind_name)
    return date_key if field in ("date", "year", "start", "end") else word_key


def section_view(section: Section, index: Index, lang: str) -> SectionView:
    """Return the records that a section asks for, in its order and style."""
    if not section.shows_in(index.medium):
        return SectionView()
    section = index.config.section_defaults.under(section)
    writer = EntryWriter(index, lang, section)
    records = chosen(section, index)
    groups = tuple(_groups(section, records, writer))
    columns = _columns(groups)
    title = writer.own_phrase(section.title)
    return SectionView(
        title=title,
        id=slug_of(title.text) if title else "",
        text=writer.own_phrase(section.text),
        kinds=section.of,
        style=writer.drawn,
        options=_options(section, writer),
        columns=columns,
        dates_at=dates_at(writer, records) if columns else "",
        across=section.columns,
        numbered=section.numbered,
        links=section.links,
        groups=groups,
        marks=writer.marks,
        legend=_legend(groups) if section.legend else (),
        filter=section.filter,
        kind_labels=_kind_labels(records, writer) if section.filter else (),
        more=more_link(index, section, lang),
    )


def _options(section: Section, writer: EntryWriter) -> dict[str, OptionResult]:
    """Return the values of the options of a theme's own style."""
    if writer.drawn in DRAWN:
        return {}
    specs, given = writer.index.theme.section_styles[writer.drawn].options, section.options
    return {n: spec.value_or_default(given.get(n)) for n, spec in specs.items()}


def _columns(groups: tuple[GroupView, ...]) -> int:
    """Return the number of columns of the entries, if any has more than one."""
    most = max((len(entry.line) for group in groups for entry in group.entries), default=0)
    return most if most > 1 else 0


def _legend(groups: tuple[GroupView, ...]) -> tuple[str, ...]:
    """Return the roles that are marked after names in the entries."""
    entries = (entry for group in groups for entry in group.entries)
    roles = {role for entry in entries for role in entry.roles}
    return tuple(role for role in DEFAULT_MARKS if role in roles)


def _kind_labels(records: list[Record], writer: EntryWriter) -> tuple[tuple[str, str], ...]:
    """Return the kinds that occur, with their words, sorted by word."""
    kinds = {writer.index.kind_of(record): record for record in records}
    found = {kind: writer.choice(one, "kind", kind) for kind, one in kinds.items() if kind}
    return tuple(sorted(found.items(), key=lambda pair: pair[1].casefold()))


def _groups(section: Section, records: list[Record], writer: EntryWriter) -> Iterable[GroupView]:
    titles = [_group_title(section, record, writer) for record in records]
    other = writer.word("kind.other")
    grouped: dict[str, list[EntryView]] = {}
    for title, record in zip(titles, records, strict=True):
        grouped.setdefault(title, []).append(entry_of(writer, record))
    if "" in grouped and len(grouped) > 1:
        # Without a heading, they would seem to belong to the group above.
        left = grouped.pop("")
        grouped[other] = [*grouped.pop(other, []), *left]
    start = 1
    for title, entries in grouped.items():
        yield GroupView(
            title=title,
            id=slug_of(title),
            start=start,
            entries=tuple(entries),
            label=_label(title, writer) if section.run_in else None,
            commas=writer.commas,
            between=writer.language.words.get("run_in.between", ""),
            end=writer.language.words.get("run_in.end", ""),
        )
        start += len(entries)


def _label(title: str, writer: EntryWriter) -> Phrase:
    """Return the label before entries that are run in: `**Assignee:** `."""
    if not title:
        return Phrase()
    label = title + ("：" if is_han(title) else writer.word("colon"))
    bold = label.rstrip(" ")
    return Phrase(f"**{bold}**{label[len(bold) :]}")


def _heading_word(typed: str, index: Index) -> str:
    """Return the heading for a group of people: Masthead's word for it, in the page's language.

    A site of one language keeps its own word if all members of the group have the same one.
    """
    meant = group_meant(typed)
    said = {one.value_of("group") for one in index.records["people"] if one.is_listed}
    is_own = sum(group_meant(word) == meant for word in said) == 1 == len(index.config.languages)
    return typed if is_own or not meant else meant


def _group_title(section: Section, record: Record, writer: EntryWriter) -> str:
    group = section.group
    if group == "none":
        return ""
    if group == "year":
        return str(record.when.last.year) if record.when else writer.word("undated")
    if group == "type":
        return writer.word(record.kind_name)
    alumni_are_apart = group == "status" or (group == "group" and "status" not in section.where)
    if record.is_past and alumni_are_apart:
        return writer.choice(record, "group", "alumni")
    value = writer.index.value_of(record, group)
    if group == "group" and record.kind_name == Member.kind_name:
        value = _heading_word(value, writer.index)
    if isinstance(value, tuple):
        value = value[0] if value else ""
    if isinstance(value, Text):
        return writer.phrase(value).text
    return writer.choice(record, group, str(value or ""))


# ------------------------------------------------------------------ which records belong together


def relation_key(record: Record) -> str:
    """Return the name by which other records relate to a record: `people/ann`, even for a member
    whose page is named after the person. A record without a page name is known by its source."""
    name = record.page_name
    return f"{record.kind_name}/{name}" if name else record_source(record)


@memoized
def relations(index: Index) -> dict[str, set[str]]:
    """Return key -> keys of related records; each pair appears in both directions."""
    members = {id(index.directory.find(member.person_name)): relation_key(member)
               for member in index.records.get("people", ())
               if member.is_listed and member.person_name}  # fmt: skip
    members.pop(id(None), None)
    found: dict[str, set[str]] = {}
    there = set[str]()
    for kind in index.kinds:
        for record in index.records.get(kind, ()):
            own = relation_key(record)
            there.add(own)
            for other in _named(index, record, members):
                found.setdefault(own, set()).add(other)
                found.setdefault(other, set()).add(own)
    return {own: others & there for own, others in found.items()}


def _named(index: Index, record: Record, members: dict[int, str]) -> Iterator[str]:
    for kind, ids in record.related.items():
        yield from (f"{kind}/{name}" for name in ids)
    paper = record.value_of("publication")
    if isinstance(paper, str) and paper:
        yield f"publications/{paper}"
    for field in record.people_fields:
        for one in record.people_in(field):
            person = id(index.directory.find(one.name))
            if person in members:
                yield members[person]
