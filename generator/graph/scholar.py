"""Publication -> `citation_*` tags, by Google Scholar's "Inclusion Guidelines for Webmasters"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.graph.index import Index
from generator.model.records import Publication
from generator.model.venues import Venue
from generator.model.views import EntryView

_DASHES = re.compile(r"[–-]+")
_MARKUP = re.compile(r"[*_`$\\{}]")
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


def citation_tags(
    publication: Publication, venue: Venue | None, entry: EntryView, index: Index
) -> tuple[tuple[str, str], ...]:
    """Return name and content of each tag in order: one author per tag, date, venue by kind."""
    tags = _tags(publication, venue, entry, index)
    return tuple((name, content) for name, content in tags if name and content)


def _tags(
    publication: Publication, venue: Venue | None, entry: EntryView, index: Index
) -> Iterator[tuple[str, str]]:
    yield "citation_title", _plain(publication.title.any())
    for author in publication.authors:
        person = index.directory.find(author.name)
        if not author.is_others:
            yield "citation_author", (person.name if person else author.name).full()
    date = publication.date.last if publication.date else None
    yield "citation_publication_date", date.iso().replace("-", "/") if date else ""
    kind = publication.kind_at(venue)
    name = (venue.name or venue.short) if venue else None
    yield _HOLDERS.get(kind, ""), _plain(name.any()) if name else publication.venue
    yield "citation_volume", publication.volume
    yield "citation_issue", publication.number
    first, _, last = _DASHES.sub("-", publication.pages).partition("-")
    yield "citation_firstpage", first.strip()
    yield "citation_lastpage", last.strip()
    yield "citation_doi", publication.doi
    yield "citation_arxiv_id", publication.arxiv
    yield "citation_isbn", publication.isbn
    for link in entry.links:
        if link.kind == "pdf":
            base = index.base_url.rstrip("/")
            yield (
                "citation_pdf_url",
                f"{base}{link.url}"
                if link.is_local and base
                else (link.url if not link.is_local else ""),
            )


def _plain(text: str) -> str:
    return _MARKUP.sub("", text)
