"""Facts on pictures: how large they are, and which copies of them there are."""

from __future__ import annotations

from urllib.parse import unquote

from generator.graph.facts.table import inner_fact
from generator.graph.index import Index
from generator.graph.pictures import Copy, copies_of
from generator.model.links import path_encoded
from generator.model.pictures import Picture
from generator.model.views.page_views import CopyView, PictureView


@inner_fact
def picture(index: Index, lang: str, address: str) -> PictureView | None:
    """A picture of the site by its address: its size and its smaller copies."""
    path = unquote(address).lstrip("/")
    found = index.site.pictures.get(path)
    return _picture_view(index, path, found) if found is not None and found.width else None


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
