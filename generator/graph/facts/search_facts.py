"""Facts for the search: what each page, paper and record says in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from zlib import crc32

from generator.graph.entries import own_view
from generator.graph.facts.machine_facts import own_on_pages
from generator.graph.facts.record_facts import paper_text
from generator.graph.facts.registry import fact, inner_fact, memoized
from generator.graph.index import Index
from generator.graph.wording import page_title, record_title, site_title
from generator.model.names import Name
from generator.model.records.pages import LAYOUTS, page_id, page_key
from generator.model.records.works import Publication
from generator.model.site import Page
from generator.model.text import Phrase, Text
from generator.model.views.site_views import (
    SearchDocument,
    SearchPart,
)


@fact
def search_page(index: Index, lang: str) -> str:
    """The address of the page to search the site on, or nothing where there is none."""
    output = index.by_key.get(("search", lang))
    return output.url if output else ""


@inner_fact
def search_part(index: Index, lang: str, part: str) -> SearchPart:
    """What the search of a language finds: the documents of a part of its index, `2/8`."""
    number, _, count = part.partition("/")
    keys = _shared_out(index, lang, int(count))[int(number)]
    found = (_document(index, lang, key) for key in keys)
    return SearchPart(
        parts=int(count), documents=tuple(document for document in found if document is not None)
    )


_Key = tuple[str, ...]
"""A paper's id; a page's key and language; of another record its kind, its id and nothing; of one
of the site's own kinds what `source_of` says, among three times nothing."""


@memoized
def _shared_out(index: Index, lang: str, count: int) -> tuple[tuple[_Key, ...], ...]:
    """Return of each part the pages and papers that fall to it, in the order of the site."""
    found: list[list[_Key]] = [[] for _ in range(count)]
    pages = [page for page in index.site.pages if page.lang == lang and not page.is_post]
    for page in (*pages, *index.posts(lang)):
        found[crc32(page.key.encode()) % count].append((page.key, page.lang))
    for id in index.publications:
        found[crc32(id.encode()) % count].append((id,))
    for kind in LAYOUTS:
        for record in index.records.get(kind, ()) if kind != "publications" else ():
            if page_id(record):
                key = page_key(record)
                found[crc32(key.encode()) % count].append((kind, page_id(record), ""))
    for source in own_on_pages(index, lang):
        found[crc32(source.encode()) % count].append(("", source, "", ""))
    return tuple(tuple(keys) for keys in found)


def _document(index: Index, lang: str, key: _Key) -> SearchDocument | None:
    if len(key) == 1:
        return _paper(index, lang, *key)
    if len(key) == 4:
        return _own_record(index, lang, key[1])
    return _page(index, *key) if len(key) == 2 else _record(index, lang, *key)


def _page(index: Index, key: str, lang: str) -> SearchDocument | None:
    page = index.pages.get((key, lang))
    output = index.by_key.get((f"page:{key}", lang))
    if page is None or output is None:
        return None
    front, markdown = page.front, index.config.markdown
    return SearchDocument(
        kind="post" if page.is_post else "page",
        url=output.url,
        title=site_title(index, lang) if key == Page.at_home else page_title(index, page, lang),
        date=front.date.first.iso() if front.date and page.is_post else "",
        words=tuple(map(Phrase, (*front.tags, *front.categories))),
        body=index.body(page),
        lang=lang,
        breaks=markdown.breaks if front.breaks is None else front.breaks,
        html=markdown.html,
    )


def _paper(index: Index, lang: str, id: str) -> SearchDocument | None:
    record = index.publications.get(id)
    output = index.translated(f"publication:{id}", lang)
    if record is None or output is None:
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


def _record(index: Index, lang: str, kind: str, id: str, _: str) -> SearchDocument | None:
    records = index.records.get(kind, ())
    record = next((record for record in records if page_id(record) == id), None)
    output = index.translated(page_key(record), lang) if record is not None else None
    if record is None or output is None or output.key != page_key(record):
        return None  # `_page` finds the page that the author wrote
    names = ("role", "group", "affiliation", "event", "organization", "tags")
    texts = (*record.other_names, *(getattr(record, name, None) for name in names))
    body = index.phrase(getattr(record, "bio", None), lang)
    return SearchDocument(
        kind="page",
        url=output.url,
        title=record_title(index, record, lang),
        words=tuple(filter(None, _said(index, lang, texts))),
        body=body.followed_by(index.phrase(record.body, lang)),
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
    """Yield who wrote a paper, in each script, where it appeared and its topics."""
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


def _own_record(index: Index, lang: str, source: str) -> SearchDocument:
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
