"""DataCite's REST API: data sets, software, theses and preprints by the ORCID iD of a creator.

Documentation: https://support.datacite.org/docs/api-queries (fields of metadata in the query) and
https://support.datacite.org/docs/pagination (cursors).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from generator.works.client import ORCID, Client, Json, ServiceClient, batches, orcid_of, refuse_id
from generator.works.found import TABLES, FoundWork, found_work

_ROWS = 200
_AT_ONCE = 40
_KINDS = TABLES.kinds["datacite"]


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    found: dict[str, FoundWork] = {}
    cursor = "1"
    while cursor:
        query = {"query": f'creators.nameIdentifiers.nameIdentifier:"https://orcid.org/{id}"',
                 "page[size]": _ROWS, "page[cursor]": cursor}  # fmt: skip
        reply = client.json("/dois", "data", query)
        works = [_work(item) for item in reply.parts("data")]
        for work in works:
            other = found.get(work.doi, work)
            newer = max(other, work, key=lambda one: one.date)
            found[work.doi] = replace(newer, other_dois=other.other_dois + work.other_dois)
        onward = parse_qs(urlsplit(reply.text("links", "next")).query)
        cursor = onward.get("page[cursor]", [""])[0] if works else ""
    return list(found.values())


def _works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    found: list[FoundWork] = []
    for part in batches(dois, _AT_ONCE):
        query = {"query": " OR ".join(f'doi:"{doi}"' for doi in part), "page[size]": _AT_ONCE}
        found += map(_work, client.json("/dois", "data", query).parts("data"))
    return [replace(one, is_guess=True) for one in found]


def _work(record: Json) -> FoundWork:
    """Return a work; its DOI is the one for all versions, if there is one."""
    item = record.part("attributes")
    doi, type = item.text("doi"), item.text("types", "resourceTypeGeneral")
    related = [
        (one.text("relationType"), one.text("relatedIdentifier"))
        for one in item.parts("relatedIdentifiers")
    ]
    versions = [id for relation, id in related if relation in ("HasVersion", "IsIdenticalTo")]
    titles = item.parts("titles")
    return found_work(
        service="datacite",
        key=doi,
        # The others are subtitles, translations and the like.
        title=next((one.text("title") for one in titles if not one.text("titleType")), ""),
        authors=tuple(map(_name, item.parts("creators"))),
        date=item.text("publicationYear"),
        venue=item.text("container", "title") or item.text("publisher"),
        kind=_KINDS.get(type, "other"),
        is_paper=type != "StudyRegistration",
        doi=dict(related).get("IsVersionOf", doi),
        other_dois=(doi, *versions),
    )


def _name(creator: Json) -> str:
    name, given = creator.text("name"), creator.text("givenName")
    if creator.text("nameType") == "Organizational":
        return f"{{{name}}}"
    return f"{creator.text('familyName')}, {given}" if given else name


SERVICE = ServiceClient(
    name="datacite",
    title="DataCite",
    base="https://api.datacite.org",
    id_of=orcid_of,
    works=_works,
    works_of_dois=_works_of_dois,
    id_example="0000-0002-1825-0097 (an ORCID iD)",
)
