"""Databases of some subjects: arXiv, DBLP and PubMed.

arXiv, by the author identifier or a linked ORCID iD:
https://info.arxiv.org/help/author_identifiers.html (`/a/ID.atom2`) and
https://info.arxiv.org/help/api/user-manual.html (the elements of an entry; three seconds between
two requests).
DBLP, by the person's id: https://dblp.org/faq/How+to+use+the+dblp+search+API.html and
https://dblp.org/faq/What+do+I+find+in+dblp+xml.html (`/pid/ID.xml`).
PubMed, by an ORCID iD: https://www.ncbi.nlm.nih.gov/books/NBK25499/ (NCBI's E-utilities `esearch`
and `esummary`; at most three requests a second without a key) and
https://pubmed.ncbi.nlm.nih.gov/help/#auid (the field of ids).
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from generator.model.links import ORCID_ID
from generator.model.names import marked
from generator.model.people import Person
from generator.model.records.bibliography import MONTHS, THESES
from generator.works.client import (
    Client,
    Json,
    ServiceClient,
    UnknownId,
    batches,
    id_in_links,
    orcid_of,
    text_in,
    xml_of,
)
from generator.works.found import (
    FoundWork,
    Profile,
    arxiv_of,
    doi_of,
    found_work,
    links_among,
    native_among,
)

# ---------------------------------------------------------------------- arXiv


_ATOM = "{http://www.w3.org/2005/Atom}"
_NAMES = "{http://arxiv.org/schemas/atom}"


def _arxiv_id_of(person: Person) -> str:
    return id_in_links(person, r"arxiv\.org/a/([\w-]+)") or orcid_of(person)


def _arxiv_works(client: Client, id: str) -> list[FoundWork]:
    try:
        root = xml_of(client.get(f"/a/{id}.atom2", accept="application/atom+xml"))
    except UnknownId:
        if re.fullmatch(ORCID_ID, id):
            return []  # most people have not told arXiv their ORCID iD
        raise
    found = [_arxiv_work(entry) for entry in root.iter(f"{_ATOM}entry")]
    return [one for one in found if one.arxiv]


def _arxiv_work(entry: Element) -> FoundWork:
    def said(name: str) -> str:
        return text_in(entry.find(name))

    id = arxiv_of(said(f"{_ATOM}id"))
    return found_work(
        service="arxiv",
        key=id,
        title=said(f"{_ATOM}title"),
        authors=tuple(text_in(name) for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name"))
        or tuple(said(f"{_NAMES}author").split(", ")),
        date=said(f"{_ATOM}published")[:10],
        kind="preprint",
        arxiv=id,
        other_dois=(said(f"{_NAMES}doi"),),  # of the publication, perhaps under another title
    )


ARXIV = ServiceClient(
    name="arxiv",
    base="https://arxiv.org",
    id_of=_arxiv_id_of,
    works=_arxiv_works,
    id_pattern=rf"[a-z]+_[a-z]_\d+|{ORCID_ID}",
    id_example="warner_s_1, or an ORCID iD that is linked at arXiv",
    pause=3.0,
)


# ---------------------------------------------------------------------- DBLP


def _dblp_id_of(person: Person) -> str:
    return id_in_links(person, r"dblp\.(?:uni-trier\.de|org|dagstuhl\.de)/pid/([\w/-]+)")


def _dblp_works(client: Client, id: str) -> list[FoundWork]:
    root = xml_of(client.get(f"/pid/{id}.xml", accept="application/xml"))
    return [_dblp_work(entry) for holder in root.iter("r") for entry in holder]


def _dblp_work(entry: Element) -> FoundWork:
    def said(name: str) -> str:
        return text_in(entry.find(name))

    addresses = [text_in(element) for element in entry.iter("ee")]
    journal = said("journal")
    venue = journal or re.sub(r" \(\d+\)$", "", said("booktitle")) or said("school")
    types = [entry.tag, *entry.get("publtype", "").split()]
    is_preprint = "informal" in types or journal == "CoRR"
    arxiv = next((id for address in addresses if (id := arxiv_of(address))), "")
    return found_work(
        service="dblp",
        key=entry.get("key", ""),
        title=said("title"),
        authors=tuple(text_in(element) for element in entry.findall("author")),
        editors=tuple(text_in(element) for element in entry.findall("editor")),
        date=said("year"),
        venue="" if is_preprint or entry.tag == "proceedings" else venue,
        types=types,
        kind="preprint" if is_preprint else "other",
        volume="" if is_preprint else said("volume"),
        number=said("number"),
        pages=said("pages"),
        publisher=said("publisher"),
        doi=next((doi for address in addresses if (doi := doi_of(address))), ""),
        arxiv=arxiv or (arxiv_of(said("volume")) if is_preprint else ""),
        isbn=said("isbn") if entry.tag in ("book", "proceedings") else "",
        url=next(iter(addresses), ""),
        thesis=THESES.get(entry.tag, ""),
    )


def _dblp_profile(client: Client, id: str) -> Profile:
    person = xml_of(client.get(f"/pid/{id}.xml", accept="application/xml")).find("person")
    if person is None:
        return Profile()
    notes = [text_in(one) for one in person.iter("note") if one.get("type") == "uname"]
    names = [marked(text_in(one)).name for one in person.iter("author")]
    pages = [text_in(one) for one in person.iter("url") if not one.get("type")]
    links = links_among(pages)
    return Profile(
        name=next(iter(names), ""),
        native=native_among(notes),
        other_names=tuple(names[1:]),
        links={"dblp": f"https://dblp.org/pid/{id}"} | links,
        orcid=links.pop("orcid", "").rpartition("/")[2],
    )


DBLP = ServiceClient(
    name="dblp",
    base="https://dblp.org",
    id_of=_dblp_id_of,
    works=_dblp_works,
    profile=_dblp_profile,
    id_pattern=r"\w{1,4}/[\w-]+",
    id_example="65/9612 (from https://dblp.org/pid/65/9612)",
    pause=1.0,
)


# ---------------------------------------------------------------------- PubMed


_MOST = 10_000
_AT_ONCE = 200


def _pubmed_works(client: Client, id: str) -> list[FoundWork]:
    same = {"db": "pubmed", "retmode": "json", "tool": "masthead"}
    query = {**same, "term": f"{id}[auid]", "retmax": _MOST}
    reply = client.json("/esearch.fcgi", "esearchresult", query)
    ids = reply.texts("esearchresult", "idlist")
    found: list[FoundWork] = []
    for part in batches(ids, _AT_ONCE):
        reply = client.json("/esummary.fcgi", "result", {**same, "id": ",".join(part)})
        summaries = [reply.part("result", one) for one in part]
        found += [_pubmed_work(summary) for summary in summaries if summary.text("title")]
    return found


def _pubmed_work(item: Json) -> FoundWork:
    # `2020 Mar 15`, `2020 Mar-Apr`, `2020 Winter`
    year, _, rest = item.text("pubdate").partition(" ")
    month, types = rest[:3].lower(), item.texts("pubtype")
    ids = {one.text("idtype"): one.text("value") for one in item.parts("articleids")}
    return found_work(
        service="pubmed",
        key=item.text("uid"),
        title=item.text("title"),
        authors=tuple(map(_pubmed_name, item.parts("authors"))),
        date=f"{year}-{MONTHS.index(month) + 1}" if month in MONTHS else year,
        venue=item.text("fulljournalname").partition(" : ")[0],
        kind="preprint" if "Preprint" in types else "journal",
        types=types,
        volume=item.text("volume"),
        number=item.text("issue"),
        pages=item.text("pages"),
        doi=ids.get("doi", ""),
    )


def _pubmed_name(author: Json) -> str:
    """Return a name with its missing comma: `van der Meer, PJ` for `van der Meer PJ`."""
    name = author.text("name")
    if author.text("authtype") == "CollectiveName":
        return f"{{{name}}}"
    found = re.fullmatch(r"(.+) ([A-Z]{1,4})( (?:Jr|Sr|\dnd|\drd))?", name)
    if found is None:
        return name
    initials = " ".join(f"{letter}." for letter in found[2])
    return f"{found[1]}{',' + found[3] if found[3] else ''}, {initials}"


PUBMED = ServiceClient(
    name="pubmed",
    base="https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    works=_pubmed_works,
    pause=0.4,
)
