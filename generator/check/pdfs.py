"""A rule on PDFs: what their metadata reveal of the machine and the people that made them.

Format: ISO 32000-1: the information dictionary (14.3.3), metadata streams (14.3.2), strings
(7.3.4), object streams (7.5.7). No library is needed for it: what a file of another shape hides is
not found.
"""

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from generator.check.rules import CheckContext, Found, rule
from generator.problems import Place

_INFO = re.compile(rb"/Info\s+(\d+)\s+(\d+)\s+R")
_PACKED = re.compile(rb"/Type\s*/(ObjStm|Metadata)\b")
_FIRST = re.compile(rb"/First\s+(\d+)")
_EDITIONS = 8
"""Each time that a PDF is changed, another information dictionary may be added to it."""
_LONGEST = 64_000
"""Bytes of an information dictionary."""
_FIELD = re.compile(
    rb"/([A-Za-z][\w.#-]*)\s*"
    rb"(?:\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+)\)|<([0-9A-Fa-f\s]*+)>)",
    re.DOTALL,
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|[\r\n])|(.))", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_MOST = 32_000_000
"""Bytes of metadata that are unpacked from one file; what programs write are some thousand."""
_MOST_HEAD = 4_000
"""Bytes from the name of a stream's type to the stream."""

_ENCODINGS = {b"\xfe\xff": "utf-16-be", b"\xff\xfe": "utf-16-le", b"\xef\xbb\xbf": "utf-8"}
_PATH = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-z]:[\\/]{1,2}(?:Users|Documents and Settings)[\\/]{1,2}"
    r"|(?<![\w.-])/(?:home|Users)/)[^\s\"'<>|]+"
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URI = re.compile(rb"/URI\s*\(((?:[^()\\]|\\.)*+)\)", re.DOTALL)
_NAMED = 3
"""So many of a PDF's secrets are named."""


@rule("pdf-tells-more", "warning", "Files")
def pdf_tells_more(context: CheckContext) -> Iterator[Found]:
    r"""The metadata of a PDF name a folder of the machine that made it, or an e-mail address.

    Programs that export PDFs write `C:\Users\name\…`, `/home/name/…` and addresses into the
    information dictionary and XMP, which readers do not see and search engines do.
    """
    for output in context.index.outputs:
        if output.traits.made_by == "copy" and output.path.lower().endswith(".pdf"):
            found = dict.fromkeys(_secrets(context.read(output)))
            if found:
                named = ", ".join(list(found)[:_NAMED]) + (", …" if len(found) > _NAMED else "")
                message = f"the metadata of this PDF hold what readers do not see: {named}"
                hint = "export it without its properties, or empty them in a PDF program"
                yield Found(Place(output.source), message, hint)


def _secrets(pdf: bytes) -> Iterator[str]:
    for text in _texts(pdf):
        for found in (*_PATH.findall(text), *_EMAIL.findall(text)):
            yield found.rstrip(".,;:)")


def links_in(pdf: bytes) -> Iterator[str]:
    """Yield the URIs of the links in a PDF (12.6.4.7), as far as they are not encrypted."""
    for body in (pdf, *(stream.body for stream in _streams(pdf))):
        for found in _URI.finditer(body):
            yield _ESCAPE.sub(_letter, found[1]).decode("latin-1")


def _texts(pdf: bytes) -> Iterator[str]:
    """Yield the texts of the information dictionary, and whole packets of XMP."""
    streams = list(_streams(pdf))
    for number, generation in set(_INFO.findall(pdf)[-_EDITIONS:]):
        for found in re.finditer(rb"(?<!\d)%b\s+%b\s+obj\b" % (number, generation), pdf):
            end = pdf.find(b"endobj", found.end(), found.end() + _LONGEST)
            yield from _strings(pdf[found.end() : end])
        for stream in streams:
            yield from _strings(_object_in(stream, int(number)))
    for body in (pdf, *(stream.body for stream in streams if not stream.first)):
        end = 0
        while (start := body.find(b"<x:xmpmeta", end)) >= 0:
            end = body.find(b"</x:xmpmeta>", start)
            if end < 0:
                break
            yield body[start:end].decode("utf-8", "replace")


class _Stream(NamedTuple):
    body: bytes
    first: int
    """Where the objects in it begin; 0 for one of metadata."""


def _streams(pdf: bytes) -> Iterator[_Stream]:
    """Yield the streams that metadata may stand in, unpacked."""
    left = _MOST
    for found in _PACKED.finditer(pdf):
        start = pdf.find(b"stream", found.end(), found.end() + _MOST_HEAD)
        if start < 0:
            continue
        begin = max(pdf.rfind(b"obj", 0, found.start()), found.start() - _MOST_HEAD)
        first = _FIRST.search(pdf, begin, start)
        start += 8 if pdf[start + 6 : start + 8] == b"\r\n" else 7
        try:
            body = zlib.decompressobj().decompress(memoryview(pdf)[start:], left)
        except zlib.error:
            continue
        left -= len(body)
        yield _Stream(body, int(first[1]) if first else 0)
        if left <= 0:
            return


def _object_in(stream: _Stream, number: int) -> bytes:
    """Return an object of an object stream, which begins with pairs of numbers and offsets."""
    words = stream.body[: stream.first].split()
    numbers = [int(word) for word in words if word.isdigit()]
    places = dict(zip(numbers[::2], numbers[1::2], strict=False))
    if number not in places:
        return b""
    start = stream.first + places[number]
    return stream.body[
        start : min(
            [p + stream.first for p in places.values() if p > places[number]],
            default=len(stream.body),
        )
    ]


def _strings(dictionary: bytes) -> Iterator[str]:
    for _, literal, digits in _FIELD.findall(dictionary):
        data = _ESCAPE.sub(_letter, literal)
        if digits:
            plain = re.sub(rb"\s", b"", digits).decode()
            data = bytes.fromhex(plain + "0" * (len(plain) % 2))
        for mark, encoding in _ENCODINGS.items():
            if data.startswith(mark):
                yield data[len(mark) :].decode(encoding, "replace")
                break
        else:
            yield data.decode("latin-1")


def _letter(escape: re.Match[bytes]) -> bytes:
    if escape[1]:
        return bytes([int(escape[1], 8) & 255])
    return b"" if escape[2] else _LETTERS.get(escape[3], escape[3])
