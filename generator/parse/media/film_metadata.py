"""A film's bytes -> its kind, the size of its first video track, and why browsers do not play it.

No frame is decoded. What all browsers play is H.264, VP8, VP9 and AV1 (MDN, "Web video codec
guide"); telephones write HEVC.

Formats: MP4 is made of boxes (ISO/IEC 14496-12, 4.2; `tkhd` 8.3.2, `hdlr` 8.4.3, `stsd` 8.5.2),
WebM of elements (RFC 8794 for EBML, RFC 9559 for those of Matroska).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from itertools import islice

from generator.model.files import Picture, PictureKind

Part = tuple[int, int]
"""Where what is in a box or an element begins and ends."""
Walk = Callable[[bytes, int, int], Iterator[tuple[bytes, int, int]]]
"""Yields the name of each box or element between two offsets, and its part."""

_MOST = 2000
"""Boxes or elements beside each other that are looked at: a film has some tens in its head."""
_EBML = b"\x1a\x45\xdf\xa3"
_STILLS = (b"avif", b"avis", b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"jxl ")
"""Brands of files of boxes that are pictures."""
_FIRST_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"styp")
_PLAYED = (b"avc1", b"avc3", b"vp08", b"vp09", b"av01",
           b"V_VP8", b"V_VP9", b"V_AV1", b"V_MPEG4/ISO/AVC")  # fmt: skip
_HEVC = (b"hvc1", b"hev1", b"dvh1", b"dvhe", b"V_MPEGH/ISO/HEVC")


def is_film(data: bytes) -> bool:
    """Whether some bytes begin as those of a film do, whatever their file is called."""
    if data.startswith(_EBML):
        return True
    return data[4:8] in _FIRST_BOXES and not (
        data[4:8] == b"ftyp" and data[8:12].lower() in _STILLS
    )


def film_in(data: bytes) -> Picture:
    """Return what is known of a film by its bytes; why it would not be played is its `fault`."""
    is_webm = data.startswith(_EBML)
    try:
        track = next(_webm_tracks(data) if is_webm else _mp4_tracks(data), None)
    except (struct.error, IndexError, ValueError):
        track = None
    codec, width, height = track or (b"", 0, 0)
    if track is None:
        fault = "there is no film in it that can be read: it is damaged, or its end is missing"
    elif codec not in _PLAYED:
        name = "HEVC" if codec in _HEVC else f'"{codec[:32].decode("ascii", "replace")}"'
        fault = f"it is {name}, which not all browsers play"
    else:
        fault = "" if width and height else "it says no width and height"
    kind: PictureKind = "webm" if is_webm else "mp4"
    return Picture(kind, width, height, is_animated=True, bytes=len(data), fault=fault)


def _inside(walk: Walk, data: bytes, part: Part, *names: bytes) -> Iterator[Part]:
    """Yield all parts that a way of names leads to."""
    for name, start, end in islice(walk(data, *part), _MOST):
        if name == names[0] and len(names) == 1:
            yield start, end
        elif name == names[0]:
            yield from _inside(walk, data, (start, end), *names[1:])


def _first(walk: Walk, data: bytes, part: Part, *names: bytes) -> Part:
    """Return the first part that a way of names leads to. Raises ValueError without one."""
    for found in _inside(walk, data, part, *names):
        return found
    raise ValueError


# ---------------------------------------------------------------------- MP4


def _mp4_tracks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the codec, width and height of each track of pictures."""
    for track in _inside(_boxes, data, (0, len(data)), b"moov", b"trak"):
        handler, _ = _first(_boxes, data, track, b"mdia", b"hdlr")
        if data[handler + 8 : handler + 12] == b"vide":
            table, _ = _first(_boxes, data, track, b"mdia", b"minf", b"stbl", b"stsd")
            head, _ = _first(_boxes, data, track, b"tkhd")
            yield data[table + 12 : table + 16], *_shown(data, head)


def _shown(data: bytes, at: int) -> tuple[int, int]:
    """Return the width and height of a track as it is shown: its matrix may turn it (8.3.2)."""
    matrix = at + (40 if data[at] == 0 else 52)
    a, b = struct.unpack_from(">ii", data, matrix)
    width, height = (number >> 16 for number in struct.unpack_from(">II", data, matrix + 36))
    return (height, width) if not a and b else (width, height)


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    while at + 8 <= end:
        size, name = struct.unpack_from(">I4s", data, at)
        body = at + 8
        if size == 1:
            size, body = struct.unpack_from(">Q", data, at + 8)[0], at + 16
        stop = at + size if size else end
        if not body <= stop <= end:
            raise ValueError
        yield name, body, stop
        at = stop


# ---------------------------------------------------------------------- WebM

_SEGMENT, _TRACKS, _ENTRY = b"\x18\x53\x80\x67", b"\x16\x54\xae\x6b", b"\xae"
_TYPE, _CODEC, _VIDEO = b"\x83", b"\x86", b"\xe0"
_WIDTH, _HEIGHT = b"\xb0", b"\xba"


def _webm_tracks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the codec, width and height of each track of pictures."""
    for track in _inside(_elements, data, (0, len(data)), _SEGMENT, _TRACKS, _ENTRY):
        if _value(data, track, _TYPE) == b"\1":
            width, height = (
                int.from_bytes(_value(data, track, _VIDEO, name)) for name in (_WIDTH, _HEIGHT)
            )
            yield _value(data, track, _CODEC).rstrip(b"\0"), width, height


def _value(data: bytes, part: Part, *names: bytes) -> bytes:
    """Return the first bytes of an element: the whole value of a small one."""
    start, end = _first(_elements, data, part, *names)
    return data[start : min(end, start + 64)]


def _elements(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the marker of each element as it is written, and its part (RFC 8794, 4 to 6)."""
    while at < end:
        body = at + _length(data[at])
        sized = body + _length(data[body])
        size, unknown = int.from_bytes(data[body:sized]), 1 << 7 * (sized - body)
        stop = end if size & (unknown - 1) == unknown - 1 else sized + size - unknown
        if stop > end:
            raise ValueError
        yield data[at:body], sized, stop
        at = stop


def _length(first: int) -> int:
    """Return how many bytes a number of variable length has, by its first."""
    return 9 - first.bit_length()
