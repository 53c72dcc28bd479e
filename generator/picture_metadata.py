"""Removes metadata from published pictures, since it may say where a picture was taken.

A JPEG, PNG or WebP keeps its pixels, colours and orientation. All else is removed, even data after
the picture's end, where phones append a film. Only known parts are kept, so a picture that cannot
be read to its end is refused. Other formats are never changed: a file that says where it was taken
is an error.

Formats: JPEG (ITU-T T.81, annex B), PNG (3rd edition, 5 and 11), WebP (RFC 9649, 2.7), Exif's
orientation (CIPA DC-008-2019, 4.6.4). A position is in Exif's GPS directory (4.6.6), in XMP's
`exif:GPS…`, in a film's `©xyz` or `loci` box (3GPP TS 26.244, 8.10), in Apple's key or in a tag of
Matroska (RFC 9559, 5.1.8). Brotli-compressed metadata in a JPEG XL counts as a position.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

from generator.problems import Place, Problem


class Uncleanable(Exception):
    """The metadata of a picture cannot be removed; carries the reason."""


_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_OTHERS = (b"GIF8", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"\x1a\x45\xdf\xa3")
"""How a GIF, a TIFF and a WebM begin."""
_BOXES = (b"ftyp", b"JXL ", b"moov", b"wide", b"mdat")
"""The first box of a HEIF, AVIF, JPEG XL or film; the last three are QuickTime's."""
_SIGNS = (b"GPSLatitude", b"GpsLatitude", b"G\0P\0S\0L\0a", b"brobExif", b"brobxml ",
          b"\x25\x88\4\0\1\0\0\0", b"\x25\x88\x0d\0\1\0\0\0", b"\x88\x25\0\4\0\0\0\1",
          b"\x88\x25\0\x0d\0\0\0\1", b"loci\0\0\0\0",
          b"com.apple.quicktime.location.ISO6709")  # fmt: skip
"""Each is too long to occur by chance in a large film; the numbers are entries of Exif."""
_TAGS = (
    re.compile(rb"\xa9xyz....[+-]\d", re.DOTALL),
    re.compile(
        rb"\x45\xa3(?:[\x80-\xff]|[\x40-\x7f].|\x01.{7})(?:[A-Z_]{0,20}LOCATION|GPS[A-Z_a-z])",
        re.DOTALL,
    ),
)

_MARKER = re.compile(rb"\xff+([\x01-\xfe])")
_SCAN_END = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_EOI, _SOS = 0xD9, 0xDA
_JPEG_KEPT = {*range(0xC0, 0xD0), *range(0xDA, 0xE0)}
"""Tables, frames and scans."""
_COLOURS = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""First bytes of the segments that define colours. Other segments of the same number are removed,
such as a thumbnail of the uncropped picture."""
_JPEG_CUT = range(0xE0, 0xFF)
_PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs "
    b"acTL fcTL fdAT".split()
)
_WEBP_KEPT = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"})
_HAS_EXIF, _HAS_XMP = 0x08, 0x04
_ORIENTATION = 0x0112
_EXIF = b"Exif\0\0"
_CUT = "its end is missing"


def published(data: bytes, path: str) -> tuple[bytes, list[Problem]]:
    """Return the bytes to publish for a file, and the problems.

    `path` is the file's path.
    """
    try:
        clean = without_metadata(data)
    except Uncleanable as error:
        return b"", [Problem.of(Place(path), "metadata-stays", error=str(error))]
    is_other = data.startswith(_OTHERS) or data[4:8] in _BOXES
    if clean is data and is_other and names_a_position(data):
        return b"", [Problem.of(Place(path), "file-with-position")]
    return clean, []


def names_a_position(data: bytes) -> bool:
    """Whether a picture or film says where it was taken, judged by known signatures."""
    return any(sign in data for sign in _SIGNS) or any(tag.search(data) for tag in _TAGS)


def without_metadata(data: bytes) -> bytes:
    """Return the bytes of a JPEG, PNG or WebP without metadata; `data` itself if it has none.

    Files of other formats are returned as they are. Raises Uncleanable.
    """
    try:
        if data.startswith(_JPEG):
            clean = b"".join(_jpeg(data))
        elif data.startswith(_PNG):
            clean = b"".join(_png(data))
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            clean = _webp(data)
        else:
            return data
    except struct.error:
        raise Uncleanable(_CUT) from None
    return data if clean == data else clean


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield _JPEG
    at = 2
    while found := _MARKER.match(data, at):
        marker, at = found[1][0], found.end()
        if marker == _EOI:
            yield b"\xff\xd9"
            return
        (size,) = struct.unpack_from(">H", data, at)
        end = at + size
        if end > len(data):
            raise Uncleanable(_CUT)
        body = data[at + 2 : end]
        if marker in _JPEG_KEPT or (marker in _COLOURS and body.startswith(_COLOURS[marker])):
            yield b"\xff" + found[1] + data[at:end]
        elif marker == 0xE1 and body.startswith(_EXIF):
            if exif := _turned(body.removeprefix(_EXIF)):
                yield struct.pack(">BBH", 0xFF, 0xE1, len(exif) + 8) + _EXIF + exif
        elif marker not in _JPEG_CUT:
            break
        at = end
        if marker == _SOS:
            scan = _SCAN_END.search(data, at)
            if scan is None:  # truncated: browsers show the upper part
                yield data[at:]
                return
            yield data[at : scan.start()]
            at = scan.start()
    raise Uncleanable(f"no part of a JPEG begins at byte {at}")


def _png(data: bytes) -> Iterator[bytes]:
    yield _PNG
    at = len(_PNG)
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + size
        if end > len(data) and kind != b"IDAT":  # of pixels, browsers show those that are there
            raise Uncleanable(_CUT)
        if kind in _PNG_KEPT:
            yield data[at:end]
        elif kind == b"eXIf" and (exif := _turned(data[at + 8 : end - 4])):
            chunk = kind + exif
            yield struct.pack(">I", len(exif)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        if kind == b"IEND":
            return
        at = end


def _webp(data: bytes) -> bytes:
    """Return a WebP whose header, VP8X, declares only the chunks that are left."""
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        raise Uncleanable(_CUT)
    chunks = list(_webp_chunks(data, 12, end))
    flags = _HAS_EXIF if any(kind == b"EXIF" for kind, _ in chunks) else 0
    parts = [b"WEBP"]
    for kind, body in chunks:
        if kind == b"VP8X":
            body = bytes([body[0] & ~(_HAS_EXIF | _HAS_XMP) | flags]) + body[1:]
        parts += struct.pack("<4sI", kind, len(body)), body, b"\0" * (len(body) % 2)
    made = b"".join(parts)
    return struct.pack("<4sI", b"RIFF", len(made)) + made


def _webp_chunks(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and the content of each chunk that is kept."""
    while at < end:
        kind, size = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + size]
        if len(body) < size:
            raise Uncleanable(_CUT)
        if kind in _WEBP_KEPT:
            yield kind, body
        elif kind == b"EXIF" and (exif := _turned(body.removeprefix(_EXIF))):
            yield kind, exif
        at += 8 + size + size % 2


def _turned(exif: bytes) -> bytes:
    """Return Exif with only the orientation of this Exif; empty if the picture is upright."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return b""
    try:
        (first,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, first)
        for at in range(first + 2, first + 2 + 12 * count, 12):
            tag, kind, number, value = struct.unpack_from(f"{order}HHIH", exif, at)
            if tag == _ORIENTATION and 1 < value <= 8:
                head = struct.pack(f"{order}2sHIH", exif[:2], 42, 8, 1)
                return head + struct.pack(f"{order}HHIHHI", tag, kind, number, value, 0, 0)
    except struct.error:  # damaged: ignored as a whole
        pass
    return b""
