"""The outputs that only programs read: `llms.txt`, the search, feeds, exports.

Format of `llms.txt`: https://llmstxt.org.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.addresses.permalinks import as_address, home_of
from generator.model.files import Output, Sources
from generator.model.links import output_path, slug_of
from generator.model.records.pages import calendar_path, page_id, with_pages
from generator.model.site import Site, posts_in
from generator.model.theme import Theme


def llms_outputs(site: Site, theme: Theme) -> Iterator[Output]:
    """Yield the list of contents of each language, unless the site wants no machine to read it."""
    wanted = site.config.for_machines and site.config.robots != "disallow"
    if not wanted or "templates/llms.txt" not in theme.files:
        return
    for lang in site.config.languages:
        url = f"{home_of(lang, site.config)}llms.txt"
        yield Output(path=url[1:], url=url, lang=lang, layout="llms.txt", key="llms",
                     is_listed=False)  # fmt: skip


FEED_ENDINGS = (".xml", ".atom")
"""Endings of files that hosts serve as feeds, or as XML, which readers of feeds take, too."""
DOCUMENTS = 400
"""In one part of the index, on average at most so many."""


def search_outputs(site: Site, theme: Theme) -> Iterator[Output]:
    """Yield the search page and the index of each language, where the theme has a search.

    A page of the author's with the name `search` takes its place.
    """
    if "templates/search.html" not in theme.files or not theme.options.get("search", True):
        return
    written = {(page.key, page.lang) for page in site.pages}
    for lang in site.config.languages:
        if ("search", lang) in written:
            continue
        home = home_of(lang, site.config)
        url = f"{home}search/"
        yield Output(path=output_path(url), url=url, lang=lang, layout="search", key="search",
                     is_listed=False)  # fmt: skip
        count = _parts(site, lang)
        for number in range(count):
            url = f"{home}search{f'-{number}' if number else ''}.json"
            yield Output(path=url[1:], url=url, kind="index", lang=lang, layout="search.json",
                         subject=f"{number}/{count}", is_listed=False)  # fmt: skip


def _parts(site: Site, lang: str) -> int:
    """Return of how many parts an index is made: a power of two, so that it seldom changes."""
    pages = sum(page.lang == lang and not page.is_post for page in site.pages)
    there = pages + len(posts_in(site, lang)) + sum(1 for _ in with_pages(site))
    count = 1
    while there > count * DOCUMENTS:
        count *= 2
    return count


def feeds_and_maps(site: Site) -> Iterator[Output]:
    """Yield the feed of each language, where there are posts for it, and what crawlers ask for."""
    has_feed = site.config.posts.feed > 0 and any(page.is_post for page in site.pages)
    for lang in site.config.languages if has_feed else ():
        url = f"{home_of(lang, site.config)}feed.xml"
        yield Output(path=url[1:], url=url, lang=lang, layout="feed.xml", key="feed",
                     is_listed=False)  # fmt: skip
        for place, typed in enumerate(site.config.posts.feed_addresses):
            url = home_of(lang, site.config) + as_address(typed)[1:]
            if url.endswith(FEED_ENDINGS):
                yield Output(path=output_path(url), url=url, lang=lang, layout="feed.xml",
                             subject=str(place), source="content/site.yaml",
                             is_listed=False)  # fmt: skip
    for name in ("sitemap.xml", "robots.txt"):
        yield Output(path=name, url=f"/{name}", lang=site.default_lang, layout=name,
                     is_listed=False)  # fmt: skip
    yield Output(path=".nojekyll", url="/.nojekyll", kind="empty", is_listed=False)


def export_outputs(site: Site, sources: Sources) -> Iterator[Output]:
    """What other programs read. A file of the author's at the same address takes its place."""
    papers = [r for r in site.records.get("publications", ()) if r.visibility.shows_in("web")]
    names = ("publications.bib", "publications.json") if papers else ()
    found = [(name, name, "", "") for name in (*names, "resume.json")]
    for paper in {record.id: record for record in papers}.values():
        path = f"publications/{slug_of(paper.id)}.bib"
        found.append((path, "paper.bib", paper.id, paper.spot.file if paper.spot else ""))
    for record in with_pages(site):
        if path := calendar_path(record):
            subject = f"{record.kind_name}/{page_id(record)}"
            found.append((path, "calendar.ics", subject, record.spot.file if record.spot else ""))
    for path, layout, subject, source in found:
        if f"static/{path}" not in sources.statics and path not in site.statics:
            yield Output(path=path, url=f"/{path}", kind="export", lang=site.default_lang,
                         layout=layout, subject=subject, source=source,
                         is_listed=False)  # fmt: skip
