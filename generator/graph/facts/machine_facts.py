"""Facts for files that machines read: the sitemap, the list of contents, the search index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from generator.graph.entries import declared_view
from generator.graph.facts.paper_formats import author_names, venue_name
from generator.graph.facts.record_facts import paper_text
from generator.graph.facts.site_facts import translations
from generator.graph.index import Index, fact, inner_fact, memoized
from generator.graph.wording import page_title, record_title, site_title, title_at
from generator.model.files import Output
from generator.model.names import Name
from generator.model.records.career import Record
from generator.model.records.works import Publication
from generator.model.site import LAYOUTS, Page, page_key
from generator.model.site_views import (
    ContentsGroup,
    ContentsItem,
    SearchDocument,
    SitemapEntry,
)
from generator.model.text import Phrase, Text

_WHOLE_DATE = len("2024-06-30")
"""The sitemap's schema accepts no year or month alone, and to add a day would be wrong."""
_Asked = tuple[Any, ...]
"""A function that returns a document, and its arguments besides the index and a language."""


@fact
def sitemap(index: Index, lang: str) -> tuple[SitemapEntry, ...]:
    """All pages for readers that search engines may list, with their versions in other languages.

    A date is the one that a page itself gives.
    """
    has_versions = len(index.config.languages) > 1
    entries = []
    pages = index.pages.whole()
    for output in index.outputs:
        if not output.is_listed:
            continue
        found = pages.get((output.subject, output.lang)) if output.shows_page else None
        if found is not None and found.front.draft:
            continue
        alternates: tuple[tuple[str, str], ...] = ()
        versions = translations(index, output.lang, output.key) if has_versions else ()
        exact = [t for t in versions if t.exact]
        if len(exact) > 1:
            fallback = (("x-default", t.url) for t in exact if t.is_default)
            alternates = (*((t.lang, t.url) for t in exact), *fallback)
        date = _date_of(found) if found is not None else ""
        updated = date if len(date) == _WHOLE_DATE else ""
        entries.append(SitemapEntry(url=output.url, updated=updated, alternates=alternates))
    return tuple(sorted(entries, key=lambda entry: entry.url))


def _date_of(page: Page) -> str:
    when = page.front.updated or page.front.date
    return when.last.iso() if when is not None else ""


@fact
def contents(index: Index, lang: str) -> tuple[ContentsGroup, ...]:
    """The contents of the site in one language, for `llms.txt`: pages, papers, posts, CVs."""
    groups = {
        "pages": _pages(index, lang),
        "publications": _papers(index, lang),
        **{kind: _records(index, lang, kind) for kind in _kinds_with_pages(index)},
        "posts": _posts(index, lang),
        "cv": _cvs(index, lang),
    }
    filled = ((kind, tuple(items)) for kind, items in groups.items())
    return tuple(
        ContentsGroup(kind=kind, title=_heading(index, lang, kind), items=items)
        for kind, items in filled
        if items
    )


def _heading(index: Index, lang: str, kind: str) -> str:
    """Return the heading of a group: the word for lists of contents, or else for sections."""
    key = f"contents.{kind}"
    word = index.word(key, lang)
    return index.word(kind, lang) if word == key else word


def _item(output: Output, title: Phrase, note: Phrase = Phrase()) -> ContentsItem:  # noqa: B008
    return ContentsItem(title=title, url=output.url, note=note)


def _pages(index: Index, lang: str) -> Iterator[ContentsItem]:
    for page in index.pages.whole().values():
        output = index.by_key.get((f"page:{page.key}", lang))
        if page.lang != lang or page.is_post or page.front.draft or output is None:
            continue
        yield _item(output, page_title(index, page, lang), Phrase(page.front.description))
    archive = index.by_key.get((f"page:{Page.at_posts}", lang))
    if archive is not None and (Page.at_posts, lang) not in index.pages.whole():
        yield _item(archive, title_at(index, archive.url, lang))


def _papers(index: Index, lang: str) -> Iterator[ContentsItem]:
    for paper in index.publications.values():
        output = index.by_key.get((f"publication:{paper.id}", lang))
        if output is None:
            continue
        year = str(paper.date.last.year) if paper.date else ""
        names = ", ".join(author_names(paper, index))
        facts = [names, str(venue_name(index.venue_of(paper))), year]
        yield _item(output, index.phrase(paper.title, lang), Phrase(_in_one_line(facts)))


def _records(index: Index, lang: str, kind: str) -> Iterator[ContentsItem]:
    """Yield the records of a kind that have a page of their own."""
    for record in index.records.get(kind, ()):
        output = index.by_key.get((page_key(record), lang))
        if output is not None and (output.subject, lang) not in index.pages.whole():
            role = None if record.declared else getattr(record, "role", None)
            yield _item(output, record_title(index, record, lang), index.phrase(role, lang))


def _in_one_line(facts: Iterable[str]) -> str:
    """Return facts as sentences, without double full stops."""
    return ". ".join(filter(None, facts)).replace(".. ", ". ")


def _posts(index: Index, lang: str) -> Iterator[ContentsItem]:
    for post in index.posts(lang):
        output = index.by_key.get((f"page:{post.key}", post.lang))
        if output is not None and not post.front.draft:
            yield _item(output, page_title(index, post, lang), Phrase(post.front.description))


def _cvs(index: Index, lang: str) -> Iterator[ContentsItem]:
    for output in index.by_subject("cv").values():
        if output.lang == lang:
            yield _item(output, title_at(index, output.url, lang))


def _kinds_with_pages(index: Index) -> Iterator[str]:
    """Yield the kinds of records besides papers that may have pages."""
    yield from (kind for kind in (*LAYOUTS, *index.config.kinds) if kind != "publications")


@fact
def search_page(index: Index, lang: str) -> str:
    """The address of the search page; empty if there is none."""
    output = index.by_key.get(("search", lang))
    return output.url if output else ""


@inner_fact
def search_part(index: Index, lang: str, part: str) -> tuple[SearchDocument, ...]:
    """The documents in a part of the search index of a language, `2/8`."""
    number, _, count = part.partition("/")
    asked = _shared_out(index, lang, int(count))[int(number)]
    found = (document_of(index, lang, *words) for document_of, *words in asked)
    return tuple(document for document in found if document is not None)


@memoized
def _shared_out(index: Index, lang: str, count: int) -> tuple[list[_Asked], ...]:
    """Return, for each part of the index, the calls that make its documents, in the site's
    order."""
    found: tuple[list[_Asked], ...] = tuple([] for _ in range(count))
    pages = [page for page in index.all_pages if page.lang == lang and not page.is_post]
    for page in (*pages, *index.posts(lang)):
        found[crc32(page.key.encode()) % count].append((_page, page.key, page.lang))
    for id in index.publications:
        found[crc32(id.encode()) % count].append((_paper, id))
    for kind in _kinds_with_pages(index):
        for record in index.records.get(kind, ()):
            if record.page_name:
                key = page_key(record)
                found[crc32(key.encode()) % count].append((_record, record))
    return found


def _page(index: Index, _: str, key: str, lang: str) -> SearchDocument | None:
    page = index.pages[key, lang]
    output = index.by_key.get((f"page:{key}", lang))
    if output is None:
        return None
    front = page.front
    return SearchDocument(
        kind="post" if page.is_post else "page",
        url=output.url,
        title=site_title(index, lang) if key == Page.at_home else page_title(index, page, lang),
        date=front.date.first.iso() if front.date and page.is_post else "",
        words=tuple(map(Phrase, (*front.tags, *front.categories))),
        body=index.body(page),
        lang=lang,
        breaks=index.config.markdown.breaks if front.breaks is None else front.breaks,
    )


def _paper(index: Index, lang: str, id: str) -> SearchDocument | None:
    record = index.publications[id]
    output = index.translated(f"publication:{id}", lang)
    if output is None:
        return None
    text = paper_text(index, record, lang)
    abstract = index.phrase(record.abstract, lang)
    words = (*_words(index, lang, record), *((abstract,) if text else ()))
    return SearchDocument(
        kind="paper",
        url=output.url,
        title=index.phrase(record.title, lang),
        date=str(record.date.last.year) if record.date else "",
        words=tuple(filter(None, words)),
        body=text or abstract,
        lang=lang,
    )


def _record(index: Index, lang: str, record: Record) -> SearchDocument | None:
    output = index.translated(page_key(record), lang)
    if output is None or (output.subject, output.lang) in index.pages:
        return None  # `_page` makes a document of the page that the author wrote
    if record.declared:
        view = declared_view(index, lang, record)
        people = (Phrase(author.full) for author in view.authors)
        words = (*people, *view.subtitle, *view.details, *map(Phrase, record.tags))
        title, body = view.title, view.body
    else:
        names = ("role", "group", "affiliation", "event", "organization", "tags")
        texts = (*record.other_names, *(getattr(record, name, None) for name in names))
        words = tuple(_said(index, lang, texts))
        title, bio = record_title(index, record, lang), getattr(record, "bio", None)
        body = index.phrase(bio, lang).followed_by(index.phrase(record.body, lang))
    return SearchDocument(
        kind="page",
        url=output.url,
        title=title,
        words=tuple(filter(None, words)),
        body=body,
        lang=lang,
    )


def _said(index: Index, lang: str, values: Iterable[Any]) -> Iterator[Phrase]:
    """Yield texts, names and words as phrases."""
    for value in values:
        if isinstance(value, tuple):
            yield from _said(index, lang, value)
        elif isinstance(value, Name):
            yield Phrase(value.full())
        elif isinstance(value, Text):
            yield index.phrase(value, lang)
        elif value:
            yield Phrase(str(value))


def _words(index: Index, lang: str, record: Publication) -> Iterator[Phrase]:
    """Yield a paper's authors (in each script), venue and topics."""
    for author in record.authors:
        if author.is_others:
            continue
        name = index.directory.spelled(author.name)
        yield Phrase(name.full())
        if name.native != name.full():
            yield Phrase(name.native)
    venue = index.venue_of(record)
    yield index.phrase(venue.name, lang)
    yield index.phrase(venue.short, lang)
    yield from map(Phrase, record.tags)
