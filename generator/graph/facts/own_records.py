"""Records of a site's own kinds for the search and `llms.txt`: they have no pages of their own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.entries import source_of
from generator.graph.facts.registry import memoized
from generator.graph.formats.own_records import own_view
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.model.files import Output
from generator.model.records import Record
from generator.model.text import Phrase
from generator.model.views.site_views import ContentsItem, SearchDocument


@memoized
def own_on_pages(index: Index, lang: str) -> dict[str, tuple[Record, Output]]:
    """Return the records of the site's own kinds that a language shows, by what `source_of` says.

    Each comes with the first page that shows it, or else the first CV: they have no pages.
    """
    found: dict[str, tuple[Record, Output]] = {}
    if not index.config.kinds:
        return found
    shown = [(p.sections, index.by_key.get((f"page:{p.key}", lang)))
             for p in index.site.pages if p.lang == lang and not p.front.draft]  # fmt: skip
    cvs = ((index.resumes.get(id), output) for id, output in index.cvs.items())
    shown += [(cv.whole_sections, output) for cv, output in cvs if cv and output.lang == lang]
    own = index.config.kinds.keys()
    for sections, output in shown:
        if output is None or not output.is_listed:
            continue
        for section in sections:
            if section.shows_in("web") and not own.isdisjoint(section.of.words):
                records = (record for record in chosen(section, index) if record.kind_name in own)
                for record in records:
                    found.setdefault(source_of(record), (record, output))
    return found


def own_contents(index: Index, lang: str, kind: str) -> Iterator[ContentsItem]:
    """Yield the records of one of the site's own kinds that pages show, with what they say."""
    for record, output in own_on_pages(index, lang).values():
        if record.kind_name == kind:
            view = own_view(index, lang, record)
            facts = [str(phrase) for phrase in (*view.subtitle, *view.details, view.date) if phrase]
            url = output.markdown_alternate or output.url
            yield ContentsItem(title=view.title, url=url, note=Phrase(". ".join(facts)))


def own_document(index: Index, lang: str, source: str) -> SearchDocument:
    """Return a record of one of the site's own kinds as the search knows it."""
    record, output = own_on_pages(index, lang)[source]
    view = own_view(index, lang, record)
    names = (Phrase(author.full) for author in view.authors if author.full)
    return SearchDocument(
        kind="page",
        url=f"{output.url}#{record.id}" if record.id else output.url,
        title=view.title,
        date=str(record.when.last.year) if record.when else "",
        words=(*names, *view.subtitle, *view.details, *map(Phrase, record.tags)),
        body=view.body,
        lang=lang,
    )
