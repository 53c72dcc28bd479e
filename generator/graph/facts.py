"""The table of named values that a template may read.

Each is a pure function of the index, a language and words. What a template asks for is noted
with the digest of the answer, so facts are small: a menu holds titles and addresses, and editing
a body does not touch the pages that show the menu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from generator import __version__
from generator.graph.bibtex import bibtex_entry
from generator.graph.entries import EntryWriter
from generator.graph.index import Index, is_external
from generator.graph.outputs import posts_in, tags_of
from generator.graph.scholar import citation_tags
from generator.graph.sections import section_problems, section_view
from generator.graph.wording import when_in_words
from generator.memory.fingerprint import fingerprint
from generator.memory.reads import Read
from generator.model.address import slug_of
from generator.model.cv import Cv
from generator.model.pages import Page
from generator.model.people import is_han
from generator.model.sections import Section, Words
from generator.model.text import Phrase, Text
from generator.model.views import (
    CvView,
    LinkView,
    MenuItem,
    Neighbours,
    PageView,
    PersonView,
    PostItem,
    PublicationView,
    SectionView,
    SitemapEntry,
    SiteView,
    TagView,
    Translation,
)
from generator.problems import Problem, Spot


class Fact(NamedTuple):
    """One entry of the table."""

    function: Callable[..., Any]
    is_for_templates: bool


FACTS: dict[str, Fact] = {}


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function into the table under its own name; its docstring is the reference."""
    FACTS[function.__name__] = Fact(function, True)
    return function


def inner_fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function that filters and functions read on a template's behalf."""
    FACTS[function.__name__] = Fact(function, False)
    return function


class Facts:
    """The facts of one site, each computed at most once."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._known: dict[Read, tuple[Any, str]] = {}

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest; raises KeyError for a name that is no fact."""
        found = self._known.get(read)
        if found is None:
            name, *args = read
            value = FACTS[name].function(self.index, *args)
            found = self._known[read] = (value, fingerprint(value))
        return found


@fact
def info(index: Index, lang: str) -> SiteView:
    """What holds for the whole site: title, description, URL, languages."""
    config = index.config
    path = "/" + index.base_url.partition("://")[2].partition("/")[2]
    return SiteView(
        title=site_title(index, lang),
        description=_phrase(index, config.description, lang),
        lang=lang,
        url=index.base_url,
        base_path=path,
        home=index.home(lang),
        languages=config.languages,
        robots=config.robots,
        version=__version__,
    )


def site_title(index: Index, lang: str) -> Phrase:
    """Return the site's title: its own, or the person's name in the page's language."""
    name = index.person.name
    own = Phrase(name.own() if lang.startswith("zh") else name.full())
    return _phrase(index, index.config.title, lang) or own


@fact
def person(index: Index, lang: str) -> PersonView:
    """The site's own person: name, role, affiliation, contact, profiles."""
    who = index.person
    writer = EntryWriter(index, lang, Section())
    name = who.name.own() if lang.startswith("zh") else who.name.full()
    initials = who.name.given[:1] + who.name.family[:1]
    portrait = index.resolve(who.portrait, lang) if who.portrait else None
    return PersonView(
        name=name,
        latin=Phrase(who.name.full() if who.name.family else "").text,
        native=who.name.native,
        monogram=who.name.native[:1] if is_han(name) else initials.upper(),
        role=writer.phrase(who.role),
        affiliation=writer.phrase(who.affiliation),
        location=writer.phrase(who.location),
        bio=writer.phrase(who.bio),
        portrait=portrait or "",
        email=who.email,
        phone=who.phone,
        url=who.url,
        orcid=who.orcid,
        links=writer.links(who.links),
    )


@fact
def menu(index: Index, lang: str) -> tuple[MenuItem, ...]:
    """The menu in order; entries of the site's first language where others have none."""
    entries = index.config.menu
    if entries is None:
        return tuple(_default_menu(index, lang))
    items = []
    for entry in entries:
        label = _phrase(index, entry.label, lang)
        if is_external(entry.to):
            items.append(MenuItem(label=label or Phrase(entry.to), url=entry.to, is_local=False))
            continue
        url = _in_language(index, entry.to, lang)
        if url is None:
            continue
        output = index.by_address.get(url)
        key = output.key if output else ""
        items.append(MenuItem(label=label or _title_at(index, url, lang), url=url, key=key))
    return tuple(items)


def _default_menu(index: Index, lang: str) -> list[MenuItem]:
    keys = [page.key for page in index.site.pages if "/" not in page.key and not page.is_post]
    keys = sorted(dict.fromkeys(keys), key=lambda key: (key != Page.at_home, key))
    if any(page.is_post for page in index.site.pages):
        keys.append("posts/index")
    found = (index.translated(f"page:{key}", lang) for key in keys)
    return [
        MenuItem(label=_title_at(index, output.url, lang), url=output.url, key=output.key)
        for output in found
        if output is not None
    ]


def _in_language(index: Index, target: str, lang: str) -> str | None:
    """Return the address of a menu's target in a language, or what it is as it stands."""
    address = index.resolve(target, lang)
    output = index.by_address.get(address) if address else None
    found = index.translated(output.key, lang) if output and output.key else None
    return found.url if found else address


def _title_at(index: Index, url: str, lang: str) -> Phrase:
    output = index.by_address.get(url)
    if output is None:
        return Phrase(url)
    page = index.pages.get((output.subject, output.lang))
    if page is not None and output.key.startswith("page:"):
        if page.file == "content/site.yaml":
            return site_title(index, lang)
        return _page_title(page, lang)
    if output.key == "page:posts/index":
        return Phrase(index.word("posts", lang))
    is_cv = output.layout == "cv"
    cv = next((cv for cv in index.site.cvs if is_cv and output.subject == cv.id), None)
    if cv is not None:
        return _phrase(index, cv.title, lang) or Phrase(index.word("cv", lang))
    return output.title or Phrase(index.word(output.layout, lang))


def _page_title(page: Page, lang: str) -> Phrase:
    return Phrase(
        page.front.title, "" if page.lang == lang else page.lang, page.front_spot("title")
    )


@fact
def options(index: Index, lang: str) -> dict[str, Any]:
    """The theme's options as the site has set them, typed."""
    return dict(index.theme.options)


@inner_fact
def word(index: Index, lang: str, key: str) -> str:
    """A word of the interface."""
    return index.word(key, lang)


@inner_fact
def translations(index: Index, lang: str, key: str) -> tuple[Translation, ...]:
    """The same page in each language of the site; nothing on a site of one language."""
    codes = index.config.languages
    there = [code for code in codes if (key, code) in index.by_key]
    found = []
    for code in codes if len(codes) > 1 else ():
        output = index.by_key.get((key, code)) if key else None
        found.append(
            Translation(
                lang=code,
                name=index.language(code).name,
                url=output.url if output else index.home(code),
                exact=output is not None,
                is_default=there[:1] == [code],
            )
        )
    return tuple(found)


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
        site_title(index, lang) if found.file == "content/site.yaml" else _page_title(found, lang)
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
        tags=_tags(index, found, lang),
        body=Phrase(found.body, "", found.body_spot),
        breaks=markdown.breaks if front.breaks is None else front.breaks,
        html=markdown.html,
        toc=front.toc,
        image=(index.resolve(front.image, lang, found.file) or "") if front.image else "",
        publication=front.publication,
        extra=front.extra,
    )


def _tags(index: Index, found: Page, lang: str) -> tuple[TagView, ...]:
    views = []
    for name in found.front.tags if found.is_post else ():
        output = index.translated(f"tag:{slug_of(name)}", lang)
        if output is not None:
            views.append(TagView(name=name, url=output.url))
    return tuple(views)


@fact
def posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """All posts, newest first, each in the page's language where it has a version in it."""
    items = (_post_item(index, found, lang) for found in posts_in(index.site, lang))
    return tuple(item for item in items if item is not None)


def _post_item(index: Index, found: Page, lang: str) -> PostItem | None:
    output = index.by_key.get((f"page:{found.key}", found.lang))
    if output is None or found.front.date is None:
        return None
    date, updated = found.front.date, found.front.updated
    return PostItem(
        key=found.key,
        title=_page_title(found, lang),
        url=output.url,
        date=when_in_words(date, index.language(lang), "long"),
        datetime=date.first.iso(),
        updated_iso=updated.last.iso() if updated else "",
        year=str(date.first.year),
        tags=_tags(index, found, lang),
        summary=found.front.description,
        lang=found.lang,
        is_draft=found.front.draft,
    )


@inner_fact
def body(index: Index, lang: str, key: str) -> Phrase:
    """The Markdown of a page; apart from its title, so that a list need not depend on it."""
    found = index.pages.get((key, lang))
    return Phrase(found.body, "", found.body_spot) if found else Phrase()


@fact
def feed_posts(index: Index, lang: str) -> tuple[PostItem, ...]:
    """The newest posts, as many as `posts: {feed: …}` says."""
    found: tuple[PostItem, ...] = posts(index, lang)
    return found[: index.config.posts.feed]


@fact
def tags(index: Index, lang: str) -> tuple[TagView, ...]:
    """All tags of posts by name, with the number of posts."""
    listed = posts_in(index.site, lang)
    views = []
    for slug, name in tags_of(index.site, lang).items():
        output = index.by_key.get((f"tag:{slug}", lang))
        count = sum(slug in map(slug_of, post.front.tags) for post in listed)
        if output is not None:
            views.append(TagView(name=name, url=output.url, count=count))
    return tuple(views)


@fact
def posts_tagged(index: Index, lang: str, tag: str) -> tuple[PostItem, ...]:
    """The posts with a tag, by its slug or name, newest first."""
    wanted = slug_of(tag)
    found = [p for p in posts_in(index.site, lang) if wanted in map(slug_of, p.front.tags)]
    items = (_post_item(index, post, lang) for post in found)
    return tuple(item for item in items if item is not None)


@fact
def neighbours(index: Index, lang: str, key: str) -> Neighbours:
    """The posts before and after a post, by its key."""
    listed = posts_in(index.site, lang)
    at = next((i for i, found in enumerate(listed) if found.key == key), None)
    if at is None:
        return Neighbours()
    newer = _post_item(index, listed[at - 1], lang) if at else None
    older = _post_item(index, listed[at + 1], lang) if at + 1 < len(listed) else None
    return Neighbours(older=older, newer=newer)


@fact
def publication(index: Index, lang: str, id: str) -> PublicationView | None:
    """A paper for its own page: the entry, BibTeX, posts about it, `citation_*` tags."""
    record = index.publications.get(id)
    if record is None:
        return None
    schemes = Words(tuple(sorted({s for v in index.site.venues.values() for s in v.ranks})))
    writer = EntryWriter(index, lang, Section(abstract=True, ranks=schemes))
    entry = writer.entry(record)
    venue = index.site.venues.get(record.venue)
    about = [p for p in posts_in(index.site, lang) if p.front.publication == id]
    related = (_post_item(index, post, lang) for post in about)
    return PublicationView(
        entry=entry,
        bibtex=bibtex_entry(record, venue, index.directory),
        posts=tuple(item for item in related if item is not None),
        meta=citation_tags(record, venue, entry, index),
    )


@inner_fact
def section(index: Index, lang: str, query: str) -> SectionView:
    """The answer to a section's query, which is given as JSON."""
    return section_view(msgspec.json.decode(query, type=Section), index, lang)


@inner_fact
def section_faults(index: Index, lang: str, query: str, where: str) -> tuple[Problem, ...]:
    """What a section asks for that no record can answer."""
    decoded = msgspec.json.decode(query, type=Section)
    return tuple(section_problems(decoded, index, msgspec.json.decode(where, type=Spot)))


@fact
def cv(index: Index, lang: str, id: str) -> CvView | None:
    """A CV with its sections."""
    found: Cv | None = next((cv for cv in index.site.cvs if cv.id == id), None)
    output = index.cvs.get(id)
    if found is None or output is None:
        return None
    own = found.lang or index.default_lang
    return CvView(
        id=id,
        title=(found.title.pick(own, own) if found.title else Phrase(index.word("cv", own))),
        url=output.url,
        lang=own,
        updated=found.updated,
        contact=_contact(index, found, own),
        sections=tuple(_cv_section(index, wanted, own) for wanted in found.sections),
    )


def _cv_section(index: Index, wanted: Section, lang: str) -> SectionView:
    view = section_view(wanted, index, lang)
    if view.title or not wanted.of.words:
        return view
    title = index.word(wanted.of.words[0], lang)
    return msgspec.structs.replace(view, title=Phrase(title), id=slug_of(title))


def _contact(index: Index, found: Cv, lang: str) -> tuple[LinkView, ...]:
    who = index.person
    writer = EntryWriter(index, lang, Section())
    views: list[LinkView | None] = []
    for name in found.contact:
        if name == "email" and who.email:
            views.append(LinkView(kind="email", label=who.email, url=f"mailto:{who.email}"))
        elif name == "phone" and who.phone:
            views.append(LinkView(kind="phone", label=who.phone, url=f"tel:{who.phone}"))
        elif name == "url" and (who.url or index.base_url):
            url = who.url or index.base_url
            label = url.partition("://")[2].rstrip("/")
            views.append(LinkView(kind="web", label=label, url=url))
        elif name in who.links:
            views.append(writer.link(name, who.links[name]))
        elif name == "location" and who.location:
            views.append(LinkView(kind="location", label=writer.phrase(who.location).text, url=""))
    return tuple(view for view in views if view is not None)


@fact
def sitemap(index: Index, lang: str) -> tuple[SitemapEntry, ...]:
    """Every page for people, with its versions in other languages."""
    entries = []
    for output in index.outputs:
        if output.kind != "template" or not output.is_listed:
            continue
        found = index.pages.get((output.subject, output.lang))
        when = (found.front.updated or found.front.date) if found and output.key else None
        exact = [t for t in translations(index, output.lang, output.key) if t.exact]
        alternates: tuple[tuple[str, str], ...] = ()
        if len(exact) > 1:
            fallback = (("x-default", t.url) for t in exact if t.is_default)
            alternates = (*((t.lang, t.url) for t in exact), *fallback)
        updated = when.last.iso() if when else ""
        entries.append(SitemapEntry(url=output.url, updated=updated, alternates=alternates))
    return tuple(sorted(entries, key=lambda entry: entry.url))


@inner_fact
def target(index: Index, lang: str, typed: str, file: str) -> str | None:
    """Where something that an author typed leads, or nothing."""
    return index.resolve(typed, lang, file)


@inner_fact
def known_targets(index: Index, lang: str) -> tuple[str, ...]:
    """All names that a link may use, for "did you mean"."""
    return (*index.names, *sorted(index.site.statics))


@inner_fact
def asset(index: Index, lang: str, name: str) -> str | None:
    """The address of a file of the theme's `assets/`."""
    for form in (f"assets/{name}", f"assets/{name}.jinja"):
        if form in index.assets:
            return index.assets[form].url
    return None


@inner_fact
def is_broken(index: Index, lang: str, typed: str) -> bool:
    """Whether a link may lead to a source that could not be read."""
    return index.is_broken(typed)


def _phrase(index: Index, text: Text | None, lang: str) -> Phrase:
    return text.pick(lang, index.default_lang) if text is not None else Phrase()
