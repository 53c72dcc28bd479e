"""Where the search of a site lies, and in how many parts.

The search is answered in the reader's browser, from files that are made with the site. A site of
some hundred documents has one such file for each language; a larger one has several, each with the
documents whose keys fall to it, so that an edit makes a small file again and not a large one.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.permalinks import home_of
from generator.graph.posts import posts_in
from generator.model.address import output_path
from generator.model.outputs import Output
from generator.model.site import Site
from generator.model.theme import Theme

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
    there = pages + len(posts_in(site, lang)) + len(site.records.get("publications", ()))
    count = 1
    while there > count * DOCUMENTS:
        count *= 2
    return count
