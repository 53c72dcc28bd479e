"""The pictures and films of one output, in its texts and in its templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from generator.model.files import FILMS, Output, kind_named
from generator.model.links import is_external
from generator.model.site import is_page_body
from generator.model.tracking import ReadTracker
from generator.model.views.page_views import FilmView, PictureView
from generator.problems import Problem
from generator.render.fragment import LinkSlot, plain_picture, quoted
from generator.render.images.films import CLASS, Plays, film_element, film_with_controls
from generator.render.images.responsive import element, listed_copies
from generator.render.links import Links, MarkdownText

_WHERE_NOTHING_MOVES = ' media="(prefers-reduced-motion: reduce), print"'
_WHERE_IT_IS_DARK = ' media="(prefers-color-scheme: dark)" data-dark'
"""The script of a theme sets `media` where a reader chooses."""


class PagePictures(Links):
    """The pictures and films of one output."""

    def __init__(
        self, output: Output, reads: ReadTracker, sizes: Callable[[], str] = lambda: "100vw"
    ) -> None:
        """`sizes` says how wide the page shows its pictures, in the words of HTML."""
        super().__init__(output, reads)
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
        html = None if self._is_absolute else self._shown(address, tag, sizes)
        html = html or plain_picture(self.href(address), tag)
        if still:
            html = self._with_other(html, still, sizes, _WHERE_NOTHING_MOVES)
        if dark:
            html = self._with_other(html, dark, sizes, _WHERE_IT_IS_DARK)
        return Markup(html)

    def _with_other(self, html: str, address: str, sizes: str, when: str) -> str:
        """Return a picture with another one in its place for some readers."""
        view: PictureView | None = self._reads.get("picture", self._lang, address)
        copies = (view.webp or view.own) if view else ()
        listed = listed_copies(copies, self.href) or quoted(self.href(address))
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
            return Markup(film_with_controls(view, tag, self.href, self._poster(still)))
        picture = ""
        if still:
            bare = CLASS.sub("", tag)  # its classes are around both
            picture = self._shown(still, bare, sizes) or plain_picture(self.href(still), bare)
        return Markup(film_element(view, tag, self.href, picture, plays))

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
        return element(view, attributes, self.href, sizes or self._sizes(), is_late)

    def _picture(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return a picture or a film in Markdown; the first on a page is not late.

        Only an author's own page may show one from another host: data may come from anybody.
        """
        if is_external(slot.target) and not is_page_body(phrase.spot):
            return self._without_picture(slot, phrase)
        link = self._link(slot, phrase)
        address = None
        if slot.target and not is_external(slot.target):
            address = self._address(slot.target, phrase)
        film: FilmView | None = None
        if address and kind_named(address) in FILMS:
            film = self._reads.get("film", self._lang, address)
        if film is not None:
            return self._film_in_text(film, slot, phrase)
        # Feeds and other programs get the picture itself: many drop the rest.
        html = self._shown(address, slot.attributes) if address and not self._is_absolute else None
        return html or plain_picture(link, slot.attributes)

    def _film_in_text(self, film: FilmView, slot: LinkSlot, phrase: MarkdownText) -> str:
        where = self._where(phrase, slot.line, slot.column)
        if film.fault:
            message = f"this film cannot be shown: {film.fault}"
            self.problems.append(Problem(where, message, film.way_out))
        still = self._address(slot.still, phrase) if slot.still else None
        if slot.still and still is None:
            still_slot = LinkSlot(slot.still, "image", slot.line, slot.column)
            self._note_broken(still_slot, phrase, where)
        self.has_media = True
        return film_with_controls(film, slot.attributes, self.href, self._poster(still))


def _tag(alt: str, late: bool, attributes: dict[str, Any]) -> str:
    """Return the attributes of an `<img>` besides its address, each with a blank before it."""
    if late:
        attributes = {"loading": "lazy", "decoding": "async", **attributes}
    return "".join(
        f' {name}="{quoted(str(value))}"' for name, value in {"alt": alt, **attributes}.items()
    )
