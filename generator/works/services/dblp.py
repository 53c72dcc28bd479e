"""DBLP: the publications of a person, by the person's id.

Documentation: https://dblp.org/faq/How+to+use+the+dblp+search+API.html and
https://dblp.org/faq/What+do+I+find+in+dblp+xml.html (`/pid/ID.xml`).
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from generator.model.names import marked
from generator.model.people import Person
from generator.model.records.bibliography import MONTHS, THESES
from generator.works.client import Client, ServiceClient, id_in_links, refuse_id, text_in, xml_of
from generator.works.found import TABLES, FoundWork, arxiv_of, doi_of, found_work, markdown_of
from generator.works.profile import Profile, entry_of, links_among, native_among

_KINDS = TABLES.kinds["dblp"]


_ID = r"\w{1,4}/[\w-]+"


def _id_of(person: Person) -> str:
    return id_in_links(person, r"dblp\.(?:uni-trier\.de|org|dagstuhl\.de)/pid/([\w/-]+)")


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, _ID, SERVICE.id_example)
    root = xml_of(client.get(f"/pid/{id}.xml", accept="application/xml"))
    return [_work(entry) for holder in root.iter("r") for entry in holder]


def _work(entry: Element) -> FoundWork:
    def said(name: str) -> str:
        return text_in(entry.find(name))

    addresses = [text_in(element) for element in entry.iter("ee")]
    journal = said("journal")
    venue = journal or re.sub(r" \(\d+\)$", "", said("booktitle")) or said("school")
    is_preprint = "informal" in entry.get("publtype", "").split() or journal == "CoRR"
    month = said("month")[:3].lower()
    number = str(MONTHS.index(month) + 1) if month in MONTHS else ""
    arxiv = next((id for address in addresses if (id := arxiv_of(address))), "")
    return found_work(
        service="dblp",
        key=entry.get("key", ""),
        title=said("title"),
        authors=tuple(text_in(element) for element in entry.findall("author")),
        editors=tuple(text_in(element) for element in entry.findall("editor")),
        date="-".join(filter(None, (said("year"), number))),
        venue="" if is_preprint or entry.tag == "proceedings" else venue,
        kind="preprint" if is_preprint else _KINDS.get(entry.tag, "other"),
        is_paper={"withdrawn", "edited"}.isdisjoint(entry.get("publtype", "").split()),
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


def _profile(client: Client, id: str) -> Profile:
    refuse_id(id, _ID, SERVICE.id_example)
    person = xml_of(client.get(f"/pid/{id}.xml", accept="application/xml")).find("person")
    if person is None:
        return Profile()
    notes = [(one.get("type"), one.get("label", ""), text_in(one)) for one in person.iter("note")]
    names = [marked(text_in(one)).name for one in person.iter("author")]
    pages = [("", text_in(one)) for one in person.iter("url") if not one.get("type")]
    links = links_among(pages)
    places = [text for kind, label, text in notes if kind == "affiliation" and not label]
    prizes = ({"title": text, "date": label if label.isdigit() else ""}
              for kind, label, text in notes if kind == "award")  # fmt: skip
    return Profile(
        name=next(iter(names), ""),
        native=native_among(text for kind, _, text in notes if kind == "uname"),
        other_names=tuple(names[1:]),
        affiliation=markdown_of(next(iter(places), "")),
        links={"dblp": f"https://dblp.org/pid/{id}"} | links,
        orcid=links.pop("orcid", "").rpartition("/")[2],
        career=tuple(entry_of("awards", "dblp", one) for one in prizes),
    )


SERVICE = ServiceClient(
    name="dblp",
    title="DBLP",
    base="https://dblp.org",
    id_of=_id_of,
    works=_works,
    profile=_profile,
    has_career=True,
    id_example="65/9612 (from https://dblp.org/pid/65/9612)",
    pause=1.0,
)
