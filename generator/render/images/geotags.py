"""Takes out of a picture's file where it was taken, and nothing else.

Pixels and all other metadata keep their bytes; see `place_fields` for what names a place. Here are
the files that carry such fields: JPEG (ITU-T T.81, annex B) with what telephones append to it, a
second picture (CIPA DC-007) or a short film; PNG (3rd edition, 11.3), also with ImageMagick's
profiles; WebP (RFC 9649, 2.7.1.5); TIFF; GIF (XMP Specification Part 3, 1.1.2); and those of
`boxes`.

What makers of cameras keep in fields of their own is not known, and stays.
"""

from __future__ import annotations

import re
import struct
import zlib

from generator.problems import Place, Problem
from generator.render.images.boxes import (
    EBML,
    clean_boxes,
    clean_film,
    clean_webm,
    is_film,
    may_hold_a_place,
)
from generator.render.images.place_fields import (
    DAMAGED,
    NAMES_A_PLACE,
    Picture,
    Uncleanable,
    clean_photoshop,
    clean_tiff,
    clean_xmp,
)

_JPEG, _PNG, _GIF = b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"GIF8"
_TIFF = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_ADOBE = b"http://ns.adobe.com/"
_EXTENSION = b"http://ns.adobe.com/xmp/extension/\0"
_EXTENSION_HEAD = len(_EXTENSION) + 32 + 4 + 4
"""XMP Specification Part 3, 1.1.3.1: a digest in hex, the length of all, and the offset."""
_MOST_TEXT = 16_000_000
"""Bytes of one packed text."""
_FIRST_BOXES = (b"ftyp", b"JXL ", b"moov", b"wide", b"mdat")
"""With what a file of boxes may begin; the last three are QuickTime's."""
_TOO_MUCH = 1 << 60
_DIGITS = re.compile(rb"[0-9a-fA-F]+")
_RAW_PROFILE = re.compile(rb"\s*(\w+)\s+(\d+)\s+([0-9a-fA-F\s]+)")
_SIGN = re.compile(
    rb"\x25\x88[\x04\x0d]\x00\x01\x00\x00\x00|\x88\x25\x00[\x04\x0d]\x00\x00\x00\x01|[Gg][Pp][Ss]"
    rb"|\x1c\x02[\x1a\x1b\x5a\x5c\x5f\x64\x65]"
)
"""A GPS directory's entry in either byte order, its fields in XMP, IPTC's place fields."""
_LEFT = (b"GPSLatitude", b"GpsLatitude")


def without_geotags(data: bytes) -> bytes:
    """Return a picture's bytes without the place at which it was taken.

    Returns `data` itself where there is none, or where the bytes are of no kind that carries one.
    Raises Uncleanable, with the reason in words, where a place is there and cannot be taken out.
    """
    if not _may_hold_a_place(data):
        return data
    try:
        picture = _cleaned(Picture(data))
    except (struct.error, IndexError, ValueError, OverflowError, zlib.error):
        if _SIGN.search(data):
            raise Uncleanable(DAMAGED) from None
        return data
    made = bytes(picture)
    return data if made == data else made


def _may_hold_a_place(data: bytes) -> bool:
    if data[4:8] in _FIRST_BOXES or data.startswith(EBML):
        return may_hold_a_place(data)
    is_webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    return is_webp or data.startswith((_JPEG, _PNG, _GIF, *_TIFF))


def _cleaned(picture: Picture) -> Picture:
    if picture.startswith(_PNG):
        return _cleaned_png(picture)
    if picture.startswith(_JPEG):
        _clean_jpeg(picture)
        return picture
    if picture.startswith(_GIF):
        _clean_packets(picture, 0)
    elif picture.startswith(EBML):
        clean_webm(picture)
        return picture
    elif picture.startswith(b"RIFF"):
        _clean_webp(picture)
    elif picture.startswith(_TIFF):
        clean_tiff(picture, 0, len(picture))
    else:
        clean_boxes(picture)
        if is_film(picture):
            return picture
    _look_for_more(picture, 0, len(picture))
    return picture


def _look_for_more(picture: bytearray, start: int, end: int) -> None:
    """Raise Uncleanable where a place is still named, as in signed content credentials."""
    if any(picture.find(name, start, end) >= 0 for name in _LEFT):
        raise Uncleanable("it names the place in a part of its metadata that cannot be changed")


# ---------------------------------------------------------------------- JPEG


def _clean_jpeg(picture: Picture) -> None:
    at = 2
    extensions: list[tuple[int, int]] = []
    while at + 4 <= len(picture) and picture[at] == 0xFF:
        marker = picture[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
            continue
        if marker == 0xDA:
            break
        body, end = at + 4, at + 2 + int.from_bytes(picture[at + 2 : at + 4], "big")
        if marker == 0xE1 and picture[body : body + 6] == b"Exif\0\0":
            clean_tiff(picture, body + 6, end)
        elif marker == 0xE1 and picture.startswith(_EXTENSION, body):
            extensions.append((body + _EXTENSION_HEAD, end))
        elif marker == 0xE1 and picture.startswith(_ADOBE, body):
            clean_xmp(picture, body, end)
        elif marker == 0xED:
            clean_photoshop(picture, body, end)
        at = max(end, at + 2)
    if extensions:  # one text, cut into pieces anywhere
        text = Picture(b"".join(picture[start:end] for start, end in extensions))
        clean_xmp(text, 0, len(text))
        done = 0
        for start, end in extensions:
            picture[start:end] = text[done : done + end - start]
            done += end - start
    _clean_appended(picture, at)


def _clean_appended(picture: Picture, scan: int) -> None:
    """Clean what follows the picture's own pixels: further pictures, a film."""
    _look_for_more(picture, 0, scan)
    end = picture.find(b"\xff\xd9", scan)
    if end < 0 or end + 2 >= len(picture):
        return
    for found in re.finditer(rb"Exif\0\0(?=II\*\0|MM\0\*)", picture[end:]):
        clean_tiff(picture, end + found.end(), len(picture))
    for found in re.finditer(rb"Photoshop 3\.0\0", picture[end:]):
        clean_photoshop(picture, end + found.start(), len(picture))
    _clean_packets(picture, end)
    clean_film(picture, end, len(picture))
    _look_for_more(picture, end, len(picture))


def _clean_packets(picture: Picture, at: int) -> None:
    """Clean all XMP from `at` on, wherever it stands."""
    while (start := picture.find(b"<x:xmpmeta", at)) >= 0:
        end = picture.find(b"</x:xmpmeta>", start)
        at = end if end >= 0 else len(picture)
        clean_xmp(picture, start, at)


# ---------------------------------------------------------------------- PNG, WebP


def _cleaned_png(picture: Picture) -> Picture:
    """Return a PNG with its chunks cleaned; text that is packed is packed anew."""
    made = Picture(picture[:8])
    at = 8
    while at + 12 <= len(picture):
        end = at + 12 + int.from_bytes(picture[at : at + 4], "big")
        kind = bytes(picture[at + 4 : at + 8])
        chunk = picture[at:end]
        if kind in (b"eXIf", b"tEXt", b"zTXt", b"iTXt"):
            chunk = _cleaned_chunk(picture, kind, chunk)
        if kind != b"IDAT":
            _look_for_more(chunk, 0, len(chunk))
        made += chunk
        at = end
    made += picture[at:]
    return made


def _cleaned_chunk(picture: Picture, kind: bytes, chunk: bytearray) -> bytearray:
    """Return a chunk without a place; nothing, where it holds one field and that is a place."""
    body = Picture(chunk[8:-4])
    if kind == b"eXIf":
        clean_tiff(body, 0, len(body))
    elif NAMES_A_PLACE.fullmatch(body.partition(b"\0")[0]):  # ImageMagick's `exif:GPSLatitude`
        return bytearray()
    else:
        body = _cleaned_text(picture, kind, body)
    if body == chunk[8:-4]:
        return chunk
    head, crc = struct.pack(">I", len(body)) + kind, zlib.crc32(kind + body)
    return bytearray(head + body + struct.pack(">I", crc))


def _cleaned_text(picture: Picture, kind: bytes, body: Picture) -> Picture:
    """Return the body of a PNG's text chunk (11.3.3) without a place."""
    keyword, _, rest = body.partition(b"\0")
    if keyword != b"XML:com.adobe.xmp" and not keyword.startswith(b"Raw profile type "):
        return body
    head, is_packed = len(keyword) + 1, kind == b"zTXt"
    if kind == b"zTXt":
        head += 1
    elif kind == b"iTXt":
        is_packed = rest[0] == 1
        head += 2
        for _ in range(2):  # language and translated keyword
            head = body.index(b"\0", head) + 1
    text = Picture(_unpacked(picture, bytes(body[head:])) if is_packed else body[head:])
    cleaned = Picture(text)
    if keyword == b"XML:com.adobe.xmp":
        clean_xmp(cleaned, 0, len(cleaned))
    else:
        cleaned = _cleaned_profile(cleaned)
    if cleaned == text:
        return body
    return Picture(body[:head] + (zlib.compress(cleaned, 9) if is_packed else cleaned))


def _unpacked(picture: Picture, data: bytes) -> bytes:
    """Return what was packed. Raises Uncleanable for more than a camera would ever write."""
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, _MOST_TEXT)
    picture.look(len(text) if not unpacker.unconsumed_tail else _TOO_MUCH)
    return text


def _cleaned_profile(text: Picture) -> Picture:
    """Clean a profile as ImageMagick writes it: its name, its length, and its bytes in hex."""
    found = _RAW_PROFILE.match(text)
    if found is None:
        return text
    profile = Picture(bytes.fromhex(found[3].decode("ascii")))
    if profile.startswith(b"Exif\0\0"):
        clean_tiff(profile, 6, len(profile))
    elif profile.startswith(_TIFF):
        clean_tiff(profile, 0, len(profile))
    elif profile.startswith((b"8BIM", b"Photoshop 3.0")):
        clean_photoshop(profile, 0, len(profile))
    else:
        clean_xmp(profile, 0, len(profile))
    digits, at = profile.hex().encode(), 0
    for line in _DIGITS.finditer(text, *found.span(3)):
        text[line.start() : line.end()] = digits[at : at + len(line[0])]
        at += len(line[0])
    return text


def _clean_webp(picture: Picture) -> None:
    at = 12
    while at + 8 <= len(picture):
        kind, size = struct.unpack_from("<4sI", picture, at)
        body, end = at + 8, min(at + 8 + size, len(picture))
        if kind == b"EXIF":
            clean_tiff(picture, body + 6 * (picture[body : body + 6] == b"Exif\0\0"), end)
        elif kind == b"XMP ":
            clean_xmp(picture, body, end)
        at = end + size % 2


def published(data: bytes, path: str) -> tuple[bytes, list[Problem]]:
    """Return the bytes of a file as they are published, and what is wrong with that.

    `path` is the file that they come from.
    """
    try:
        return without_geotags(data), []
    except Uncleanable as error:
        message = f"this picture says where it was taken, and that cannot be taken out: {error}"
        hint = "save it again without its metadata, in a picture program or with `exiftool -all=`"
        return b"", [Problem(Place(path), message, hint)]
