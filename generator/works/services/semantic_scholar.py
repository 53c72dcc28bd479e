"""Semantic Scholar's Academic Graph API: papers by the id of an author.

Documentation: https://api.semanticscholar.org/api-docs/graph (`/author/{id}/papers`; a request per
second, a key in the header `x-api-key`).
"""

from __future__ import annotations

import msgspec

from generator.model.people import Person
from generator.model.records.works import PublicationKind
from generator.works.client import Client, Counts, ServiceClient, id_in_links, refuse_id
from generator.works.found import FoundWork, Sort, found_work

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
    name: str = ""


class _Journal(msgspec.Struct, frozen=True):
    name: str = ""
    volume: str = ""
    pages: str = ""


class _Ids(msgspec.Struct, frozen=True):
    doi: str = msgspec.field(default="", name="DOI")
    arxiv: str = msgspec.field(default="", name="ArXiv")


class _Paper(msgspec.Struct, rename="camel"):
    paper_id: str = ""
    title: str = ""
    authors: list[_Author] = []
    year: int = 0
    publication_date: str = ""
    venue: str = ""
    external_ids: _Ids = _Ids()
    citation_count: int | None = None
    publication_types: list[str] = []
    journal: _Journal = _Journal()


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
        found += [_work(paper) for paper in reply.data]
        offset = reply.next if reply.data and (reply.next or 0) > offset else None
    return found


def _work(paper: _Paper) -> FoundWork:
    ids, journal, types = paper.external_ids, paper.journal, paper.publication_types
    venue = paper.venue or journal.name
    is_preprint = venue.lower().startswith(("arxiv", "corr"))
    kind = next((_KINDS[one] for one in reversed(types) if one in _KINDS), "other")
    return found_work(
        service="semantic-scholar",
        key=paper.paper_id,
        title=paper.title,
        authors=tuple(author.name for author in paper.authors),
        date=paper.publication_date or str(paper.year or ""),
        venue="" if is_preprint else venue,
        kind="preprint" if is_preprint else kind,
        sort=next((_SORTS[one] for one in types if one in _SORTS), "work"),
        volume="" if is_preprint else journal.volume,
        pages="" if is_preprint else journal.pages,
        doi=ids.doi,
        arxiv=ids.arxiv,
        is_guess=True,
        citations=paper.citation_count,
    )


def _counts(client: Client, id: str) -> Counts:
    refuse_id(id, r"\d+", SERVICE.id_example)
    person = client.json(f"/author/{id}", _Person, {"fields": "citationCount,hIndex"})
    return Counts(person.citation_count, person.h_index)


SERVICE = ServiceClient(
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
