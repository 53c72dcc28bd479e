"""Publication -> CSL-JSON, and -> `citation_*` tags.

Formats: Citation Style Language 1.0.2, schema `csl-data.json`; Google Scholar's "Inclusion
Guidelines for Webmasters".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.graph.index import Index
from generator.model.languages import is_han
from generator.model.links import bare_identifier, identifier_url
from generator.model.people import Author
from generator.model.records.works import Publication, Venue
from generator.model.text import Phrase, Text
from generator.model.views.entry_views import EntryView, LinkView

_DASHES = re.compile(r"[–-]+")
_HOLDERS = {
    "journal": "citation_journal_title",
    "conference": "citation_conference_title",
    "workshop": "citation_conference_title",
    "demo": "citation_conference_title",
    "poster": "citation_conference_title",
    "thesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
    "book": "citation_publisher",
    "chapter": "citation_inbook_title",
}
PDF_KINDS = ("pdf", "paper", "preprint", "fulltext")
"""Kinds of link that lead to the text of a paper."""

Tags = tuple[tuple[str, str | Phrase], ...]
_OTHER_SCRIPTS = ("zh", "ja", "ko", "ru", "uk", "el", "ar", "fa", "he", "hi", "th")
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


def citation_tags(publication: Publication, venue: Venue, entry: EntryView, index: Index) -> Tags:
    """Return name and content of each tag in order: one author per tag, date, venue by kind.

    Contents that may hold Markdown are phrases, whose words the theme takes with `plain`.
    """
    tags = _tags(publication, venue, entry, index)
    return tuple((name, content) for name, content in tags if name and content)


def _tags(
    publication: Publication, venue: Venue, entry: EntryView, index: Index
) -> Iterator[tuple[str, str | Phrase]]:
    yield "citation_title", _phrase(publication.title)
    for name in author_names(publication, index):
        yield "citation_author", name
    date = publication.date.last if publication.date else None
    yield "citation_publication_date", date.iso().replace("-", "/") if date else ""
    kind = publication.kind_at(venue)
    yield _HOLDERS.get(kind, ""), venue_name(venue)
    if kind != "book":
        yield "citation_publisher", publication.publisher_at(venue)
    yield "citation_volume", publication.volume
    is_report = kind == "report"
    yield f"citation_{'technical_report_number' if is_report else 'issue'}", publication.number
    first, last = first_and_last_page(publication)
    yield "citation_firstpage", first
    yield "citation_lastpage", last
    yield "citation_doi", bare_identifier(publication.doi)
    yield "citation_arxiv_id", bare_identifier(publication.eprint)
    yield "citation_isbn", publication.isbn
    yield "citation_issn", venue.issn
    yield "citation_language", language_of(publication, index)
    yield "citation_keywords", "; ".join(publication.tags)
    yield "citation_abstract_html_url", index.absolute(entry.url) if entry.url else ""
    pdf = pdf_url(entry.links)
    yield "citation_pdf_url", index.absolute(pdf) if pdf else ""


def author_names(publication: Publication, index: Index) -> Iterator[str]:
    """Yield all authors in order by their full names; a final `et al.` is not one."""
    for author in publication.authors:
        if not author.is_others:
            yield index.directory.spelled(author.name).full()


def venue_name(venue: Venue) -> Phrase:
    """Return the name of a venue, the full one where it has two."""
    return _phrase(venue.title) if venue.title else Phrase()


def first_and_last_page(publication: Publication) -> tuple[str, str]:
    """Return `1` and `12` of `1--12`; of an article number that, and nothing."""
    first, _, last = _DASHES.sub("-", publication.pages).partition("-")
    return first.strip(), last.strip()


def language_of(publication: Publication, index: Index) -> str:
    """Return the language that a paper is in, where it is given or its title tells it.

    A title in Latin letters is taken for English only on a site of English, or English and
    languages of another script.
    """
    if publication.language:
        return publication.language
    form, title = next(iter(publication.title.forms.items()), ("", ""))
    if form or is_han(title):
        return form or "zh"
    latin = [code for code in index.config.languages if not code.startswith(_OTHER_SCRIPTS)]
    return "en" if not [code for code in latin if not code.startswith("en")] else ""


def pdf_url(links: tuple[LinkView, ...]) -> str:
    """Return where a paper's own PDF is, by its links: one of this site before one elsewhere."""
    found = [link for link in links if link.kind in PDF_KINDS and _is_pdf(link.url)]
    ours = [link.url for link in found if link.is_local]
    return next(iter([*ours, *(link.url for link in found)]), "")


def _is_pdf(url: str) -> bool:
    path = url.partition("#")[0].partition("?")[0].lower()
    return path.endswith(".pdf") or "/pdf/" in path


def _phrase(text: Text) -> Phrase:
    return Phrase(text.any(), "", text.spot)


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
