"""Smaller copies of pictures, and teasers.

A teaser is the picture or short film that represents a record or a post. This file also has the
facts on pictures and films.
"""

from collections.abc import Iterator
from urllib.parse import unquote

from generator.graph.addresses import LONGEST_NAME
from generator.graph.index import Index, fact, inner_fact
from generator.graph.links import candidates
from generator.model.config import PictureSettings
from generator.model.files import (
    FILMS,
    QUALITY,
    RASTER,
    SIDES,
    Output,
    Picture,
    Sources,
    Variant,
    kind_named,
)
from generator.model.links import is_external, path_encoded
from generator.model.lookups import fingerprint
from generator.model.records.career import Record
from generator.model.site import FrontMatter, Page, Site
from generator.model.site_views import CopyView, FilmView, PictureView
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.model.views import TeaserView
from generator.problems import Problem, Spot

_THUMBNAILS = (200, 400)
"""Widths of pictures of a paper's first page, in pixels."""
_WIDTHS = (480, 800, 1200, 1600)
"""Pixels. The widths of copies; none is wider than its picture."""
_SMALLEST = 64
"""Pixels. A picture of at most this width is an icon and needs no copies."""
_OTHER_FILMS = (".mov", ".avi", ".mkv", ".ogv", ".wmv", ".mpg", ".mpeg", ".flv", ".3gp")
"""Endings of films that not all browsers play, regardless of codec."""


def _copies_of(path: str, picture: Picture, settings: PictureSettings) -> dict[str, Variant]:
    """Return the WebP copies of a picture by their paths, the narrowest first.

    Each is beside its picture, with a digest in its name. Thus browsers may cache it forever, and
    it cannot clash with copies of a `photo.png` beside `photo.jpg`, or with an author's
    `photo-800.jpg`. A copy in full width is made only if that is at most the largest of `_WIDTHS`:
    pages only link to a camera's original. No copy is higher than WebP allows.
    """
    widths: list[int] = []
    # The name of a copy is longer, and file systems allow 255 bytes.
    is_long = len(path.rpartition("/")[2].encode()) > LONGEST_NAME
    if not settings.made or settings.skips(path) or is_long:
        return {}
    if picture.kind == "pdf" and picture.width:
        widths = list(_THUMBNAILS)
    elif _has_copies(path, picture):
        widths = [width for width in _WIDTHS if width < picture.width]
        if picture.kind != "webp" and picture.width <= _WIDTHS[-1]:
            widths.append(picture.width)
    base = max(widths, default=0)
    heights = [round(picture.height * width / picture.width) or 1 for width in widths]
    digest = fingerprint((picture.digest, base, QUALITY))[:8]
    return {
        f"{path[: path.rindex('.')]}-{width}-{digest}.webp": Variant(width, height, base)
        for width, height in zip(widths, heights, strict=True)
        if height in SIDES
    }


def picture_outputs(site: Site, sources: Sources) -> Iterator[Output]:
    """Yield an output for each copy of each picture.

    A picture has copies even if no page shows it, because a build would have to read all texts to
    know that. The copies of a picture follow each other, the widest first.
    """
    for path, picture in site.pictures.items():
        source = sources.at(path).path
        copies = _copies_of(path, picture, site.config.pictures)
        for copy, variant in reversed(copies.items()):
            yield Output.file(copy, "picture", source=source, variant=variant)


def _has_copies(path: str, picture: Picture) -> bool:
    return (
        picture.kind in RASTER
        and picture.kind == kind_named(path)
        and picture.width > _SMALLEST
        and not picture.is_animated
        and not picture.fault
    )


def _draws_first_pages(theme: Theme) -> bool:
    """Whether the first page of its PDF is the preview of a paper without one."""
    return theme.options.get("first_pages") is True


def papers_shown(site: Site, theme: Theme) -> tuple[str, ...]:
    """Return the PDFs whose first pages a theme shows, by address without the first slash."""
    if not _draws_first_pages(theme) or not site.config.pictures.made:
        return ()
    papers = (paper for paper in site.papers if paper.visibility.shows_in("web"))
    paths = {_first_page(paper, site.statics) for paper in papers}
    return tuple(sorted(filter(None, paths)))


def teaser_of(index: Index, record: Record, lang: str) -> TeaserView | None:
    """Return the picture or film that represents a record, or None."""
    if not record.preview and not (record.shows_first_page and _draws_first_pages(index.theme)):
        return None
    statics = index.statics
    path = file_named(record.preview, statics) or _first_page(record, statics)
    still = file_named(record.preview_still, statics)
    return _teaser(index, path, still, index.phrase(record.preview_alt, lang))


def teaser_of_post(index: Index, post: Page) -> TeaserView | None:
    """Return the picture or film that represents a post: its preview, or else its picture."""
    front = post.front
    if not (front.preview or front.image):
        return None
    statics = index.statics
    path = file_named(front.preview or front.image, statics, post.file)
    still = file_named(front.preview_still, statics, post.file)
    return _teaser(index, path, still, Phrase(front.preview_alt))


def _teaser(index: Index, path: str, still: str, alt: Phrase) -> TeaserView | None:
    picture = index.pictures.get(path) if path else None
    if picture is None or not picture.width or picture.fault:
        return None
    is_film = picture.kind in FILMS
    if picture.kind == "pdf" and not _copies_of(path, picture, index.config.pictures):
        return None
    shown = index.pictures.get(still) if still else None
    has_still = shown is not None and shown.width and not shown.is_animated
    return TeaserView(
        url=path_encoded(f"/{path}"),
        is_film=is_film,
        still=path_encoded(f"/{still}") if has_still else "",
        width=picture.width,
        height=picture.height,
        alt=alt,
    )


def _first_page(paper: Record, statics: frozenset[str]) -> str:
    link = paper.links.get("pdf")
    if paper.preview or link is None or is_external(link.to):
        return ""
    path = file_named(link.to, statics)
    return path if path.lower().endswith(".pdf") else ""


def file_named(typed: str, statics: frozenset[str], file: str = "") -> str:
    """Return the path of the site's file to which a link in `file` leads, or ""."""
    if not typed or is_external(typed):
        return ""
    found = (address.lstrip("/") for address in candidates(typed, file, "/")[0])
    return next((path for path in found if path in statics), "")


def preview_problems(
    index: Index, shown: Record | FrontMatter, spot: Spot, file: str
) -> Iterator[Problem]:
    """Yield problems of a preview that cannot be shown. Missing files are reported elsewhere.

    `spot` is that of the record or the front matter; `file` is the page's file.
    """
    statics, pictures = index.statics, index.pictures
    alt: Text | str | None = getattr(shown, "preview_alt", None)
    for name, is_given in (("preview_still", shown.preview_still), ("preview_alt", alt)):
        if is_given and not shown.preview:
            yield Problem.of(spot.inside(name), "preview-missing", name=name)
    path = file_named(shown.preview, statics, file)
    if path:
        yield from _unshown(path, pictures.get(path), spot.inside("preview"))
    still = file_named(shown.preview_still, statics, file)
    found = pictures.get(still) if still else None
    if still and (kind_named(still) in ("", *FILMS) or (found and found.is_animated)):
        yield Problem.of(spot.inside("preview_still"), "preview-still-moves", still=still)


def _unshown(path: str, picture: Picture | None, spot: Spot) -> Iterator[Problem]:
    if path.lower().endswith(_OTHER_FILMS):
        ending = path[path.rindex(".") :].lower()
        yield Problem.of(spot, "film-ending", ending=ending)
    elif not kind_named(path):
        yield Problem.of(spot, "preview-format", path=path)
    elif kind_named(path) in FILMS and picture and picture.fault:
        yield Problem.of(spot, "film-unplayable", fault=picture.fault)


@fact
def picture(index: Index, lang: str, address: str) -> PictureView | None:
    """A picture of the site by its address: its size and its smaller copies."""
    path = unquote(address).lstrip("/")
    found, settings = index.pictures.get(path), index.config.pictures
    if found is None or not found.width or found.kind in FILMS:
        return None
    copies = _copies_of(path, found, settings)
    views = [CopyView(url=path_encoded(f"/{p}"), width=one.width) for p, one in copies.items()]
    if found.kind == "pdf":  # not a picture itself
        if not copies:
            return None
        _, widest = [*copies.items()][-1]
        return PictureView(
            url=views[-1].url, width=widest.width, height=widest.height, copies=tuple(views)
        )
    url = path_encoded(f"/{path}")
    if views and found.kind == "webp" and found.width <= _WIDTHS[-1]:
        views.append(CopyView(url=url, width=found.width))
    return PictureView(url=url, width=found.width, height=found.height, copies=tuple(views))


@inner_fact
def film(index: Index, lang: str, address: str) -> FilmView | None:
    """A film of the site by its address: its size, and why it cannot be shown."""
    path = unquote(address).lstrip("/")
    found = index.pictures.get(path)
    if found is None or found.kind not in FILMS:
        return None
    return FilmView(
        url=path_encoded(f"/{path}"),
        width=found.width,
        height=found.height,
        fault=found.fault,
    )
