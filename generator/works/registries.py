"""The registries of DOIs, Crossref and DataCite: works by the ORCID iD of an author.

Crossref: https://api.crossref.org/swagger-ui/ and
https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (deep paging with cursors; an
e-mail address among the request's headers leads to the polite pool).
DataCite, with data sets, software, theses and preprints:
https://support.datacite.org/docs/api-queries (fields of metadata in the query) and
https://support.datacite.org/docs/pagination (cursors).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from generator.works.client import Client, Json, ServiceClient, batches
from generator.works.found import FoundWork, found_work, whole_title

_ROWS = 200
_AT_ONCE = 40
"""DOIs in one request: they must fit into an address."""
_SELECT = ("DOI,type,title,subtitle,author,editor,container-title,published,"
           "published-print,volume,issue,page,article-number,publisher,update-to,updated-by,relation,ISBN,"
           "is-referenced-by-count")  # fmt: skip


_FORMS = ("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-same-as")
"""Relations between two forms of a work (Crossref, "Relationships")."""


def _crossref_works(client: Client, id: str) -> list[FoundWork]:
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"orcid:{id}", "rows": _ROWS, "select": _SELECT, "cursor": cursor}
        reply = client.json("/works", "message", query)
        items = reply.parts("message", "items")
        found += [_crossref_work(item) for item in items if item.text("DOI")]
        cursor = reply.text("message", "next-cursor") if len(items) == _ROWS else ""
    return found


def _crossref_works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    """Return the works that Crossref knows; it cannot be asked for DOIs with a comma."""
    found: list[FoundWork] = []
    wanted = [doi for doi in dois if "," not in doi]
    for part in batches(wanted, _AT_ONCE):
        query = {"filter": ",".join(f"doi:{doi}" for doi in part), "rows": _AT_ONCE,
                 "select": _SELECT}  # fmt: skip
        items = client.json("/works", "message", query).parts("message", "items")
        found += [_crossref_work(item) for item in items if item.text("DOI")]
    return found


def _crossref_work(item: Json) -> FoundWork:
    type = item.text("type")
    # For a paper in a series of proceedings, the series comes first.
    venue = -1 if type == "book-chapter" else 0
    return found_work(
        service="crossref",
        key=item.text("DOI").lower(),
        title=whole_title(item.text("title", 0), item.text("subtitle", 0)),
        authors=tuple(map(_crossref_name, item.parts("author"))),
        date=_date(item, "published-print") or _date(item, "published"),  # often the day online
        editors=tuple(map(_crossref_name, item.parts("editor"))),
        venue=item.text("container-title", venue),
        types=(type,),
        is_paper=not _updates(item, "update-to") - {"new_version"},
        volume=item.text("volume"),
        number=item.text("issue"),
        pages=item.text("page") or item.text("article-number"),
        publisher=item.text("publisher"),
        doi=item.text("DOI"),
        other_dois=tuple(
            one.text("id")
            for name in _FORMS
            for one in item.parts("relation", name)
            if one.text("id-type") == "doi"
        ),
        isbn=item.text("ISBN", 0) if type in ("book", "monograph") else "",
        is_retracted="retraction" in _updates(item, "updated-by"),
        citations=item.number("is-referenced-by-count"),
    )


def _date(item: Json, name: str) -> str:
    return "-".join(item.texts(name, "date-parts", 0))


def _updates(item: Json, name: str) -> set[str]:
    return {one.text("type") for one in item.parts(name)}


def _crossref_name(author: Json) -> str:
    given, family, group = (author.text(name) for name in ("given", "family", "name"))
    if not family:
        return f"{{{group}}}" if group else given
    suffix = author.text("suffix")
    whole = f"{family}, {suffix}" if suffix else family
    return f"{whole}, {given}" if given else family


CROSSREF = ServiceClient(
    name="crossref",
    base="https://api.crossref.org",
    works=_crossref_works,
    works_of_dois=_crossref_works_of_dois,
)


# ---------------------------------------------------------------------- DataCite


def _datacite_works(client: Client, id: str) -> list[FoundWork]:
    found: list[FoundWork] = []
    cursor = "1"
    while cursor:
        query = {"query": f'creators.nameIdentifiers.nameIdentifier:"https://orcid.org/{id}"',
                 "page[size]": _ROWS, "page[cursor]": cursor}  # fmt: skip
        reply = client.json("/dois", "data", query)
        items = reply.parts("data")
        found += map(_datacite_work, items)
        onward = parse_qs(urlsplit(reply.text("links", "next")).query)
        cursor = onward.get("page[cursor]", [""])[0] if items else ""
    return found


def _datacite_works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    found: list[FoundWork] = []
    for part in batches(dois, _AT_ONCE):
        query = {"query": " OR ".join(f'doi:"{doi}"' for doi in part), "page[size]": _AT_ONCE}
        found += map(_datacite_work, client.json("/dois", "data", query).parts("data"))
    return found


def _datacite_work(record: Json) -> FoundWork:
    """Return a work; its DOI is the one for all versions, if there is one."""
    item = record.part("attributes")
    doi = item.text("doi")
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
        authors=tuple(map(_datacite_name, item.parts("creators"))),
        date=item.text("publicationYear"),
        venue=item.text("container", "title") or item.text("publisher"),
        types=(item.text("types", "resourceTypeGeneral"),),
        doi=dict(related).get("IsVersionOf", doi),
        other_dois=(doi, *versions),
    )


def _datacite_name(creator: Json) -> str:
    name, given = creator.text("name"), creator.text("givenName")
    if creator.text("nameType") == "Organizational":
        return f"{{{name}}}"
    return f"{creator.text('familyName')}, {given}" if given else name


DATACITE = ServiceClient(
    name="datacite",
    base="https://api.datacite.org",
    works=_datacite_works,
    works_of_dois=_datacite_works_of_dois,
)
