"""OpenAlex: works by the id of an author, or by an ORCID iD.

Documentation: https://docs.openalex.org/api-entities/works and
https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/paging (cursors, 200 per page).
"""

from __future__ import annotations

import msgspec

from generator.model.people import Person
from generator.model.records.works import PublicationKind
from generator.works.client import (
    ORCID,
    Client,
    Counts,
    ServiceClient,
    id_in_links,
    orcid_of,
    refuse_id,
)
from generator.works.found import FoundWork, Sort, found_work, markdown_of, one_line
from generator.works.profile import Profile

_ROWS = 200
_MOST_AUTHORS = 100
"""A list of so many has been cut (its documentation, "Authorships")."""
_KINDS: dict[str, PublicationKind] = {
    "article": "journal",
    "journal-article": "journal",
    "proceedings-article": "conference",
    "conference-paper": "conference",
    "preprint": "preprint",
    "posted-content": "preprint",
    "book": "book",
    "book-chapter": "chapter",
    "dissertation": "thesis",
    "report": "report",
    "dataset": "dataset",
    "software": "software",
}
_SORTS: dict[str, Sort] = {
    "erratum": "erratum",
    "retraction": "erratum",
    "paratext": "front-matter",
    "peer-review": "front-matter",
    "supplementary-materials": "supplement",
}
_SELECT = ("id,doi,display_name,publication_date,publication_year,type,type_crossref,authorships,"
           "primary_location,biblio,is_retracted,cited_by_count,locations")  # fmt: skip


class _Named(msgspec.Struct, frozen=True):
    display_name: str = ""
    type: str = ""


class _Author(msgspec.Struct, frozen=True):
    id: str = ""
    display_name: str = ""


class _Authorship(msgspec.Struct):
    raw_author_name: str = ""
    author: _Author = _Author()
    institutions: list[_Author] = []


class _Location(msgspec.Struct, frozen=True):
    source: _Named = _Named()
    landing_page_url: str = ""


class _Biblio(msgspec.Struct, frozen=True):
    volume: str = ""
    issue: str = ""
    first_page: str = ""
    last_page: str = ""


class _Item(msgspec.Struct):
    id: str = ""
    doi: str = ""
    display_name: str = ""
    publication_date: str = ""
    type: str = ""
    type_crossref: str = ""
    authorships: list[_Authorship] = []
    primary_location: _Location = _Location()
    locations: list[_Location] = []
    biblio: _Biblio = _Biblio()
    is_retracted: bool = False
    cited_by_count: int | None = None


class _Meta(msgspec.Struct):
    next_cursor: str = ""


class _Reply(msgspec.Struct):
    meta: _Meta
    results: list[_Item] = []


class _Stats(msgspec.Struct, frozen=True):
    h_index: int | None = None


class _Person(msgspec.Struct):
    cited_by_count: int
    id: str = ""
    display_name: str = ""
    display_name_alternatives: list[str] = []
    orcid: str = ""
    last_known_institutions: list[_Author] = []
    summary_stats: _Stats = _Stats()


def _id_of(person: Person) -> str:
    return id_in_links(person, r"openalex\.org/(?:authors/)?([Aa]\d+)").upper() or orcid_of(person)


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, _ID, SERVICE.id_example)
    name = "author.id" if id.startswith("A") else "author.orcid"
    person = _person(client, id) if id.startswith("A") else _Person(0)
    homes = {place.id for place in person.last_known_institutions}
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"authorships.{name}:{id}", "per-page": _ROWS, "select": _SELECT,
                 "cursor": cursor}  # fmt: skip
        reply = client.json("/works", _Reply, query)
        found += [_work(item, person.id, homes) for item in reply.results]
        cursor = reply.meta.next_cursor if reply.results else ""
    return found


_ID = rf"A\d+|{ORCID}"


def _work(item: _Item, person: str, homes: set[str]) -> FoundWork:
    pages = [page for page in (item.biblio.first_page, item.biblio.last_page) if page]
    source = item.primary_location.source
    kind = _KINDS.get(item.type_crossref) or _KINDS.get(item.type, "other")
    if source.type == "conference":
        kind = "conference"
    elif source.type == "repository" and kind in ("journal", "other"):
        kind = "preprint"
    pages_there = [one.landing_page_url for one in item.locations]
    arxiv = next((url for url in pages_there if "arxiv.org/abs/" in url), "")
    own = [one for one in item.authorships if one.author.id == person]
    return found_work(
        service="openalex",
        key=item.id.rpartition("/")[2],
        title=item.display_name,
        authors=tuple(one.raw_author_name or one.author.display_name for one in item.authorships)
        if len(item.authorships) < _MOST_AUTHORS
        else (),
        # Of some only the year is known, and of some nothing.
        date=item.publication_date.removesuffix("-01-01").removeprefix("1900"),
        venue=source.display_name if source.type != "repository" else "",
        kind=kind,
        sort=_SORTS.get(item.type, "work"),
        volume=item.biblio.volume,
        number=item.biblio.issue,
        pages="-".join(dict.fromkeys(pages)),
        doi=item.doi,
        arxiv=arxiv,
        other_dois=tuple(page for page in pages_there if "doi.org/" in page),
        is_at_home=any(place.id in homes for one in own for place in one.institutions),
        url=item.primary_location.landing_page_url,
        is_retracted=item.is_retracted,
        is_guess=True,
        citations=item.cited_by_count,
    )


def _person(client: Client, id: str) -> _Person:
    refuse_id(id, _ID, SERVICE.id_example)
    return client.json(f"/authors/{id if id.startswith('A') else f'orcid:{id}'}", _Person)


def _profile(client: Client, id: str) -> Profile:
    """Return what is known of an author; names are guessed there, so no other than the main one."""
    person = _person(client, id)
    places = [one.display_name for one in person.last_known_institutions]
    return Profile(
        name=one_line(person.display_name),
        affiliation=markdown_of(places[0]) if len(places) == 1 else "",
        links={"openalex": person.id},
        orcid=person.orcid.rpartition("/")[2],
    )


def _counts(client: Client, id: str) -> Counts:
    person = _person(client, id)
    return Counts(person.cited_by_count, person.summary_stats.h_index)


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
