"""Facts on the site as a whole: who, where, menu, words, links, social cards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator import __version__
from generator.graph.index import Index, fact, inner_fact
from generator.graph.links import is_known_dead, link_views, resolve
from generator.graph.patterns.formatter import EntryFormatter
from generator.graph.patterns.values import RecordValues
from generator.graph.pictures import card_address
from generator.graph.wording import language_of, site_title, title_at, when_in_words
from generator.model.languages import language, locale
from generator.model.links import bare_identifier, is_external
from generator.model.people import Author
from generator.model.records.works import Publication
from generator.model.sections import Section
from generator.model.site import Page
from generator.model.text import Phrase
from generator.model.views.entry_views import AuthorView
from generator.model.views.site_views import (
    CARD_SIZE,
    CardKind,
    CardLink,
    CardView,
    MenuItem,
    PersonView,
    SiteView,
    Translation,
)


@fact
def info(index: Index, lang: str) -> SiteView:
    """What holds for the whole site: title, description, URL, languages."""
    config = index.config
    path = "/" + index.base_url.partition("://")[2].partition("/")[2]
    return SiteView(
        title=site_title(index, lang),
        description=index.phrase(config.description, lang),
        lang=lang,
        url=index.base_url,
        base_path=path,
        home=index.home(lang),
        languages=config.languages,
        robots=config.robots,
        version=__version__,
        locale=locale(lang),
        has_cards=config.cards,
    )


@fact
def person(index: Index, lang: str) -> PersonView:
    """The site's own person: name, role, affiliation, contact, profiles."""
    who = index.person
    portrait = resolve(index, who.portrait, lang) if who.portrait else None
    dark = resolve(index, who.portrait_dark, lang) if who.portrait_dark else None
    return PersonView(
        name=who.name.in_language(lang),
        prefix=index.phrase(who.prefix, lang),
        title=index.phrase(who.title, lang),
        latin=Phrase(who.name.full() if who.name.family else "").text,
        native=who.name.native,
        native_lang=who.name.native_lang(),
        monogram=who.name.monogram(lang),
        role=index.phrase(who.role, lang),
        affiliation=index.phrase(who.affiliation, lang),
        location=index.phrase(who.location, lang),
        bio=index.phrase(who.bio, lang),
        portrait=portrait or "",
        portrait_dark=dark or "",
        email=who.email,
        phone=who.phone,
        url=who.url,
        orcid=bare_identifier(who.orcid),
        links=link_views(index, who.links, lang),
    )


@fact
def menu(index: Index, lang: str) -> tuple[MenuItem, ...]:
    """The menu in order; entries of the site's first language where others have none."""
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
    keys = [page.key for page in index.site.pages if "/" not in page.key and not page.is_post]
    keys = sorted(dict.fromkeys(keys), key=lambda key: (key != Page.at_home, key))
    if any(page.is_post or page.key == Page.at_posts for page in index.site.pages):
        keys.append(Page.at_posts)
    found = (index.translated(f"page:{key}", lang) for key in keys)
    return [
        MenuItem(label=title_at(index, output.url, lang), url=output.url, key=output.key)
        for output in found
        if output is not None
    ]


def _in_language(index: Index, target: str, lang: str) -> str | None:
    """Return the address of a menu's target in a language, or what it is as it stands."""
    address = resolve(index, target, lang)
    output = index.by_address.get(address) if address else None
    found = index.translated(output.key, lang) if output and output.key else None
    return found.url if found else address


@fact
def options(index: Index, lang: str) -> dict[str, Any]:
    """The theme's options as the site has set them, typed."""
    return index.theme.options_in(lang)


@fact
def skin(index: Index, lang: str) -> dict[str, dict[str, str]]:
    """The properties of the theme's skin: `site.skin.light.paper`, `site.skin.dark.paper`."""
    chosen = index.theme.skin
    return {"light": dict(chosen.light), "dark": dict(chosen.dark)}


@inner_fact
def content_policy(index: Index, lang: str) -> dict[str, str] | None:
    """Further sources for the Content-Security-Policy by directive; nothing where it is off."""
    policy = index.config.content_policy
    return None if policy.whole == "none" else policy.sources


@inner_fact
def guards_email(index: Index, lang: str) -> bool:
    """Whether e-mail addresses are kept out of harvesters' sight."""
    return index.config.guard_email


@inner_fact
def markdown_words(index: Index, lang: str) -> dict[str, str]:
    """The site's own words that could stand in a text itself, such as the title of a note."""
    own = {key: text.form(lang) for key, text in index.config.words.items()}
    return {key: word for key, word in own.items() if word}


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
                name=language(code).name,
                url=output.url if output else index.home(code),
                exact=output is not None,
                locale=locale(code),
                is_default=there[:1] == [code],
            )
        )
    return tuple(found)


@inner_fact
def linked_data(index: Index, lang: str, url: str) -> list[dict[str, Any]]:
    """What a page is about, as nodes of schema.org for the filter `json_ld`."""
    from generator.graph.formats.linked_data import linked_data

    output = index.by_address.get(url)
    return linked_data(index, lang, output) if output is not None else []


@inner_fact
def trail(index: Index, lang: str, url: str) -> tuple[MenuItem, ...]:
    """The pages above a page, from the home down."""
    from generator.graph.formats.linked_data import breadcrumbs

    output = index.by_address.get(url)
    found = breadcrumbs(index, lang, output)[:-1] if output is not None else []
    return tuple(MenuItem(label=title, url=address) for title, address in found)


@inner_fact
def target(index: Index, lang: str, typed: str, file: str) -> str | None:
    """Where something that an author typed leads, or nothing."""
    return resolve(index, typed, lang, file)


@inner_fact
def known_dead(index: Index, lang: str, typed: str, file: str) -> bool:
    """Whether the author knows that a link leads nowhere."""
    return is_known_dead(index, typed, file)


@inner_fact
def known_targets(index: Index, lang: str) -> tuple[str, ...]:
    """All names that a link may use, for "did you mean"."""
    return (*index.names, *sorted(index.site.statics))


@inner_fact
def is_broken(index: Index, lang: str, typed: str) -> bool:
    """Whether a link may lead to a source that could not be read."""
    return index.is_broken(typed)


@inner_fact
def asset(index: Index, lang: str, name: str) -> str | None:
    """The address of a file of the theme's `assets/`."""
    assets = index.by_subject("asset")
    found = assets.get(f"assets/{name}") or assets.get(f"assets/{name}.jinja")
    return found.url if found else None


_AUTHORS = 5
"""So many names stand on a card, with the site's own person among them."""


@inner_fact
def card(index: Index, lang: str, key: str) -> CardLink | None:
    """The picture that others show with the page's link; nothing on a site without cards.

    A page without a card of its own shows the one of the home.
    """
    home = f"page:{Page.at_home}"
    return _card(index, lang, key, is_own=True) or _card(index, lang, home, is_own=key == home)


def _card(index: Index, lang: str, key: str, is_own: bool) -> CardLink | None:
    drawn = index.by_key.get((f"card:{key}", lang))
    if drawn is not None:
        width, height = CARD_SIZE
        return CardLink(url=drawn.url, width=width, height=height, is_own=is_own)
    page = index.by_key.get((key, lang))
    url = card_address(page.url) if page and index.config.cards else ""
    return CardLink(url=url, is_own=is_own) if url and resolve(index, url, lang) == url else None


@inner_fact
def card_view(index: Index, lang: str, key: str, subject: str) -> CardView | None:
    """What the card of a page shows, or nothing where the page is gone."""
    output = index.by_key.get((key, lang))
    if output is None:
        return None
    who = index.person
    writer = EntryFormatter(index, lang, Section())
    paper = index.publications.get(subject) if key.startswith("publication:") else None
    page = index.pages.get((subject, lang)) if key.startswith("page:") else None
    title = (
        site_title(index, lang) if subject == Page.at_home else title_at(index, output.url, lang)
    )
    kind: CardKind = "cv" if key.startswith("cv:") else "page"
    if paper is not None:
        kind, title = "publication", writer.phrase(paper.title)
    elif page is not None:
        kind = "home" if subject == Page.at_home else "post" if page.is_post else "page"
    date = page.front.date if page is not None and page.is_post else None
    venue = RecordValues(writer, paper, "").venue_view() if paper else None
    return CardView(
        kind=kind,
        commas=writer.commas,
        title=title,
        authors=tuple(map(_seen, writer.authors(_in_short(index, paper)))) if paper else (),
        venue=replace(venue, url="") if venue else None,
        date=when_in_words(date, language_of(index, lang), "long") if date else "",
        site=site_title(index, lang),
        host=index.base_url.partition("://")[2].rstrip("/"),
        name=who.name.in_language(lang),
        role=writer.phrase(who.role),
        affiliation=writer.phrase(who.affiliation),
        lang=lang,
        options=index.theme.options_in(lang),
    )


def _seen(author: AuthorView) -> AuthorView:
    """Return what of an author is seen in a picture: no link, and no marks without a legend."""
    return replace(author, full="", roles=(), url="")


def _in_short(index: Index, paper: Publication) -> tuple[Author, ...]:
    """Return the first authors, with the site's own person among them, and "et al." for others."""
    authors = tuple(author for author in paper.authors if not author.is_others)
    own = index.directory.people[0]
    is_own = [index.directory.find(author.name) is own for author in authors]
    if len(authors) <= _AUTHORS:
        return paper.authors
    others = Author.from_scalar("et al.")
    first = authors[:_AUTHORS]
    if True in is_own[_AUTHORS:]:
        first = (*authors[: _AUTHORS - 1], authors[is_own.index(True)])
    return (*first, others)
