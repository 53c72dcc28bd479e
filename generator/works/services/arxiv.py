"""arXiv: the articles of an author, by the author identifier or a linked ORCID iD.

Documentation: https://info.arxiv.org/help/author_identifiers.html (`/a/ID.atom2`) and
https://info.arxiv.org/help/api/user-manual.html (the elements of an entry; three seconds between
two requests).
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from generator.model.people import Person
from generator.works.client import (
    ORCID,
    Client,
    ServiceClient,
    UnknownId,
    id_in_links,
    orcid_of,
    refuse_id,
    text_in,
    xml_of,
)
from generator.works.found import FoundWork, arxiv_of, found_work

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def _id_of(person: Person) -> str:
    return id_in_links(person, r"arxiv\.org/a/([\w-]+)") or orcid_of(person)


def _works(client: Client, id: str) -> list[FoundWork]:
    refuse_id(id, rf"[a-z]+_[a-z]_\d+|{ORCID}", SERVICE.id_example)
    try:
        root = xml_of(client.get(f"/a/{id}.atom2", accept="application/atom+xml"))
    except UnknownId:
        if re.fullmatch(ORCID, id):
            return []  # most people have not told arXiv their ORCID iD
        raise
    found = [_work(entry) for entry in root.iter(f"{_ATOM}entry")]
    return [one for one in found if one.arxiv]


def _work(entry: Element) -> FoundWork:
    def said(name: str) -> str:
        return text_in(entry.find(name))

    id = arxiv_of(said(f"{_ATOM}id"))
    return found_work(
        service="arxiv",
        key=id,
        title=said(f"{_ATOM}title"),
        authors=tuple(text_in(name) for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name"))
        or tuple(said(f"{_ARXIV}author").split(", ")),
        date=said(f"{_ATOM}published")[:10],
        kind="preprint",
        arxiv=id,
        other_dois=(said(f"{_ARXIV}doi"),),  # of the publication, perhaps under another title
    )


SERVICE = ServiceClient(
    name="arxiv",
    title="arXiv",
    base="https://arxiv.org",
    id_of=_id_of,
    works=_works,
    id_example="warner_s_1, or an ORCID iD that is linked at arXiv",
    pause=3.0,
)
