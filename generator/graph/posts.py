"""Which posts a language shows, and under which tags."""

from __future__ import annotations

from generator.model.address import slug_of
from generator.model.pages import Page
from generator.model.site import Site


def tags_of(site: Site, lang: str) -> dict[str, str]:
    """Return slug -> name of the tags of the posts that a language shows, by name."""
    names = {tag for page in _shown_in(site, lang) for tag in page.front.tags}
    ordered = sorted(names, key=lambda name: (name.casefold(), name))
    return {slug_of(name): name for name in ordered if slug_of(name)}


def posts_in(site: Site, lang: str) -> list[Page]:
    """Return the posts that a language shows, newest first.

    A post that has no version in the language appears in the site's first, or in any.
    """
    posts = _shown_in(site, lang)
    return sorted(posts, key=lambda page: (_newest(page), page.key), reverse=True)


def _shown_in(site: Site, lang: str) -> list[Page]:
    versions: dict[str, dict[str, Page]] = {}
    for page in site.pages:
        if page.is_post:
            versions.setdefault(page.key, {})[page.lang] = page
    order = (lang, site.default_lang, *site.config.languages)
    return [
        pages[lang] if lang in pages else next(pages[code] for code in order if code in pages)
        for pages in versions.values()
    ]


def _newest(page: Page) -> tuple[int, ...]:
    return page.front.date.first.sort_key if page.front.date else (0,)
