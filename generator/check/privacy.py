"""Rules on what a site gives away: of its readers to other hosts, of its author in PDFs and films.

Format of PDFs: ISO 32000-1: the information dictionary (14.3.3), metadata streams (14.3.2), strings
(7.3.4), object streams (7.5.7). No library is needed for it: what a file of another shape hides is
not found.
"""

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from generator.check.outputs import all_tags, source_of
from generator.check.rules import CheckContext, Found, rule
from generator.html import raw_text, start_tags
from generator.model.files import FILMS, Output, digest_of, kind_named
from generator.problems import Place

_ASKING = {
    "script": "a script",
    **dict.fromkeys(("img", "image", "use"), "a picture"),
    **dict.fromkeys(("source", "video", "audio", "track"), "a film or a sound"),
    **dict.fromkeys(("iframe", "embed", "object"), "what is shown in a frame"),
}
"""Elements that a browser loads something for by itself, and what that is."""
_LOADED = ("src", "srcset", "poster", "data")
_LINKED = frozenset({"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect",
                     "dns-prefetch", "manifest"})  # fmt: skip
"""Of `<link rel>`, what makes a browser ask (HTML, 4.6.7 "Link types")."""
_ELSEWHERE = re.compile(r"(?:https?:|wss?:)?//([^/?#\\\s]+)", re.IGNORECASE)
_IN_STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""", re.I)


@rule("other-host-asked", "warning", "Links and pictures")
def other_host_asked(context: CheckContext) -> Iterator[Found]:
    """A page has its readers' browsers ask another host, which learns so who reads the page.

    A picture, a film in a frame, a counter, a font: each address is named with the first page that
    asks for it. Links, which readers follow themselves, are none. What the Content-Security-Policy
    of a page blocks is named all the same. Silence this for hosts that may know your readers.
    """
    own = urlsplit(context.index.base_url).netloc.lower()
    asked: dict[str, tuple[str, dict[str, Output]]] = {}
    for output, what, address in _requests(context):
        host = _ELSEWHERE.match(address)
        if host and host[1].lower() != own:
            asked.setdefault(address, (what, {}))[1].setdefault(output.path, output)
    for address, (what, outputs) in asked.items():
        first = next(iter(outputs.values()))
        more = len(outputs) - 1
        pages = (
            f"{first.url} and {more} more page{'s' * (more > 1)} ask"
            if more
            else f"{first.url} asks"
        )
        message = f"{pages} another host for {what}: {address}"
        hint = "put the file under static/, unless that host may know who reads the page"
        yield Found(source_of(context, first, address), message, hint)


def _requests(context: CheckContext) -> Iterator[tuple[Output, str, str]]:
    """Yield what browsers load for each page and style sheet: what it is, and its address."""
    for output, tag, given in all_tags(context):
        if tag == "link" and _LINKED & set(given.get("rel", "").lower().split()):
            yield output, "a style sheet or the like", given.get("href", "").strip()
        elif tag in _ASKING:
            loaded = [given.get(name, "") for name in _LOADED if name != "srcset"]
            loaded += [
                piece.split()[0] for piece in given.get("srcset", "").split(",") if piece.strip()
            ]
            if tag in ("image", "use"):
                loaded += [given.get("href", ""), given.get("xlink:href", "")]
            for address in loaded:
                yield output, _ASKING[tag], address.strip()
    for output, text in _styles(context):
        for address in _IN_STYLE.findall(text):
            yield output, "a picture or a font of a style", address


def _styles(context: CheckContext) -> Iterator[tuple[Output, str]]:
    for output, html in context.pages():
        for tag in start_tags(html, ("style",)):
            yield output, raw_text(html, tag)
        if "url(" in html:
            for tag in start_tags(html, having="url("):
                yield output, tag.attributes.get("style", "")
    for output in context.index.outputs:
        if output.path.endswith(".css"):
            yield output, context.read(output).decode("utf-8", "replace")


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


@rule("film-tells-place", "warning", "Files")
def film_tells_place(context: CheckContext) -> Iterator[Found]:
    """A film says where it was taken, in a field that telephones write.

    It is published without that place, as photographs are. The file of the project keeps it, and
    whoever can see the repository can read it there. What is found: `©xyz`, `loci` and Apple's
    location in an MP4, tags of a location in a WebM.
    """
    for output in context.index.outputs:
        if output.traits.made_by != "copy" or kind_named(output.path) not in FILMS:
            continue
        film = context.site.pictures.get(output.path)
        if film is not None and film.digest != digest_of(context.read(output)):
            message = "this film says where it was taken; it is published without that"
            hint = "take it out of the file, too, if others see the project: "
            hint += "`ffmpeg -i FILM -map_metadata -1 -c copy OTHER` writes one without"
            yield Found(Place(output.source), message, hint)
