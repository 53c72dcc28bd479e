"""A film's bytes -> its kind, codec and size, and why browsers would not play it.

Only heads are read: no frame is decoded, and however a file lies about itself, no more than
`_MOST` boxes of it are looked at. What browsers play is H.264, VP8, VP9 and AV1 (MDN, "Web video
codec guide").

Formats: MP4 is made of boxes (ISO/IEC 14496-12, 4.2; `tkhd` 8.3.2, `hdlr` 8.4.3, `stsd` 8.5.2),
with the profile of H.264 in `avcC` (ISO/IEC 14496-15, 5.3.3). WebM is made of elements (RFC 8794
for EBML, RFC 9559 for the elements of Matroska).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from generator.model.files import Picture, PictureKind

_MOST = 2000
"""Boxes or elements. A film has some tens in its head; a fragmented one some more at its top."""
_WIDEST, _HIGHEST = 4096, 2304
"""Pixels of a frame at level 5.1 of H.264, which phones decode (ITU-T H.264, table A-1)."""

_EBML = b"\x1a\x45\xdf\xa3"
_STILLS = (b"avif", b"avis", b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"jxl ")
"""Brands of files of boxes that are pictures."""
_FIRST_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"styp")

_CODECS = {b"avc1": "H.264", b"avc3": "H.264", b"vp08": "VP8", b"vp09": "VP9", b"av01": "AV1",
           b"V_VP8": "VP8", b"V_VP9": "VP9", b"V_AV1": "AV1",
           b"V_MPEG4/ISO/AVC": "H.264"}  # fmt: skip
_REFUSED = {b"hvc1": "HEVC", b"hev1": "HEVC", b"dvh1": "HEVC", b"dvhe": "HEVC", b"mp4v": "MPEG-4",
            b"apcn": "ProRes", b"apch": "ProRes", b"apcs": "ProRes", b"apco": "ProRes",
            b"ap4h": "ProRes", b"ap4x": "ProRes", b"jpeg": "Motion JPEG", b"mjpa": "Motion JPEG",
            b"s263": "H.263", b"h263": "H.263", b"vvc1": "VVC", b"encv": "an encrypted film",
            b"V_MPEGH/ISO/HEVC": "HEVC", b"V_PRORES": "ProRes", b"V_MJPEG": "Motion JPEG",
            b"V_MPEG2": "MPEG-2", b"V_THEORA": "Theora"}  # fmt: skip
_MANY_COLOURS = {110: "10 bits a colour", 122: "4:2:2 colours", 244: "4:4:4 colours",
                 44: "4:4:4 colours"}  # fmt: skip
"""Profiles of H.264 (annex A.2) that most browsers do not decode."""


class _Cut(Exception):
    """The file ends before what it says that it holds."""


class _Head(NamedTuple):
    """What a head says."""

    codec: bytes = b""
    width: int = 0
    height: int = 0
    profile: int = 0
    """Of H.264; 0 where it is unknown."""


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
    kind: PictureKind = "webm" if is_webm else "mp4"
    size = len(data)
    if is_webm and _doc_type(data) not in (b"webm", b""):
        fault = "it is a Matroska film, which not all browsers play"
        return Picture(kind, bytes=size, fault=fault)
    try:
        head = _webm_head(data) if is_webm else _mp4_head(data)
    except _Cut:
        return Picture(kind, bytes=size, fault="its end is missing")
    except (struct.error, IndexError, ValueError, OverflowError):
        return Picture(kind, bytes=size, fault="its head is damaged")
    if head is None:
        return Picture(kind, bytes=size, fault="there is no picture in it")
    return Picture(
        kind,
        head.width,
        head.height,
        is_animated=True,
        codec=_CODECS.get(head.codec, ""),
        bytes=size,
        fault=_fault(head),
    )


def _fault(head: _Head) -> str:
    codec = _CODECS.get(head.codec)
    if codec is None:
        name = _REFUSED.get(head.codec) or f'"{_printed(head.codec)}"'
        return f"it is {name}, which not all browsers play"
    if head.profile in _MANY_COLOURS:
        return f"it is H.264 with {_MANY_COLOURS[head.profile]}, which not all browsers play"
    if not head.width or not head.height:
        return "it says no width and height"
    if max(head.width, head.height) > _WIDEST or min(head.width, head.height) > _HIGHEST:
        most = f"{_WIDEST} × {_HIGHEST}"
        return f"it has {head.width} × {head.height} pixels, and phones play no more than {most}"
    return ""


def _printed(name: bytes) -> str:
    return name[:32].decode("ascii", "replace").strip() or "of no codec"


class _Counter:
    """Counts what is looked at, in all levels of a file together."""

    left = _MOST

    def one(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise ValueError


# ---------------------------------------------------------------------- MP4


def _mp4_head(data: bytes) -> _Head | None:
    """Return the head of the first track that is a film. Raises _Cut where the end is missing."""
    counter = _Counter()
    found: _Head | None = None
    has_index = False
    for name, start, end in _boxes(data, 0, len(data), counter, at_top=True):
        if name == b"moov" and not has_index:
            has_index = True
            tracks = (box for box in _boxes(data, start, end, counter) if box[0] == b"trak")
            heads = (_track(data, start, end, counter) for _, start, end in tracks)
            found = next((head for head in heads if head is not None), None)
    if not has_index:  # cameras write it last
        raise _Cut
    return found


def _boxes(
    data: bytes, at: int, end: int, counter: _Counter, at_top: bool = False
) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name of each box, and where what is in it begins and ends."""
    while at + 8 <= end:
        counter.one()
        size, name = struct.unpack_from(">I4s", data, at)
        body = at + 8
        if size == 1:
            size, body = struct.unpack_from(">Q", data, at + 8)[0], at + 16
        stop = at + size if size else end
        if stop < body:
            raise ValueError
        if stop > end:
            raise _Cut if at_top else ValueError
        yield name, body, stop
        at = stop


def _inside(data: bytes, start: int, end: int, counter: _Counter) -> dict[bytes, tuple[int, int]]:
    found: dict[bytes, tuple[int, int]] = {}
    for name, body, stop in _boxes(data, start, end, counter):
        found.setdefault(name, (body, stop))
    return found


def _track(data: bytes, start: int, end: int, counter: _Counter) -> _Head | None:
    """Return the head of a track, or None where it is sound, text or a cover."""
    track = _inside(data, start, end, counter)
    media = _inside(data, *track.get(b"mdia", (0, 0)), counter)
    handler = media.get(b"hdlr", (0, 0))[0]
    if data[handler + 8 : handler + 12] != b"vide":
        return None
    tables = _inside(data, *media.get(b"minf", (0, 0)), counter)
    table = _inside(data, *tables.get(b"stbl", (0, 0)), counter)
    if b"stsd" not in table:
        raise ValueError
    first, last = table[b"stsd"]
    for codec, body, stop in _boxes(data, first + 8, last, counter):
        coded = struct.unpack_from(">HH", data, body + 24)
        width, height = _shown(data, track[b"tkhd"][0]) if b"tkhd" in track else (0, 0)
        configuration = _inside(data, body + 78, stop, counter) if codec[:3] == b"avc" else {}
        profile = data[configuration[b"avcC"][0] + 1] if b"avcC" in configuration else 0
        return _Head(codec, width or coded[0], height or coded[1], profile)
    return None


def _shown(data: bytes, at: int) -> tuple[int, int]:
    """Return the width and height of a track as it is shown: its matrix may turn it (8.3.2)."""
    matrix = at + (40 if data[at] == 0 else 52)
    a, b = struct.unpack_from(">ii", data, matrix)
    width, height = (number >> 16 for number in struct.unpack_from(">II", data, matrix + 36))
    return (height, width) if not a and b else (width, height)


# ---------------------------------------------------------------------- WebM

_SEGMENT, _TRACKS, _ENTRY, _VIDEO, _CLUSTER = 0x18538067, 0x1654AE6B, 0xAE, 0xE0, 0x1F43B675
_DOC_TYPE, _TYPE, _CODEC = 0x4282, 0x83, 0x86
_WIDTH, _HEIGHT, _SHOWN_WIDTH, _SHOWN_HEIGHT, _UNIT = 0xB0, 0xBA, 0x54B0, 0x54BA, 0x54B2
_IS_VIDEO = 1


def _doc_type(data: bytes) -> bytes:
    try:
        _, start, end = next(_elements(data, 0, len(data), _Counter()))
        fields = _fields(data, start, end, _Counter())
    except (StopIteration, ValueError, IndexError, _Cut):
        return b""
    return fields.get(_DOC_TYPE, b"").rstrip(b"\0")


def _webm_head(data: bytes) -> _Head | None:
    """Return the head of the first track that is a film. Raises _Cut where the end is missing."""
    counter = _Counter()
    for number, start, end in _elements(data, 0, len(data), counter):
        if number == _SEGMENT:
            return _segment(data, start, end, counter)
    raise _Cut


def _segment(data: bytes, start: int, end: int, counter: _Counter) -> _Head | None:
    """Return what the tracks say; they stand before the first cluster."""
    for number, body, stop in _elements(data, start, end, counter):
        if number == _CLUSTER:
            return None
        if number == _TRACKS:
            entries = _elements(data, body, stop, counter)
            heads = (_entry(data, *entry[1:], counter) for entry in entries if entry[0] == _ENTRY)
            return next((head for head in heads if head is not None), None)
    raise _Cut


def _entry(data: bytes, start: int, end: int, counter: _Counter) -> _Head | None:
    fields = _fields(data, start, end, counter)
    if int.from_bytes(fields.get(_TYPE, b""), "big") != _IS_VIDEO:
        return None
    picture = next(
        (one for one in _elements(data, start, end, counter) if one[0] == _VIDEO), (0, 0, 0)
    )
    said = _fields(data, *picture[1:], counter)
    sides = [int.from_bytes(said.get(name, b""), "big") for name in (_WIDTH, _HEIGHT)]
    if not said.get(_UNIT, b"").strip(b"\0"):  # pixels (RFC 9559, 5.1.4.1.28.14)
        shown = (int.from_bytes(said.get(n, b""), "big") for n in (_SHOWN_WIDTH, _SHOWN_HEIGHT))
        sides = [one or other for one, other in zip(shown, sides, strict=True)]
    return _Head(fields.get(_CODEC, b"").rstrip(b"\0"), *sides)


def _fields(data: bytes, start: int, end: int, counter: _Counter) -> dict[int, bytes]:
    """Return the first bytes of each element: those of its whole value, where it is a small one."""
    return {
        number: data[body : min(stop, body + 64)]
        for number, body, stop in _elements(data, start, end, counter)
    }


def _elements(data: bytes, at: int, end: int, counter: _Counter) -> Iterator[tuple[int, int, int]]:
    """Yield the number of each element, and where its value begins and ends (RFC 8794, 4 to 6)."""
    while at < end:
        counter.one()
        number, at = _number(data, at, keeps_marker=True)
        size, at = _number(data, at, keeps_marker=False)
        stop = end if size < 0 else at + size
        if stop > end:
            raise _Cut
        yield number, at, stop
        at = stop


def _number(data: bytes, at: int, keeps_marker: bool) -> tuple[int, int]:
    """Return a number of variable length, and where it ends; -1 for a size that is not known."""
    if at >= len(data):
        raise _Cut
    first = data[at]
    length = 9 - first.bit_length()
    if length > 8 or at + length > len(data):
        raise _Cut
    value = int.from_bytes(data[at : at + length], "big")
    if keeps_marker:
        return value, at + length
    value &= (1 << 7 * length) - 1
    return (-1 if value == (1 << 7 * length) - 1 else value), at + length
