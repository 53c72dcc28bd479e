"""The links, pictures and films of one output, and e-mail addresses hidden from harvesters.

Format of pictures: HTML, 4.8.4 "Images" (`srcset` with widths, `sizes`, `<source type>`) and 4.8.8
"The video element". Tags have a width and height, so that the text does not move while pictures are
loaded.

A browser chooses among a picture's copies before it has loaded any. A film is silent and never
plays by itself: a script of the theme starts it when a reader points at it or has it in view,
unless that reader wants nothing to move (`prefers-reduced-motion`). Until then, the author's still
is shown. Without one, browsers show the first frame: `preload="metadata"` makes them load enough
for that, and Safari also needs a time in the address (W3C, "Media Fragments URI 1.0", 4.2.1).
Masthead extracts no frames, since that would need a decoder of some 30 MB.

A harvester of addresses looks for `name@host.tld` in the source of a page. So the `@` is written as
a character reference (HTML, 13.1.4) or as an escape of JSON (RFC 8259, 7), which browsers and
programs decode. People can still read, hear, copy and follow the address. A harvester that decodes
the source is not stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from markupsafe import Markup

from generator.model.files import FILMS, FragmentLink, Output, kind_named
from generator.model.links import is_external, relative
from generator.model.lookups import ReadTracker
from generator.model.site import is_page_body
from generator.model.site_views import CopyView, FilmView, PictureView
from generator.model.text import Body, Phrase
from generator.problems import Message, Place, Problem, Spot, which_file
from generator.render.fragment import LinkSlot, in_html, plain_picture, quoted

MarkdownText = Phrase | Body
"""Markdown with its language and place; a page's own text is read only when needed."""


class Links:
    """The links of one output, and the problems of its content."""

    def __init__(self, output: Output, reads: ReadTracker) -> None:
        self._output = output
        self._reads = reads
        self._lang = output.lang
        # GitHub Pages serves 404.html at any depth, so its links must start at the root.
        self._is_rootless = output.layout == "404"
        self.is_absolute = not output.path.endswith(".html")
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []
        path, mark, name = output.target.partition("#")
        if mark and not is_external(path):
            where = Spot(output.source, ("redirects",)).key(output.subject)
            self.fragment_links.append(FragmentLink(path, name, where))

    def href(self, target: str) -> str:
        """Return the link from this page to an address, see the filter `href`."""
        if is_external(target) or target.startswith("#"):
            return target
        if self._is_rootless:
            host = self._reads.get("info", self._lang).url.partition("://")[2]
            path = f"/{host.partition('/')[2]}"
            return path.rstrip("/") + target
        if self.is_absolute:
            return self.absolute(target)
        return relative(target, self._output.url)

    def absolute(self, target: str) -> str:
        """Return the URL of an address, see the filter `absolute`."""
        if is_external(target):
            return target
        base: str = self._reads.get("info", self._lang).url
        return base.rstrip("/") + target

    def in_text(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return a link of Markdown in the form for this output; note its problems."""
        target = slot.target
        if is_external(target) or not target:
            return self.href(target) if target else ""
        address = self.address_of(target, phrase)
        where = self.where(phrase, slot.line, slot.column)
        if address is None:
            self.note_broken(slot, phrase, where)
            return target
        if target.startswith("#") and is_page_body(phrase.spot):
            # The text may be on another page, as an excerpt or in a feed.
            name = phrase.spot.file.rpartition("/")[2] if phrase.spot else ""
            address = (self.address_of(name, phrase) or "") + target
        path, mark, name = address.partition("#")
        if mark and name and isinstance(where, Spot):
            self.fragment_links.append(FragmentLink(path, name, where))
        return self.href(address)

    def address_of(self, target: str, phrase: MarkdownText) -> str | None:
        """Return the address of a target in a text, or None if it is dead."""
        file = phrase.spot.file if phrase.spot else ""
        address: str | None = self._reads.get("target", self._lang, target, file)
        return address

    def note_broken(self, slot: LinkSlot, phrase: MarkdownText, where: Place | Spot) -> None:
        """Note that a link is dead, unless its target could not be read and is already reported."""
        target = slot.target
        if slot.kind == "zoom" or self._reads.get("leads_to_broken", self._lang, target):
            return
        what = "picture" if slot.kind == "image" else "link"
        hint = which_file(target, self._reads.get("known_targets", self._lang))
        message = Message.of("link-broken", target=target, what=what)
        self.problems.append(Problem(where, message, hint, rule="link-broken"))

    def where(self, phrase: MarkdownText, line: int, column: int) -> Place | Spot:
        """Return the spot or place of a line and column in a text."""
        spot = phrase.spot
        if spot is None:
            return Place(self._output.source)
        return spot.at(spot.line + line, column if line else spot.column + column)


# ------------------------------------------------------------------ pictures and films

Attributes = dict[str, str]
"""The attributes of an `<img>` besides its address."""


def _with_size(view: PictureView | FilmView, attributes: Attributes) -> tuple[Attributes, int]:
    """Return the attributes with width and height, and the author's own width, or 0.

    If the author gave one of the two, the other is computed.
    """
    sides = (attributes.get(name, "") for name in ("width", "height"))
    own, height = (int(side) if side.isdecimal() else 0 for side in sides)
    if height:
        own = own or max(1, round(height * view.width / view.height))
    else:
        height = max(1, round(own * view.height / view.width)) if own else view.height
    return {**attributes, "width": str(own or view.width), "height": str(height)}, own


Plays = Literal["hover", "view"]
"""When a film begins: when a reader points at it (on a touchscreen, when it is in view), or when it
is in view."""

_FIRST_FRAME = "#t=0.001"
_POSTER = 1200
"""Pixels. The widest still that is loaded for a film with controls."""
_OF_PICTURES = ("loading", "decoding", "alt", "class")
_WHERE_NOTHING_MOVES = ' media="(prefers-reduced-motion: reduce), print"'
_WHERE_IT_IS_DARK = ' media="(prefers-color-scheme: dark)" data-dark'
"""A theme's script changes this `media` if the reader chooses a scheme."""


class PagePictures(msgspec.Struct, eq=False):
    """The pictures and films of one output.

    `_sizes` returns HTML's attribute for the width at which the page shows pictures.
    """

    _links: Links
    _reads: ReadTracker
    _lang: str
    _sizes: Callable[[], str]
    _has_one: bool = False
    has_media: bool = False
    """Whether anything rendered so far is a film, a gallery or a comparison of pictures."""

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
        """Return a picture of the site as HTML, with its smaller copies, width and height.

        `sizes` is its width on the page, as in HTML; by default, that of `parts/sizes.txt`.
        Pictures at the top of a page should not be `late`. `still` is the address of a picture for
        readers who want nothing to move, if the picture moves; `dark` is one for dark pages, of the
        same shape. Further attributes are set on the `<img>`.
        """
        html = self._shown(address, _tag(alt, late, attributes), sizes)
        if still:
            html = self._with_other(html, still, sizes, _WHERE_NOTHING_MOVES)
        if dark:
            html = self._with_other(html, dark, sizes, _WHERE_IT_IS_DARK)
        return Markup(html)

    def _with_other(self, html: str, address: str, sizes: str, when: str) -> str:
        """Return a picture as HTML, with another that replaces it where the media query `when`
        applies."""
        view: PictureView | None = self._reads.get("picture", self._lang, address)
        copies = view.copies if view else ()
        listed = self._listed(copies) or quoted(self._links.href(address))
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
        """Return a film of the site as HTML: silent, in a loop, with its width and height.

        `still` is the address of a picture to show until the film plays; by default, its first
        frame. A script (see `here.has_media`) `plays` it on `hover` or in `view`. `sizes` and
        `late` are for the still, as in `picture`. `class` is set on the element around both. With
        `controls`, readers can start and stop the film without a script, too.
        """
        view: FilmView | None = self._reads.get("film", self._lang, address)
        tag = _tag(alt, late, attributes)
        begins = None if controls else plays
        return Markup(self._video(view or FilmView(url=address), tag, still, begins, sizes))

    def _video(
        self,
        view: FilmView,
        attributes: Attributes,
        still: str,
        plays: Plays | None = None,
        sizes: str = "",
    ) -> str:
        """Return a film as HTML; without `plays`, it has controls.

        The `alt` among `attributes` becomes the film's label. `still` is the address of a picture,
        or empty.
        """
        self.has_media = True
        alt = attributes.get("alt")
        named = in_html({"aria-label": alt}) if alt else ""
        classes = quoted(" ".join(filter(None, ("film", attributes.get("class")))))
        rest = _without(attributes, *_OF_PICTURES)
        if view.width:
            rest, _ = _with_size(view, rest)
        if plays is None:
            how, before = f' data-plays="view" controls{self._poster(still)}', ""
        else:
            how = f' data-plays="{plays}"'
            # The element around both has the classes.
            before = self._shown(still, _without(attributes, "class"), sizes) if still else ""
            if still or not named:
                named = ' aria-hidden="true" tabindex="-1"'
        source = quoted(self._links.href(view.url)) + ("" if still else _FIRST_FRAME)
        how += f' preload="{"none" if still else "metadata"}" muted loop playsinline'
        film = f'<video src="{source}"{how}{in_html(rest)}{named}></video>'
        return f'<span class="{classes}">{before}{film}</span>'

    def _poster(self, still: str) -> str:
        """Return the attribute for a film's still."""
        if not still:
            return ""
        view: PictureView | None = self._reads.get("picture", self._lang, still)
        view = view or PictureView(url=still, width=0, height=0)
        urls = [view.url, *(copy.url for copy in view.copies if copy.width <= _POSTER)]
        return f' poster="{quoted(self._links.href(urls[-1]))}"'

    def _shown(self, address: str, attributes: Attributes, sizes: str = "") -> str:
        """Return a picture, by its address in the site, as HTML.

        The first picture of a page is likely to be visible at once, so it is not loaded lazily.
        Feeds and other programs get the picture itself: many drop the rest.
        """
        view: PictureView | None = None
        if not self._links.is_absolute:
            view = self._reads.get("picture", self._lang, address)
        if view is None:
            return plain_picture(self._links.href(address), attributes)
        attributes, width = _with_size(view, attributes)
        if not self._has_one and attributes.get("loading") == "lazy":
            attributes = _without(attributes, "loading")
        self._has_one = True
        image = plain_picture(self._links.href(view.url), attributes)
        if not view.copies:
            return image
        wide = quoted(f"{width}px" if width else sizes or self._sizes())
        copies = f'type="image/webp" srcset="{self._listed(view.copies)}" sizes="{wide}"'
        return f"<picture><source {copies}>{image}</picture>"

    def _listed(self, copies: Iterable[CopyView]) -> str:
        """Return the attribute that lists copies and their widths."""
        return quoted(", ".join(f"{self._links.href(copy.url)} {copy.width}w" for copy in copies))

    def in_text(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return a picture or film of Markdown as HTML; the first on a page is not loaded lazily.

        Only an author's own page may show one from another host, since data may come from
        strangers.
        """
        if is_external(slot.target) and not is_page_body(phrase.spot):
            return self._without_picture(slot, phrase)
        link = self._links.in_text(slot, phrase)
        address = None
        if slot.target and not is_external(slot.target):
            address = self._links.address_of(slot.target, phrase)
        if not address:
            return plain_picture(link, slot.attributes)
        film: FilmView | None = None
        if kind_named(address) in FILMS:
            film = self._reads.get("film", self._lang, address)
        if film is not None:
            return self._film_in_text(film, slot, phrase)
        return self._shown(address, slot.attributes)

    def _without_picture(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return the words that replace a picture, and note a warning."""
        where = self._links.where(phrase, slot.line, slot.column)
        self._links.problems.append(Problem.of(where, "picture-in-data", severity="warning"))
        return quoted(slot.attributes["alt"])

    def _film_in_text(self, film: FilmView, slot: LinkSlot, phrase: MarkdownText) -> str:
        where = self._links.where(phrase, slot.line, slot.column)
        if film.fault:
            problem = Problem.of(where, "film-unplayable", fault=film.fault)
            self._links.problems.append(problem)
        still = self._links.address_of(slot.still, phrase) if slot.still else None
        if slot.still and still is None:
            still_slot = LinkSlot(slot.still, "image", slot.line, slot.column)
            self._links.note_broken(still_slot, phrase, where)
        return self._video(film, slot.attributes, still or "")


def _tag(alt: str, late: bool, attributes: dict[str, Any]) -> Attributes:
    given = {name: str(value) for name, value in attributes.items()}
    return {"alt": alt, **({"loading": "lazy", "decoding": "async"} if late else {}), **given}


def _without(attributes: Attributes, *names: str) -> Attributes:
    return {name: value for name, value in attributes.items() if name not in names}


# ------------------------------------------------------------------ e-mail addresses

# The pattern begins with the `@` and looks back, so that the search can skip all other text.
_AT = re.compile(r"@(?<=[\w.+%-]@)(?=(?:<wbr>)?[\w-]{1,64}\.[\w-])")
"""The `@` of an e-mail address."""
_RAW = re.compile(r"(<(?:script|style)\b.*?(?:</(?:script|style)|\Z))", re.IGNORECASE | re.DOTALL)
"""Elements in which character references are not decoded."""


def guarded_text(text: str, ending: str, reads: ReadTracker, lang: str) -> str:
    """Return an output with its e-mail addresses guarded, if the site wants that.

    `ending` tells the output's format. In plain text and BibTeX, the person's own address becomes
    `ada (at) x.org`.
    """
    if "@" not in text or not reads.get("guards_email", lang):
        return text
    if ending in ("html", "xml"):
        return guarded(text)
    if ending == "json":
        return _AT.sub(r"\\u0040", text)
    own: str = reads.get("person", lang).email
    spelled = own.replace("@", " (at) ")
    return re.sub(re.escape(own), lambda _: spelled, text, flags=re.IGNORECASE) if own else text


def guarded(page: str) -> str:
    """Return HTML or XML in which the `@` of each e-mail address is a character reference."""
    if not _AT.search(page):
        return page
    parts = _RAW.split(page)
    parts[::2] = (_AT.sub("&#64;", part) for part in parts[::2])
    return "".join(parts)
