"""Facts on Markdown pages and posts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from generator.graph.index import Index, fact, inner_fact, memoized
from generator.graph.links import resolve
from generator.graph.pictures import teaser_of_post
from generator.graph.wording import day_in_words, language_of, page_title, when_in_words
from generator.model.files import blake2b
from generator.model.languages import language
from generator.model.links import path_encoded, slug_of
from generator.model.site import TOPIC_LAYOUTS, Page, TopicField
from generator.model.text import Body
from generator.model.views.page_views import Neighbours, PageView, PostItem, TagView

T = TypeVar("T")


@inner_fact
def page(index: Index, lang: str, key: str) -> PageView | None:
    """A Markdown page or post with its body."""
    found = index.pages.get((key, lang))
    output = index.by_key.get((f"page:{key}", lang))
    if found is None or output is None:
        return None
    front = found.front
    markdown = index.config.markdown
    words = language(lang)
    return PageView(
        key=key,
        title=page_title(index, found, lang),
        description=front.description,
        url=output.url,
        lang=lang,
        is_post=found.is_post,
        is_home=key == Page.at_home,
        is_draft=front.draft,
        date=when_in_words(front.date, words, "long") if front.date else "",
        datetime=front.date.first.iso() if front.date else "",
        updated=when_in_words(front.updated, words, "long") if front.updated else "",
        updated_iso=front.updated.last.iso() if front.updated else "",
        tags=_topics(index, "tags", front.tags, lang) if found.is_post else (),
        categories=_topics(index, "categories", front.categories, lang) if found.is_post else (),
        body=index.body(found),
        breaks=markdown.breaks if front.breaks is None else front.breaks,
        html=markdown.html,
        toc=front.toc,
        image=(resolve(index, front.image, lang, found.file) or "") if front.image else "",
        teaser=teaser_of_post(index, found) if found.is_post else None,
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


@memoized
def _topics(
    index: Index, field: TopicField, names: tuple[str, ...], lang: str
) -> tuple[TagView, ...]:
    """The tags or categories of a post, with their pages in a language."""
    views = []
    for name in names:
        output = index.translated(f"{TOPIC_LAYOUTS[field]}:{slug_of(name)}", lang)
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


@memoized
def post_item(index: Index, key: str, version: str, lang: str) -> PostItem | None:
    """Return a post's version in a language as a list in `lang` shows it, if it has an address."""
    found = index.pages.whole()[key, version]
    output = index.by_key.get((f"page:{found.key}", found.lang))
    if output is None or found.front.date is None:
        return None
    date, updated = found.front.date, found.front.updated
    return PostItem(
        key=found.key,
        uid=entry_id(found, index.config.url or index.base_url),
        title=page_title(index, found, lang),
        url=output.url,
        date=when_in_words(date, language_of(index, lang), "long"),
        day=day_in_words(date, language_of(index, lang)),
        datetime=date.first.iso(),
        updated_iso=updated.last.iso() if updated else "",
        year=str(date.first.year),
        tags=_topics(index, "tags", found.front.tags, lang),
        categories=_topics(index, "categories", found.front.categories, lang),
        summary=found.front.description,
        teaser=teaser_of_post(index, found),
        lang=found.lang,
        is_draft=found.front.draft,
    )


def entry_id(post: Page, url: str) -> str:
    """Return what a post is called in feeds, and stays called when its address changes.

    It is made of the site's host and the post's file and date (RFC 4151); on a site without a URL
    of the file alone (see `urn`).
    """
    name = post.key if not post.file.endswith(f".{post.lang}.md") else f"{post.key}.{post.lang}"
    host, _, folder = url.partition("://")[2].partition("/")
    date = post.front.date.first.iso() if post.front.date else ""
    if host:
        below = f"{folder.strip('/')}/" if folder.strip("/") else ""
        return f"tag:{host.partition(':')[0].lower()},{date}:{path_encoded(below + name)}"
    return urn(name)


def urn(name: str) -> str:
    """Return a name as a UUID: of the eighth kind, whose bits are anybody's own (RFC 9562)."""
    digits = blake2b(name.encode(), digest_size=16).hexdigest()
    parts = (digits[:8], digits[8:12], f"8{digits[13:16]}", f"8{digits[17:20]}", digits[20:])
    return f"urn:uuid:{'-'.join(parts)}"


@fact
def posts_url(index: Index, lang: str) -> str:
    """The address of the list of posts, or nothing on a site without posts."""
    output = index.by_key.get((f"page:{Page.at_posts}", lang))
    return output.url if output else ""


@fact
def feed_url(index: Index, lang: str) -> str:
    """The address of the feed of posts, or nothing on a site without posts."""
    output = index.by_key.get(("feed", lang))
    return output.url if output else ""


@fact
def feed_id(index: Index, lang: str) -> str:
    """What the feed itself is called: its URL, or a UUID on a site without one."""
    url = f"{index.home(lang)}feed.xml"
    return f"{index.base_url.rstrip('/')}{url}" if index.base_url else urn(url)


@fact
def feed_posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """The newest posts, as many as `posts: {feed: …}` says."""
    items = post_items(index, index.posts(lang), lang)
    return tuple(islice(items, index.config.posts.feed))


@fact
def tags(index: Index, lang: str) -> tuple[TagView, ...]:
    """All tags of posts by name, with the number of posts."""
    return tuple(_listed_topics(index, "tags", lang))


@fact
def categories(index: Index, lang: str) -> tuple[TagView, ...]:
    """All categories of posts by name, with the number of posts."""
    return tuple(_listed_topics(index, "categories", lang))


def _listed_topics(index: Index, field: TopicField, lang: str) -> Iterator[TagView]:
    for slug, name in index.topics(lang, field).items():
        output = index.by_key.get((f"{TOPIC_LAYOUTS[field]}:{slug}", lang))
        if output is not None:
            count = len(posts_by_topic(index, field, lang)[slug])
            yield TagView(name=name, url=output.url, count=count)


@memoized
def posts_by_topic(index: Index, field: TopicField, lang: str) -> dict[str, list[Page]]:
    """Return the posts that a language shows by the slugs of their tags or categories, newest
    first.
    """
    found: dict[str, list[Page]] = {}
    for post in index.posts(lang):
        for slug in dict.fromkeys(map(slug_of, getattr(post.front, field))):
            found.setdefault(slug, []).append(post)
    return found


@fact
def posts_tagged(index: Index, lang: str, tag: str) -> tuple[PostItem, ...]:
    """The posts with a tag, by its slug or name, newest first."""
    found = posts_by_topic(index, "tags", lang).get(slug_of(tag), [])
    return tuple(post_items(index, found, lang))


@fact
def posts_in_category(index: Index, lang: str, category: str) -> tuple[PostItem, ...]:
    """The posts of a category, by its slug or name, newest first."""
    found = posts_by_topic(index, "categories", lang).get(slug_of(category), [])
    return tuple(post_items(index, found, lang))


@memoized
def posts_about(index: Index, lang: str) -> dict[str, list[Page]]:
    """Return the posts that a language shows by the papers that they are about, newest first."""
    found: dict[str, list[Page]] = {}
    for post in index.posts(lang):
        found.setdefault(post.front.publication, []).append(post)
    return found


@memoized
def _places(index: Index, lang: str) -> dict[str, int]:
    """Return the positions of posts among those of a language."""
    return {post.key: place for place, post in enumerate(index.posts(lang))}


@fact
def neighbours(index: Index, lang: str, key: str) -> Neighbours:
    """The posts before and after a post, by its key."""
    listed = index.posts(lang)
    at = _places(index, lang).get(key)
    older, newer = (
        post_item(index, post.key, post.lang, lang) if post else None for post in beside(listed, at)
    )
    return Neighbours(older=older, newer=newer)


def beside(listed: Sequence[T], at: int | None) -> tuple[T | None, T | None]:
    """Return what stands behind and before a place in a list, where there is something."""
    if at is None:
        return None, None
    return (listed[at + 1] if at + 1 < len(listed) else None, listed[at - 1] if at > 0 else None)
