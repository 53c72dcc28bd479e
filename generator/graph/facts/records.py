"""Facts on records: papers and sections."""

from __future__ import annotations

import msgspec

from generator.graph.bibtex import bibtex_entry
from generator.graph.entries import EntryWriter
from generator.graph.facts.pages import post_items
from generator.graph.facts.table import fact, inner_fact, remembered
from generator.graph.index import Index
from generator.graph.scholar import citation_tags
from generator.graph.sections import section_problems, section_view
from generator.model.sections import Section, Words
from generator.model.views import PublicationView, SectionView
from generator.problems import Problem, Spot

_IMPRINT = Words(("volume", "number", "pages", "publisher", "isbn"))
"""What the page of a paper says of where it appeared; its numbers are links already."""


@fact
def publication(index: Index, lang: str, id: str) -> PublicationView | None:
    """A paper for its own page: the entry, BibTeX, posts about it, `citation_*` tags."""
    record = index.publications.get(id)
    if record is None:
        return None
    entry = _paper_writer(index, lang).entry(record)
    venue = index.site.venues.get(record.venue)
    return PublicationView(
        entry=entry,
        bibtex=_bibtex(index, id),
        posts=tuple(post_items(index, index.posts_about(id, lang), lang)),
        meta=citation_tags(record, venue, entry, index),
        versions=tuple(
            _paper_writer(index, lang).entry(record.as_version(number))
            for number in range(len(record.versions))
        ),
    )


@remembered
def _paper_writer(index: Index, lang: str) -> EntryWriter:
    schemes = Words(tuple(sorted({s for v in index.site.venues.values() for s in v.ranks})))
    return EntryWriter(index, lang, Section(abstract=True, ranks=schemes, imprint=_IMPRINT))


@remembered
def _bibtex(index: Index, id: str) -> str:
    """The BibTeX of a paper, which is the same in all languages."""
    record = index.publications[id]
    return bibtex_entry(record, index.site.venues.get(record.venue), index.directory)


@inner_fact
def section(index: Index, lang: str, query: str) -> SectionView:
    """The answer to a section's query, which is given as JSON."""
    return section_view(msgspec.json.decode(query, type=Section), index, lang)


@inner_fact
def section_faults(index: Index, lang: str, query: str, where: str) -> tuple[Problem, ...]:
    """What a section asks for that no record can answer."""
    decoded = msgspec.json.decode(query, type=Section)
    return tuple(section_problems(decoded, index, msgspec.json.decode(where, type=Spot)))
