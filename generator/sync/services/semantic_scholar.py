"""Semantic Scholar's Academic Graph API: papers by the id of an author.

Documentation: https://api.semanticscholar.org/api-docs/graph (`/author/{id}/papers`; a request per
second, a key in the header `x-api-key`).
"""

from __future__ import annotations

import msgspec

from generator.model.people import Person
from generator.model.records.works import PublicationKind
from generator.sync.http import Client
from generator.sync.services import Counts, Service, id_in_links, refuse_id
from generator.sync.works import FoundWork, Sort, work

_ROWS = 500
_FIELDS = ("title,authors,year,publicationDate,venue,externalIds,citationCount,publicationTypes,"
           "journal")  # fmt: skip
_KINDS: dict[str, PublicationKind] = {
    "JournalArticle": "journal",
    "Conference": "conference",
    "Book": "book",
    "BookSection": "chapter",
    "Dataset": "dataset",
}
_SORTS: dict[str, Sort] = {"Editorial": "front-matter"}


class _Author(msgspec.Struct):
    name: str | None = None


class _Journal(msgspec.Struct):
    name: str | None = None
    volume: str | None = None
    pages: str | None = None


class _Ids(msgspec.Struct):
    doi: str = msgspec.field(default="", name="DOI")
    arxiv: str = msgspec.field(default="", name="ArXiv")


class _Paper(msgspec.Struct, rename="camel"):
    paper_id: str = ""
    title: str | None = None
    authors: list[_Author] = []
    year: int | None = None
    publication_date: str | None = None
    venue: str | None = None
    external_ids: _Ids | None = None
    citation_count: int | None = None
    publication_types: list[str] | None = None
    journal: _Journal | None = None


class _Reply(msgspec.Struct):
    data: list[_Paper] = []
    next: int | None = None


class _Person(msgspec.Struct, rename="camel"):
    citation_count: int
    h_index: int | None = None


def _id_of(person: Person) -> str:
    return id_in_links(person, r"semanticscholar\.org/author/(?:[^/?#]+/)?(\d+)")


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, r"\d+", SERVICE.id_example)
    found: list[FoundWork] = []
    offset: int | None = 0
    while offset is not None:
        query = {"fields": _FIELDS, "limit": _ROWS, "offset": offset}
        reply = client.json(f"/author/{id}/papers", _Reply, query)
        found += [_work(paper) for paper in reply.data if paper.title]
        offset = reply.next if reply.data and (reply.next or 0) > offset else None
    return found


def _work(paper: _Paper) -> FoundWork:
    ids = paper.external_ids or _Ids()
    journal = paper.journal or _Journal()
    types = paper.publication_types or []
    venue = paper.venue or journal.name or ""
    is_preprint = venue.lower().startswith(("arxiv", "corr"))
    kind = next((_KINDS[one] for one in reversed(types) if one in _KINDS), "other")
    return work(
        service="semantic-scholar",
        key=paper.paper_id,
        title=paper.title or "",
        authors=tuple(author.name or "" for author in paper.authors),
        date=paper.publication_date or str(paper.year or ""),
        venue="" if is_preprint else venue,
        kind="preprint" if is_preprint else kind,
        sort=next((_SORTS[one] for one in types if one in _SORTS), "work"),
        volume="" if is_preprint else journal.volume or "",
        pages="" if is_preprint else journal.pages or "",
        doi=ids.doi,
        arxiv=ids.arxiv,
        citations=paper.citation_count,
    )


def _counts(client: Client, id: str) -> Counts:
    refuse_id(id, r"\d+", SERVICE.id_example)
    person = client.json(f"/author/{id}", _Person, {"fields": "citationCount,hIndex"})
    return Counts(person.citation_count, person.h_index)


SERVICE = Service(
    name="semantic-scholar",
    title="Semantic Scholar",
    base="https://api.semanticscholar.org/graph/v1",
    id_of=_id_of,
    works=_works,
    id_example="1741101",
    pause=1.1,
    key_variable="SEMANTIC_SCHOLAR_API_KEY",
    key_header="x-api-key",
    has_counts=True,
    counts=_counts,
)
