"""DataCite's REST API: data sets, software, theses and preprints by the ORCID iD of a creator.

Documentation: https://support.datacite.org/docs/api-queries (fields of metadata in the query) and
https://support.datacite.org/docs/pagination (cursors).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec.structs import replace

from generator.model.records.works import PublicationKind
from generator.works.client import ORCID, Client, ServiceClient, orcid_of, refuse_id
from generator.works.found import FoundWork, found_work

_ROWS = 200
_AT_ONCE = 40
_KINDS: dict[str, PublicationKind] = {
    "Dataset": "dataset",
    "Software": "software",
    "Preprint": "preprint",
    "Dissertation": "thesis",
    "JournalArticle": "journal",
    "ConferencePaper": "conference",
    "Book": "book",
    "BookChapter": "chapter",
    "Report": "report",
}


class _Creator(msgspec.Struct, rename="camel"):
    name: str = ""
    name_type: str = ""
    given_name: str = ""
    family_name: str = ""


class _Title(msgspec.Struct, rename="camel"):
    title: str = ""
    title_type: str = ""
    """Empty for the main one; else `Subtitle`, `AlternativeTitle` and the like."""


class _Attributes(msgspec.Struct, rename="camel"):
    doi: str
    creators: list[_Creator] = []
    titles: list[_Title] = []
    publisher: str = ""
    container: dict[str, Any] = {}
    publication_year: int = 0
    types: dict[str, Any] = {}
    related_identifiers: list[dict[str, Any]] = []


class _Item(msgspec.Struct):
    attributes: _Attributes


class _Reply(msgspec.Struct):
    data: list[_Item] = []
    links: dict[str, str] = {}


class _One(msgspec.Struct):
    data: _Item


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    found: dict[str, FoundWork] = {}
    cursor = "1"
    while cursor:
        query = {"query": f'creators.nameIdentifiers.nameIdentifier:"https://orcid.org/{id}"',
                 "page[size]": _ROWS, "page[cursor]": cursor}  # fmt: skip
        reply = client.json("/dois", _Reply, query)
        for work in map(_work, (item.attributes for item in reply.data)):
            other = found.get(work.doi, work)
            newer = max(other, work, key=lambda one: one.date)
            found[work.doi] = replace(newer, other_dois=other.other_dois + work.other_dois)
        onward = parse_qs(urlsplit(reply.links.get("next", "")).query).get("page[cursor]", [""])
        cursor = onward[0] if reply.data else ""
    return list(found.values())


def _works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    found: list[FoundWork] = []
    for start in range(0, len(dois), _AT_ONCE):
        part = dois[start : start + _AT_ONCE]
        query = {"query": " OR ".join(f'doi:"{doi}"' for doi in part), "page[size]": _AT_ONCE}
        found += [_work(item.attributes) for item in client.json("/dois", _Reply, query).data]
    return [replace(one, is_guess=True) for one in found]


def _work_of_doi(client: Client, doi: str) -> FoundWork:
    return _work(client.json(f"/dois/{doi}", _One).data.attributes)


def _work(item: _Attributes) -> FoundWork:
    """Return a work; versions of one thing have the DOI that stands for all of them."""
    related = {one.get("relationType"): one for one in item.related_identifiers}
    whole = related.get("IsVersionOf", {}).get("relatedIdentifier", item.doi)
    versions = [one.get("relatedIdentifier", "") for one in item.related_identifiers
                if one.get("relationType") in ("HasVersion", "IsIdenticalTo")]  # fmt: skip
    type = item.types.get("resourceTypeGeneral", "")
    return found_work(
        service="datacite",
        key=item.doi,
        title=next((one.title for one in item.titles if not one.title_type), ""),
        authors=tuple(map(_name, item.creators)),
        date=str(item.publication_year or ""),
        venue=item.container.get("title") or item.publisher,
        kind=_KINDS.get(type, "other"),
        sort="supplement" if type == "StudyRegistration" else "work",
        doi=whole,
        other_dois=(item.doi, *versions),
    )


def _name(one: _Creator) -> str:
    if one.name_type == "Organizational":
        return f"{{{one.name}}}"
    return f"{one.family_name}, {one.given_name}" if one.given_name else one.name


SERVICE = ServiceClient(
    name="datacite",
    title="DataCite",
    base="https://api.datacite.org",
    id_of=orcid_of,
    works=_works,
    work_of_doi=_work_of_doi,
    works_of_dois=_works_of_dois,
    id_example="0000-0002-1825-0097 (an ORCID iD)",
)
