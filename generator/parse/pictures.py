"""Finds the pictures and films among the sources, and describes each (`picture_bytes`).

A description depends only on the picture's bytes, so it is cached by their digest, and Pillow is
loaded only for new pictures. A fault is cached with it and reported in every build. The file is
then copied unchanged, since browsers may still show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from generator.model.config import PictureSettings
from generator.model.files import FILMS, Picture, SourceFile, Sources, kind_named
from generator.model.lookups import SourceCache
from generator.pdf_pages import can_read
from generator.problems import Place, Problem, Spot

_NAMES = {"jpeg": "a JPEG", "png": "a PNG", "webp": "a WebP", "gif": "a GIF", "avif": "an AVIF",
          "svg": "an SVG", "pdf": "a PDF", "mp4": "an MP4 film", "webm": "a WebM film"}  # fmt: skip


def pictures_of(
    sources: Sources, settings: PictureSettings, cache: SourceCache
) -> tuple[dict[str, Picture], list[Problem]]:
    """Return the pictures under `content/` and `static/` by address, without the first slash.

    A picture that cannot be shown or has a wrong ending is a warning. Films are always included,
    since the settings for pictures concern smaller copies, and a film has none.
    """
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    for address, source in _named_pictures(sources):
        is_left = not settings.made or settings.skips(address)
        if is_left and kind_named(address) not in FILMS:
            continue
        picture = described("picture", source, cache)
        problems += [] if is_left else _faults(source.path, picture)
        found[address] = picture
    return found, problems


def first_pages_of(
    paths: Iterable[str], sources: Sources, cache: SourceCache
) -> tuple[dict[str, Picture], list[Problem]]:
    """Return the descriptions of the first pages of the PDFs in `paths`, by address."""
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    if not can_read():
        where = Spot("content/site.yaml", ("theme", "options", "first_pages"))
        return {}, [Problem.of(where, "first-pages-need-library")]
    for path in paths:
        source = sources.at(path)
        picture = described("first page", source, cache)
        if picture.fault:
            problems.append(
                Problem.of(
                    Place(source.path),
                    "first-page-unreadable",
                    fault=picture.fault,
                    severity="warning",
                )
            )
        found[path] = picture
    return found, problems


def described(
    what: Literal["picture", "first page"], source: SourceFile, cache: SourceCache
) -> Picture:
    """Return the cached description of these bytes, regardless of the file's name, or make one."""
    digest = source.digest()
    known: Picture | None = cache.get(f"{what} {digest}", digest, Picture)
    if known is None:
        from generator.parse.picture_bytes import first_page_in, picture_in

        known = picture_in(source.read()) if what == "picture" else first_page_in(source.read())
        cache.put(f"{what} {digest}", digest, known)
    return msgspec.structs.replace(known, digest=digest)


def _named_pictures(sources: Sources) -> Iterator[tuple[str, SourceFile]]:
    for folder, files in (("content/", sources.content), ("static/", sources.statics)):
        for path, source in files.items():
            if kind_named(path):
                yield path.removeprefix(folder), source


def _faults(path: str, picture: Picture) -> Iterator[Problem]:
    said = kind_named(path)
    is_another = bool(picture.kind) and picture.kind != said
    if is_another:
        yield Problem.of(
            Place(path), "picture-of-other-format", format=_NAMES[picture.kind], severity="warning"
        )
    if picture.fault and said not in FILMS:  # a film that no page shows may be of any kind
        yield Problem.of(
            Place(path),
            "picture-unreadable",
            fault=picture.fault,
            path=path.partition("/")[2],
            severity="warning",
        )
