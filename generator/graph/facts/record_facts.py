"""Facts on records: papers, sections, and what other programs read of them."""

from __future__ import annotations

from typing import Any

import msgspec

from generator.graph.entries import EntryWriter
from generator.graph.entry_formatter import IMPRINT
from generator.graph.facts.page_facts import post_items
from generator.graph.facts.registry import fact, inner_fact, memoized
from generator.graph.formats.scholar import citation_tags
from generator.graph.index import Index
from generator.graph.query import section_view
from generator.graph.section_checks import section_problems
from generator.model.config import CitationStyle
from generator.model.links import path_encoded, slug_of
from generator.model.people import Author
from generator.model.sections import Section, Words
from generator.model.views.entry_views import SectionView
from generator.model.views.page_views import CitationView, PublicationView
from generator.problems import Problem, Spot

_IMPRINT = Words(tuple(name for name in IMPRINT if name not in ("doi", "arxiv")))
"""What the page of a paper says of where it appeared; its numbers are links already."""


@fact
def publication(index: Index, lang: str, id: str) -> PublicationView | None:
    """A paper for its own page: the entry, BibTeX, posts about it, `citation_*` tags."""
    record = index.publications.get(id)
    if record is None:
        return None
    writer = paper_writer(index, lang)
    entry = writer.entry(record)
    venue = index.venue_of(record)
    return PublicationView(
        entry=entry,
        marks=writer.marks,
        bibtex=_bibtex(index, id),
        bibtex_url=path_encoded(f"/publications/{slug_of(id)}.bib"),
        posts=tuple(post_items(index, index.posts_about(id, lang), lang)),
        meta=citation_tags(record, venue, entry, index),
        versions=tuple(
            paper_writer(index, lang).entry(record.as_version(number))
            for number in range(len(record.versions))
        ),
    )


@memoized
def paper_writer(index: Index, lang: str) -> EntryWriter:
    schemes = Words(tuple(sorted({s for v in index.site.venues.values() for s in v.ranks})))
    return EntryWriter(index, lang, Section(abstract=True, ranks=schemes, imprint=_IMPRINT))


@memoized
def _bibtex(index: Index, id: str) -> str:
    """The BibTeX of a paper, which is the same in all languages."""
    from generator.graph.formats.bibtex import bibtex_entry

    record = index.publications[id]
    return bibtex_entry(record, index.venue_of(record), index.directory)


@inner_fact
def citation(index: Index, lang: str, id: str) -> CitationView | None:
    """A paper as a text cites it, or nothing where none that the web shows has this id."""
    record = index.publications.get(id)
    if record is None:
        return None
    names = [_short_name(index, lang, author) for author in record.authors if not author.is_others]
    first, year = "".join(names[:1]), str(record.when.last.year) if record.when else ""
    if len(names) == 2 and len(record.authors) == 2:
        first = index.word("cite.and", lang).join(names)
    elif len(record.authors) > 1:
        first = index.word("cite.others", lang).replace("{}", first)
    output = index.translated(f"publication:{id}", lang)
    order = "\0".join((*names, year, record.title.any())).casefold()
    return CitationView(names=first, year=year, url=output.url if output else "", order=order)


def _short_name(index: Index, lang: str, author: Author) -> str:
    """Return a family name; on Chinese pages the whole name where it is Chinese."""
    name = index.directory.spelled(author.name)
    return (lang.startswith("zh") and name.native) or name.family or name.full()


@inner_fact
def citation_style(index: Index, lang: str, file: str) -> CitationStyle:
    """How the page in a file cites."""
    named = index.by_file.get(file.removeprefix("content/"))
    page = index.pages.get((named.key, named.lang)) if named else None
    return (page.front.citations if page else None) or index.config.citations


@inner_fact
def why_not_citable(index: Index, lang: str, id: str) -> str:
    """Why a paper that cannot be cited may yet be there: it is `hidden`, or a file is `broken`."""
    if index.is_broken("publications"):
        return "broken"
    there = (record.id for record in index.site.records.get("publications", ()))
    return "hidden" if id in there else ""


@inner_fact
def section(index: Index, lang: str, query: str) -> SectionView:
    """The answer to a section's query, which is given as JSON."""
    return section_view(msgspec.json.decode(query, type=Section), index, lang)


@inner_fact
def section_faults(index: Index, lang: str, query: str, where: str) -> tuple[Problem, ...]:
    """What a section asks for that no record can answer."""
    decoded = msgspec.json.decode(query, type=Section)
    return tuple(section_problems(decoded, index, msgspec.json.decode(where, type=Spot)))


@inner_fact
def own_kinds(index: Index, lang: str) -> tuple[str, ...]:
    """The names of the kinds of records that the site declares itself."""
    return tuple(index.config.kinds)


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
    return bibtex_entry(record, index.venue_of(record), index.directory, is_full=True)


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
