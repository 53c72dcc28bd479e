"""Takes the place out of files that are made of boxes or elements: HEIF, AVIF, JPEG XL and films.

Format: ISO/IEC 14496-12, 4.2 and 8.11; of HEIF and AVIF ISO/IEC 23008-12, annex A; of JPEG XL
ISO/IEC 18181-2. A film holds a place in a `©xyz` or `loci` box (3GPP TS 26.244, 8.10) or in
Apple's key `location.ISO6709`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from generator.render.images.place_fields import Picture, Uncleanable, clean_tiff, clean_xmp

EBML = b"\x1a\x45\xdf\xa3"
"""How a WebM begins."""
_FILM = re.compile(rb"\xa9xyz|loci\0\0\0\0|com\.apple\.quicktime\.location\.ISO6709")
_ISO6709 = re.compile(rb"[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?/?")
_LARGEST_LOCI = 1024
_NEAR = 4096
"""Bytes behind `©xyz` in which its text stands."""


def may_hold_a_place(data: bytes) -> bool:
    """Whether it is worth looking closer; most films are large, and say nothing."""
    if data.startswith(EBML):
        return next(_places_in(data), None) is not None
    return any(
        kind in (b"meta", b"Exif", b"xml ", b"brob")
        or (kind == b"moov" and _FILM.search(data, start, end) is not None)
        for kind, start, end in _boxes(data, 0, len(data))
    )


def is_film(data: bytes | bytearray) -> bool:
    """Whether a file of boxes is a film."""
    return any(kind == b"moov" for kind, _, _ in _boxes(data, 0, len(data)))


def clean_boxes(picture: Picture) -> None:
    """Clean a file of boxes (ISO/IEC 14496-12, 4.2): HEIF, AVIF, JPEG XL, a film.

    Raises Uncleanable where a place is in a box that cannot be cleaned.
    """
    for kind, start, end in _boxes(picture, 0, len(picture)):
        if kind == b"meta":
            _clean_items(picture, start + 4, end)
        elif kind == b"moov":
            clean_film(picture, start, end)
        elif kind == b"Exif":
            skipped = 4 + int.from_bytes(picture[start : start + 4], "big")
            clean_tiff(picture, start + skipped, end)
        elif kind == b"xml ":
            clean_xmp(picture, start, end)
        elif kind == b"brob" and picture.startswith((b"Exif", b"xml "), start):
            raise Uncleanable("its metadata are packed, and nobody knows whether they name a place")


def _clean_items(picture: Picture, at: int, end: int) -> None:
    """Clean the items of a HEIF file (ISO/IEC 14496-12, 8.11) that hold Exif and XMP."""
    boxes = {name: (body, stop) for name, body, stop in _boxes(picture, at, end)}
    if b"iinf" not in boxes or b"iloc" not in boxes:
        return
    kinds = dict(_item_kinds(picture, *boxes[b"iinf"]))
    inside = boxes.get(b"idat", (0, 0))[0]
    for item, body, stop in _item_places(picture, boxes[b"iloc"][0], inside):
        if kinds.get(item) == b"Exif":
            body += 4 + int.from_bytes(picture[body : body + 4], "big")
            clean_tiff(picture, body, stop)
        elif kinds.get(item) == b"mime":
            clean_xmp(picture, body, stop)


def clean_film(picture: Picture, start: int, end: int) -> None:
    """Clean the boxes of a film that say where it was taken."""
    for box in _FILM.finditer(picture, start, end):
        at = box.start()
        if box[0].startswith(b"loci"):  # words, role, longitude, latitude, altitude
            size = int.from_bytes(picture[at - 4 : at], "big")
            if 8 < size <= min(_LARGEST_LOCI, end - at + 4):
                picture[at + 8 : at - 4 + size] = bytes(size - 12)
            continue
        near = at + _NEAR if box[0] == b"\xa9xyz" else end
        for place in list(_ISO6709.finditer(picture, at, min(near, end))):
            picture[place.start() : place.end()] = re.sub(rb"\d", b"0", place[0])


_TAG = re.compile(
    rb"\x45\xa3(?:[\x80-\xff]|[\x40-\x7f].|\x01.{7})"
    rb"(?:(?:[A-Z]+_)?LOCATION[\w-]{0,8}|GPS\w{0,40}|com\.apple\.quicktime\.location\.\w{1,20})"
    rb"\x00*\x44\x87(\x01.{7}|[\x40-\x7f].|[\x80-\xff])",
    re.DOTALL | re.IGNORECASE,
)
"""A tag of Matroska that names a place, and the length of its value (RFC 9559, 5.1.8)."""
_TAGS_WITHIN = 1_000_000
"""Bytes at the beginning and at the end of a film in which its tags stand."""


def clean_webm(picture: Picture) -> None:
    """Blank the tags of a WebM that say where it was taken."""
    for tag in list(_places_in(picture)):
        length = tag[1]
        size = int.from_bytes(length, "big") & ((1 << 7 * len(length)) - 1)
        last = min(tag.end() + size, len(picture))
        picture[tag.end() : last] = b" " * (last - tag.end())


def _places_in(webm: bytes | bytearray) -> Iterator[re.Match[bytes]]:
    first = max(len(webm) - _TAGS_WITHIN, 0)
    yield from _TAG.finditer(webm, 0, _TAGS_WITHIN)
    yield from _TAG.finditer(webm, max(first, _TAGS_WITHIN))


def _boxes(picture: bytes | bytearray, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name of each box, and where what is in it begins and ends."""
    while at + 8 <= end:
        size, name = struct.unpack_from(">I4s", picture, at)
        body = at + 8
        if size == 1:
            size, body = int.from_bytes(picture[at + 8 : at + 16], "big"), at + 16
        stop = at + size if size else end
        if stop <= at or stop > end:
            return
        yield name, body, stop
        at = stop


def _item_kinds(picture: Picture, at: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the type of each item (8.11.6)."""
    first = at + (6 if picture[at] == 0 else 8)
    for name, body, _ in _boxes(picture, first, end):
        if name == b"infe" and picture[body] >= 2:
            width = 2 if picture[body] == 2 else 4
            number = int.from_bytes(picture[body + 4 : body + 4 + width], "big")
            yield number, bytes(picture[body + 6 + width : body + 10 + width])


def _item_places(picture: Picture, at: int, inside: int) -> Iterator[tuple[int, int, int]]:
    """Yield each item's number, and where its bytes begin and end (8.11.3).

    `inside` is where the `idat` box has its bytes, to which some offsets are relative.
    """
    version = picture[at]
    sizes = [picture[at + 4] >> 4, picture[at + 4] & 15, picture[at + 5] >> 4, picture[at + 5] & 15]
    offset_size, length_size, base_size, index_size = sizes
    width = 2 if version < 2 else 4
    at += 6

    def take(size: int) -> int:
        nonlocal at
        at += size
        return int.from_bytes(picture[at - size : at], "big")

    for _ in range(take(width)):
        number = take(width)
        method = take(2) & 15 if version else 0
        take(2)
        base = take(base_size) + (inside if method == 1 else 0)
        for _ in range(take(2)):
            if version and index_size:
                take(index_size)
            start = base + take(offset_size)
            yield number, start, start + take(length_size)
