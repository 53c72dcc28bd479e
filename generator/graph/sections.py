"""A section: its query over the records, and the answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from generator.graph.entries import EntryWriter
from generator.graph.entry_formatter import IMPRINT
from generator.graph.index import Index
from generator.graph.link_resolver import resolve
from generator.graph.query import SORTABLE, chosen
from generator.model.address import slug_of
from generator.model.data_files import KINDS
from generator.model.fields import fields_of
from generator.model.links import Link
from generator.model.people import Role
from generator.model.records import Record
from generator.model.sections import Section
from generator.model.text import Text
from generator.model.views.entry_views import EntryView, GroupView, SectionView
from generator.model.works import Publication
from generator.problems import Problem, Spot, did_you_mean


def section_view(section: Section, index: Index, lang: str) -> SectionView:
    """Return the records that a section asks for, in its order and style."""
    if not section.shows_in(index.medium):
        return SectionView()
    writer = EntryWriter(index, lang, section)
    groups = tuple(_groups(section, chosen(section, index), writer))
    title = writer.own_phrase(section.title)
    more = writer.link("more", Link(section.more)) if section.more else None
    if more is not None and more.label == "more":
        more = msgspec.structs.replace(more, label=_more_label(section, index, lang))
    return SectionView(
        title=title,
        id=slug_of(title.text) if title else "",
        text=writer.own_phrase(section.text),
        kinds=section.of.words,
        style=section.style,
        numbered=section.numbered,
        links=section.links,
        groups=groups,
        legend=_legend(groups) if section.legend else (),
        filter=section.filter,
        kind_labels=_kind_labels(groups) if section.filter else (),
        more=more,
    )


def _legend(groups: tuple[GroupView, ...]) -> tuple[str, ...]:
    """Return the roles that stand behind names in the entries."""
    people = (author for g in groups for entry in g.entries for author in entry.authors)
    return tuple(sorted({role for author in people for role in author.roles}, key=_ROLES.index))


def _kind_labels(groups: tuple[GroupView, ...]) -> tuple[tuple[str, str], ...]:
    """Return the kinds that occur, with their words, in the order of the words."""
    facets = (entry.facets for group in groups for entry in group.entries)
    found = {facet.kind: facet.kind_label for facet in facets if facet and facet.kind}
    return tuple(sorted(found.items(), key=lambda pair: pair[1].casefold()))


def _more_label(section: Section, index: Index, lang: str) -> str:
    """Return `All publications`, `全部学术成果`."""
    if not section.of:
        return section.title.pick(lang, lang).text if section.title else section.more
    kind = index.word(section.of.words[0], lang)
    words: str = index.word("more", lang)
    return words.replace("{}", kind.lower() if lang.startswith("en") else kind)


def _groups(section: Section, records: list[Record], writer: EntryWriter) -> Iterable[GroupView]:
    titles = [_group_title(section, record, writer) for record in records]
    other = writer.word("kind.other").text
    grouped: dict[str, list[EntryView]] = {}
    for title, record in zip(titles, records, strict=True):
        grouped.setdefault(title, []).append(writer.entry(record))
    if "" in grouped and len(grouped) > 1:
        # Without a heading they would seem to belong to the group before them.
        left = grouped.pop("")
        grouped[other] = [*grouped.pop(other, []), *left]
    start = 1
    for title, entries in grouped.items():
        yield GroupView(title=title, id=slug_of(title), start=start, entries=tuple(entries))
        start += len(entries)


def _group_title(section: Section, record: Record, writer: EntryWriter) -> str:
    group = section.group
    if group == "none":
        return ""
    if group == "year":
        return str(record.when.last.year) if record.when else writer.word("undated").text
    if group == "type":
        return writer.word(record.kind_name).text
    if group == "kind" and isinstance(record, Publication):
        return writer.word(f"kind.{writer.index.kind_of(record)}").text
    value = getattr(record, group, None)
    if isinstance(value, tuple):
        value = value[0] if value else ""
    if isinstance(value, Text):
        return writer.phrase(value).text
    return writer.choice(record, group, str(value or ""))


_ROLES = get_args(Role)


def section_problems(section: Section, index: Index, where: Spot) -> list[Problem]:
    """Return what a section asks for that no record can answer."""
    problems = []
    if not section.of and not section.text:
        hint = "add a line such as `of: publications`, or a `text`"
        problems.append(Problem(where, "this section says neither `of` nor `text`", hint))
    for name in section.imprint.words:
        if name not in IMPRINT:
            hint = did_you_mean(name, IMPRINT) or f"known: {', '.join(IMPRINT)}"
            message = f'`imprint` names "{name}", which is none of its words'
            problems.append(Problem(where.inside("imprint", name), message, hint))
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
    if section.more and resolve(index, section.more, index.default_lang) is None:
        message = f'`more` names "{section.more}", which is no page'
        problems.append(
            Problem(where.inside("more"), message, did_you_mean(section.more, index.names))
        )
    return problems
