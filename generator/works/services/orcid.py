"""ORCID's public API, version 3.0.

Documentation: https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
(summaries of works in groups, and up to 100 whole works at once). A summary has no authors, so the
whole works are read, too.
"""

from __future__ import annotations

import msgspec

from generator.model.records.works import PublicationKind
from generator.works.client import ORCID, Client, ServiceClient, orcid_of, refuse_id
from generator.works.found import FoundWork, doi_of, found_work

_AT_ONCE = 100
_KINDS: dict[str, PublicationKind] = {
    "journal-article": "journal",
    "conference-paper": "conference",
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


class _Date(msgspec.Struct, frozen=True):
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
    publication_date: _Date = _Date()
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
    summaries = [group.work_summary[0] for group in groups if group.work_summary]
    found: list[FoundWork] = []
    for start in range(0, len(summaries), _AT_ONCE):
        part = summaries[start : start + _AT_ONCE]
        codes = ",".join(str(summary.put_code) for summary in part)
        items = client.json(f"/{id}/works/{codes}", _Bulk).bulk
        whole = {item.work.put_code: item.work for item in items if item.work}
        found += [_work(whole.get(summary.put_code, summary)) for summary in part]
    return found


def _work(item: _Work) -> FoundWork:
    subtitle, date = item.title.subtitle.value, item.publication_date
    own = {
        one.external_id_type: one.external_id_value
        for one in item.external_ids.external_id
        if one.external_id_relationship == "self"
    }
    return found_work(
        service="orcid",
        key=str(item.put_code),
        title=item.title.title.value + (f": {subtitle}" if subtitle else ""),
        authors=tuple(one.credit_name.value for one in item.contributors.contributor),
        date="-".join(one.value for one in (date.year, date.month, date.day) if one.value),
        venue=item.journal_title.value,
        kind=_KINDS.get(item.type, "other"),
        doi=doi_of(own.get("doi", "")),
        arxiv=own.get("arxiv", ""),
        isbn=own.get("isbn", ""),
    )


SERVICE = ServiceClient(
    name="orcid",
    title="ORCID",
    base="https://pub.orcid.org/v3.0",
    id_of=orcid_of,
    works=_works,
    id_example="0000-0002-1825-0097",
)
