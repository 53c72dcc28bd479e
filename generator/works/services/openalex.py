"""OpenAlex: works by the id of an author, or by an ORCID iD.

Documentation: https://docs.openalex.org/api-entities/works and
https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/paging (cursors, 200 per page).
"""

from __future__ import annotations

from generator.model.people import Person
from generator.works.client import (
    ORCID,
    Client,
    Counts,
    Json,
    ServiceClient,
    id_in_links,
    orcid_of,
    refuse_id,
)
from generator.works.found import TABLES, FoundWork, found_work, markdown_of
from generator.works.profile import Profile

_ROWS = 200
_MOST_AUTHORS = 100
"""A list of this length is truncated (its documentation, "Authorships")."""
_KINDS = TABLES.kinds["openalex"]
_NO_PAPERS = TABLES.no_papers["openalex"]
_SELECT = ("id,doi,display_name,publication_date,publication_year,type,type_crossref,authorships,"
           "primary_location,biblio,is_retracted,cited_by_count,locations")  # fmt: skip


_ID = rf"A\d+|{ORCID}"


def _id_of(person: Person) -> str:
    return id_in_links(person, r"openalex\.org/(?:authors/)?([Aa]\d+)").upper() or orcid_of(person)


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, _ID, SERVICE.id_example)
    name = "author.id" if id.startswith("A") else "author.orcid"
    person = _person(client, id) if id.startswith("A") else Json({})
    homes = {place.text("id") for place in person.parts("last_known_institutions")}
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"authorships.{name}:{id}", "per-page": _ROWS, "select": _SELECT,
                 "cursor": cursor}  # fmt: skip
        reply = client.json("/works", "results", query)
        items = reply.parts("results")
        found += [_work(item, person.text("id"), homes) for item in items]
        cursor = reply.text("meta", "next_cursor") if items else ""
    return found


def _work(item: Json, person: str, homes: set[str]) -> FoundWork:
    pages = [item.text("biblio", name) for name in ("first_page", "last_page")]
    source = item.text("primary_location", "source", "type")
    type = item.text("type")
    kind = _KINDS.get(item.text("type_crossref")) or _KINDS.get(type, "other")
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
        kind=kind,
        is_paper=type not in _NO_PAPERS,
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
    refuse_id(id, _ID, SERVICE.id_example)
    way = id if id.startswith("A") else f"orcid:{id}"
    return client.json(f"/authors/{way}", "cited_by_count")


def _profile(client: Client, id: str) -> Profile:
    """Return the profile of an author, with only the main name, since OpenAlex guesses others."""
    person = _person(client, id)
    places = person.parts("last_known_institutions")
    return Profile(
        name=person.text("display_name"),
        affiliation=markdown_of(places[0].text("display_name")) if len(places) == 1 else "",
        links={"openalex": person.text("id")},
        orcid=person.text("orcid").rpartition("/")[2],
    )


def _counts(client: Client, id: str) -> Counts | None:
    person = _person(client, id)
    count = person.number("cited_by_count")
    return None if count is None else Counts(count, person.number("summary_stats", "h_index"))


SERVICE = ServiceClient(
    name="openalex",
    title="OpenAlex",
    base="https://api.openalex.org",
    id_of=_id_of,
    works=_works,
    id_example="A5023888391",
    key_variable="OPENALEX_API_KEY",
    has_counts=True,
    counts=_counts,
    profile=_profile,
)
