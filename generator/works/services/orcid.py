"""ORCID's public API, version 3.0.

Documentation: https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
(summaries of works in groups, and up to 100 whole works at once). A summary has no authors, so the
whole works are read, too.
"""

from __future__ import annotations

from typing import Any

import msgspec

from generator.messages import spoken
from generator.model.records.works import PublicationKind
from generator.works.client import ORCID, Client, ServiceClient, orcid_of, refuse_id
from generator.works.found import (
    FoundWork,
    doi_of,
    found_work,
    markdown_of,
    one_line,
    title_key,
    whole_title,
)
from generator.works.profile import (
    CareerEntry,
    CareerKind,
    Profile,
    entry_of,
    links_among,
    native_among,
    once,
    span,
)

_AT_ONCE = 100
_KINDS: dict[str, PublicationKind] = {
    "journal-article": "journal",
    "book-review": "journal",
    "review": "journal",
    "conference-paper": "conference",
    "conference-proceedings": "conference",
    "conference-abstract": "poster",
    "conference-poster": "poster",
    "preprint": "preprint",
    "working-paper": "preprint",
    "book": "book",
    "edited-book": "book",
    "book-chapter": "chapter",
    "dissertation": "thesis",
    "dissertation-thesis": "thesis",
    "report": "report",
    "data-set": "dataset",
    "software": "software",
}


class _Value(msgspec.Struct, frozen=True):
    value: str = ""


class _Titles(msgspec.Struct, frozen=True):
    title: _Value = _Value()
    subtitle: _Value = _Value()


class _When(msgspec.Struct, frozen=True):
    year: _Value = _Value()
    month: _Value = _Value()
    day: _Value = _Value()


class _ExternalId(msgspec.Struct, rename="kebab"):
    external_id_type: str = ""
    external_id_value: str = ""
    external_id_relationship: str = "self"


class _ExternalIds(msgspec.Struct, rename="kebab", frozen=True):
    external_id: list[_ExternalId] = []


class _Contributor(msgspec.Struct, rename="kebab"):
    credit_name: _Value = _Value()


class _Contributors(msgspec.Struct, frozen=True):
    contributor: list[_Contributor] = []


class _Work(msgspec.Struct, rename="kebab"):
    put_code: int
    title: _Titles = _Titles()
    type: str = ""
    publication_date: _When = _When()
    journal_title: _Value = _Value()
    external_ids: _ExternalIds = _ExternalIds()
    contributors: _Contributors = _Contributors()


class _Group(msgspec.Struct, rename="kebab"):
    work_summary: list[_Work] = []


class _Works(msgspec.Struct):
    group: list[_Group] = []


class _BulkItem(msgspec.Struct):
    work: _Work | None = None
    """None where the item is an error instead."""


class _Bulk(msgspec.Struct):
    bulk: list[_BulkItem] = []


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    groups = client.json(f"/{id}/works", _Works).group
    summaries = [one for group in groups for one in _apart(group.work_summary)]
    found: list[FoundWork] = []
    for start in range(0, len(summaries), _AT_ONCE):
        part = summaries[start : start + _AT_ONCE]
        codes = ",".join(str(summary.put_code) for summary in part)
        items = client.json(f"/{id}/works/{codes}", _Bulk).bulk
        whole = {item.work.put_code: item.work for item in items if item.work}
        found += [_work(whole.get(summary.put_code, summary)) for summary in part]
    return found


def _apart(summaries: list[_Work]) -> list[_Work]:
    """Return the first of the summaries in a group, and those of other works: ORCID puts a book
    and its chapter together where both have the book's ISBN as their own."""
    found: list[_Work] = []
    for one in summaries:
        titles = [(title_key(other.title.title.value), other.type) for other in found]
        key = title_key(one.title.title.value)
        is_form = any(kind == one.type or title in key or key in title for title, kind in titles)
        if not found or not (is_form or one.type == "preprint" or found[0].type == "preprint"):
            found.append(one)
    return found


def _work(item: _Work) -> FoundWork:
    date = item.publication_date
    own = {
        one.external_id_type: one.external_id_value
        for one in item.external_ids.external_id
        if one.external_id_relationship == "self"
    }
    return found_work(
        service="orcid",
        key=str(item.put_code),
        title=whole_title(item.title.title.value, item.title.subtitle.value),
        authors=tuple(one.credit_name.value for one in item.contributors.contributor),
        date="-".join(one.value for one in (date.year, date.month, date.day) if one.value),
        venue=item.journal_title.value,
        kind=_KINDS.get(item.type, "other"),
        doi=doi_of(own.get("doi", "")),
        arxiv=own.get("arxiv", ""),
        isbn=own.get("isbn", ""),
    )


# ---------------------------------------------------------------------- the person


_Section = dict[str, Any]
"""A part of a record; its parts are asked for by `_part`, `_list` and `_text`."""


def _part(section: _Section, *names: str) -> _Section:
    for name in names:
        inner = section.get(name)
        section = inner if isinstance(inner, dict) else {}
    return section


def _list(section: _Section, *names: str) -> list[_Section]:
    found = _part(section, *names[:-1]).get(names[-1])
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(section: _Section, *names: str) -> str:
    """Return a text or nothing. The text may lie in a field `value`."""
    found = _part(section, *names[:-1]).get(names[-1])
    value = found.get("value") if isinstance(found, dict) else found
    return one_line(value) if isinstance(value, str) else ""


def _profile(client: Client, id: str) -> Profile:
    refuse_id(id, ORCID, SERVICE.id_example)
    record = client.json(f"/{id}/record", _Section)
    person, activities = _part(record, "person"), _part(record, "activities-summary")
    given, family = (_text(person, "name", name) for name in ("given-names", "family-name"))
    family = family.title() if family.isupper() and len(family) > 2 else family
    others = [_text(person, "name", "credit-name")]
    others += [_text(one, "content") for one in _list(person, "other-names", "other-name")]
    pages = [
        (_text(one, "url-name"), _text(one, "url"))
        for one in _list(person, "researcher-urls", "researcher-url")
    ]
    pages += [
        (_text(one, "external-id-type"), _text(one, "external-id-url"))
        for one in _list(person, "external-identifiers", "external-identifier")
    ]
    jobs = _affiliations(activities, "employments")
    career = [
        *map(_position, jobs + _affiliations(activities, "invited-positions")),
        *map(_degree, _affiliations(activities, "educations")),
        *map(_qualification, _affiliations(activities, "qualifications")),
        *map(_prize, _affiliations(activities, "distinctions")),
        *(
            _grant(one)
            for group in _list(activities, "fundings", "group")
            for one in _list(group, "funding-summary")[:1]
        ),
    ]
    present = [one for one in jobs if not _date(one, "end-date")]
    return Profile(
        name=f"{family}, {given}" if family and given else family or given,
        native=native_among(others),
        other_names=tuple(name for name in others if name and not native_among([name])),
        affiliation=markdown_of(_text(present[0], "organization", "name")) if present else "",
        bio=markdown_of(_text(person, "biography", "content")),
        links=links_among(pages),
        orcid=id,
        career=tuple(once(career)),
    )


def _affiliations(activities: _Section, name: str) -> list[_Section]:
    """Return the first summary of each group: the others are the same in words of others."""
    groups = _list(activities, name, "affiliation-group")
    firsts = (one for group in groups for one in _list(group, "summaries")[:1])
    return [summary for one in firsts for summary in one.values() if isinstance(summary, dict)]


def _position(one: _Section) -> CareerEntry:
    role = _text(one, "role-title") or "TODO position"
    return _entry("experience", one, role=role, organization=_text(one, "organization", "name"))


def _degree(one: _Section) -> CareerEntry:
    degree = _text(one, "role-title") or "TODO degree"
    return _entry("education", one, degree=degree, institution=_text(one, "organization", "name"))


def _qualification(one: _Section) -> CareerEntry:
    doubt = spoken("doubt-qualification")
    return msgspec.structs.replace(_degree(one), doubt=doubt)


def _entry(kind: CareerKind, one: _Section, **fields: str) -> CareerEntry:
    fields |= {
        "unit": _text(one, "department-name"),
        "location": _text(one, "organization", "address", "city"),
        "date": span(_date(one, "start-date"), _date(one, "end-date")),
    }
    return entry_of(kind, "orcid", fields)


def _prize(one: _Section) -> CareerEntry:
    fields = {
        "title": _text(one, "role-title") or "TODO prize",
        "organization": _text(one, "organization", "name"),
        "date": _date(one, "start-date"),
    }
    return entry_of("awards", "orcid", fields)


def _grant(one: _Section) -> CareerEntry:
    numbers = [
        _text(id, "external-id-value")
        for id in _list(one, "external-ids", "external-id")
        if id.get("external-id-type") == "grant_number"
    ]
    fields = {
        "title": _text(one, "title", "title"),
        "kind": "grant",
        "organization": _text(one, "organization", "name"),
        "details": numbers[0] if numbers else "",
        "date": span(_date(one, "start-date"), _date(one, "end-date"), is_open=False),
    }
    return entry_of("projects", "orcid", fields)


def _date(one: _Section, name: str) -> str:
    """Return a year, and a month where there is one; days say more than a CV does."""
    parts = [_text(one, name, part) for part in ("year", "month")]
    return "-".join(filter(None, parts))


SERVICE = ServiceClient(
    name="orcid",
    title="ORCID",
    base="https://pub.orcid.org/v3.0",
    id_of=orcid_of,
    works=_works,
    profile=_profile,
    has_career=True,
    id_example="0000-0002-1825-0097",
)
