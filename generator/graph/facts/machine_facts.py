"""Facts for what machines read: the map of the site, and its contents in one list."""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.facts.page_facts import posts_by_tag
from generator.graph.facts.site_facts import translations
from generator.graph.facts.table import fact
from generator.graph.formats.scholar import author_names, venue_name
from generator.graph.index import Index
from generator.graph.titles import page_title, site_title, title_at
from generator.model.dates import Date
from generator.model.outputs import Output
from generator.model.pages import Page
from generator.model.text import Phrase
from generator.model.views.site_views import ContentsGroup, ContentsItem, SitemapEntry
from generator.model.works import Publication

_WHOLE_DATE = len("2024-06-30")
"""The sitemap's schema takes no year or month alone; an older day would be wrong."""


@fact
def sitemap(index: Index, lang: str) -> tuple[SitemapEntry, ...]:
    """Every page for people that search engines may list, with its versions in other languages.

    The dates are those of the content: a page's own, for a list the newest of what it lists.
    """
    has_versions = len(index.config.languages) > 1
    entries = []
    pages = index.pages.whole()
    for output in index.outputs:
        if output.kind != "template" or not output.is_listed:
            continue
        found = pages.get((output.subject, output.lang)) if output.key.startswith("page:") else None
        if found is not None and found.front.draft:
            continue
        alternates: tuple[tuple[str, str], ...] = ()
        versions = translations(index, output.lang, output.key) if has_versions else ()
        exact = [t for t in versions if t.exact]
        if len(exact) > 1:
            fallback = (("x-default", t.url) for t in exact if t.is_default)
            alternates = (*((t.lang, t.url) for t in exact), *fallback)
        newest = max(_dates(index, output, found), default="")
        updated = newest if len(newest) == _WHOLE_DATE else ""
        entries.append(SitemapEntry(url=output.url, updated=updated, alternates=alternates))
    return tuple(sorted(entries, key=lambda entry: entry.url))


def _dates(index: Index, output: Output, page: Page | None) -> Iterator[str]:
    """Yield the dates of what a page holds (ISO 8601)."""
    if page is not None:
        yield from _date_of(page)
    if output.key == "page:posts/index" or output.layout == "tags":
        for post in index.posts(output.lang):
            yield from _date_of(post)
    elif output.layout == "tag":
        for post in posts_by_tag(index, output.lang).get(output.subject, ()):
            yield from _date_of(post)
    elif output.layout == "publication":
        paper = index.publications.get(output.subject)
        yield from (date.iso() for date in _dates_of(paper))


def _date_of(page: Page) -> Iterator[str]:
    when = page.front.updated or page.front.date
    if when is not None:
        yield when.last.iso()


def _dates_of(paper: Publication | None) -> Iterator[Date]:
    dates = [paper.date, *(v.date for v in paper.versions)] if paper is not None else []
    yield from (when.last for when in dates if when is not None)


@fact
def contents(index: Index, lang: str) -> tuple[ContentsGroup, ...]:
    """All that a language of the site holds, for `llms.txt`: pages, papers, posts, CVs."""
    groups = {
        "pages": _pages(index, lang),
        "publications": _papers(index, lang),
        "posts": _posts(index, lang),
        "cv": _cvs(index, lang),
    }
    filled = ((kind, tuple(items)) for kind, items in groups.items())
    return tuple(ContentsGroup(kind=kind, items=items) for kind, items in filled if items)


def _item(output: Output, title: Phrase, note: Phrase = Phrase()) -> ContentsItem:  # noqa: B008
    return ContentsItem(title=title, url=output.twin or output.url, note=note)


def _pages(index: Index, lang: str) -> Iterator[ContentsItem]:
    for page in index.pages.whole().values():
        output = index.by_key.get((f"page:{page.key}", lang))
        if page.lang != lang or page.is_post or page.front.draft or output is None:
            continue
        is_made_up = page.file == "content/site.yaml"
        title = site_title(index, lang) if is_made_up else page_title(page, lang)
        yield _item(output, title, Phrase(page.front.description))
    archive = index.by_key.get(("page:posts/index", lang))
    if archive is not None and ("posts/index", lang) not in index.pages.whole():
        yield _item(archive, title_at(index, archive.url, lang))


def _papers(index: Index, lang: str) -> Iterator[ContentsItem]:
    for paper in index.publications.values():
        output = index.by_key.get((f"publication:{paper.id}", lang))
        if output is None:
            continue
        venue = index.site.venues.get(paper.venue)
        year = str(paper.date.last.year) if paper.date else ""
        names = ", ".join(author_names(paper, index))
        facts = [names, str(venue_name(paper, venue)), year]
        yield _item(output, index.phrase(paper.title, lang), Phrase(_in_one_line(facts)))


def _in_one_line(facts: list[str]) -> str:
    """Return facts as sentences; one that ends in a full stop gets no second one."""
    line = ""
    for said in filter(None, facts):
        line += f"{' ' if line.endswith('.') else '. '}{said}" if line else said
    return line


def _posts(index: Index, lang: str) -> Iterator[ContentsItem]:
    for post in index.posts(lang):
        output = index.by_key.get((f"page:{post.key}", post.lang))
        if output is not None and not post.front.draft:
            yield _item(output, page_title(post, lang), Phrase(post.front.description))


def _cvs(index: Index, lang: str) -> Iterator[ContentsItem]:
    for cv, output in index.cvs.items():
        if output.lang == lang and cv in index.resumes:
            yield _item(output, title_at(index, output.url, lang))
