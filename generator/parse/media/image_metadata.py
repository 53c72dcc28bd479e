"""A picture's bytes -> its kind, size and faults, by Pillow; those of an SVG without it.

Formats: EXIF's orientation is tag 0x0112 of CIPA DC-008 (Exif 2.32), 4.6.4. A PNG may carry
EXIF, too (PNG 3rd edition, 11.3.4.4).
"""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image, UnidentifiedImageError
from PIL.Image import open as decoded

from generator.model.files import ENDINGS, RASTER, Picture, PictureKind
from generator.pdf_pages import size_of

LARGEST, LARGEST_JPEG = 80_000_000, 210_000_000
"""Pixels. What claims more is a slip, or a bomb that would take gigabytes. A JPEG is never decoded
in full (telephones take pictures of 200 million); any other takes up to 16 bytes a pixel."""

_ORIENTATION = 0x0112
_TURNED = (5, 6, 7, 8)
"""Orientations that swap width and height."""

Image.MAX_IMAGE_PIXELS = None  # it would raise or warn in its own words; see `LARGEST`


def picture_in(data: bytes) -> Picture:
    """Return what is known of a picture by its bytes; what is wrong with them is its `fault`.

    A picture of which there are smaller copies is decoded, so that all that is wrong is found
    here. A JPEG is decoded at an eighth of its size: that reads every byte, and is quick.
    """
    if not data:
        return Picture(fault="the file is empty")
    if data.startswith(b"%PDF-"):
        return Picture("pdf")
    if data.lstrip(_BLANK)[:1] == b"<":
        return _svg_in(data)
    try:
        image = decoded(BytesIO(data))
    except UnidentifiedImageError:
        if data[4:12] == b"ftypavif":  # a Pillow that was built without a decoder for it
            return Picture("avif")
        return Picture(fault="it is no picture that a browser knows")
    except Exception:  # a decoder may raise anything for faulty bytes
        return Picture(fault="its head is damaged")
    kind = _kind(image.format or "")
    if not kind:
        return Picture(fault=f"browsers do not show {image.format}")
    width, height = image.size
    largest = LARGEST_JPEG if kind == "jpeg" else LARGEST
    if width * height > largest:
        fault = f"it has {width} × {height} pixels, more than {largest // 10**6} million"
        return Picture(kind, fault=fault)
    # The second picture in an MPO is a preview or a gain map, as phones write them.
    is_animated = image.format != "MPO" and bool(getattr(image, "is_animated", False))
    try:
        exif = image.getexif()
    except Exception:
        exif = Image.Exif()
    if exif.get(_ORIENTATION) in _TURNED:
        width, height = height, width
    fault = "" if is_animated or kind not in RASTER else _fault(image, data)
    return Picture(
        kind=kind,
        width=width,
        height=height,
        is_animated=is_animated,
        fault=fault,
    )


def _kind(format: str) -> PictureKind:
    return ENDINGS.get("." + {"MPO": "jpeg"}.get(format, format).lower(), "")


def _fault(image: Image.Image, data: bytes) -> str:
    try:
        if image.format == "PNG":
            decoded(BytesIO(data)).verify()  # its checksums, which decoding passes over
        image.draft(None, (image.width // 8, image.height // 8))
        image.load()
    except MemoryError:
        return "it needs more memory than there is"
    except Exception as error:
        return "its end is missing" if "truncated" in str(error) else "it is damaged"
    return ""


_BLANK = b"\xef\xbb\xbf \t\r\n"
_SVG = re.compile(rb"<svg\b([^>]*)>")
# An attribute's name stands behind white space: `stroke-width` is none of these.
_SIZE = re.compile(rb"""\s(width|height)\s*=\s*["']\s*([0-9.]+)\s*(px|pt|pc|in|cm|mm)?\s*["']""")
_PIXELS = {b"": 1.0, b"px": 1.0, b"pt": 4 / 3, b"pc": 16.0, b"in": 96.0, b"cm": 96 / 2.54,
           b"mm": 96 / 25.4}  # fmt: skip
"""Of a unit (CSS Values 4, 6.2)."""


def _svg_in(data: bytes) -> Picture:
    """Return what a drawing says of its size.

    One that gives no size, or a relative one, has none: a browser decides.
    """
    head = _SVG.search(data[:20_000])
    if head is None:
        return Picture(fault="it is no picture that a browser knows")
    sizes: dict[bytes, float] = {}
    for name, number, unit in _SIZE.findall(head[1]):
        try:
            sizes[name] = float(number) * _PIXELS[unit]
        except ValueError:
            return Picture("svg")
    if len(sizes) < 2:
        return Picture("svg")
    return Picture("svg", round(sizes[b"width"]), round(sizes[b"height"]))


def first_page_in(data: bytes) -> Picture:
    """Return the size of a PDF's first page in points; what is wrong with it is its `fault`."""
    try:
        width, height = size_of(data)
    except ValueError as error:
        return Picture("pdf", fault=str(error))
    if not (1 <= width <= 14400 and 1 <= height <= 14400):  # ISO 32000-1, annex C.2
        return Picture("pdf", fault="its page has no size")
    return Picture("pdf", round(width), round(height))
