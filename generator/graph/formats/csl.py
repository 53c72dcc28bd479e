"""Publication -> CSL-JSON. Format: Citation Style Language 1.0.2, schema `csl-data.json`."""

from __future__ import annotations

from typing import Any

from generator.graph.index import Index
from generator.model.links import bare_identifier, identifier_url
from generator.model.people import Author
from generator.model.records.works import Publication

_TYPES = {
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "demo": "paper-conference",
    "poster": "paper-conference",
    "journal": "article-journal",
    "preprint": "article",
    "book": "book",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
    "dataset": "dataset",
    "software": "software",
}
_CONTAINERS = ("paper-conference", "article-journal", "article", "chapter")


def csl_item(publication: Publication, index: Index, page: str) -> dict[str, Any]:
    """Return one item; texts are phrases in the site's first language, which are Markdown.

    `page` is the address of the paper's own page. What is empty is left out.
    """
    lang = index.default_lang
    venue = index.venue_of(publication)
    kind = publication.kind_at(venue)
    name = index.phrase(venue.title, lang)
    publisher = publication.publisher_at(venue)
    csl_type = _TYPES.get(kind, "document")
    is_contained = csl_type in _CONTAINERS
    arxiv = bare_identifier(publication.eprint)
    date = publication.date.last if publication.date else None
    parts = [part for part in (date.year, date.month, date.day) if part] if date else []
    item = {
        "id": publication.id,
        "type": csl_type,
        "title": index.phrase(publication.title, lang),
        "author": [_name(a, index) for a in publication.authors if not a.is_others],
        "editor": [_name(a, index) for a in publication.editors if not a.is_others],
        "issued": {"date-parts": [parts]} if parts else None,
        "container-title": name if is_contained else "",
        "container-title-short": index.phrase(venue.short, lang) if is_contained else "",
        "citation-key": publication.key,
        "collection-title": publication.series,
        "edition": publication.edition,
        "publisher-place": publication.place,
        "publisher": publisher or ("" if is_contained else name),
        "volume": publication.volume,
        "issue": publication.number if csl_type != "report" else "",
        "number": publication.number if csl_type == "report" else arxiv and f"arXiv:{arxiv}",
        "page": publication.pages,
        "genre": "Poster" if kind == "poster" else "",
        "status": publication.status if publication.status != "published" else "",
        "DOI": bare_identifier(publication.doi),
        "ISBN": publication.isbn,
        "ISSN": venue.issn,
        "URL": index.absolute(page) or identifier_url("arxiv", arxiv),
        "abstract": index.phrase(publication.abstract, lang),
        "keyword": ", ".join(publication.tags),
        "note": index.phrase(publication.note, lang),
    }
    return {name: value for name, value in item.items() if value}


def _name(author: Author, index: Index) -> dict[str, str]:
    name = index.directory.spelled(author.name)
    if name.given and name.family:
        return {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {"literal": name.full()}
