"""A `.bib` at an address or in a file, as Zotero (Better BibTeX), Overleaf and others export it."""

from __future__ import annotations

import msgspec

from generator.model.files import SourceFile
from generator.model.records.works import Publication
from generator.parse.bib.bib_file import parse_bib
from generator.problems import Problem
from generator.sync.http import ServiceError, refuse_web_page
from generator.sync.works import FoundWork, found_work, text_of_name


def works_of(data: bytes, name: str) -> tuple[list[FoundWork], list[Problem]]:
    """Return the works of a `.bib`, and what is wrong with it; `name` stands in the messages.

    Raises ServiceError for a reply that is no BibTeX.
    """
    refuse_web_page(data, "BibTeX")
    parsed = parse_bib(SourceFile(name, name, data))
    if not parsed.values and (parsed.problems or data.strip()):
        raise ServiceError("it has no BibTeX entries")
    found = [_work(paper) for paper in parsed.values if isinstance(paper, Publication)]
    return found, list(parsed.problems)


def _work(paper: Publication) -> FoundWork:
    """Return a paper as a work; its texts are Markdown already."""
    cleaned = found_work(
        service="bibtex",
        key=paper.key or paper.id,
        title="x",
        date=paper.date.first.iso() if paper.date else "",
        kind=paper.kind or "other",
        volume=paper.volume,
        number=paper.number,
        pages=paper.pages,
        doi=paper.doi,
        arxiv=paper.arxiv,
        isbn=paper.isbn,
    )
    return msgspec.structs.replace(
        cleaned,
        title=paper.title.any(),
        authors=tuple(text_of_name(a.name) for a in paper.authors if not a.is_others),
        venue=paper.venue,
        publisher=paper.publisher,
    )
