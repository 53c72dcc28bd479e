"""Citation indexes, OpenAlex and Semantic Scholar: works and counts by the id of an author.

They attribute works to people by guess.
OpenAlex: https://docs.openalex.org/api-entities/works and
https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/paging (cursors, 200 per page).
Semantic Scholar: https://api.semanticscholar.org/api-docs/graph (`/author/{id}/papers`; a request
per second, a key in the header `x-api-key`).
"""

from __future__ import annotations

from generator.model.links import ORCID_ID
from generator.model.people import Person
from generator.model.records.works import PersonCount
from generator.works.client import (
    Client,
    Json,
    ServiceClient,
    id_in_links,
    orcid_of,
)
from generator.works.found import FoundWork, Profile, found_work, kind_of

_OPENALEX_ROWS = 200
_MOST_AUTHORS = 100
"""A list of this length is truncated (its documentation, "Authorships")."""
_OPENALEX_FIELDS = (
    "id,doi,display_name,publication_date,publication_year,type,type_crossref,authorships,"
    "primary_location,biblio,is_retracted,cited_by_count,locations"
)


def _openalex_id_of(person: Person) -> str:
    return id_in_links(person, r"openalex\.org/(?:authors/)?([Aa]\d+)").upper() or orcid_of(person)


def _openalex_works(client: Client, id: str) -> list[FoundWork]:
    name = "author.id" if id.startswith("A") else "author.orcid"
    person = _person(client, id) if id.startswith("A") else Json({})
    homes = {place.text("id") for place in person.parts("last_known_institutions")}
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"authorships.{name}:{id}", "select": _OPENALEX_FIELDS,
                 "per-page": _OPENALEX_ROWS, "cursor": cursor}  # fmt: skip
        reply = client.json("/works", "results", query)
        items = reply.parts("results")
        found += [_openalex_work(item, person.text("id"), homes) for item in items]
        cursor = reply.text("meta", "next_cursor") if items else ""
    return found


def _openalex_work(item: Json, person: str, homes: set[str]) -> FoundWork:
    pages = [item.text("biblio", name) for name in ("first_page", "last_page")]
    source = item.text("primary_location", "source", "type")
    types = item.text("type_crossref"), item.text("type")
    kind = kind_of("openalex", types)
    if source == "conference":
        kind = "conference"
    elif source == "repository" and kind in ("journal", "other"):
        kind = "preprint"
    addresses = [one.text("landing_page_url") for one in item.parts("locations")]
    people = item.parts("authorships")
    own = [one for one in people if one.text("author", "id") == person]
    return found_work(
        service="openalex",
        key=item.text("id").rpartition("/")[2],
        title=item.text("display_name"),
        authors=tuple(map(_name, people)) if len(people) < _MOST_AUTHORS else (),
        # For some only the year is known, for others nothing.
        date=item.text("publication_date").removesuffix("-01-01").removeprefix("1900"),
        venue=""
        if source == "repository"
        else item.text("primary_location", "source", "display_name"),
        types=types,
        kind=kind,
        volume=item.text("biblio", "volume"),
        number=item.text("biblio", "issue"),
        pages="-".join(dict.fromkeys(filter(None, pages))),
        doi=item.text("doi"),
        arxiv=next((url for url in addresses if "arxiv.org/abs/" in url), ""),
        other_dois=tuple(url for url in addresses if "doi.org/" in url),
        is_at_home=any(
            place.text("id") in homes for one in own for place in one.parts("institutions")
        ),
        url=item.text("primary_location", "landing_page_url"),
        is_retracted=item.text("is_retracted") == "True",
        is_guess=True,
        citations=item.number("cited_by_count"),
    )


def _name(authorship: Json) -> str:
    return authorship.text("raw_author_name") or authorship.text("author", "display_name")


def _person(client: Client, id: str) -> Json:
    way = id if id.startswith("A") else f"orcid:{id}"
    return client.json(f"/authors/{way}", "cited_by_count")


def _openalex_profile(client: Client, id: str) -> Profile:
    """Return the profile of an author, with only the main name, since OpenAlex guesses others."""
    person = _person(client, id)
    return Profile(
        name=person.text("display_name"),
        links={"openalex": person.text("id")},
        orcid=person.text("orcid").rpartition("/")[2],
    )


def _openalex_counts(client: Client, id: str) -> PersonCount | None:
    person = _person(client, id)
    count = person.number("cited_by_count")
    h_index = person.number("summary_stats", "h_index")
    return None if count is None else PersonCount(citations=count, h_index=h_index, date="")


OPENALEX = ServiceClient(
    name="openalex",
    base="https://api.openalex.org",
    id_of=_openalex_id_of,
    works=_openalex_works,
    id_pattern=rf"A\d+|{ORCID_ID}",
    id_example="A5023888391",
    key_variable="OPENALEX_API_KEY",
    counts=_openalex_counts,
    profile=_openalex_profile,
)


# ---------------------------------------------------------------------- Semantic Scholar


_SCHOLAR_ROWS = 500
_SCHOLAR_FIELDS = (
    "title,authors,year,publicationDate,venue,externalIds,citationCount,publicationTypes,journal"
)


def _scholar_id_of(person: Person) -> str:
    return id_in_links(person, r"semanticscholar\.org/author/(?:[^/?#]+/)?(\d+)")


def _scholar_works(client: Client, id: str) -> list[FoundWork]:
    found: list[FoundWork] = []
    offset: int | None = 0
    while offset is not None:
        query = {"fields": _SCHOLAR_FIELDS, "limit": _SCHOLAR_ROWS, "offset": offset}
        reply = client.json(f"/author/{id}/papers", "data", query)
        papers = reply.parts("data")
        found += map(_scholar_work, papers)
        onward = reply.number("next") or 0
        offset = onward if papers and onward > offset else None
    return found


def _scholar_work(paper: Json) -> FoundWork:
    venue = paper.text("venue") or paper.text("journal", "name")
    is_preprint = venue.lower().startswith(("arxiv", "corr"))
    return found_work(
        service="semantic-scholar",
        key=paper.text("paperId"),
        title=paper.text("title"),
        authors=tuple(author.text("name") for author in paper.parts("authors")),
        date=paper.text("publicationDate") or paper.text("year"),
        venue="" if is_preprint else venue,
        types=paper.texts("publicationTypes")[::-1],
        kind="preprint" if is_preprint else "other",
        volume="" if is_preprint else paper.text("journal", "volume"),
        pages="" if is_preprint else paper.text("journal", "pages"),
        doi=paper.text("externalIds", "DOI"),
        arxiv=paper.text("externalIds", "ArXiv"),
        is_guess=True,
        citations=paper.number("citationCount"),
    )


def _scholar_counts(client: Client, id: str) -> PersonCount | None:
    person = client.json(f"/author/{id}", "citationCount", {"fields": "citationCount,hIndex"})
    count = person.number("citationCount")
    h_index = person.number("hIndex")
    return None if count is None else PersonCount(citations=count, h_index=h_index, date="")


SEMANTIC_SCHOLAR = ServiceClient(
    name="semantic-scholar",
    base="https://api.semanticscholar.org/graph/v1",
    id_of=_scholar_id_of,
    works=_scholar_works,
    id_pattern=r"\d+",
    id_example="1741101",
    pause=1.1,
    key_variable="SEMANTIC_SCHOLAR_API_KEY",
    key_header="x-api-key",
    counts=_scholar_counts,
)
