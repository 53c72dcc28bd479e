"""Makes copies of pictures: by Pillow, or by PDFium for a PDF's first page.

The bytes are the same on every machine with the same Pillow: settings are fixed, and there is no
timestamp. Copies have no metadata, so they do not tell where or by whom a picture was taken.
Colours are converted to sRGB, because browsers assume it for pictures without a profile (CSS Color
4, 5.1).
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
from PIL import Image, ImageCms, ImageOps
from PIL.Image import open as decoded

from generator.model.files import QUALITY, Made, Output, SourceFile, Variant
from generator.model.lookups import BlobCache
from generator.pdf_pages import drawn
from generator.problems import Message, Place, Problem

Image.MAX_IMAGE_PIXELS = None  # the size was checked when the picture was parsed

_DRAWING = 1.5
"""A lossless copy may be up to this many times as large as a lossy one."""
_SCREENSHOT = 2 * _DRAWING
"""Above this ratio, better compression does not help; it would take seven times as long."""
_FINER = 2
"""A page is drawn this much larger than its copy, so that thin strokes are even after scaling."""
_PRINTED = 88
"""The quality of a JPEG on paper."""


class Base:
    """The base of copies: a picture, decoded, rotated and converted to sRGB, or a PDF's first
    page."""

    def __init__(self, data: bytes, variant: Variant) -> None:
        """Decode `data`; a large JPEG only at the size that its widest copy needs."""
        self._is_drawing = False
        if data.startswith(b"%PDF-"):
            size, pixels = drawn(data, _FINER * variant.base)
            self.image = Image.frombytes("RGB", size, pixels)
            return
        image = decoded(BytesIO(data))
        self._is_drawing = image.format == "PNG"
        if image.format == "MPO":
            image.seek(0)
        is_turned = image.getexif().get(0x0112) in (5, 6, 7, 8)
        height = round(variant.base * variant.height / variant.width)
        image.draft(None, (height, variant.base) if is_turned else (variant.base, height))
        profile = image.info.get("icc_profile")
        turned = ImageOps.exif_transpose(image) or image
        self.image = _in_srgb(_plain(turned), profile)
        self.image.info.clear()

    def encoded(self, variant: Variant) -> bytes:
        """Return the bytes of a copy, lossless if that is not much larger."""
        size = (variant.width, variant.height)
        image = self.image
        if image.size != size:
            image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
        lossy = _saved(image, "WEBP", quality=QUALITY, method=4)
        if not self._is_drawing:
            return lossy
        quick = _saved(image, "WEBP", lossless=True, quality=0, method=0, exact=False)
        if len(quick) > _SCREENSHOT * len(lossy):
            return lossy
        sharp = _saved(image, "WEBP", lossless=True, quality=70, method=4, exact=False)
        return sharp if len(sharp) <= _DRAWING * len(lossy) else lossy


def _saved(image: Image.Image, format: str, **settings: Any) -> bytes:
    file = BytesIO()
    image.save(file, format, **settings)
    return file.getvalue()


def _plain(image: Image.Image) -> Image.Image:
    """Return a picture in a mode that can be scaled: grey, RGB, RGBA or CMYK."""
    if image.mode.startswith(("I", "F")):  # 16 bits of grey
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in ("LA", "PA", "La", "RGBa") or "transparency" in image.info:
        return image.convert("RGBA")
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in ("L", "RGB", "RGBA", "CMYK") else image.convert("RGB")


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return a picture in sRGB; a profile that cannot be read is ignored, as in browsers."""
    if profile:
        mode = "RGBA" if image.mode == "RGBA" else "RGB"
        try:
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            if image.mode == "L" and source.profile.xcolor_space.strip() != "GRAY":
                return image
            made = ImageCms.profileToProfile(
                image, source, ImageCms.createProfile("sRGB"), outputMode=mode
            )
            if made is not None:
                return made
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass
    return image.convert("RGB") if image.mode == "CMYK" else image


def printed(data: bytes, width: int, height: int) -> bytes:
    """Return a picture for paper: a JPEG of this size in pixels, with transparency on white."""
    image = Base(data, Variant(width, height, width)).image
    if image.mode == "RGBA":
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image).convert("RGB")
    image = image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    return _saved(image, "JPEG", quality=_PRINTED, optimize=True)


class Copies:
    """Makes copies of pictures; keeps the last decoded picture for its next copy."""

    def __init__(self, cache: BlobCache) -> None:
        self._cache = cache
        self._base: tuple[tuple[str, int], Base] | None = None
        self._faulty: set[str] = set()
        """Digests of pictures that cannot be copied; each is tried and reported only once."""

    def render(self, output: Output, source: SourceFile) -> Made:
        """Return one copy, or the problem of its picture."""
        variant, digest = output.variant, source.digest()
        assert variant is not None
        if digest in self._faulty:
            return Made()
        key = self._cache.key("picture", digest.encode() + msgspec.json.encode(variant))
        known = self._cache.get(key)
        if known is not None:
            return Made(known)
        try:
            copy = self._decoded(source, digest, variant).encoded(variant)
        except _FAULTS as error:
            self._faulty.add(digest)
            return Made(b"", [_problem(source.path, error)])
        self._cache.put(key, copy)
        return Made(copy)

    def _decoded(self, source: SourceFile, digest: str, variant: Variant) -> Base:
        wanted = digest, variant.base
        if self._base is None or self._base[0] != wanted:
            self._base = None  # free it before decoding the next
            self._base = wanted, Base(source.read(), variant)
        return self._base[1]


_FAULTS = (OSError, ValueError, SyntaxError, RuntimeError, EOFError, MemoryError)
"""Errors of Pillow and PDFium for faulty files; any other exception is our own bug."""


def _problem(path: str, error: Exception) -> Problem:
    is_ours = error.args and isinstance(error.args[0], Message)
    reason = error.args[0] if is_ours else str(error)
    if isinstance(error, MemoryError):
        reason = Message.of("fault-memory")
    return Problem.of(Place(path), "copy-fails", reason=reason, path=path.partition("/")[2])
