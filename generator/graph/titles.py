"""What the site and its pages are called."""

from __future__ import annotations

from generator.graph.index import Index
from generator.model.pages import Page
from generator.model.text import Phrase


def site_title(index: Index, lang: str) -> Phrase:
    """Return the site's title: its own, or the person's name in the page's language."""
    name = index.person.name
    own = Phrase(name.own() if lang.startswith("zh") else name.full())
    return index.phrase(index.config.title, lang) or own


def page_title(page: Page, lang: str) -> Phrase:
    """Return a page's title as a page in `lang` shows it."""
    return Phrase(
        page.front.title, "" if page.lang == lang else page.lang, page.front_spot("title")
    )


def title_at(index: Index, url: str, lang: str) -> Phrase:
    """Return the title of what lies at an address, for menus."""
    output = index.by_address.get(url)
    if output is None:
        return Phrase(url)
    page = index.pages.get((output.subject, output.lang))
    if page is not None and output.key.startswith("page:"):
        if page.file == "content/site.yaml":
            return site_title(index, lang)
        return page_title(page, lang)
    if output.key == "page:posts/index":
        return Phrase(index.word("posts", lang))
    cv = index.resumes.get(output.subject) if output.layout == "cv" else None
    if cv is not None:
        return index.phrase(cv.title, lang) or Phrase(index.word("cv", lang))
    return output.title or Phrase(index.word(output.layout, lang))
