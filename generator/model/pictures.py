"""Pictures that an author drops beside a page or under `static/`, and their smaller copies."""

from __future__ import annotations

from typing import Literal

import msgspec

PictureKind = Literal["", "jpeg", "png", "webp", "gif", "avif", "svg", "pdf"]
"""What the bytes are, whatever the name says; nothing where they are no picture that we know."""

ENDINGS: dict[str, PictureKind] = {
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".png": "png",
    ".webp": "webp",
    ".gif": "gif",
    ".avif": "avif",
    ".svg": "svg",
}
"""What a name says."""

RASTER: tuple[PictureKind, ...] = ("jpeg", "png", "webp")
"""Kinds of which smaller copies are made, unless they move."""


SIDES = range(1, 16384)
"""How many pixels a side of a copy may have: WebP has 14 bits for it (RFC 9649, 2.6)."""


class Picture(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What there is to know of a picture without looking at it: a pure function of its bytes."""

    kind: PictureKind = ""
    width: int = 0
    """In pixels, as it is shown (turned as its EXIF orientation says); 0 where nobody knows. Of a
    PDF, the first page's in points."""
    height: int = 0
    """The same upwards."""
    is_animated: bool = False
    """Whether it has several frames."""
    fault: str = ""
    """Why it cannot be shown, in words."""
    digest: str = ""
    """Of its bytes."""


class Variant(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A smaller copy of a picture, or one of another kind. All that decides its bytes, besides the
    picture's own.
    """

    kind: PictureKind
    width: int
    height: int
    base: int
    """The widest copy of the picture: a large JPEG is decoded no larger than for that one."""
    quality: int


def kind_named(path: str) -> PictureKind:
    """Return the kind of picture that a file's name says it is, or nothing."""
    return ENDINGS.get(path[path.rfind(".") :].lower(), "") if "." in path else ""
