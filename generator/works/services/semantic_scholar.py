"""Semantic Scholar's Academic Graph API: papers by the id of an author.

Documentation: https://api.semanticscholar.org/api-docs/graph (`/author/{id}/papers`; a request per
second, a key in the header `x-api-key`).
"""

from __future__ import annotations

from generator.model.people import Person
from generator.works.client import Client, Counts, Json, ServiceClient, id_in_links, refuse_id
from generator.works.found import TABLES, FoundWork, found_work

_ROWS = 500
_FIELDS = ("title,authors,year,publicationDate,venue,externalIds,citationCount,publicationTypes,"
           "journal")  # fmt: skip
_KINDS = TABLES.kinds["semantic-scholar"]
_NO_PAPERS = TABLES.no_papers["semantic-scholar"]


def _id_of(person: Person) -> str:
    return id_in_links(person, r"semanticscholar\.org/author/(?:[^/?#]+/)?(\d+)")


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, r"\d+", SERVICE.id_example)
    found: list[FoundWork] = []
    offset: int | None = 0
    while offset is not None:
        query = {"fields": _FIELDS, "limit": _ROWS, "offset": offset}
        reply = client.json(f"/author/{id}/papers", "data", query)
        papers = reply.parts("data")
        found += map(_work, papers)
        onward = reply.number("next") or 0
        offset = onward if papers and onward > offset else None
    return found


def _work(paper: Json) -> FoundWork:
    types = paper.texts("publicationTypes")
    venue = paper.text("venue") or paper.text("journal", "name")
    is_preprint = venue.lower().startswith(("arxiv", "corr"))
    kind = next((_KINDS[one] for one in reversed(types) if one in _KINDS), "other")
    return found_work(
        service="semantic-scholar",
        key=paper.text("paperId"),
        title=paper.text("title"),
        authors=tuple(author.text("name") for author in paper.parts("authors")),
        date=paper.text("publicationDate") or paper.text("year"),
        venue="" if is_preprint else venue,
        kind="preprint" if is_preprint else kind,
        is_paper=_NO_PAPERS.isdisjoint(types),
        volume="" if is_preprint else paper.text("journal", "volume"),
        pages="" if is_preprint else paper.text("journal", "pages"),
        doi=paper.text("externalIds", "DOI"),
        arxiv=paper.text("externalIds", "ArXiv"),
        is_guess=True,
        citations=paper.number("citationCount"),
    )


def _counts(client: Client, id: str) -> Counts | None:
    refuse_id(id, r"\d+", SERVICE.id_example)
    person = client.json(f"/author/{id}", "citationCount", {"fields": "citationCount,hIndex"})
    count = person.number("citationCount")
    return None if count is None else Counts(count, person.number("hIndex"))


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
