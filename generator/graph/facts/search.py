"""What a search finds: the documents of a part of the index, as facts."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from generator.graph.facts.table import fact, inner_fact, remembered
from generator.graph.index import Index
from generator.graph.titles import page_title, site_title
from generator.model.pages import Page
from generator.model.text import Phrase
from generator.model.views.site_views import SearchDocument, SearchPart
from generator.model.works import Publication


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
    found = (_page(index, *key) if len(key) == 2 else _paper(index, lang, key[0]) for key in keys)
    return SearchPart(
        parts=int(count), documents=tuple(document for document in found if document is not None)
    )


_Key = tuple[str, ...]
"""A page's key and language, or a paper's id."""


@remembered
def _shared_out(index: Index, lang: str, count: int) -> tuple[tuple[_Key, ...], ...]:
    """Return of each part the pages and papers that fall to it, in the order of the site."""
    found: list[list[_Key]] = [[] for _ in range(count)]
    pages = [page for page in index.site.pages if page.lang == lang and not page.is_post]
    for page in (*pages, *index.posts(lang)):
        found[crc32(page.key.encode()) % count].append((page.key, page.lang))
    for id in index.publications:
        found[crc32(id.encode()) % count].append((id,))
    return tuple(tuple(keys) for keys in found)


def _page(index: Index, key: str, lang: str) -> SearchDocument | None:
    page = index.pages.get((key, lang))
    output = index.by_key.get((f"page:{key}", lang))
    if page is None or output is None:
        return None
    front, markdown = page.front, index.config.markdown
    return SearchDocument(
        kind="post" if page.is_post else "page",
        url=output.url,
        title=site_title(index, lang) if key == Page.at_home else page_title(page, lang),
        date=front.date.first.iso() if front.date and page.is_post else "",
        words=tuple(map(Phrase, front.tags)),
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
    return SearchDocument(
        kind="paper",
        url=output.url,
        title=index.phrase(record.title, lang),
        date=str(record.date.last.year) if record.date else "",
        words=tuple(filter(None, _words(index, lang, record))),
        body=index.phrase(record.abstract, lang),
        lang=lang,
    )


def _words(index: Index, lang: str, record: Publication) -> Iterator[Phrase]:
    """Yield who wrote a paper, in each script, where it appeared and its topics."""
    for author in record.authors:
        if author.is_others:
            continue
        person = index.directory.find(author.name)
        name = person.name if person is not None else author.name
        yield Phrase(name.full())
        if name.native != name.full():
            yield Phrase(name.native)
    venue = index.site.venues.get(record.venue)
    if venue is None:
        yield Phrase(record.venue)
    else:
        yield index.phrase(venue.name, lang)
        yield index.phrase(venue.short, lang)
    yield from map(Phrase, record.tags)
