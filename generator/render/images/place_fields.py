"""Where metadata name a place, and how it is blanked: in Exif, in XMP, in IPTC's fields.

Everything is blanked where it stands, so that no offset changes and all other fields keep their
bytes. What is known to hold a place:

- Exif's GPS directory (CIPA DC-008-2019, 4.6.6), in TIFF's structure (TIFF 6.0, section 2), also
  that of BigTIFF;
- XMP (ISO 16684-1): `exif:GPS…` and makers' fields of such names, and the fields of IPTC Photo
  Metadata 2023.2 that name a place;
- IPTC-IIM 4.2, record 2: sublocation, city, province, country, and the content's location.
"""

import re
import struct
from typing import NamedTuple


class Uncleanable(Exception):
    """A picture says where it was taken in a way that cannot be taken out; with the reason."""


class Picture(bytearray):
    """A picture's bytes.

    Whoever looks into its metadata says how long that takes. In a stranger's picture a thousand
    directories may lead to each other, and would keep a build busy for hours.
    """

    looked = 0

    def look(self, effort: int) -> None:
        """Count an effort, in bytes that are looked through; raise Uncleanable past all bounds."""
        self.looked += effort
        if self.looked > _MOST_EFFORT + 8 * len(self):
            raise Uncleanable("its metadata are larger than any camera writes them")


DAMAGED = "its metadata are damaged"
_GPS, _EXIF, _SUBIMAGES = 0x8825, 0x8769, 330
_XMP, _IPTC, _PHOTOSHOP = 700, 33723, 34377
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
          16: 8, 17: 8, 18: 8}  # fmt: skip
"""Bytes of a value by its type (TIFF 6.0, section 2; Exif adds 13, BigTIFF the last three)."""
_MOST_EFFORT = 30_000_000
"""Bytes; what cameras write are a few kilobytes, and depth maps some megabytes."""
_ENTRY = 100
"""An entry of a directory takes as long as so many bytes of text."""

_PLACE = (
    rb"(?:[Gg][Pp][Ss]\w+|Latitude|Long(?:i|ti)tude|LocationCreated|LocationShown|Location"
    rb"|Sublocation|City|State|ProvinceState|Country|CountryName|CountryCode|WorldRegion)"
)
NAMES_A_PLACE = re.compile(rb"[\w.-]+:" + _PLACE)
"""The whole name of a field: `exif:GPSLatitude`."""
_ELEMENT = re.compile(rb"<([\w.-]+:" + _PLACE + rb")(?=[\s/>])[^>]*>")
_PROPERTY = re.compile(rb"(?<=\s)[\w.-]+:" + _PLACE + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_UTF_16 = re.compile(rb"G\0[Pp]\0[Ss]\0|\0G\0[Pp]\0[Ss]")
_PLACE_DATASETS = {26, 27, 90, 92, 95, 100, 101}
"""IPTC-IIM 4.2, record 2."""


class _Layout(NamedTuple):
    """How a TIFF or a BigTIFF writes its directories."""

    order: str
    number: str
    entry: int
    offset: str

    def one(self, kind: str, picture: Picture, at: int) -> int:
        found: int = struct.unpack_from(self.order + kind, picture, at)[0]
        return found


def clean_tiff(picture: Picture, start: int, end: int) -> None:
    """Clean the directories of a TIFF structure that stands from `start` to `end`."""
    order = "<" if picture[start : start + 2] == b"II" else ">"
    is_big = picture[start + 2 : start + 4].strip(b"\0") == b"+"
    layout = _Layout(order, "Q", 20, "Q") if is_big else _Layout(order, "H", 12, "I")
    waiting = [layout.one(layout.offset, picture, start + (8 if is_big else 4))]
    seen: set[int] = set()
    while waiting:
        at = waiting.pop()
        if not at or at in seen or start + at >= end:
            continue
        seen.add(at)
        waiting += _clean_directory(picture, start, start + at, end, layout)


def _clean_directory(picture: Picture, start: int, at: int, end: int, layout: _Layout) -> list[int]:
    """Clean the directory at `at`; return where further ones stand."""
    count = layout.one(layout.number, picture, at)
    entries = at + struct.calcsize(f"<{layout.number}")
    after = entries + layout.entry * count
    picture.look(_ENTRY * (min(count, len(picture) // layout.entry) + 1))
    further: list[int] = []
    room = struct.calcsize(f"<{layout.offset}")
    for entry in range(entries, min(after, end), layout.entry):
        tag, kind = struct.unpack_from(layout.order + "HH", picture, entry)
        number = layout.one(layout.offset, picture, entry + 4)
        size = number * _SIZES.get(kind, 1)
        value = layout.one(layout.offset, picture, entry + 4 + room)
        place = entry + 4 + room if size <= room else start + value
        if tag == _GPS:
            _blank_directory(picture, start, start + value, end, layout)
        elif tag == _EXIF:
            further.append(value)
        elif place + size > end:
            continue
        elif tag == _SUBIMAGES and kind in (4, 13):
            picture.look(_ENTRY * number)
            further += struct.unpack_from(f"{layout.order}{number}I", picture, place)
        elif tag == _XMP:
            clean_xmp(picture, place, place + size)
        elif tag == _IPTC:
            clean_iptc(picture, place, place + size)
        elif tag == _PHOTOSHOP:
            clean_photoshop(picture, place, place + size)
    if after + room <= end:
        further.append(layout.one(layout.offset, picture, after))
    return further


def _blank_directory(picture: Picture, start: int, at: int, end: int, layout: _Layout) -> None:
    """Blank the GPS directory at `at` with all of its values, and leave its version in it."""
    count = layout.one(layout.number, picture, at)
    first = at + struct.calcsize(f"<{layout.number}")
    after = first + layout.entry * count
    if after > end:
        raise Uncleanable(DAMAGED)
    room = struct.calcsize(f"<{layout.offset}")
    for entry in range(first, after, layout.entry):
        _, kind = struct.unpack_from(layout.order + "HH", picture, entry)
        size = layout.one(layout.offset, picture, entry + 4) * _SIZES.get(kind, 1)
        value = start + layout.one(layout.offset, picture, entry + 4 + room)
        if size > room and value + size <= end:
            picture[value : value + size] = bytes(size)
    if count:
        picture[first:after] = bytes(after - first)
        struct.pack_into(layout.order + layout.number, picture, at, 1)
        struct.pack_into(f"{layout.order}HH{layout.offset}4B", picture, first, 0, 1, 4, 2, 3, 0, 0)


def clean_xmp(picture: Picture, start: int, end: int) -> None:
    """Blank the properties of XMP that name a place; blanks between elements mean nothing.

    Raises Uncleanable for XMP in UTF-16 with a place in it.
    """
    picture.look(max(end - start, 0))
    packet = bytes(picture[start:end])
    if _UTF_16.search(packet):
        raise Uncleanable("its XMP is in UTF-16, with a place in it")
    done = 0
    while found := _ELEMENT.search(packet, done):
        done = found.end()
        if not found[0].endswith(b"/>"):
            close = re.compile(rb"</" + re.escape(found[1]) + rb"\s*>").search(packet, done)
            if close is None:
                raise Uncleanable(DAMAGED)
            done = close.end()
        _blank(picture, start + found.start(), start + done)
    for found in _PROPERTY.finditer(packet):
        _blank(picture, start + found.start(), start + found.end())


def clean_photoshop(picture: Picture, at: int, end: int) -> None:
    """Clean Photoshop's resources (Adobe Photoshop File Formats, "Image Resource Blocks")."""
    if picture[at : at + 14] == b"Photoshop 3.0\0":
        at += 14
    while at + 12 <= end and picture[at : at + 4] == b"8BIM":
        picture.look(_ENTRY)
        (number,) = struct.unpack_from(">H", picture, at + 4)
        name = picture[at + 6]
        body = at + 6 + (name + 2 - name % 2) + 4
        (size,) = struct.unpack_from(">I", picture, body - 4)
        stop = min(body + size, end)
        if number == 0x0404:
            clean_iptc(picture, body, stop)
        elif number == 0x0422:
            clean_tiff(picture, body, stop)
        elif number == 0x0424:
            clean_xmp(picture, body, stop)
        at = stop + size % 2


def clean_iptc(picture: Picture, at: int, end: int) -> None:
    """Blank the datasets of IPTC-IIM that name a place (chapter 3: marker, record, number)."""
    while at + 5 <= end and picture[at] == 0x1C:
        picture.look(_ENTRY)
        record, number = picture[at + 1], picture[at + 2]
        (size,) = struct.unpack_from(">H", picture, at + 3)
        body = at + 5
        if size & 0x8000:  # an extended dataset: the length of its length
            body += size & 0x7FFF
            size = int.from_bytes(picture[at + 5 : body], "big")
        if record == 2 and number in _PLACE_DATASETS:
            _blank(picture, body, min(body + size, end))
        at = body + size


def _blank(picture: Picture, start: int, end: int) -> None:
    picture[start:end] = b" " * (end - start)
