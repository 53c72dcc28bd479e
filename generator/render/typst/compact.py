"""A PDF of Typst's in fewer bytes: its small objects go into compressed object streams.

Typst writes each link and each element of the structure as text of its own, which makes up a third
of a CV. ISO 32000-1 (PDF 1.7) has streams of objects for that, 7.5.7, and a cross-reference stream
that finds them, 7.5.8; PDF/A-3 and PDF/UA-1 allow both. What has a stream already stays as it is.
"""

from __future__ import annotations

import re
import zlib

_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s*(\d+)\s*%%EOF\s*\Z", re.DOTALL)
_TABLE = re.compile(rb"xref\s+0 (\d+)\s+")
_OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*\Z", re.DOTALL)
_IS_STREAM = re.compile(rb">>\s*stream\r?\n")
_KEPT = re.compile(rb"/Size\s+\d+")
_ROW = 20
"""Bytes of an entry in a table of cross-references."""
_MOST = 200
"""Objects in one stream: a reader unpacks all of them to read one."""
_FREE, _PLAIN, _PACKED = 0, 1, 2


def compact(pdf: bytes) -> bytes:
    """Return the same document in fewer bytes; as it is, where it is not built as expected."""
    trailer = _TRAILER.search(pdf)
    objects = _objects(pdf, int(trailer[2])) if trailer else {}
    if not objects or not trailer:
        return pdf
    size = max(objects) + 1
    places: dict[int, tuple[int, int, int]] = {}
    out = bytearray(pdf[: pdf.index(b"%d 0 obj" % next(iter(objects)))])
    for number, body in objects.items():
        if _IS_STREAM.search(body):
            places[number] = (_PLAIN, len(out), 0)
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    small = [(number, body) for number, body in objects.items() if number not in places]
    for first in range(0, len(small), _MOST):
        group = small[first : first + _MOST]
        places |= {number: (_PACKED, size, place) for place, (number, _) in enumerate(group)}
        places[size] = (_PLAIN, len(out), 0)
        out += _stream(size, *_packed(group))
        size += 1
    places[size] = (_PLAIN, len(out), 0)
    rows = b"".join(_row(*places.get(number, (_FREE, 0, 0))) for number in range(size + 1))
    entries = _KEPT.sub(b"/Size %d" % (size + 1), trailer[1]).strip()
    place = len(out)
    out += _stream(size, b"/Type/XRef/W[1 4 2]" + entries, rows)
    out += b"startxref\n%d\n%%%%EOF" % place
    return bytes(out) if len(out) < len(pdf) else pdf


def _objects(pdf: bytes, place: int) -> dict[int, bytes]:
    """Return the objects by their numbers, in their order in the file; `place` is the table's."""
    table = _TABLE.match(pdf, place)
    if table is None:
        return {}
    rows = pdf[table.end() : table.end() + int(table[1]) * _ROW]
    entries = [rows[place : place + _ROW] for place in range(0, len(rows), _ROW)]
    starts = sorted(int(entry[:10]) for entry in entries if entry[17:18] == b"n")
    found = {}
    for start, end in zip(starts, [*starts[1:], table.start()], strict=True):
        match = _OBJECT.match(pdf[start:end])
        if match is None:
            return {}
        found[int(match[1])] = match[2]
    return found


def _packed(group: list[tuple[int, bytes]]) -> tuple[bytes, bytes]:
    """Return what is said of a stream of objects, and what is in it."""
    numbers, place = [], 0
    for number, body in group:
        numbers.append(b"%d %d" % (number, place))
        place += len(body) + 1
    head = b" ".join(numbers) + b"\n"
    about = b"/Type/ObjStm/N %d/First %d" % (len(group), len(head))
    return about, head + b"\n".join(body for _, body in group)


def _stream(number: int, about: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    about += b"/Filter/FlateDecode/Length %d" % len(packed)
    return b"%d 0 obj\n<<%b>>\nstream\n%b\nendstream\nendobj\n" % (number, about, packed)


def _row(kind: int, place: int, more: int) -> bytes:
    return bytes([kind]) + place.to_bytes(4, "big") + more.to_bytes(2, "big")
