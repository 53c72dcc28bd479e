"""Crossref's REST API: works by the ORCID iD of an author.

Documentation: https://api.crossref.org/swagger-ui/ and
https://www.crossref.org/documentation/retrieve-metadata/rest-api/ (deep paging with cursors; an
e-mail address among the request's headers leads to the polite pool).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from generator.model.records.works import PublicationKind
from generator.works.client import ORCID, Client, ServiceClient, orcid_of, refuse_id
from generator.works.found import FoundWork, Sort, found_work, whole_title

_ROWS = 200
_AT_ONCE = 40
"""DOIs in one request; an address has room for no more."""
_KINDS: dict[str, PublicationKind] = {
    "journal-article": "journal",
    "proceedings-article": "conference",
    "posted-content": "preprint",
    "book": "book",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "reference-entry": "chapter",
    "dissertation": "thesis",
    "report": "report",
    "dataset": "dataset",
}
_FRONT_MATTER = {"journal", "journal-issue", "journal-volume", "proceedings", "proceedings-series",
                 "book-series", "book-set", "report-series", "peer-review", "grant"}  # fmt: skip
_SELECT = ("DOI,type,title,subtitle,author,editor,container-title,published,"
           "published-print,volume,issue,page,article-number,publisher,update-to,updated-by,relation,ISBN,"
           "is-referenced-by-count")  # fmt: skip


class _Author(msgspec.Struct):
    given: str = ""
    family: str = ""
    name: str = ""
    """The name of an organization."""
    suffix: str = ""


class _Date(msgspec.Struct, rename="kebab", frozen=True):
    date_parts: list[list[int]] = []


class _Update(msgspec.Struct):
    type: str = ""


_FORMS = ("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-same-as")
"""Relations between two forms of a work (Crossref, "Relationships")."""


class _Related(msgspec.Struct, rename="kebab"):
    id: str = ""
    id_type: str = ""


class _Item(msgspec.Struct, rename="kebab"):
    doi: str = msgspec.field(default="", name="DOI")
    type: str = ""
    title: list[str] = []
    subtitle: list[str] = []
    author: list[_Author] = []
    editor: list[_Author] = []
    container_title: list[str] = []
    published: _Date = _Date()
    """The first day, often that online."""
    published_print: _Date = _Date()
    volume: str = ""
    issue: str = ""
    page: str = ""
    article_number: str = ""
    publisher: str = ""
    update_to: list[_Update] = []
    updated_by: list[_Update] = []
    relation: dict[str, list[_Related]] = {}
    isbn: list[str] = msgspec.field(default_factory=list, name="ISBN")
    is_referenced_by_count: int | None = None


class _Message(msgspec.Struct, rename="kebab"):
    items: list[_Item] = []
    next_cursor: str = ""


class _Reply(msgspec.Struct):
    message: _Message


class _One(msgspec.Struct):
    message: _Item


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    found: list[FoundWork] = []
    cursor = "*"
    while cursor:
        query = {"filter": f"orcid:{id}", "rows": _ROWS, "select": _SELECT, "cursor": cursor}
        message = client.json("/works", _Reply, query).message
        found += [_work(item) for item in message.items if item.doi]
        cursor = message.next_cursor if len(message.items) == _ROWS else ""
    return found


def _works_of_dois(client: Client, dois: Sequence[str]) -> list[FoundWork]:
    """Return those works that Crossref has; DOIs with a comma cannot be asked for."""
    found: list[FoundWork] = []
    wanted = [doi for doi in dois if "," not in doi]
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        query = {"filter": ",".join(f"doi:{doi}" for doi in part), "rows": _AT_ONCE,
                 "select": _SELECT}  # fmt: skip
        items = client.json("/works", _Reply, query).message.items
        found += [replace(_work(item), is_guess=True) for item in items if item.doi]
    return found


def _work_of_doi(client: Client, doi: str) -> FoundWork:
    return _work(client.json(f"/works/{doi}", _One).message)


def _work(item: _Item) -> FoundWork:
    subtitle = item.subtitle[0] if item.subtitle else ""
    title = item.title[0] if item.title else ""
    # A paper in a series of proceedings has the series first.
    venues = item.container_title[::-1] if item.type == "book-chapter" else item.container_title
    dates = item.published_print.date_parts or item.published.date_parts
    return found_work(
        service="crossref",
        key=item.doi.lower(),
        title=whole_title(title, subtitle),
        authors=tuple(map(_name, item.author)),
        date="-".join(map(str, next(iter(dates), []))),
        editors=tuple(map(_name, item.editor)),
        venue=venues[0] if venues else "",
        kind=_KINDS.get(item.type, "other"),
        sort=_sort(item),
        volume=item.volume,
        number=item.issue,
        pages=item.page or item.article_number,
        publisher=re.sub(r"(?<=Press)[A-Z][a-z]+$", "", item.publisher),  # with its city
        doi=item.doi,
        other_dois=tuple(
            one.id for name in _FORMS for one in item.relation.get(name, ()) if one.id_type == "doi"
        ),
        isbn=item.isbn[0] if item.isbn and item.type in ("book", "monograph") else "",
        is_retracted=any(one.type == "retraction" for one in item.updated_by),
        citations=item.is_referenced_by_count,
    )


def _sort(item: _Item) -> Sort:
    if item.update_to and any(one.type != "new_version" for one in item.update_to):
        return "erratum"
    if item.type == "component":
        return "supplement"
    return "front-matter" if item.type in _FRONT_MATTER else "work"


def _name(author: _Author) -> str:
    if not author.family:
        return f"{{{author.name}}}" if author.name else author.given
    suffix = f", {author.suffix}" if author.suffix else ""
    return f"{author.family}{suffix}, {author.given}" if author.given else author.family


SERVICE = ServiceClient(
    name="crossref",
    title="Crossref",
    base="https://api.crossref.org",
    id_of=orcid_of,
    works=_works,
    work_of_doi=_work_of_doi,
    works_of_dois=_works_of_dois,
    id_example="0000-0002-1825-0097 (an ORCID iD)",
    has_counts=True,
)
