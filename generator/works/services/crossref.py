"""Crossref's REST API: works by the ORCID iD of an author.

Documentation: https://api.crossref.org/swagger-ui/ and
https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (deep paging with cursors; an
e-mail address among the request's headers leads to the polite pool).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.works.client import ORCID, Client, Json, ServiceClient, batches, orcid_of, refuse_id
from generator.works.found import TABLES, FoundWork, found_work, whole_title

_ROWS = 200
_AT_ONCE = 40
"""DOIs in one request: they must fit into an address."""
_KINDS = TABLES.kinds["crossref"]
_NO_PAPERS = TABLES.no_papers["crossref"]
_SELECT = ("DOI,type,title,subtitle,author,editor,container-title,published,"
           "published-print,volume,issue,page,article-number,publisher,update-to,updated-by,relation,ISBN,"
           "is-referenced-by-count")  # fmt: skip


_FORMS = ("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-same-as")
"""Relations between two forms of a work (Crossref, "Relationships")."""


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"orcid:{id}", "rows": _ROWS, "select": _SELECT, "cursor": cursor}
        reply = client.json("/works", "message", query)
        items = reply.parts("message", "items")
        found += [_work(item) for item in items if item.text("DOI")]
        cursor = reply.text("message", "next-cursor") if len(items) == _ROWS else ""
    return found


def _works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    """Return the works that Crossref knows; it cannot be asked for DOIs with a comma."""
    found: list[FoundWork] = []
    wanted = [doi for doi in dois if "," not in doi]
    for part in batches(wanted, _AT_ONCE):
        query = {"filter": ",".join(f"doi:{doi}" for doi in part), "rows": _AT_ONCE,
                 "select": _SELECT}  # fmt: skip
        items = client.json("/works", "message", query).parts("message", "items")
        found += [replace(_work(item), is_guess=True) for item in items if item.text("DOI")]
    return found


def _work(item: Json) -> FoundWork:
    type = item.text("type")
    # For a paper in a series of proceedings, the series comes first.
    venue = -1 if type == "book-chapter" else 0
    return found_work(
        service="crossref",
        key=item.text("DOI").lower(),
        title=whole_title(item.text("title", 0), item.text("subtitle", 0)),
        authors=tuple(map(_name, item.parts("author"))),
        date=_date(item, "published-print") or _date(item, "published"),  # often the day online
        editors=tuple(map(_name, item.parts("editor"))),
        venue=item.text("container-title", venue),
        kind=_KINDS.get(type, "other"),
        is_paper=type not in _NO_PAPERS and not _updates(item, "update-to") - {"new_version"},
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


def _name(author: Json) -> str:
    given, family, group = (author.text(name) for name in ("given", "family", "name"))
    if not family:
        return f"{{{group}}}" if group else given
    suffix = author.text("suffix")
    whole = f"{family}, {suffix}" if suffix else family
    return f"{whole}, {given}" if given else family


SERVICE = ServiceClient(
    name="crossref",
    title="Crossref",
    base="https://api.crossref.org",
    id_of=orcid_of,
    works=_works,
    works_of_dois=_works_of_dois,
    id_example="0000-0002-1825-0097 (an ORCID iD)",
    has_counts=True,
)
