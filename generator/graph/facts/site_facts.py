"""Facts on the site as a whole (who, where, menu, words, links), and on its pages and posts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from typing import Any

from generator import __version__
from generator.graph.entry_writer import EntryWriter
from generator.graph.facts.linked_data import breadcrumbs, nodes_of
from generator.graph.index import Index, fact, inner_fact, memoized
from generator.graph.links import link_views, resolve
from generator.graph.pictures import teaser_of_post
from generator.graph.wording import (
    day_in_words,
    page_title,
    site_language,
    site_title,
    title_at,
    when_in_words,
)
from generator.model.languages import language
from generator.model.links import bare_identifier, is_external, parted, slug_of
from generator.model.sections import Section
from generator.model.site import TOPIC_LAYOUTS, Page, TopicField
from generator.model.site_views import PersonView, SiteView, Translation
from generator.model.text import Body, Phrase
from generator.model.views import MenuItem, Neighbours, PageView, PostItem, TagView


@fact
def info(index: Index, lang: str) -> SiteView:
    """The whole site's title, description, URL, languages and other settings."""
    config = index.config
    return SiteView(
        title=site_title(index, lang),
        description=index.phrase(config.description, lang),
        footer=index.phrase(config.footer, lang),
        lang=lang,
        url=index.base_url,
        home=index.config.home_of(lang),
        robots=config.robots,
        version=__version__,
    )


@fact
def person(index: Index, lang: str) -> PersonView:
    """The site's own person: name, role, affiliation, contact, profiles."""
    who = index.person
    return PersonView(
        name=who.name.in_language(lang),
        prefix=index.phrase(who.prefix, lang),
        title=index.phrase(who.title, lang),
        latin=who.name.full() if who.name.family else "",
        native=who.name.native,
        native_lang=who.name.native_lang(),
        monogram=who.name.monogram(lang),
        role=index.phrase(who.role, lang),
        affiliation=index.phrase(who.affiliation, lang),
        location=index.phrase(who.location, lang),
        bio=index.phrase(who.bio, lang),
        portrait=resolve(index, who.portrait, lang) or "",
        portrait_dark=resolve(index, who.portrait_dark, lang) or "",
        email=who.email,
        phone=who.phone,
        url=who.url,
        orcid=bare_identifier(who.orcid),
        links=link_views(index, who.links, lang),
    )


@fact
def menu(index: Index, lang: str) -> tuple[MenuItem, ...]:
    """The menu in order; missing entries come from the site's first language."""
    entries = index.config.menu
    if entries is None:
        return tuple(_default_menu(index, lang))
    items = []
    for entry in entries:
        label, part = index.phrase(entry.label, lang), index.phrase(entry.part, lang)
        if is_external(entry.to):
            label = label or Phrase(entry.to)
            items.append(MenuItem(label=label, url=entry.to, is_local=False, part=part))
            continue
        url = _in_language(index, entry.to, lang)
        if url is None:
            continue
        output = index.by_address.get(url)
        key = output.key if output else ""
        label = label or title_at(index, url, lang)
        items.append(MenuItem(label=label, url=url, key=key, part=part))
    return tuple(items)


def _default_menu(index: Index, lang: str) -> list[MenuItem]:
    keys = [page.key for page in index.all_pages if "/" not in page.key and not page.is_post]
    keys = sorted(dict.fromkeys(keys), key=lambda key: (key != Page.at_home, key))
    if any(page.is_post or page.key == Page.at_posts for page in index.all_pages):
        keys.append(Page.at_posts)
    found = (index.translated(f"page:{key}", lang) for key in keys)
    return [
        MenuItem(label=title_at(index, output.url, lang), url=output.url, key=output.key)
        for output in found
        if output is not None
    ]


def _in_language(index: Index, target: str, lang: str) -> str | None:
    """Return the address of a menu's target in a language, or the target as written."""
    address = resolve(index, target, lang)
    page, mark, place = parted(address or "")
    output = index.by_address.get(page)
    found = index.translated(output.key, lang) if output and output.key else None
    return found.url + mark + place if found else address


@fact
def options(index: Index, lang: str) -> dict[str, Any]:
    """The theme's options as the site sets them, with their types."""
    return index.theme.options


@fact
def skin(index: Index, lang: str) -> dict[str, dict[str, str]]:
    """The properties of the theme's skin: `site.skin.light.paper`, `site.skin.dark.paper`."""
    chosen = index.theme.skin
    return {"light": dict(chosen.light), "dark": dict(chosen.dark)}


@inner_fact
def content_policy(index: Index, lang: str) -> dict[str, str] | None:
    """Further sources for the Content-Security-Policy by directive; none if there is no policy."""
    policy = index.config.content_policy
    return None if policy.word == "none" else policy.sources


@inner_fact
def guards_email(index: Index, lang: str) -> bool:
    """Whether e-mail addresses are hidden from harvesters."""
    return index.config.guard_email


@inner_fact
def markdown_words(index: Index, lang: str) -> dict[str, str]:
    """The site's own words for use in texts, such as the title of a note."""
    return index.config.words_in(lang)


@inner_fact
def word(index: Index, lang: str, key: str) -> str:
    """A word of the interface."""
    return index.word(key, lang)


@inner_fact
def translations(index: Index, lang: str, key: str) -> tuple[Translation, ...]:
    """The same page in each language of the site; empty on a site with one language."""
    codes = index.config.languages
    there = [code for code in codes if (key, code) in index.by_key]
    found = []
    for code in codes if len(codes) > 1 else ():
        output = index.by_key.get((key, code)) if key else None
        found.append(
            Translation(
                lang=code,
                name=language(code).name,
                url=output.url if output else index.config.home_of(code),
                exact=output is not None,
                is_default=there[:1] == [code],
            )
        )
    return tuple(found)


@inner_fact
def linked_data(index: Index, lang: str, url: str) -> list[dict[str, Any]]:
    """The page's subject, as nodes of schema.org for the filter `json_ld`."""
    output = index.by_address.get(url)
    return nodes_of(index, lang, output) if output is not None else []


@inner_fact
def trail(index: Index, lang: str, url: str) -> tuple[MenuItem, ...]:
    """The pages above a page, from the home page down."""
    output = index.by_address.get(url)
    found = breadcrumbs(index, lang, output)[:-1] if output is not None else []
    return tuple(MenuItem(label=title, url=address) for title, address in found)


@inner_fact
def target(index: Index, lang: str, typed: str, file: str) -> str | None:
    """The target of a link that an author typed; none if there is none."""
    return resolve(index, typed, lang, file)


@inner_fact
def known_targets(index: Index, lang: str) -> tuple[str, ...]:
    """All names that a link may use, for "did you mean"."""
    return (*index.names, *sorted(index.statics), *(output.url for output in index.outputs))


@inner_fact
def leads_to_broken(index: Index, lang: str, typed: str) -> bool:
    """Whether a link is dead because a source that could not be read may hold its target."""
    return index.is_broken(typed)


@inner_fact
def asset(index: Index, lang: str, name: str) -> str | None:
    """The address of a file of the theme's `assets/`."""
    assets = index.by_subject("asset")
    found = assets.get(f"assets/{name}") or assets.get(f"assets/{name}.jinja")
    return found.url if found else None


# ------------------------------------------------------------------ pages and posts


@inner_fact
def page(index: Index, lang: str, key: str) -> PageView | None:
    """A Markdown page or post with its body."""
    found = index.pages.get((key, lang))
    output = index.by_key.get((f"page:{key}", lang))
    if found is None or output is None:
        return None
    front, updated = found.front, found.front.updated
    return PageView(
        **_head(index, found, output.url, lang),
        description=front.description,
        is_post=found.is_post,
        updated=when_in_words(updated, site_language(index, lang), "long") if updated else "",
        body=index.body(found),
        breaks=index.config.markdown.breaks if front.breaks is None else front.breaks,
        toc=front.toc,
        image=resolve(index, front.image, lang, found.file) or "",
        publication=front.publication,
        extra=front.extra,
    )


def _head(index: Index, page: Page, url: str, lang: str) -> dict[str, Any]:
    """Return the fields of a `PageHead` as a page in `lang` shows them."""
    front, date = page.front, page.front.date
    return {
        "key": page.key,
        "title": page_title(index, page, lang),
        "url": url,
        "lang": page.lang,
        "is_draft": front.draft,
        "date": when_in_words(date, site_language(index, lang), "long") if date else "",
        "datetime": date.first.iso() if date else "",
        "updated_iso": front.updated.last.iso() if front.updated else "",
        "tags": _topics(index, "tags", front.tags, lang) if page.is_post else (),
        "categories": _topics(index, "categories", front.categories, lang) if page.is_post else (),
        "teaser": teaser_of_post(index, page) if page.is_post else None,
        "authors": EntryWriter(index, lang, Section()).authors(front.author)
        if front.author
        else (),
    }


@inner_fact
def body(index: Index, lang: str, key: str) -> Body | None:
    """The Markdown of a page; separate from its title, so that lists need not depend on it."""
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
    """Return the tags or categories of a post, with their pages in a language."""
    views = []
    for name in names:
        output = index.translated(f"{TOPIC_LAYOUTS[field]}:{slug_of(name)}", lang)
        if output is not None:
            views.append(TagView(name=name, url=output.url))
    return tuple(views)


@fact
def posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """All posts, newest first, each in the page's language if it has a version in it."""
    return tuple(post_items(index, index.posts(lang), lang))


def post_items(index: Index, found: Iterable[Page], lang: str) -> Iterator[PostItem]:
    """Yield posts as items of a list in `lang`, except those without an address."""
    items = (_post_item(index, page.key, page.lang, lang) for page in found)
    return (item for item in items if item is not None)


@memoized
def _post_item(index: Index, key: str, version: str, lang: str) -> PostItem | None:
    """Return a post as an item of a list in `lang`, or None if it has no address."""
    found = index.pages.whole()[key, version]
    output = index.by_key.get((f"page:{found.key}", found.lang))
    if output is None or found.front.date is None:
        return None
    date = found.front.date
    return PostItem(
        **_head(index, found, output.url, lang),
        uid=entry_id(found, index.config.url or index.base_url),
        day=day_in_words(date, site_language(index, lang)),
        year=str(date.first.year),
        summary=found.front.description,
        pinned=found.front.pinned,
    )


@fact
def post(index: Index, lang: str, url: str) -> PostItem | None:
    """A post as a list of posts shows it, by its address: the `url` of an entry of a section."""
    output = index.by_address.get(url)
    place = (output.key.removeprefix("page:"), output.lang) if output else ("", "")
    return _post_item(index, *place, lang) if place in index.pages.whole() else None


def entry_id(post: Page, url: str) -> str:
    """Return a post's id in feeds, derived from the site's URL and the post's file. It stays the
    same when the post's address changes."""
    name = post.key if not post.file.endswith(f".{post.lang}.md") else f"{post.key}.{post.lang}"
    return urn(f"{url.rstrip('/')} {name}")


def urn(name: str) -> str:
    """Return a UUID of version 8 (RFC 9562) that is derived from a name."""
    digits = blake2b(name.encode(), digest_size=16).hexdigest()
    parts = (digits[:8], digits[8:12], f"8{digits[13:16]}", f"8{digits[17:20]}", digits[20:])
    return f"urn:uuid:{'-'.join(parts)}"


@fact
def posts_url(index: Index, lang: str) -> str:
    """The address of the list of posts; empty on a site without posts."""
    return index.url_of(f"page:{Page.at_posts}", lang)


@fact
def feed_url(index: Index, lang: str) -> str:
    """The address of the feed of posts; empty on a site without posts."""
    return index.url_of("feed", lang)


@fact
def feed_id(index: Index, lang: str) -> str:
    """The id of the feed itself: its URL, or a UUID if the site has no URL."""
    url = f"{index.config.home_of(lang)}feed.xml"
    return f"{index.base_url.rstrip('/')}{url}" if index.base_url else urn(url)


@fact
def feed_posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """The newest posts; `posts: {feed: …}` is their number."""
    items = post_items(index, index.posts(lang), lang)
    return tuple(islice(items, index.config.posts.feed))


@fact
def topics(index: Index, lang: str, field: TopicField) -> tuple[TagView, ...]:
    """All `tags` or `categories` of posts by name, with the number of posts."""
    found = []
    for slug, name in index.topics(lang, field).items():
        output = index.by_key.get((f"{TOPIC_LAYOUTS[field]}:{slug}", lang))
        if output is not None:
            count = len(_posts_by_topic(index, field, lang)[slug])
            found.append(TagView(name=name, url=output.url, count=count))
    return tuple(found)


@memoized
def _posts_by_topic(index: Index, field: TopicField, lang: str) -> dict[str, list[Page]]:
    """Return the posts in a language by the slugs of their tags or categories, newest first."""
    found: dict[str, list[Page]] = {}
    for post in index.posts(lang):
        for slug in dict.fromkeys(map(slug_of, getattr(post.front, field))):
            found.setdefault(slug, []).append(post)
    return found


@fact
def posts_on(index: Index, lang: str, field: TopicField, topic: str) -> tuple[PostItem, ...]:
    """The posts with one of the `tags` or `categories`, by its slug or name, newest first."""
    found = _posts_by_topic(index, field, lang).get(slug_of(topic), [])
    return tuple(post_items(index, found, lang))


@memoized
def posts_about(index: Index, lang: str) -> dict[str, list[Page]]:
    """Return the posts in a language by the ids of papers that they are about, newest first."""
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
    if at is None:
        return Neighbours()
    beside = (listed[at + 1 : at + 2], listed[at - 1 : at] if at else [])
    older, newer = (next(post_items(index, posts, lang), None) for posts in beside)
    return Neighbours(older=older, newer=newer)
