"""Facts for machines: BibTeX, CSL-JSON, JSON Resume."""

from __future__ import annotations

from typing import Any

from generator.graph.facts.table import fact, inner_fact, remembered
from generator.graph.index import Index


@fact
def bibliography_url(index: Index, lang: str) -> str:
    """The address of all publications in BibTeX, or nothing where there are none."""
    return "/publications.bib" if index.publications else ""


@inner_fact
def paper_bibtex(index: Index, lang: str, id: str) -> str:
    """The BibTeX of a paper with all that programs can use."""
    return _full(index, id) if id in index.publications else ""


@inner_fact
def bibliography(index: Index, lang: str) -> str:
    """All publications that the web shows, as one BibTeX file."""
    return "\n".join(_full(index, id) for id in index.publications)


@remembered
def _full(index: Index, id: str) -> str:
    from generator.graph.bibtex import bibtex_entry

    record = index.publications[id]
    venue = index.site.venues.get(record.venue)
    return bibtex_entry(record, venue, index.directory, is_full=True)


@inner_fact
def csl(index: Index, lang: str) -> tuple[dict[str, Any], ...]:
    """All publications that the web shows, as items of CSL-JSON."""
    from generator.graph.csl import csl_item

    found = []
    for id in index.publications:
        output = index.translated(f"publication:{id}", lang)
        found.append(csl_item(index.publications[id], index, output.url if output else ""))
    return tuple(found)


@inner_fact
def resume(index: Index, lang: str) -> dict[str, Any]:
    """All records that the web shows, as a JSON Resume."""
    from generator.graph.json_resume import ResumeWriter

    return ResumeWriter(index).resume()
