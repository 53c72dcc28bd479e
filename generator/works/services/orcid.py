"""ORCID's public API, version 3.0.

Documentation: https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
(summaries of works in groups, and up to 100 whole works at once). A summary has no authors, so the
whole works are read, too.
"""

from __future__ import annotations

from typing import Any

import msgspec

from generator.messages import spoken
from generator.model.languages import is_east_asian
from generator.model.records.works import PublicationKind
from generator.works.client import ORCID, Client, ServiceClient, ServiceError, orcid_of, refuse_id
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
    "encyclopedia-entry": "chapter",
    "dictionary-entry": "chapter",
    "dissertation": "thesis",
    "dissertation-thesis": "thesis",
    "report": "report",
    "manual": "report",
    "data-set": "dataset",
    "software": "software",
}
_OTHER_RECORDS: dict[str, CareerKind] = {"patent": "patents", "lecture-speech": "talks"}
"""Types of works that are no publications here."""


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


# ---------------------------------------------------------------------- works


class _Groups(msgspec.Struct):
    group: list[_Section] = []


class _Bulk(msgspec.Struct):
    bulk: list[_Section] = []


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    groups = client.json(f"/{id}/works", _Groups).group
    known = [forms for group in groups for forms in _apart(_list(group, "work-summary"))]
    works = [forms for forms in known if _text(forms[0], "type") not in _OTHER_RECORDS]
    try:
        record = client.json(f"/{id}/record", _Section) if works else {}
    except ServiceError:
        record = {}  # the works are of use without it
    found: list[FoundWork] = []
    for start in range(0, len(works), _AT_ONCE):
        part = works[start : start + _AT_ONCE]
        codes = ",".join(str(one["put-code"]) for one, *_ in part)
        items = client.json(f"/{id}/works/{codes}", _Bulk).bulk
        whole = {work.get("put-code"): work for one in items if (work := _part(one, "work"))}
        for forms in part:
            found.append(_work(whole.get(forms[0]["put-code"], forms[0]), forms, id, record))
    return found


def _apart(summaries: list[_Section]) -> list[list[_Section]]:
    """Return the summaries in a group by work, first ones first: ORCID puts a book and its chapter
    together where both have the book's ISBN as their own."""
    found: list[list[_Section]] = []
    for one in summaries:
        kind, key = _text(one, "type"), title_key(_text(one, "title", "title"))
        for forms in found:
            other, title = _text(forms[0], "type"), title_key(_text(forms[0], "title", "title"))
            if kind == other or title in key or key in title or "preprint" in (kind, other):
                forms.append(one)
                break
        else:
            if isinstance(one.get("put-code"), int):
                found.append([one])
    return found


def _work(item: _Section, forms: list[_Section], id: str, record: _Section) -> FoundWork:
    """Return a work with the ids of all its forms; `record` is that of the iD."""
    kind = _text(item, "type")
    year, month, day = (_text(item, "publication-date", part) for part in ("year", "month", "day"))
    own = {
        _text(one, "external-id-type"): _text(one, "external-id-value")
        for form in reversed([item, *forms])
        for one in _list(form, "external-ids", "external-id")
        if one.get("external-id-relationship", "self") == "self"
    }
    people = _list(item, "contributors", "contributor")
    named = [(_text(one, "credit-name"), _part(one, "contributor-attributes")) for one in people]
    editors = tuple(name for name, role in named if role.get("contributor-role") == "editor")
    authors = tuple(name for name, role in named if role.get("contributor-role") != "editor")
    holder = _name(_part(record, "person"))
    if holder and not people:  # whose record it is, and others of whom it does not tell
        holders = (holder,) if kind in _OF_ONE else (holder, "TODO Authors")
        editors, authors = ((), holders) if kind != "edited-book" else (holders, ())
    return found_work(
        service="orcid",
        key=str(item.get("put-code")),
        title=whole_title(_text(item, "title", "title"), _text(item, "title", "subtitle")),
        authors=authors,
        editors=editors,
        date="-".join(filter(None, (year, month, day))),
        venue=_text(item, "journal-title") or (_school(record, year) if kind in _OF_ONE else ""),
        kind=_KINDS.get(kind, "other"),
        doi=doi_of(own.get("doi", "")),
        arxiv=own.get("arxiv", ""),
        isbn=own.get("isbn", ""),
        url=_text(item, "url") or own.get("uri", ""),
        is_guess=not any(_is_sure(form, id, holder) for form in (item, *forms)),
    )


_OF_ONE = ("dissertation", "dissertation-thesis")
"""Types of works that one person writes, at a university."""


def _is_sure(form: _Section, id: str, holder: str) -> bool:
    """Whether the person has typed it, or stands among its people by iD or full name. Wizards
    search for names, and people confirm what they find in one go."""
    if not _part(form, "source", "source-client-id"):
        return True
    people = _list(form, "contributors", "contributor")
    ids = [_text(_part(one, "contributor-orcid"), "path") for one in people]
    names = [title_key(_text(one, "credit-name")) for one in people]
    family, _, given = holder.partition(", ")
    return id in ids or bool(given and title_key(given + family) in names)


def _school(record: _Section, year: str) -> str:
    """Return where the one degree was taken that ended in a year."""
    activities = _part(record, "activities-summary")
    degrees = _affiliations(activities, "educations") + _affiliations(activities, "qualifications")
    ended = [one for one in degrees if year and _date(one, "end-date")[:4] == year]
    return _text(ended[0], "organization", "name") if len(ended) == 1 else ""


# ---------------------------------------------------------------------- the person


def _profile(client: Client, id: str) -> Profile:
    refuse_id(id, ORCID, SERVICE.id_example)
    record = client.json(f"/{id}/record", _Section)
    person, activities = _part(record, "person"), _part(record, "activities-summary")
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
    name, (family, _, given) = _name(person), _name(person).partition(", ")
    native = native_among([f"{family} {given}" if is_east_asian(family) else f"{given} {family}"])
    if native:
        latin = (one for one in others if one and not native_among([one]))
        name = next(latin, name)
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
        *(
            _other_record(one)
            for group in _list(activities, "works", "group")
            for one in _list(group, "work-summary")[:1]
            if _text(one, "type") in _OTHER_RECORDS
        ),
    ]
    present = [one for one in jobs if not _date(one, "end-date")]
    return Profile(
        name=name,
        native=native or native_among(others),
        other_names=tuple(name for name in others if name and not native_among([name])),
        affiliation=markdown_of(_text(present[0], "organization", "name")) if present else "",
        bio=markdown_of(_text(person, "biography", "content")),
        links=links_among(pages),
        orcid=id,
        career=tuple(once(career)),
    )


def _name(person: _Section) -> str:
    """Return the name in its parts; in capitals alone nobody writes it."""
    given, family = (
        name.title() if name.isupper() and len(name) > 2 else name
        for name in (_text(person, "name", part) for part in ("given-names", "family-name"))
    )
    return f"{family}, {given}" if family and given else family or given


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


def _other_record(one: _Section) -> CareerEntry:
    kind = _OTHER_RECORDS[_text(one, "type")]
    ids = _list(one, "external-ids", "external-id")
    numbers = [_text(id, "external-id-value") for id in ids if id.get("external-id-type") == "pat"]
    fields = {
        "title": _text(one, "title", "title"),
        "number": next(iter(numbers), "") if kind == "patents" else "",
        "event": _text(one, "journal-title") if kind == "talks" else "",
        "date": _date(one, "publication-date"),
    }
    return entry_of(kind, "orcid", fields)


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
