"""PubMed by NCBI's E-utilities: papers by the ORCID iD of an author.

Documentation: https://www.ncbi.nlm.nih.gov/books/NBK25499/ (`esearch`, `esummary`; at most three
requests a second without a key) and https://pubmed.ncbi.nlm.nih.gov/help/#auid (the field of ids).
"""

from __future__ import annotations

import re

from generator.model.records.bibliography import MONTHS
from generator.works.client import ORCID, Client, Json, ServiceClient, batches, orcid_of, refuse_id
from generator.works.found import TABLES, FoundWork, found_work

_MOST = 10_000
_AT_ONCE = 200
_NO_PAPERS = TABLES.no_papers["pubmed"]


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, ORCID, SERVICE.id_example)
    same = {"db": "pubmed", "retmode": "json", "tool": "masthead"}
    query = {**same, "term": f"{id}[auid]", "retmax": _MOST}
    reply = client.json("/esearch.fcgi", "esearchresult", query)
    ids = reply.texts("esearchresult", "idlist")
    found: list[FoundWork] = []
    for part in batches(ids, _AT_ONCE):
        reply = client.json("/esummary.fcgi", "result", {**same, "id": ",".join(part)})
        summaries = [reply.part("result", one) for one in part]
        found += [_work(summary) for summary in summaries if summary.text("title")]
    return found


def _work(item: Json) -> FoundWork:
    # `2020 Mar 15`, `2020 Mar-Apr`, `2020 Winter`
    year, _, rest = item.text("pubdate").partition(" ")
    month, types = rest[:3].lower(), item.texts("pubtype")
    ids = {one.text("idtype"): one.text("value") for one in item.parts("articleids")}
    return found_work(
        service="pubmed",
        key=item.text("uid"),
        title=item.text("title"),
        authors=tuple(map(_name, item.parts("authors"))),
        date=f"{year}-{MONTHS.index(month) + 1}" if month in MONTHS else year,
        venue=item.text("fulljournalname").partition(" : ")[0],
        kind="preprint" if "Preprint" in types else "journal",
        is_paper=_NO_PAPERS.isdisjoint(types),
        volume=item.text("volume"),
        number=item.text("issue"),
        pages=_pages(item.text("pages")),
        doi=ids.get("doi", ""),
    )


def _name(author: Json) -> str:
    """Return a name with its missing comma: `van der Meer, PJ` for `van der Meer PJ`."""
    name = author.text("name")
    if author.text("authtype") == "CollectiveName":
        return f"{{{name}}}"
    found = re.fullmatch(r"(.+) ([A-Z]{1,4})( (?:Jr|Sr|\dnd|\drd))?", name)
    if found is None:
        return name
    initials = " ".join(f"{letter}." for letter in found[2])
    return f"{found[1]}{',' + found[3] if found[3] else ''}, {initials}"


def _pages(text: str) -> str:
    """Return pages in full: in `1010-21`, the last page lacks the digits that both share."""
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
