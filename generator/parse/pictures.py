"""Finds the pictures and films among the sources, and describes each by its bytes.

A description depends only on the picture's bytes, so it is cached by their digest, and Pillow is
loaded only for new pictures. A fault is cached with it and reported in every build. The file is
then copied unchanged, since browsers may still show it.

Pictures are read by Pillow, SVGs without it. Exif's orientation is tag 0x0112 of CIPA DC-008 (Exif
2.32), 4.6.4. A PNG may carry Exif, too (PNG 3rd edition, 11.3.4.4).

No frame of a film is decoded. All browsers play H.264, VP8, VP9 and AV1 (MDN, "Web video codec
guide"); phones write HEVC. MP4 is made of boxes (ISO/IEC 14496-12, 4.2; `tkhd` 8.3.2, `hdlr` 8.4.3,
`stsd` 8.5.2), WebM of elements (RFC 8794 for EBML, RFC 9559 for those of Matroska).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Literal

import msgspec

from generator.model.config import PictureSettings
from generator.model.files import (
    ENDINGS,
    FILMS,
    RASTER,
    Picture,
    PictureKind,
    SourceFile,
    Sources,
    kind_named,
)
from generator.model.lookups import SourceCache
from generator.pdf_pages import can_read, size_of
from generator.problems import Message, Place, Problem, Spot

if TYPE_CHECKING:
    from PIL.Image import Image

_NAMES = {"jpeg": "a JPEG", "png": "a PNG", "webp": "a WebP", "gif": "a GIF", "avif": "an AVIF",
          "svg": "an SVG", "pdf": "a PDF", "mp4": "an MP4 film", "webm": "a WebM film"}  # fmt: skip

LARGEST, LARGEST_JPEG = 80_000_000, 210_000_000
"""Pixels. A larger picture is a slip, or a bomb that would take gigabytes: up to 16 bytes a pixel.
JPEGs (phones take 200 million pixels) are never decoded in full."""

_ORIENTATION = 0x0112
_TURNED = (5, 6, 7, 8)
"""Orientations that swap width and height."""


def pictures_of(
    sources: Sources, settings: PictureSettings, cache: SourceCache
) -> tuple[dict[str, Picture], list[Problem]]:
    """Return the pictures under `content/` and `static/` by address, without the first slash.

    A picture that cannot be shown or has a wrong ending is a warning. Films are always included,
    since the settings for pictures concern smaller copies, and a film has none.
    """
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    for address, source in _named_pictures(sources):
        is_left = not settings.made or settings.skips(address)
        if is_left and kind_named(address) not in FILMS:
            continue
        picture = described("picture", source, cache)
        problems += [] if is_left else _faults(source.path, picture)
        found[address] = picture
    return found, problems


def first_pages_of(
    paths: Iterable[str], sources: Sources, cache: SourceCache
) -> tuple[dict[str, Picture], list[Problem]]:
    """Return the descriptions of the first pages of the PDFs in `paths`, by address."""
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    if not can_read():
        where = Spot("content/site.yaml", ("theme", "options", "first_pages"))
        return {}, [Problem.of(where, "first-pages-need-library")]
    for path in paths:
        source = sources.at(path)
        picture = described("first page", source, cache)
        if picture.fault:
            problems.append(
                Problem.of(
                    Place(source.path),
                    "first-page-unreadable",
                    fault=picture.fault,
                    severity="warning",
                )
            )
        found[path] = picture
    return found, problems


def described(
    what: Literal["picture", "first page"], source: SourceFile, cache: SourceCache
) -> Picture:
    """Return the cached description of these bytes, regardless of the file's name, or make one."""
    digest = source.digest()
    known: Picture | None = cache.get(f"{what} {digest}", digest, Picture)
    if known is None:
        known = picture_in(source.read()) if what == "picture" else first_page_in(source.read())
        cache.put(f"{what} {digest}", digest, known)
    return msgspec.structs.replace(known, digest=digest)


def _named_pictures(sources: Sources) -> Iterator[tuple[str, SourceFile]]:
    for folder, files in (("content/", sources.content), ("static/", sources.statics)):
        for path, source in files.items():
            if kind_named(path):
                yield path.removeprefix(folder), source


def _faults(path: str, picture: Picture) -> Iterator[Problem]:
    said = kind_named(path)
    is_another = bool(picture.kind) and picture.kind != said
    if is_another:
        yield Problem.of(
            Place(path), "picture-of-other-format", format=_NAMES[picture.kind], severity="warning"
        )
    if picture.fault and said not in FILMS:  # a film that no page shows may be of any kind
        yield Problem.of(
            Place(path),
            "picture-unreadable",
            fault=picture.fault,
            path=path.partition("/")[2],
            severity="warning",
        )


# ---------------------------------------------------------------------- bytes of pictures


def picture_in(data: bytes) -> Picture:
    """Return the description of a picture or film by its bytes; `fault` says what is wrong.

    A picture that will have smaller copies is decoded, so that all faults are found here. A JPEG is
    decoded at an eighth of its size: that reads every byte, and is quick.
    """
    if not data:
        return Picture(fault=Message.of("fault-empty"))
    if is_film(data):
        return film_in(data)
    if data.startswith(b"%PDF-"):
        return Picture("pdf")
    if data.lstrip(_BLANK)[:1] == b"<":
        return _svg_in(data)
    from PIL import Image, UnidentifiedImageError
    from PIL.Image import open as decoded

    Image.MAX_IMAGE_PIXELS = None  # `LARGEST` replaces Pillow's own limit and words
    try:
        image = decoded(BytesIO(data))
    except UnidentifiedImageError:
        if data[4:12] == b"ftypavif":  # Pillow was built without a decoder for it
            return Picture("avif")
        return Picture(fault=Message.of("fault-no-picture"))
    except Exception:  # decoders may raise any error for faulty bytes
        return Picture(fault=Message.of("fault-head"))
    kind = _kind(image.format or "")
    if not kind:
        return Picture(fault=Message.of("fault-format", format=image.format or ""))
    width, height = image.size
    largest = LARGEST_JPEG if kind == "jpeg" else LARGEST
    if width * height > largest:
        millions = largest // 10**6
        fault = Message.of("fault-pixels", width=width, height=height, millions=millions)
        return Picture(kind, fault=fault)
    # The second picture in a phone's MPO is a preview or a gain map.
    is_animated = image.format != "MPO" and bool(getattr(image, "is_animated", False))
    try:
        exif = image.getexif()
    except Exception:
        exif = Image.Exif()
    if exif.get(_ORIENTATION) in _TURNED:
        width, height = height, width
    is_decoded = kind in RASTER and not is_animated
    return Picture(
        kind=kind,
        width=width,
        height=height,
        is_animated=is_animated,
        fault=_fault(image, decoded(BytesIO(data))) if is_decoded else None,
    )


def _kind(format: str) -> PictureKind:
    return ENDINGS.get("." + {"MPO": "jpeg"}.get(format, format).lower(), "")


def _fault(image: Image, same: Image) -> Message | None:
    """Return what is wrong with a picture; `same` is that picture opened anew."""
    try:
        if image.format == "PNG":
            same.verify()  # its checksums; decoding ignores them
        image.draft(None, (image.width // 8, image.height // 8))
        image.load()
    except MemoryError:
        return Message.of("fault-memory")
    except Exception as error:
        return Message.of("fault-end" if "truncated" in str(error) else "fault-damaged")
    return None


_BLANK = b"\xef\xbb\xbf \t\r\n"
_SVG = re.compile(rb"<svg\b([^>]*)>")
# White space precedes an attribute's name, so `stroke-width` does not match.
_SIZE = re.compile(rb"""\s(width|height)\s*=\s*["']\s*([0-9.]+)\s*(px|pt|pc|in|cm|mm)?\s*["']""")
_PIXELS = {b"": 1.0, b"px": 1.0, b"pt": 4 / 3, b"pc": 16.0, b"in": 96.0, b"cm": 96 / 2.54,
           b"mm": 96 / 25.4}  # fmt: skip
"""Pixels per unit (CSS Values 4, 6.2)."""


def _svg_in(data: bytes) -> Picture:
    """Return the description of a drawing, with its size.

    A drawing with no size, or a relative one, has none here: browsers decide.
    """
    head = _SVG.search(data[:20_000])
    if head is None:
        return Picture(fault=Message.of("fault-no-picture"))
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
    """Return the size of a PDF's first page in points; `fault` says what is wrong."""
    try:
        width, height = size_of(data)
    except ValueError as error:
        return Picture("pdf", fault=error.args[0])
    if not (1 <= width <= 14400 and 1 <= height <= 14400):  # ISO 32000-1, annex C.2
        return Picture("pdf", fault=Message.of("fault-page-size"))
    return Picture("pdf", round(width), round(height))


# ---------------------------------------------------------------------- bytes of films

Part = tuple[int, int]
"""The begin and end offsets of the content of a box or an element."""
Walk = Callable[[bytes, int, int], Iterator[tuple[bytes, int, int]]]
"""Yields the name and the part of each box or element between two offsets."""

_MOST = 2000
"""How many sibling boxes or elements are read: a film has some tens in its head."""
_LARGEST_FILM = 16_000_000
"""Bytes. Pages do not load larger films by themselves."""
_EBML = b"\x1a\x45\xdf\xa3"
_STILLS = (b"avif", b"avis", b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"jxl ")
"""Brands of pictures among the formats made of boxes."""
_FIRST_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"styp")
_PLAYED = (b"avc1", b"avc3", b"vp08", b"vp09", b"av01",
           b"V_VP8", b"V_VP9", b"V_AV1", b"V_MPEG4/ISO/AVC")  # fmt: skip
_HEVC = (b"hvc1", b"hev1", b"dvh1", b"dvhe", b"V_MPEGH/ISO/HEVC")


def is_film(data: bytes) -> bool:
    """Whether these bytes begin like a film, regardless of the file's name."""
    if data.startswith(_EBML):
        return True
    return data[4:8] in _FIRST_BOXES and not (
        data[4:8] == b"ftyp" and data[8:12].lower() in _STILLS
    )


def film_in(data: bytes) -> Picture:
    """Return the description of a film by its bytes; `fault` says why browsers would not play
    it."""
    is_webm = data.startswith(_EBML)
    try:
        track = next(_webm_tracks(data) if is_webm else _mp4_tracks(data), None)
    except (struct.error, IndexError, ValueError):
        track = None
    codec, width, height = track or (b"", 0, 0)
    fault: Message | None
    if track is None:
        fault = Message.of("fault-no-film")
    elif codec not in _PLAYED:
        name = "HEVC" if codec in _HEVC else f'"{codec[:32].decode("ascii", "replace")}"'
        fault = Message.of("fault-codec", codec=name)
    elif len(data) > _LARGEST_FILM:
        size, most = f"{len(data) / 10**6:,.1f}", _LARGEST_FILM // 10**6
        fault = Message.of("fault-film-bytes", size=size, most=most)
    else:
        fault = None if width and height else Message.of("fault-film-size")
    kind: PictureKind = "webm" if is_webm else "mp4"
    return Picture(kind, width, height, is_animated=True, fault=fault)


def _inside(walk: Walk, data: bytes, part: Part, *names: bytes) -> Iterator[Part]:
    """Yield all parts at a path of names."""
    for name, start, end in islice(walk(data, *part), _MOST):
        if name == names[0] and len(names) == 1:
            yield start, end
        elif name == names[0]:
            yield from _inside(walk, data, (start, end), *names[1:])


def _first(walk: Walk, data: bytes, part: Part, *names: bytes) -> Part:
    """Return the first part at a path of names. Raises ValueError if there is none."""
    for found in _inside(walk, data, part, *names):
        return found
    raise ValueError


# ---------------------------------------------------------------------- MP4


def _mp4_tracks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the codec, width and height of each video track."""
    for track in _inside(_boxes, data, (0, len(data)), b"moov", b"trak"):
        handler, _ = _first(_boxes, data, track, b"mdia", b"hdlr")
        if data[handler + 8 : handler + 12] == b"vide":
            table, _ = _first(_boxes, data, track, b"mdia", b"minf", b"stbl", b"stsd")
            head, _ = _first(_boxes, data, track, b"tkhd")
            yield data[table + 12 : table + 16], *_shown(data, head)


def _shown(data: bytes, at: int) -> tuple[int, int]:
    """Return the width and height of a track as shown: its matrix may rotate it (8.3.2)."""
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
    """Yield the codec, width and height of each video track."""
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
    """Yield the marker of each element as written, and its part (RFC 8794, 4 to 6)."""
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
