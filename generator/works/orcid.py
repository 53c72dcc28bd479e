"""ORCID's public API, version 3.0.

Documentation:
https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/ (summaries of
works in groups, and up to 100 whole works at once). A summary has no authors, so whole works are
read, too.
"""

from __future__ import annotations

from generator.model.languages import is_east_asian
from generator.works.client import Client, Json, ServiceClient, batches
from generator.works.found import (
    NO_ROLE,
    OTHER_AUTHORS,
    CareerEntry,
    CareerKind,
    FoundWork,
    Profile,
    doi_of,
    entry_of,
    found_work,
    links_among,
    native_among,
    span,
    title_key,
    whole_title,
)

_AT_ONCE = 100


# ---------------------------------------------------------------------- works


def _works(client: Client, id: str) -> list[FoundWork]:
    groups = client.json(f"/{id}/works", "group").parts("group")
    works = [forms for group in groups for forms in _apart(group.parts("work-summary"))]
    holder = _name(client.json(f"/{id}/record", "person").part("person")) if works else ""
    found: list[FoundWork] = []
    for part in batches(works, _AT_ONCE):
        codes = ",".join(one.text("put-code") for one, *_ in part)
        items = client.json(f"/{id}/works/{codes}", "bulk").parts("bulk")
        whole = {one.text("work", "put-code"): one.part("work") for one in items}
        for forms in part:
            found.append(_work(whole.get(forms[0].text("put-code"), forms[0]), forms, id, holder))
    return found


def _apart(summaries: list[Json]) -> list[list[Json]]:
    """Return the summaries in a group by work, in order. ORCID groups a book and its chapter if
    both have the book's ISBN as their own."""
    found: list[list[Json]] = []
    for one in summaries:
        kind, key = one.text("type"), title_key(one.text("title", "title"))
        for forms in found:
            other, title = forms[0].text("type"), title_key(forms[0].text("title", "title"))
            if kind == other or title in key or key in title or "preprint" in (kind, other):
                forms.append(one)
                break
        else:
            if one.number("put-code") is not None:
                found.append([one])
    return found


def _work(item: Json, forms: list[Json], id: str, holder: str) -> FoundWork:
    """Return a work with the ids of all its forms; `holder` is the name of the record's person."""
    kind = item.text("type")
    year, month, day = (item.text("publication-date", part) for part in ("year", "month", "day"))
    own = {
        one.text("external-id-type"): one.text("external-id-value")
        for form in reversed([item, *forms])
        for one in form.parts("external-ids", "external-id")
        if one.text("external-id-relationship") in ("", "self")
    }
    people = item.parts("contributors", "contributor")
    named = [
        (one.text("credit-name"), one.text("contributor-attributes", "contributor-role"))
        for one in people
    ]
    editors = tuple(name for name, role in named if role == "editor")
    authors = tuple(name for name, role in named if role != "editor")
    if holder and not people:  # the record's owner, and unknown others
        holders = (holder,) if kind in _OF_ONE else (holder, OTHER_AUTHORS)
        editors, authors = ((), holders) if kind != "edited-book" else (holders, ())
    return found_work(
        service="orcid",
        key=item.text("put-code"),
        title=whole_title(item.text("title", "title"), item.text("title", "subtitle")),
        authors=authors,
        editors=editors,
        date="-".join(filter(None, (year, month, day))),
        venue=item.text("journal-title"),
        types=(kind,),
        doi=doi_of(own.get("doi", "")),
        arxiv=own.get("arxiv", ""),
        isbn=own.get("isbn", ""),
        url=item.text("url") or own.get("uri", ""),
    )


_OF_ONE = ("dissertation", "dissertation-thesis")
"""Types of works by a single person."""


# ---------------------------------------------------------------------- the person


def _profile(client: Client, id: str) -> Profile:
    record = client.json(f"/{id}/record", "person")
    person, activities = record.part("person"), record.part("activities-summary")
    others = [person.text("name", "credit-name")]
    others += [one.text("content") for one in person.parts("other-names", "other-name")]
    pages = [one.text("url") for one in person.parts("researcher-urls", "researcher-url")]
    ids = person.parts("external-identifiers", "external-identifier")
    pages += [one.text("external-id-url") for one in ids]
    name, (family, _, given) = _name(person), _name(person).partition(", ")
    native = native_among([f"{family} {given}" if is_east_asian(family) else f"{given} {family}"])
    if native:
        latin = (one for one in others if one and not native_among([one]))
        name = next(latin, name)
    jobs = _affiliations(activities, "employments")
    career = [
        *map(_position, jobs + _affiliations(activities, "invited-positions")),
        *map(_degree, _affiliations(activities, "educations")),
        *map(_prize, _affiliations(activities, "distinctions")),
        *(
            _grant(one)
            for group in activities.parts("fundings", "group")
            for one in group.parts("funding-summary")[:1]
        ),
    ]
    return Profile(
        name=name,
        native=native or native_among(others),
        other_names=tuple(name for name in others if name and not native_among([name])),
        links=links_among(pages),
        orcid=id,
        career=tuple(career),
    )


def _name(person: Json) -> str:
    given, family = (person.text("name", part) for part in ("given-names", "family-name"))
    return f"{family}, {given}" if family and given else family or given


def _affiliations(activities: Json, name: str) -> list[Json]:
    """Return the first summary of each group, since others only repeat it."""
    groups = activities.parts(name, "affiliation-group")
    firsts = (one for group in groups for one in group.parts("summaries")[:1])
    return [one.part(f"{name.removesuffix('s')}-summary") for one in firsts]


def _position(one: Json) -> CareerEntry:
    role = one.text("role-title") or NO_ROLE
    return _entry("experience", one, role=role, organization=one.text("organization", "name"))


def _degree(one: Json) -> CareerEntry:
    degree = one.text("role-title") or "TODO degree"
    return _entry("education", one, degree=degree, institution=one.text("organization", "name"))


def _entry(kind: CareerKind, one: Json, **fields: str) -> CareerEntry:
    fields |= {
        "unit": one.text("department-name"),
        "location": one.text("organization", "address", "city"),
        "date": span(_date(one, "start-date"), _date(one, "end-date")),
    }
    return entry_of(kind, fields)


def _prize(one: Json) -> CareerEntry:
    fields = {
        "title": one.text("role-title") or "TODO prize",
        "organization": one.text("organization", "name"),
        "date": _date(one, "start-date"),
    }
    return entry_of("awards", fields)


def _grant(one: Json) -> CareerEntry:
    numbers = [
        id.text("external-id-value")
        for id in one.parts("external-ids", "external-id")
        if id.text("external-id-type") == "grant_number"
    ]
    fields = {
        "title": one.text("title", "title"),
        "kind": "grant",
        "organization": one.text("organization", "name"),
        "details": numbers[0] if numbers else "",
        "date": span(_date(one, "start-date"), _date(one, "end-date"), is_open=False),
    }
    return entry_of("projects", fields)


def _date(one: Json, name: str) -> str:
    """Return a year, and the month if given; CVs have no days."""
    parts = [one.text(name, part) for part in ("year", "month")]
    return "-".join(filter(None, parts))


ORCID = ServiceClient(
    name="orcid",
    base="https://pub.orcid.org/v3.0",
    works=_works,
    profile=_profile,
    id_example="0000-0002-1825-0097",
)
