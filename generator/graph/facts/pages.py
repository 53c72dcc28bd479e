"""Facts on Markdown pages and posts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from generator.graph.facts.table import fact, inner_fact, remembered
from generator.graph.index import Index
from generator.graph.titles import page_title, site_title
from generator.graph.wording import when_in_words
from generator.model.address import slug_of
from generator.model.pages import Page
from generator.model.text import Body
from generator.model.views import Neighbours, PageView, PostItem, TagView


@inner_fact
def page(index: Index, lang: str, key: str) -> PageView | None:
    """A Markdown page or post with its body."""
    found = index.pages.get((key, lang))
    output = index.by_key.get((f"page:{key}", lang))
    if found is None or output is None:
        return None
    front = found.front
    markdown = index.config.markdown
    language = index.language(lang)
    title = (
        site_title(index, lang) if found.file == "content/site.yaml" else page_title(found, lang)
    )
    return PageView(
        key=key,
        title=title,
        description=front.description,
        url=output.url,
        lang=lang,
        is_post=found.is_post,
        is_home=key == Page.at_home,
        is_draft=front.draft,
        date=when_in_words(front.date, language, "long") if front.date else "",
        datetime=front.date.first.iso() if front.date else "",
        updated=when_in_words(front.updated, language, "long") if front.updated else "",
        updated_iso=front.updated.last.iso() if front.updated else "",
        tags=_tags(index, front.tags, lang) if found.is_post else (),
        body=index.body(found),
        breaks=markdown.breaks if front.breaks is None else front.breaks,
        html=markdown.html,
        toc=front.toc,
        image=(index.resolve(front.image, lang, found.file) or "") if front.image else "",
        publication=front.publication,
        extra=front.extra,
    )


@inner_fact
def body(index: Index, lang: str, key: str) -> Body | None:
    """The Markdown of a page; apart from its title, so that a list need not depend on it."""
    found = index.pages.get((key, lang))
    return index.body(found) if found else None


@inner_fact
def raw_html(index: Index, lang: str) -> bool:
    """Whether raw HTML in pages is kept."""
    return index.config.markdown.html


@remembered
def _tags(index: Index, names: tuple[str, ...], lang: str) -> tuple[TagView, ...]:
    """The tags of a post, with their pages in a language."""
    views = []
    for name in names:
        output = index.translated(f"tag:{slug_of(name)}", lang)
        if output is not None:
            views.append(TagView(name=name, url=output.url))
    return tuple(views)


@fact
def posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """All posts, newest first, each in the page's language where it has a version in it."""
    return tuple(post_items(index, index.posts(lang), lang))


def post_items(index: Index, found: Iterable[Page], lang: str) -> Iterator[PostItem]:
    """Yield posts as a list in `lang` shows them; those without an address are left out."""
    items = (post_item(index, page.key, page.lang, lang) for page in found)
    return (item for item in items if item is not None)


@remembered
def post_item(index: Index, key: str, version: str, lang: str) -> PostItem | None:
    """Return a post's version in a language as a list in `lang` shows it, if it has an address."""
    found = index.pages.whole()[key, version]
    output = index.by_key.get((f"page:{found.key}", found.lang))
    if output is None or found.front.date is None:
        return None
    date, updated = found.front.date, found.front.updated
    return PostItem(
        key=found.key,
        title=page_title(found, lang),
        url=output.url,
        date=when_in_words(date, index.language(lang), "long"),
        datetime=date.first.iso(),
        updated_iso=updated.last.iso() if updated else "",
        year=str(date.first.year),
        tags=_tags(index, found.front.tags, lang),
        summary=found.front.description,
        lang=found.lang,
        is_draft=found.front.draft,
    )


@fact
def feed_posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """The newest posts, as many as `posts: {feed: …}` says."""
    items = post_items(index, index.posts(lang), lang)
    return tuple(islice(items, index.config.posts.feed))


@fact
def tags(index: Index, lang: str) -> tuple[TagView, ...]:
    """All tags of posts by name, with the number of posts."""
    views = []
    for slug, name in index.tags(lang).items():
        output = index.by_key.get((f"tag:{slug}", lang))
        if output is not None:
            count = len(_posts_by_tag(index, lang)[slug])
            views.append(TagView(name=name, url=output.url, count=count))
    return tuple(views)


@remembered
def _posts_by_tag(index: Index, lang: str) -> dict[str, list[Page]]:
    found: dict[str, list[Page]] = {}
    for post in index.posts(lang):
        for slug in dict.fromkeys(map(slug_of, post.front.tags)):
            found.setdefault(slug, []).append(post)
    return found


@fact
def posts_tagged(index: Index, lang: str, tag: str) -> tuple[PostItem, ...]:
    """The posts with a tag, by its slug or name, newest first."""
    found = _posts_by_tag(index, lang).get(slug_of(tag), [])
    return tuple(post_items(index, found, lang))


@fact
def neighbours(index: Index, lang: str, key: str) -> Neighbours:
    """The posts before and after a post, by its key."""
    listed = index.posts(lang)
    at = index.place_of_post(key, lang)
    if at is None:
        return Neighbours()
    older, newer = (
        post_item(index, listed[place].key, listed[place].lang, lang)
        if 0 <= place < len(listed)
        else None
        for place in (at + 1, at - 1)
    )
    return Neighbours(older=older, newer=newer)
