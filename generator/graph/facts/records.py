"""Facts on records: papers, sections, CVs."""

from __future__ import annotations

import msgspec

from generator.graph.bibtex import bibtex_entry
from generator.graph.entries import EntryWriter
from generator.graph.facts.pages import post_items
from generator.graph.facts.table import fact, inner_fact, remembered
from generator.graph.index import Index
from generator.graph.scholar import citation_tags
from generator.graph.sections import section_problems, section_view
from generator.model.address import slug_of
from generator.model.cv import Cv
from generator.model.sections import Section, Words
from generator.model.text import Phrase
from generator.model.views import CvView, LinkView, PublicationView, SectionView
from generator.problems import Problem, Spot


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
    )


@remembered
def _paper_writer(index: Index, lang: str) -> EntryWriter:
    schemes = Words(tuple(sorted({s for v in index.site.venues.values() for s in v.ranks})))
    return EntryWriter(index, lang, Section(abstract=True, ranks=schemes))


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


@fact
def cv(index: Index, lang: str, id: str) -> CvView | None:
    """A CV with its sections."""
    found, output = index.resumes.get(id), index.cvs.get(id)
    if found is None or output is None:
        return None
    own = found.lang or index.default_lang
    return CvView(
        id=id,
        title=(found.title.pick(own, own) if found.title else Phrase(index.word("cv", own))),
        url=output.url,
        lang=own,
        updated=found.updated,
        contact=_contact(index, found, own),
        sections=tuple(_cv_section(index, wanted, own) for wanted in found.sections),
    )


def _cv_section(index: Index, wanted: Section, lang: str) -> SectionView:
    view = section_view(wanted, index, lang)
    if view.title or not wanted.of.words:
        return view
    title = index.word(wanted.of.words[0], lang)
    return msgspec.structs.replace(view, title=Phrase(title), id=slug_of(title))


def _contact(index: Index, found: Cv, lang: str) -> tuple[LinkView, ...]:
    who = index.person
    writer = EntryWriter(index, lang, Section())
    views: list[LinkView | None] = []
    for name in found.contact:
        if name == "email" and who.email:
            views.append(LinkView(kind="email", label=who.email, url=f"mailto:{who.email}"))
        elif name == "phone" and who.phone:
            views.append(LinkView(kind="phone", label=who.phone, url=f"tel:{who.phone}"))
        elif name == "url" and (who.url or index.base_url):
            url = who.url or index.base_url
            label = url.partition("://")[2].rstrip("/")
            views.append(LinkView(kind="web", label=label, url=url))
        elif name in who.links:
            views.append(writer.link(name, who.links[name]))
        elif name == "location" and who.location:
            views.append(LinkView(kind="location", label=writer.phrase(who.location).text, url=""))
    return tuple(view for view in views if view is not None)
