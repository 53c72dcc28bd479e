"""Facts for machines: BibTeX, CSL-JSON, JSON Resume."""

from __future__ import annotations

from typing import Any

from generator.graph.facts.table import fact, inner_fact
from generator.graph.index import Index


@fact
def bibliography_url(index: Index, lang: str) -> str:
    """The address of all publications in BibTeX, or nothing where there are none."""
    return "/publications.bib" if index.publications else ""


@inner_fact
def publication_ids(index: Index, lang: str) -> tuple[str, ...]:
    """The ids of all publications that the web shows, in their order."""
    return tuple(index.publications)


@inner_fact
def paper_bibtex(index: Index, lang: str, id: str) -> str:
    """The BibTeX of a paper with all that programs can use."""
    from generator.graph.formats.bibtex import bibtex_entry

    if id not in index.publications:
        return ""
    record = index.publications[id]
    venue = index.site.venues.get(record.venue)
    return bibtex_entry(record, venue, index.directory, is_full=True)


@inner_fact
def paper_csl(index: Index, lang: str, id: str) -> dict[str, Any]:
    """A paper as an item of CSL-JSON."""
    from generator.graph.formats.csl import csl_item

    if id not in index.publications:
        return {}
    output = index.translated(f"publication:{id}", lang)
    return csl_item(index.publications[id], index, output.url if output else "")


@inner_fact
def resume(index: Index, lang: str) -> dict[str, Any]:
    """All records that the web shows, as a JSON Resume."""
    from generator.graph.formats.json_resume import ResumeWriter

    return ResumeWriter(index).resume()
