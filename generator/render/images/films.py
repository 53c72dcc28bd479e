"""The HTML of a film: it has its width and height from the first, and is whole without a script.

Format: HTML, 4.8.8 "The video element". A film never has sound, and never begins by itself: a
script of the theme starts it, when a reader points at it or has it in view, unless that reader
wants nothing to move (`prefers-reduced-motion`). Until then there is the still that the author
gives. Without one, browsers show the first frame: `preload="metadata"` has them load as much as
that takes, and Safari needs a time in the address besides (W3C, "Media Fragments URI 1.0", 4.2.1).
No frame is taken out here, since that would need a decoder of some 30 MB.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from generator.model.views.page_views import FilmView, PictureView
from generator.render.fragment import quoted
from generator.render.images.responsive import with_size

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
        copies = still.webp or still.own
        wide = [copy for copy in copies if copy.width <= _POSTER]
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
