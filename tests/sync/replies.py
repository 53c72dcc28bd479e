"""Works as each service writes them: replies made after the documented formats, of invented works."""

import json
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape


@dataclass(frozen=True)
class Work:
    """A work as one service has it, quirks and all."""

    title: str
    authors: tuple[str, ...] = ("Ada Quill",)
    """Given name before the family name."""
    year: int = 2024
    month: int = 0
    venue: str = ""
    kind: str = "conference"
    """`conference`, `journal` or `preprint`."""
    doi: str = ""
    arxiv: str = ""
    pages: str = ""
    volume: str = ""
    number: str = ""
    citations: int = 0
    type: str = ""
    """The service's own word, where `kind` does not do."""

    def but(self, **changes: object) -> "Work":
        return replace(self, **changes)  # type: ignore[arg-type]


def _names(author: str) -> tuple[str, str]:
    given, _, family = author.rpartition(" ")
    return given, family


def crossref(works: list[Work], next_cursor: str | None = None) -> bytes:
    types = {"conference": "proceedings-article", "journal": "journal-article",
             "preprint": "posted-content"}  # fmt: skip
    items = [
        {
            "DOI": work.doi.upper(),
            "type": work.type or types[work.kind],
            "title": [work.title],
            "author": [
                {"given": given, "family": family, "sequence": "additional", "affiliation": []}
                for given, family in map(_names, work.authors)
            ],
            "container-title": [work.venue] if work.venue else [],
            "published": {"date-parts": [[work.year, work.month][: 2 if work.month else 1]]},
            "page": work.pages,
            "volume": work.volume,
            "issue": work.number,
            "publisher": "Invented Press",
            "is-referenced-by-count": work.citations,
        }
        for work in works
    ]
    message = {"total-results": len(items), "items": items, "next-cursor": next_cursor}
    return json.dumps({"status": "ok", "message": message}).encode()


def openalex(works: list[Work], next_cursor: str | None = None) -> bytes:
    types = {"conference": "article", "journal": "article", "preprint": "preprint"}
    results = [
        {
            "id": f"https://openalex.org/W{number + 1}",
            "doi": f"https://doi.org/{work.doi}" if work.doi else None,
            "display_name": work.title,
            "publication_date": f"{work.year}-{work.month or 1:02}-01",
            "type": work.type or types[work.kind],
            "type_crossref": None,
            "authorships": [
                {"raw_author_name": author, "author": {"display_name": author}}
                for author in work.authors
            ],
            "primary_location": {
                "landing_page_url": None,
                "source": {
                    "display_name": work.venue or None,
                    "type": {"conference": "conference", "preprint": "repository"}.get(
                        work.kind, "journal"
                    ),
                }
                if work.venue
                else None,
            },
            "locations": [{"landing_page_url": f"https://arxiv.org/abs/{work.arxiv}"}]
            if work.arxiv
            else [],
            "biblio": {
                "volume": work.volume or None,
                "issue": work.number or None,
                "first_page": work.pages.partition("-")[0] or None,
                "last_page": work.pages.partition("-")[2] or None,
            },
            "cited_by_count": work.citations,
        }
        for number, work in enumerate(works)
    ]
    meta = {"count": len(results), "next_cursor": next_cursor}
    return json.dumps({"meta": meta, "results": results}).encode()


def dblp(works: list[Work]) -> bytes:
    tags = {"conference": "inproceedings", "journal": "article", "preprint": "article"}
    entries = []
    for number, work in enumerate(works):
        tag = work.type or tags[work.kind]
        extra = ' publtype="informal"' if work.kind == "preprint" else ""
        lines = [f'<{tag} key="conf/x/{number}" mdate="2026-01-01"{extra}>']
        lines += [f'<author pid="1/{i}">{escape(a)}</author>' for i, a in enumerate(work.authors)]
        lines.append(f"<title>{work.title}.</title>")
        if work.pages:
            lines.append(f"<pages>{work.pages}</pages>")
        lines.append(f"<year>{work.year}</year>")
        if work.kind == "preprint":
            lines += ["<journal>CoRR</journal>", f"<volume>abs/{work.arxiv}</volume>"]
        elif tag == "inproceedings":
            lines.append(f"<booktitle>{escape(work.venue)}</booktitle>")
        else:
            lines.append(f"<journal>{escape(work.venue)}</journal>")
        if work.volume:
            lines.append(f"<volume>{work.volume}</volume>")
        if work.doi:
            lines.append(f'<ee type="oa">https://doi.org/{escape(work.doi)}</ee>')
        lines.append(f"</{tag}>")
        entries.append(f"<r>{''.join(lines)}</r>")
    head = '<?xml version="1.0" encoding="UTF-8"?><dblpperson name="Ada Quill" pid="1/1" n="1">'
    person = '<person key="homepages/1/1" mdate="2026-01-01"><author pid="1/1">Ada Quill</author>'
    return f"{head}{person}</person>{''.join(entries)}</dblpperson>".encode()


def orcid_works(works: list[Work]) -> bytes:
    groups = [{"work-summary": [_orcid(work, number)]} for number, work in enumerate(works)]
    return json.dumps({"last-modified-date": None, "group": groups}).encode()


def orcid_bulk(works: list[Work], codes: list[int]) -> bytes:
    items = [{"work": _orcid(works[code], code, with_people=True)} for code in codes]
    return json.dumps({"bulk": items}).encode()


def _orcid(work: Work, number: int, with_people: bool = False) -> dict[str, object]:
    types = {"conference": "conference-paper", "journal": "journal-article",
             "preprint": "preprint"}  # fmt: skip
    ids = [("doi", work.doi), ("arxiv", work.arxiv)]
    found: dict[str, object] = {
        "put-code": number,
        "title": {"title": {"value": work.title}, "subtitle": None},
        "type": work.type or types[work.kind],
        "publication-date": {
            "year": {"value": str(work.year)},
            "month": {"value": f"{work.month:02}"} if work.month else None,
            "day": None,
        },
        "journal-title": {"value": work.venue} if work.venue else None,
        "external-ids": {
            "external-id": [
                {"external-id-type": kind, "external-id-value": id,
                 "external-id-relationship": "self"}
                for kind, id in ids if id
            ]
        },
    }  # fmt: skip
    if with_people:
        people = [{"credit-name": {"value": author}} for author in work.authors]
        found["contributors"] = {"contributor": people}
    return found


def semantic_scholar(works: list[Work], offset: int = 0, next: int | None = None) -> bytes:
    types = {"conference": ["Conference"], "journal": ["JournalArticle"], "preprint": None}
    data = [
        {
            "paperId": f"{number:040x}",
            "title": work.title,
            "authors": [{"authorId": str(i), "name": a} for i, a in enumerate(work.authors)],
            "year": work.year,
            "publicationDate": f"{work.year}-{work.month:02}-01" if work.month else None,
            "venue": "arXiv.org" if work.kind == "preprint" else work.venue,
            "externalIds": {
                **({"DOI": work.doi} if work.doi else {}),
                **({"ArXiv": work.arxiv} if work.arxiv else {}),
                "CorpusId": number,
            },
            "citationCount": work.citations,
            "publicationTypes": types[work.kind],
            "journal": {"name": work.venue, "volume": work.volume, "pages": work.pages},
        }
        for number, work in enumerate(works)
    ]
    reply = {"offset": offset, "data": data}
    return json.dumps(reply if next is None else {**reply, "next": next}).encode()


def arxiv(works: list[Work]) -> bytes:
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{work.arxiv}v2</id>"
        f"<published>{work.year}-{work.month or 1:02}-05T17:59:59Z</published>"
        f"<title>{escape(work.title)}</title><summary>Invented.</summary>"
        + "".join(f"<author><name>{escape(author)}</name></author>" for author in work.authors)
        + "</entry>"
        for work in works
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        f'xmlns:arxiv="http://arxiv.org/schemas/atom">{entries}</feed>'
    ).encode()
