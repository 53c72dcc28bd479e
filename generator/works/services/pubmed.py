"""PubMed by NCBI's E-utilities: papers by the ORCID iD of an author.

Documentation: https://www.ncbi.nlm.nih.gov/books/NBK25499/ (`esearch`, `esummary`; at most three
requests a second without a key) and https://pubmed.ncbi.nlm.nih.gov/help/#auid (the field of ids).
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from generator.model.records.bibtex_types import MONTHS
from generator.works.client import ORCID, Client, ServiceClient, orcid_of, refuse_id
from generator.works.found import FoundWork, Sort, found_work

_MOST = 10_000
_AT_ONCE = 200
_SORTS: dict[str, Sort] = {
    "Published Erratum": "erratum",
    "Retraction of Publication": "erratum",
    "Editorial": "front-matter",
}


class _Search(msgspec.Struct):
    esearchresult: dict[str, Any] = {}


class _Author(msgspec.Struct):
    name: str = ""
    """`van der Meer PJ`, without a comma."""
    authtype: str = ""


class _ArticleId(msgspec.Struct):
    idtype: str = ""
    value: str = ""


class _Summary(msgspec.Struct):
    uid: str = ""
    pubdate: str = ""
    """`2020 Mar 15`, `2020 Mar-Apr`, `2020 Winter`."""
    title: str = ""
    authors: list[_Author] = []
    fulljournalname: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    """`1010-21`: the last page without the digits that both share."""
    pubtype: list[str] = []
    articleids: list[_ArticleId] = []


class _Reply(msgspec.Struct):
    result: dict[str, Any] = {}
    """Each summary by its id, and `uids`, a list."""


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    same = {"db": "pubmed", "retmode": "json", "tool": "masthead"}
    query = {**same, "term": f"{id}[auid]", "retmax": _MOST}
    ids = client.json("/esearch.fcgi", _Search, query).esearchresult.get("idlist", [])
    found: list[FoundWork] = []
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        result = client.json("/esummary.fcgi", _Reply, {**same, "id": ",".join(part)}).result
        summaries = [result[one] for one in part if "title" in result.get(one, {})]
        found += map(_work, msgspec.convert(summaries, list[_Summary], strict=False))
    return found


def _work(item: _Summary) -> FoundWork:
    year, _, rest = item.pubdate.partition(" ")
    month = rest[:3].lower()
    return found_work(
        service="pubmed",
        key=item.uid,
        title=item.title,
        authors=tuple(map(_name, item.authors)),
        date=f"{year}-{MONTHS.index(month) + 1}" if month in MONTHS else year,
        venue=item.fulljournalname.partition(" : ")[0],
        kind="preprint" if "Preprint" in item.pubtype else "journal",
        sort=next((_SORTS[one] for one in item.pubtype if one in _SORTS), "work"),
        volume=item.volume,
        number=item.issue,
        pages=_pages(item.pages),
        doi=next((one.value for one in item.articleids if one.idtype == "doi"), ""),
    )


def _name(author: _Author) -> str:
    if author.authtype == "CollectiveName":
        return f"{{{author.name}}}"
    found = re.fullmatch(r"(.+) ([A-Z]{1,4})( (?:Jr|Sr|\dnd|\drd))?", author.name)
    if found is None:
        return author.name
    initials = " ".join(f"{letter}." for letter in found[2])
    return f"{found[1]}{',' + found[3] if found[3] else ''}, {initials}"


def _pages(text: str) -> str:
    first, _, last = text.partition("-")
    is_cut = first.isdigit() and last.isdigit() and len(last) < len(first)
    return f"{first}-{first[: -len(last)]}{last}" if is_cut else text


SERVICE = ServiceClient(
    name="pubmed",
    title="PubMed",
    base="https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    id_of=orcid_of,
    works=_works,
    id_example="0000-0002-1825-0097 (an ORCID iD)",
    pause=0.4,
)
