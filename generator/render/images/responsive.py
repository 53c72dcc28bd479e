"""The HTML of a picture: a browser chooses among its copies before it has loaded any.

Format: HTML, 4.8.4 "Images": `srcset` with widths, `sizes`, and `<source type>`. The width and
height are in the tag, so that the text does not move while pictures are loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from generator.model.views.page_views import CopyView, FilmView, PictureView
from generator.render.fragment import plain_picture, quoted

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
    if not view.own and not view.webp:
        return plain_picture(href(view.url), attributes)
    wide = f' sizes="{quoted(f"{width}px" if width else sizes)}"'
    copies = f' srcset="{listed_copies(view.own, href)}"{wide}' if view.own else ""
    image = f'<img src="{quoted(href(view.url))}"{copies}{attributes}>'
    if not view.webp:
        return image
    source = f'<source type="image/webp" srcset="{listed_copies(view.webp, href)}"{wide}>'
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
