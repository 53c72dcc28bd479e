"""Facts on records: papers, sections, and pages of other records."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from generator.graph.entries import declared_view, entry_of
from generator.graph.entry_writer import EntryWriter
from generator.graph.facts.paper_formats import bibtex_entry, citation_tags, csl_item
from generator.graph.facts.site_facts import post_items, posts_about
from generator.graph.field_values import IMPRINT
from generator.graph.index import Index, fact, inner_fact, memoized
from generator.graph.links import link_views, record_at
from generator.graph.query import chosen, relation_key, relations, section_view
from generator.graph.section_checks import section_problems
from generator.graph.wording import site_language, when_in_words
from generator.model.config import CitationStyle
from generator.model.dates import Clock, When
from generator.model.links import path_encoded, slug_of
from generator.model.names import Name, fold
from generator.model.records.career import Record, Session, Teaching
from generator.model.records.members import Member
from generator.model.records.works import SERVICE_NAMES, PaperCount, PersonCount, Publication, Talk
from generator.model.sections import Section
from generator.model.site import text_key
from generator.model.site_views import CitationCountView, CountsView
from generator.model.text import Body, Phrase
from generator.model.views import (
    CitationView,
    EntryView,
    PublicationView,
    RecordView,
    SectionView,
    SessionView,
)
from generator.problems import Problem, Spot

_IMPRINT = tuple(name for name in IMPRINT if name not in ("doi", "arxiv"))
"""The details on the page of a paper. Its DOI and arXiv id are already links."""


@fact
def publication(index: Index, lang: str, id: str) -> PublicationView | None:
    """A paper for its own page: the entry, BibTeX, posts about it, `citation_*` tags."""
    record = index.publications.get(id)
    if record is None:
        return None
    writer = _paper_writer(index, lang)
    entry = _with_affiliations(writer, entry_of(writer, record), record)
    venue = index.venue_of(record)
    return PublicationView(
        entry=entry,
        marks=writer.marks,
        bibtex=_bibtex(index, id),
        bibtex_url=path_encoded(f"/publications/{slug_of(id)}.bib"),
        text=paper_text(index, record, lang),
        posts=tuple(post_items(index, posts_about(index, lang).get(id, []), lang)),
        talks=_talks(index, lang).get(id, ()),
        meta=citation_tags(record, venue, entry, index),
        versions=tuple(entry_of(writer, version) for version in record.other_versions()),
    )


def _with_affiliations(writer: EntryWriter, entry: EntryView, paper: Publication) -> EntryView:
    """Return a paper's entry with numbered affiliations, if the paper gives any.

    Affiliations of other authors come from `people.yaml`. The entry has all authors.
    """
    if not any(author.affiliations for author in paper.authors):
        return entry
    places: dict[tuple[str, str], Phrase] = {}
    authors = []
    for author, view in zip(paper.authors, entry.authors, strict=True):
        person = None if author.is_others else writer.index.directory.find(author.name)
        known = (person.affiliation,) if person is not None else ()
        said = writer.phrases(author.affiliations or known)
        own = [(phrase.text, phrase.lang) for phrase in said]
        for key, phrase in zip(own, said, strict=True):
            places.setdefault(key, phrase)
        numbers = {key: number for number, key in enumerate(places, 1)}
        authors.append(replace(view, affiliations=tuple(numbers[key] for key in own)))
    return replace(entry, authors=tuple(authors), affiliations=tuple(places.values()))


def paper_text(index: Index, paper: Publication, lang: str) -> Body | Phrase:
    """Return the Markdown of the page that a paper names as its text; empty without one."""
    key = text_key(paper.page)
    if not key or index.papers_by_page.get(key) != paper.id:
        return Phrase()
    for wanted in (lang, *index.config.languages):
        page = index.pages.get((key, wanted))
        if page is not None:
            return index.body(page).in_language("" if wanted == lang else wanted)
    return Phrase()


@memoized
def _talks(index: Index, lang: str) -> dict[str, tuple[EntryView, ...]]:
    """Return the talks on each paper by its id, newest first."""
    writer = EntryWriter(index, lang, Section(dates=index.config.section_defaults.dates))
    found: dict[str, tuple[EntryView, ...]] = {}
    for talk in chosen(Section(of=("talks",)), index):
        if paper := talk.value_of("publication"):
            found[paper] = (*found.get(paper, ()), entry_of(writer, talk))
    return found


def _paper_writer(index: Index, lang: str) -> EntryWriter:
    """Return the writer for a paper on its own page, or on the page of a talk on it."""
    schemes = tuple(sorted({s for v in index.venues.values() for s in v.ranks}))
    dates = index.config.section_defaults.dates
    section = Section(abstract=True, ranks=schemes, imprint=_IMPRINT, dates=dates)
    return EntryWriter(index, lang, section)


@memoized
def _bibtex(index: Index, id: str, is_full: bool = False) -> str:
    """Return the BibTeX of a paper. It is the same in all languages."""
    if id not in index.publications:
        return ""
    record = index.publications[id]
    return bibtex_entry(record, index.venue_of(record), index.directory, is_full)


@inner_fact
def bibtex(index: Index, lang: str, id: str) -> str:
    """The BibTeX of a paper as its page shows it; empty if no paper has this id."""
    return _bibtex(index, id)


@fact
def counts(index: Index, lang: str) -> CountsView:
    """The numbers of public records by kind, and the years of the papers."""
    papers = list(index.publications.values())
    years = {str(paper.when.last.year) for paper in papers if paper.when}
    others = {kind: len(index.records.get(kind, ())) for kind in index.kinds if kind != "posts"}
    return CountsView(
        papers=len(papers),
        first_year=min(years, default="", key=int),
        last_year=max(years, default="", key=int),
        records={kind: count for kind, count in others.items() if count and kind != "publications"},
        posts=len(index.posts(lang)),
    )


@fact
def citation_count(index: Index, lang: str, id: str) -> CitationCountView | None:
    """The citations of a paper, from `citation-counts.yaml`; none without a count."""
    count = index.citation_counts.papers.get(id)
    return _counted(index, count, count.source, lang) if count else None


@fact
def citation_counts(index: Index, lang: str) -> tuple[CitationCountView, ...]:
    """The citations of all works of the site's person, by service."""
    counts = index.citation_counts.person
    return tuple(_counted(index, count, source, lang) for source, count in counts.items())


def _counted(
    index: Index, count: PaperCount | PersonCount, source: str, lang: str
) -> CitationCountView:
    day = When.from_scalar(count.date)
    return CitationCountView(
        citations=count.citations,
        source=SERVICE_NAMES.get(source, source),
        date=when_in_words(day, site_language(index, lang), "long"),
        datetime=count.date,
        h_index=getattr(count, "h_index", None),
    )


@inner_fact
def citation(index: Index, lang: str, id: str) -> CitationView | None:
    """A paper as it is cited; none if no public paper has this id."""
    record = index.publications.get(id)
    if record is None:
        return None
    named = [author for author in record.authors if not author.is_others]
    names = [index.directory.spelled(author.name) for author in named]
    words = re.sub("[*`]", "", index.phrase(record.title, lang).text)
    title = f"“{words}”"  # as CSL does for works without authors
    people = tuple(_cited(name, lang) for name in names)
    year = str(record.when.last.year) if record.when else ""
    listed = ("\1".join((_sorted_by(name.family or name.full()), _sorted_by(name.given)))
              for name in names)  # fmt: skip
    return CitationView(
        people=people or (title,),
        is_open=len(named) < len(record.authors),
        year=year,
        url=index.url_of(f"publication:{id}", lang),
        order="\0".join((*listed, year, record.title.any().casefold())),
    )


def _cited(name: Name, lang: str) -> str:
    """Return the family name, or the whole name if it is in the page's script."""
    shown = name.in_language(lang)
    return shown if shown == name.native else name.family or name.full()


def _sorted_by(name: str) -> str:
    """Return the sort key of a name, without accents and case."""
    return fold(name) or name.casefold()


@inner_fact
def citation_style(index: Index, lang: str, file: str) -> CitationStyle:
    """The citation style of the page in a file."""
    named = index.by_file.get(file.removeprefix("content/"))
    page = index.pages.get((named.key, named.lang)) if named else None
    return (page.front.citations if page else None) or index.config.citations


@inner_fact
def why_not_citable(index: Index, lang: str, id: str) -> str:
    """Why a paper cannot be cited although it may exist: it is `hidden`, or a file is `broken`."""
    if index.is_broken("publications"):
        return "broken"
    there = (record.id for record in index.all_records.get("publications", ()))
    return "hidden" if id in there else ""


@inner_fact
def section(index: Index, lang: str, query: Section) -> SectionView:
    """The result of a section's query."""
    return section_view(query, index, lang)


@inner_fact
def section_faults(index: Index, lang: str, asked: Section) -> tuple[Problem, ...]:
    """The parts of a section's query that no record can match."""
    return tuple(section_problems(asked, index, asked.spot or Spot("")))


@inner_fact
def own_kinds(index: Index, lang: str) -> tuple[str, ...]:
    """The names of the kinds of records that the site declares itself."""
    return tuple(index.config.kinds)


@fact
def bibliography_url(index: Index, lang: str) -> str:
    """The address of all publications in BibTeX; empty without publications."""
    return "/publications.bib" if index.publications else ""


@inner_fact
def publication_ids(index: Index, lang: str) -> tuple[str, ...]:
    """The ids of all public publications, in their order."""
    return tuple(index.publications)


@inner_fact
def paper_bibtex(index: Index, lang: str, id: str) -> str:
    """The BibTeX of a paper with all fields that programs can use."""
    return _bibtex(index, id, True)


@inner_fact
def paper_csl(index: Index, lang: str, id: str) -> dict[str, Any]:
    """A paper as an item of CSL-JSON."""
    if id not in index.publications:
        return {}
    return csl_item(index.publications[id], index, index.url_of(f"publication:{id}", lang))


@inner_fact
def resume(index: Index, lang: str) -> dict[str, Any]:
    """All public records, as a JSON Resume."""
    from generator.graph.facts.json_resume import ResumeWriter

    return ResumeWriter(index).resume()


@fact
def record(index: Index, lang: str, key: str) -> RecordView | None:
    """A record other than a paper for its own page, by the key of the page (`here.key`)."""
    found = record_at(index, key)
    if found is None or found.kind_name == Publication.kind_name:
        return None
    writer = EntryWriter(index, lang, Section(body=False, dates="long"))
    view = RecordView(
        entry=entry_of(writer, found),
        text=writer.phrase(found.body),
        marks=writer.marks,
    )
    if found.declared:
        view = replace(view, text=declared_view(index, lang, found).body)
    further = _FURTHER.get(type(found))
    return further(view, found, writer) if further else view


@fact
def related(index: Index, lang: str, key: str) -> tuple[tuple[str, str], ...]:
    """The kinds of records related to the record of a page (`here.key`), each with a word to find
    them: `render_section(kind, where={'related': [word]})`."""
    found = record_at(index, key)
    if found is None:
        return ()
    own = relation_key(found)
    kinds = {key.partition("/")[0] for key in relations(index).get(own, ())}
    return tuple((kind, own) for kind in index.kinds if kind in kinds)


def _with_person(view: RecordView, member: Member, writer: EntryWriter) -> RecordView:
    return replace(
        view,
        text=writer.phrase(member.bio).followed_by(writer.phrase(member.body)),
        person=member.page_name or member.name.full(),
        group=writer.choice(member, "group", member.group),
    )


def _with_paper(view: RecordView, talk: Talk, writer: EntryWriter) -> RecordView:
    index, lang = writer.index, writer.lang
    text = writer.phrase(talk.abstract).followed_by(writer.phrase(talk.body))
    view = replace(view, text=text, time=_time(writer, talk.time))
    paper = index.publications.get(talk.publication) if talk.publication else None
    if paper is None:
        return view
    papers = _paper_writer(index, lang)
    posts = tuple(post_items(index, posts_about(index, lang).get(paper.id, []), lang))
    return replace(view, paper=entry_of(papers, paper), marks=papers.marks, posts=posts)


def _with_schedule(view: RecordView, course: Teaching, writer: EntryWriter) -> RecordView:
    return replace(
        view,
        time=_time(writer, course.time),
        staff=tuple(map(writer.author, course.staff)),
        schedule=tuple(_session(writer, session, course) for session in course.schedule),
    )


def _time(writer: EntryWriter, time: Clock | None) -> str:
    return time.in_words(writer.language.dates["range"]) if time is not None else ""


_FURTHER: dict[type[Record], Callable[[RecordView, Any, EntryWriter], RecordView]] = {
    Member: _with_person,
    Talk: _with_paper,
    Teaching: _with_schedule,
}
"""Kind -> the fields that only its pages have."""


def _session(writer: EntryWriter, session: Session, course: Teaching) -> SessionView:
    index, lang, time = writer.index, writer.lang, session.time
    is_usual = time is None or time == course.time
    return SessionView(
        week=session.week,
        date=writer.when(session.date) if session.date else "",
        datetime=session.date.first.iso() if session.date else "",
        time="" if is_usual else _time(writer, time),
        location=writer.phrase(session.location),
        topic=writer.phrase(session.topic),
        readings=writer.phrases(session.readings),
        no_class=session.no_class,
        links=link_views(index, session.files, lang),
    )
