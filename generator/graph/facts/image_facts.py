"""Facts on pictures, their sizes and copies, and on social cards and what they show."""

from __future__ import annotations

from urllib.parse import unquote

from msgspec.structs import replace

from generator.graph.entries import venue_view
from generator.graph.entry_formatter import EntryFormatter
from generator.graph.facts.registry import inner_fact
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.outputs.images import Copy, card_address, copies_of
from generator.graph.teasers import film_fault, way_out
from generator.graph.wording import site_title, title_at, when_in_words
from generator.model.files import FILMS, Picture
from generator.model.languages import language
from generator.model.links import path_encoded
from generator.model.people import Author
from generator.model.records.works import Publication
from generator.model.sections import Section
from generator.model.site import Page
from generator.model.views.document_views import CARD_SIZE, CardKind, CardView
from generator.model.views.entry_views import AuthorView
from generator.model.views.page_views import CopyView, FilmView, PictureView
from generator.model.views.site_views import CardLink

_AUTHORS = 5
"""So many names stand on a card, with the site's own person among them."""


@inner_fact
def picture(index: Index, lang: str, address: str) -> PictureView | None:
    """A picture of the site by its address: its size and its smaller copies."""
    path = unquote(address).lstrip("/")
    found = index.site.pictures.get(path)
    is_picture = found is not None and found.width and found.kind not in FILMS
    return _picture_view(index, path, found) if found and is_picture else None


@inner_fact
def film(index: Index, lang: str, address: str) -> FilmView | None:
    """A film of the site by its address: its size, and why it cannot be shown."""
    path = unquote(address).lstrip("/")
    found = index.site.pictures.get(path)
    if found is None or found.kind not in FILMS:
        return None
    fault = film_fault(found, index.config.pictures)
    return FilmView(
        url=path_encoded(f"/{path}"),
        width=found.width,
        height=found.height,
        fault=fault,
        way_out=way_out(found, path) if fault else "",
    )


def _picture_view(index: Index, path: str, picture: Picture) -> PictureView | None:
    settings = index.config.pictures
    copies = copies_of(path, picture, settings)
    if picture.kind == "pdf":  # which is no picture itself
        if not copies:
            return None
        widest = copies[-1].variant
        pages = tuple(map(_view, copies))
        return PictureView(url=pages[-1].url, width=widest.width, height=widest.height, own=pages)
    own = [_view(copy) for copy in copies if copy.variant.kind == picture.kind]
    webp = [_view(copy) for copy in copies if copy.variant.kind == "webp" != picture.kind]
    if own and picture.width <= max(settings.widths):
        own.append(CopyView(url=path_encoded(f"/{path}"), width=picture.width))
    return PictureView(
        url=path_encoded(f"/{path}"),
        width=picture.width,
        height=picture.height,
        own=tuple(own),
        webp=tuple(webp),
    )


def _view(copy: Copy) -> CopyView:
    return CopyView(url=path_encoded(f"/{copy.path}"), width=copy.variant.width)


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
    return CardView(
        kind=kind,
        commas=writer.commas,
        title=title,
        authors=tuple(map(_seen, writer.authors(_in_short(index, paper)))) if paper else (),
        venue=replace(venue, url="") if paper and (venue := venue_view(writer, paper)) else None,
        date=when_in_words(date, language(lang), "long") if date else "",
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
