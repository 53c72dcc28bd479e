"""The pictures and films of one output, in its texts and in its templates.

Format: HTML, 4.8.4 "Images" (`srcset` with widths, `sizes`, `<source type>`) and 4.8.8 "The video
element". Width and height are in the tag, so that the text does not move while they are loaded.

A browser chooses among a picture's copies before it has loaded any. A film never has sound, and
never begins by itself: a script of the theme starts it, when a reader points at it or has it in
view, unless that reader wants nothing to move (`prefers-reduced-motion`). Until then there is the
still that the author gives. Without one, browsers show the first frame: `preload="metadata"` has
them load as much as that takes, and Safari needs a time in the address besides (W3C, "Media
Fragments URI 1.0", 4.2.1). No frame is taken out here: that would need a decoder of some 30 MB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

from markupsafe import Markup

from generator.model.files import FILMS, kind_named
from generator.model.links import is_external
from generator.model.lookups import ReadTracker
from generator.model.site import is_page_body
from generator.model.site_views import CopyView, FilmView, PictureView
from generator.problems import Problem
from generator.render.fragment import LinkSlot, plain_picture, quoted
from generator.render.links import Links, MarkdownText

_SIDE = re.compile(r'\s(width|height)="([0-9]+)"')
_LATE = ' loading="lazy"'


def element(
    view: PictureView,
    attributes: str,
    href: Callable[[str], str],
    sizes: str,
    is_late: bool = True,
) -> str:
    """Return a picture as HTML.

    `attributes` are those of the `<img>` besides its address, each with a blank before it. `href`
    turns an address into a link of the page. `sizes` is HTML's attribute, used where `attributes`
    have no width. A picture that `is_late` is loaded lazily.
    """
    attributes, width = with_size(view, attributes)
    if not is_late:
        attributes = attributes.replace(_LATE, "")
    image = plain_picture(href(view.url), attributes)
    if not view.copies:
        return image
    wide = f' sizes="{quoted(f"{width}px" if width else sizes)}"'
    source = f'<source type="image/webp" srcset="{listed_copies(view.copies, href)}"{wide}>'
    return f"<picture>{source}{image}</picture>"


def with_size(view: PictureView | FilmView, attributes: str) -> tuple[str, int]:
    """Return the attributes with width and height, and the width that the author gave, or 0.

    If the author gave one of the two, the other is computed.
    """
    given = {name: int(number) for name, number in _SIDE.findall(attributes)}
    if len(given) == 2:
        return attributes, given["width"]
    width, height = view.width, view.height
    if "width" in given:
        height = max(1, round(given["width"] * view.height / view.width))
        return f'{attributes} height="{height}"', given["width"]
    if "height" in given:
        width = max(1, round(given["height"] * view.width / view.height))
        return f'{attributes} width="{width}"', width
    return f'{attributes} width="{width}" height="{height}"', 0


def listed_copies(copies: Iterable[CopyView], href: Callable[[str], str]) -> str:
    return quoted(", ".join(f"{href(copy.url)} {copy.width}w" for copy in copies))


Plays = Literal["hover", "view"]
"""When a film begins: when a reader points at it (on a touchscreen, when it is in view), or when it
is in view."""

_FIRST_FRAME = "#t=0.001"
_POSTER = 1200
"""Pixels: no wider a still is loaded for a film with controls."""
_OF_PICTURES = re.compile(r'\s(?:loading|decoding|alt|class)="[^"]*"')
_ALT = re.compile(r'\salt="([^"]*)"')
CLASS = re.compile(r'\sclass="([^"]*)"')


def film_element(
    view: FilmView, attributes: str, href: Callable[[str], str], still: str, plays: Plays
) -> str:
    """Return a film that plays by itself as HTML.

    `attributes` are those of a picture in its place, each with a blank before it; its `alt` becomes
    the name of the film. `still` is the HTML of the picture that is there until the film plays,
    or nothing.
    """
    name, classes, size = _parted(view, attributes)
    known = f' aria-label="{name}"' if name and not still else ' aria-hidden="true" tabindex="-1"'
    source = quoted(href(view.url)) + ("" if still else _FIRST_FRAME)
    preload = "none" if still else "metadata"
    film = f'<video src="{source}" data-plays="{plays}" preload="{preload}"{_SILENT}{size}{known}>'
    return f'<span class="film{classes}">{still}{film}</video></span>'


def film_with_controls(
    view: FilmView, attributes: str, href: Callable[[str], str], still: PictureView | None
) -> str:
    """Return a film in a text as HTML: readers can start and stop it without a script."""
    name, classes, size = _parted(view, attributes)
    known = f' aria-label="{name}"' if name else ""
    source, first = quoted(href(view.url)), ' preload="metadata"'
    if still is not None:
        wide = [copy for copy in still.copies if copy.width <= _POSTER]
        poster = wide[-1].url if wide else still.url
        first = f' poster="{quoted(href(poster))}" preload="none"'
    else:
        source += _FIRST_FRAME
    film = f'<video src="{source}" data-plays="view" controls{first}{_SILENT}{size}{known}>'
    return f'<span class="film{classes}">{film}</video></span>'


_SILENT = " muted loop playsinline"


def _parted(view: FilmView, attributes: str) -> tuple[str, str, str]:
    """Return the name of a film, its classes with a blank before them, and its other attributes."""
    alt, given = _ALT.search(attributes), CLASS.search(attributes)
    rest = _OF_PICTURES.sub("", attributes)
    if view.width:
        rest, _ = with_size(view, rest)
    return alt[1] if alt else "", f" {given[1]}" if given else "", rest


_WHERE_NOTHING_MOVES = ' media="(prefers-reduced-motion: reduce), print"'
_WHERE_IT_IS_DARK = ' media="(prefers-color-scheme: dark)" data-dark'
"""The script of a theme sets `media` where a reader chooses."""


class PagePictures:
    """The pictures and films of one output."""

    def __init__(
        self, links: Links, reads: ReadTracker, lang: str, sizes: Callable[[], str]
    ) -> None:
        """`sizes` says how wide the page shows its pictures, in the words of HTML."""
        self._links = links
        self._reads = reads
        self._lang = lang
        self._sizes = sizes
        self._has_one = False
        self.has_media = False
        """Whether anything rendered so far was a film, a gallery or a comparison of pictures."""

    def picture(
        self,
        address: str,
        alt: str,
        sizes: str = "",
        late: bool = True,
        still: str = "",
        dark: str = "",
        **attributes: Any,
    ) -> Markup:
        """Return a picture of the site as HTML: its smaller copies, its width and height.

        `sizes` is how wide the page shows it, as in HTML; left out, as wide as `parts/sizes.txt`
        says. What is seen at once is not `late`. For a picture that moves, `still` is the address
        of one for readers who want nothing to move; `dark` that of one for dark pages, of the same
        shape. Further attributes are those of the `<img>`.
        """
        tag = _tag(alt, late, attributes)
        html = None if self._links.is_absolute else self._shown(address, tag, sizes)
        html = html or plain_picture(self._links.href(address), tag)
        if still:
            html = self._with_other(html, still, sizes, _WHERE_NOTHING_MOVES)
        if dark:
            html = self._with_other(html, dark, sizes, _WHERE_IT_IS_DARK)
        return Markup(html)

    def _with_other(self, html: str, address: str, sizes: str, when: str) -> str:
        """Return a picture with another one in its place for some readers."""
        view: PictureView | None = self._reads.get("picture", self._lang, address)
        copies = view.copies if view else ()
        listed = listed_copies(copies, self._links.href) or quoted(self._links.href(address))
        wide = f' sizes="{quoted(sizes or self._sizes())}"' if copies else ""
        inside = html.removeprefix("<picture>").removesuffix("</picture>")
        return f'<picture><source{when} srcset="{listed}"{wide}>{inside}</picture>'

    def film(
        self,
        address: str,
        alt: str,
        still: str = "",
        plays: Plays = "hover",
        sizes: str = "",
        late: bool = True,
        controls: bool = False,
        **attributes: Any,
    ) -> Markup:
        """Return a film of the site as HTML: silent, again and again, with its width and height.

        `still` is the address of a picture that is there until the film plays; without one it is
        the first frame. It `plays` on `hover` or in `view`, by a script, see `here.has_media`.
        `sizes` and `late` are for the still, as in `picture`. A `class` is that of the element
        around both. With `controls`, readers can start and stop it without a script, too.
        """
        tag = _tag(alt, late, attributes)
        view: FilmView | None = self._reads.get("film", self._lang, address)
        view = view or FilmView(url=address)
        self.has_media = True
        if controls:
            return Markup(film_with_controls(view, tag, self._links.href, self._poster(still)))
        picture = ""
        if still:
            bare = CLASS.sub("", tag)  # its classes are around both
            picture = self._shown(still, bare, sizes) or plain_picture(
                self._links.href(still), bare
            )
        return Markup(film_element(view, tag, self._links.href, picture, plays))

    def _poster(self, still: str | None) -> PictureView | None:
        if not still:
            return None
        view: PictureView | None = self._reads.get("picture", self._lang, still)
        return view or PictureView(url=still, width=0, height=0)

    def _shown(self, address: str, attributes: str, sizes: str = "") -> str | None:
        """Return a picture by its address in the site as HTML, or None if the site has none there.

        The first picture of a page is likely to be visible at once, so it is not loaded lazily.
        """
        view: PictureView | None = self._reads.get("picture", self._lang, address)
        if view is None:
            return None
        is_late, self._has_one = self._has_one, True
        return element(view, attributes, self._links.href, sizes or self._sizes(), is_late)

    def in_text(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return a picture or a film in Markdown; the first on a page is not late.

        Only an author's own page may show one from another host: data may come from anybody.
        """
        if is_external(slot.target) and not is_page_body(phrase.spot):
            return self._without_picture(slot, phrase)
        link = self._links.in_text(slot, phrase)
        address = None
        if slot.target and not is_external(slot.target):
            address = self._links.address_of(slot.target, phrase)
        film: FilmView | None = None
        if address and kind_named(address) in FILMS:
            film = self._reads.get("film", self._lang, address)
        if film is not None:
            return self._film_in_text(film, slot, phrase)
        # Feeds and other programs get the picture itself: many drop the rest.
        html = (
            self._shown(address, slot.attributes)
            if address and not self._links.is_absolute
            else None
        )
        return html or plain_picture(link, slot.attributes)

    def _without_picture(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return the words that stand for a picture, and note that they do."""
        where = self._links.where(phrase, slot.line, slot.column)
        self._links.problems.append(Problem.of(where, "picture-in-data", severity="warning"))
        alt = re.search(r'\salt="([^"]*)"', slot.attributes)
        return alt[1] if alt else ""

    def _film_in_text(self, film: FilmView, slot: LinkSlot, phrase: MarkdownText) -> str:
        where = self._links.where(phrase, slot.line, slot.column)
        if film.fault:
            problem = Problem.of(where, "film-unplayable", fault=film.fault)
            self._links.problems.append(problem)
        still = self._links.address_of(slot.still, phrase) if slot.still else None
        if slot.still and still is None:
            still_slot = LinkSlot(slot.still, "image", slot.line, slot.column)
            self._links.note_broken(still_slot, phrase, where)
        self.has_media = True
        return film_with_controls(film, slot.attributes, self._links.href, self._poster(still))


def _tag(alt: str, late: bool, attributes: dict[str, Any]) -> str:
    """Return the attributes of an `<img>` besides its address, each with a blank before it."""
    if late:
        attributes = {"loading": "lazy", "decoding": "async", **attributes}
    return "".join(
        f' {name}="{quoted(str(value))}"' for name, value in {"alt": alt, **attributes}.items()
    )
