"""Outputs that are pictures: the smaller copies of those in the sources, and social cards."""

from collections.abc import Iterable, Iterator

import msgspec

from generator.graph.index import Index
from generator.model.config import PictureSettings
from generator.model.files import (
    RASTER,
    SIDES,
    Output,
    Picture,
    PictureKind,
    Sources,
    Variant,
    kind_named,
)
from generator.model.site import Site
from generator.model.theme import Theme
from generator.model.tracking import fingerprint
from generator.problems import Problem, Spot

THUMBNAILS = (200, 400)
"""Widths of the first page of a paper, in pixels."""
SMALLEST = 64
"""Pixels. A picture that is no wider is an icon, which needs no copies."""
DESIGN = "cards/card.typ"
"""The file of a theme that draws cards."""


class Copy(msgspec.Struct, frozen=True, gc=False):
    """A variant and where it goes."""

    path: str
    variant: Variant


def copies_of(path: str, picture: Picture, settings: PictureSettings) -> tuple[Copy, ...]:
    """Return the copies of a picture, each kind from the narrowest to the widest.

    Narrower copies are in its own format and in WebP. A copy of its full width is in WebP only, and
    only if that is at most the widest of `widths`: pages do not show the original of a camera, and
    a link leads to it. No copy is higher than WebP allows."""
    wanted: dict[PictureKind, list[int]] = {}
    if not settings.made or settings.skips(path):
        return ()
    if picture.kind == "pdf" and picture.width:
        wanted["webp"] = list(THUMBNAILS)
    elif _has_copies(path, picture):
        widths = sorted(width for width in set(settings.widths) if width in SIDES)
        narrower = [width for width in widths if width < picture.width]
        wanted = {"webp": [*narrower], picture.kind: narrower}
        if picture.kind != "webp" and widths and picture.width <= widths[-1]:
            wanted["webp"].append(picture.width)
    base = max((width for widths in wanted.values() for width in widths), default=0)
    variants = (
        Variant(kind, width, _height(picture, width), base, settings.quality)
        for kind, widths in wanted.items()
        for width in widths
    )
    return tuple(_copy(path, picture, variant) for variant in variants if variant.height in SIDES)


def picture_outputs(site: Site, sources: Sources) -> Iterator[Output]:
    """Yield an output for each copy of each picture.

    All pictures have copies, whether a page shows them or not: to know which, a build would have to
    read all texts. The copies of a picture follow each other, the widest first.
    """
    for path, picture in site.pictures.items():
        source = f"static/{path}" if f"static/{path}" in sources.statics else f"content/{path}"
        for copy in reversed(copies_of(path, picture, site.config.pictures)):
            yield Output(path=copy.path, url="/" + copy.path, kind="picture", source=source,
                         variant=copy.variant, is_listed=False)  # fmt: skip


def _has_copies(path: str, picture: Picture) -> bool:
    return (
        picture.kind in RASTER
        and picture.kind == kind_named(path)
        and picture.width > SMALLEST
        and not picture.is_animated
        and not picture.fault
    )


def _height(picture: Picture, width: int) -> int:
    return round(picture.height * width / picture.width) or 1


def _copy(path: str, picture: Picture, variant: Variant) -> Copy:
    """Return a copy beside its picture, with a digest in its name.

    Browsers may cache it forever, and it cannot clash with the copies of a `photo.png` beside
    `photo.jpg`, or with a `photo-800.jpg` of the author's.
    """
    ending = {"jpeg": "jpg"}.get(variant.kind, variant.kind)
    digest = fingerprint((picture.digest, variant.base, variant.quality))[:8]
    return Copy(f"{path[: path.rindex('.')]}-{variant.width}-{digest}.{ending}", variant)


def card_outputs(found: Iterable[Output], site: Site, theme: Theme) -> Iterator[Output]:
    """Yield a card for each page, post, paper and CV, where the site wants cards.

    A page with a picture of its own needs none, and a file of the author's at a card's address
    takes its place. Lists, the search and the 404 page show the card of the home.
    """
    if not site.config.cards or DESIGN not in theme.files:
        return
    pages = {(f"page:{page.key}", page.lang): page for page in site.pages}
    for output in list(found):
        is_page = output.key.startswith("page:")
        if not output.traits.is_page or not (is_page or output.layout in ("publication", "cv")):
            continue
        page = pages.get((output.key, output.lang))
        if is_page and (page is None or page.front.image):
            continue
        url = card_address(output.url)
        if url.lstrip("/") not in site.statics:
            yield Output(path=url.lstrip("/"), url=url, kind="card", lang=output.lang,
                         layout="card", subject=output.subject, key=f"card:{output.key}",
                         source=output.source, is_listed=False)  # fmt: skip


def card_address(url: str) -> str:
    """Return where the card of a page lies: `/about/card.png`, `/about-card.png`."""
    return f"{url}card.png" if url.endswith("/") else f"{url.removesuffix('.html')}-card.png"


def card_problems(index: Index) -> Iterator[Problem]:
    """Yield why a site that wants cards has none."""
    if not index.config.cards:
        return
    where = Spot("content/site.yaml", ("cards",))
    if DESIGN not in index.theme.files:
        yield Problem.of(where, "cards-without-design", name=index.theme.name, design=DESIGN)
    elif not index.base_url:
        yield Problem.of(where, "cards-without-url", severity="warning")
