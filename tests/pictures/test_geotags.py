"""What is published does not say where a picture was taken; all else in its file stays."""

from __future__ import annotations

import random
import re
import struct
import time
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pytest
from PIL import Image, features

from generator.render.images.geotags import without_geotags
from generator.render.images.place_fields import Uncleanable
from tests.conftest import SiteCase
from tests.pictures.drawing import GPS, exif, opened, photo, saved
from tests.pictures.filming import element, webm

XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 exif:GPSLatitude="39,54.1N" exif:GPSLongitude='116,23.2E' drone-dji:GpsLatitude="+39.9"
 photoshop:City="Nowhere" xmp:CreatorTool="Pen">
<dc:title><rdf:Alt><rdf:li>A roof in the City</rdf:li></rdf:Alt></dc:title>
<Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li Iptc4xmpExt:City="Nowhere"/></rdf:Bag>
</Iptc4xmpExt:LocationCreated><Iptc4xmpCore:Location>Nowhere</Iptc4xmpCore:Location>
<exif:GPSAltitude>100/1</exif:GPSAltitude><photoshop:Credit>Ada</photoshop:Credit>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""
KEPT_XMP = (b"A roof in the City", b'xmp:CreatorTool="Pen"', b"<photoshop:Credit>Ada<", b'end="w"')
PLACES = (b"GPSL", b"GpsL", b"GPSA", b"39,54", b"116,23", b"Nowhere", b"+39.9")
MAKE = 0x010F
HANGS = 60.0
"""Seconds of processor time: what must not hang takes a second."""


def told() -> Image.Exif:
    """EXIF with a place, a maker and a date."""
    found = exif(1, position=True)
    found[MAKE] = "Maker"
    found.get_ifd(0x8769)[0x9003] = "2024:01:02 03:04:05"
    found.get_ifd(GPS)[27] = b"ASCII\0\0\0Nowhere"
    return found


def iptc() -> bytes:
    fields = {90: b"Nowhere", 92: b"Nowhere", 101: b"Nowhere", 105: b"A headline"}
    data = b"".join(struct.pack(">BBBH", 0x1C, 2, n, len(v)) + v for n, v in fields.items())
    data += struct.pack(">BBBHI", 0x1C, 2, 95, 0x8004, 7) + b"Nowhere"
    return struct.pack(">4sHHI", b"8BIM", 0x0404, 0, len(data)) + data + b"\0" * (len(data) % 2)


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def jpeg(*segments: bytes) -> bytes:
    plain = saved(photo(90, 60), "JPEG")
    return plain[:2] + b"".join(segments) + plain[2:]


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    plain = saved(photo(90, 60))
    made = [struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in chunks]  # fmt: skip
    return plain[:33] + b"".join(made) + plain[33:]


def raw_profile(name: str, body: bytes) -> tuple[bytes, bytes]:
    digits = re.sub(r"(.{72})", r"\1\n", body.hex())
    text = f"\n{name}\n{len(body):8}\n{digits}\n".encode()
    return b"zTXt", f"Raw profile type {name}".encode() + b"\0\0" + zlib.compress(text)


def box(name: bytes, *inside: bytes) -> bytes:
    body = b"".join(inside)
    return struct.pack(">I4s", len(body) + 8, name) + body


def heif(version: int = 1, is_inside: bool = False) -> bytes:
    """A HEIF of two items without pixels: Exif and XMP."""
    tiff = struct.pack(">I", 6) + b"Exif\0\0" + told().tobytes().removeprefix(b"Exif\0\0")
    items, data = {1: (b"Exif", tiff), 2: (b"mime", XMP.encode())}, tiff + XMP.encode()
    infos = [
        box(b"infe", b"\2\0\0\0", struct.pack(">HH", n, 0), kind, b"\0")
        for n, (kind, _) in items.items()
    ]
    iinf = box(b"iinf", bytes(4), struct.pack(">H", len(items)), *infos)

    def meta(start: int) -> bytes:
        at, places = start, b""
        for number, (_, body) in items.items():
            method = struct.pack(">H", is_inside) if version else b""
            places += struct.pack(">H", number) + method + struct.pack(">HHII", 0, 1, at, len(body))
            at += len(body)
        iloc = box(
            b"iloc", bytes([version, 0, 0, 0, 0x44, 0]), struct.pack(">H", len(items)), places
        )
        return box(b"meta", bytes(4), iinf, iloc, *([box(b"idat", data)] if is_inside else []))

    head = box(b"ftyp", b"heic\0\0\0\0heic")
    if is_inside:
        return head + meta(0)
    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", data)


def film() -> bytes:
    xyz = box(b"\xa9xyz", struct.pack(">HH", 17, 0x15C7), b"+39.9000+116.3800/")
    loci = box(
        b"loci", bytes(4), struct.pack(">H", 0), b"Nowhere\0", b"\0", b"\1\2\3\4" * 3, b"earth\0\0"
    )
    keys = box(b"keys", b"\0\0\0\0\0\0\0\1", box(b"mdta", b"com.apple.quicktime.location.ISO6709"))
    ilst = box(b"ilst", box(b"\0\0\0\1", box(b"data", bytes(8), b"+39.9000+116.3800+050/")))
    return (
        box(b"ftyp", b"mp42")
        + box(b"moov", box(b"udta", xyz, loci), box(b"meta", keys, ilst))
        + box(b"mdat", bytes(99))
    )


def located(name: bytes, place: bytes) -> bytes:
    """Tags of Matroska (RFC 9559, 5.1.8)."""
    simple = element(0x67C8, element(0x45A3, name), element(0x4487, place))
    return element(0x1254C367, element(0x7373, simple))


def big_tiff(order: str = "<") -> bytes:
    """A BigTIFF of one directory that leads to a place."""
    gps = struct.pack(f"{order}QHHQ8sQ", 1, 29, 2, 11, struct.pack(f"{order}Q", 100), 0)
    first = struct.pack(f"{order}QHHQQQ", 1, GPS, 18, 1, 52, 0)
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HHHQ", 43, 8, 0, 16)
    return (head + first + gps).ljust(100, b"\0") + b"2024:01:03\0"


ITXT = b"XML:com.adobe.xmp\0\0\0\0\0"
PACKED_ITXT = b"XML:com.adobe.xmp\0\1\0\0\0"
EXIF_BYTES = told().tobytes()
EXTENDED = [
    segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + b"F" * 32 + struct.pack(">II", len(XMP), at)
            + XMP.encode()[at : at + 150])
    for at in range(0, len(XMP), 150)
]  # fmt: skip
CASES: dict[str, Callable[[], bytes]] = {
    "JPEG, Exif": lambda: saved(photo(90, 60), "JPEG", exif=told()),
    "JPEG, XMP": lambda: saved(photo(90, 60), "JPEG", xmp=XMP.encode()),
    "JPEG, long XMP": lambda: jpeg(*EXTENDED),
    "JPEG, IPTC": lambda: jpeg(segment(0xED, b"Photoshop 3.0\0" + iptc())),
    "JPEG, another one behind": lambda: (
        jpeg() + saved(photo(30, 20), "JPEG", exif=told(), xmp=XMP.encode())
    ),
    "JPEG, a film behind": lambda: jpeg() + film(),
    "PNG, Exif": lambda: saved(photo(90, 60), exif=told()),
    "PNG, XMP": lambda: png((b"iTXt", ITXT + XMP.encode())),
    "PNG, packed XMP": lambda: png((b"iTXt", PACKED_ITXT + zlib.compress(XMP.encode()))),
    "PNG, ImageMagick's Exif": lambda: png(raw_profile("exif", EXIF_BYTES)),
    "PNG, ImageMagick's IPTC": lambda: png(raw_profile("8bim", iptc())),
    "PNG, ImageMagick's fields": lambda: png((b"tEXt", b"exif:GPSLatitude\x0039/1, 54/1")),
    "WebP, Exif": lambda: saved(photo(90, 60), "WEBP", exif=told()),
    "WebP, XMP": lambda: saved(photo(90, 60), "WEBP", xmp=XMP.encode()),
    "Exif alone, which is a TIFF": lambda: EXIF_BYTES.removeprefix(b"Exif\0\0"),
    "TIFF, IPTC and XMP": lambda: saved(
        photo(90, 60), "TIFF", tiffinfo={700: XMP.encode(), 34377: iptc()}
    ),
    "BigTIFF": big_tiff,
    "BigTIFF, the other way": lambda: big_tiff(">"),
    "HEIF": heif,
    "HEIF, version 0": lambda: heif(0),
    "HEIF, items inside": lambda: heif(1, is_inside=True),
    "JPEG XL": lambda: (
        box(b"JXL ", b"\r\n\x87\n") + box(b"Exif", bytes(4), EXIF_BYTES.removeprefix(b"Exif\0\0"))
        + box(b"xml ", XMP.encode())
    ),
    "GIF": lambda: saved(photo(90, 60), "GIF") + b"!\xff\x0bXMP DataXMP" + XMP.encode(),
    "film": film,
    "film of old QuickTime": lambda: film()[12:],
    "WebM": lambda: webm(tags=located(b"LOCATION", b"+39.9000+116.3800/")),
    "WebM, a place in words": lambda: webm(tags=located(b"RECORDING_LOCATION", b"Nowhere")),
}  # fmt: skip
if features.check("avif"):
    CASES["AVIF"] = lambda: saved(photo(90, 60), "AVIF", exif=told(), xmp=XMP.encode())


def texts_in(data: bytes) -> bytes:
    """A file's bytes, with all that is packed or written in hex unpacked."""
    found = [data]
    for match in re.finditer(rb"(?:zTXt|iTXt)", data):
        for at in range(match.end(), min(match.end() + 60, len(data))):
            try:
                found.append(zlib.decompressobj().decompress(data[at:]))
            except zlib.error:
                continue
    digits = [re.sub(rb"\s", b"", text) for text in found[1:]]
    found += [
        bytes.fromhex(m[0].decode())
        for text in digits
        for m in re.finditer(rb"(?:[0-9a-f]{2}){40,}", text)
    ]
    return b"\n".join(found)


@pytest.mark.parametrize("made", CASES.values(), ids=CASES.keys())
def test_no_place_is_left_and_all_else_is(made: Callable[[], bytes]) -> None:
    data = made()
    before = texts_in(data)
    clean = without_geotags(data)
    after = texts_in(clean)
    assert clean != data and without_geotags(clean) == clean
    assert not [place for place in PLACES if place in after]
    assert b"\0\0\0\x27\0\0\0\1" not in after and b"\x27\0\0\0\1\0\0\0" not in after, "39/1"
    assert not re.search(rb"[+-](?!00\.)\d\d\.\d{4}", after)
    for kept in (*KEPT_XMP, b"Maker", b"2024:01:02", b"A headline"):
        assert after.count(kept) == before.count(kept), kept
    if not data.startswith(b"\x89PNG"):
        assert len(clean) == len(data)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in CASES
        if name.split(",")[0] in ("JPEG", "PNG", "WebP", "TIFF", "AVIF", "GIF")
    ],
)
def test_pixels_are_what_they_were_and_readers_find_no_place(name: str) -> None:
    data = CASES[name]()
    before, after = opened(data), opened(without_geotags(data))
    assert before.tobytes() == after.tobytes() and before.size == after.size
    assert set(after.getexif().get_ifd(GPS)) <= {0}
    assert after.getexif().get(MAKE) == before.getexif().get(MAKE)


def test_what_holds_no_place_is_the_same_object() -> None:
    without = exif(6)
    without[MAKE] = "Maker"
    for data in (saved(photo(90, 60), "JPEG", exif=without), saved(photo(90, 60)), b"", b"GIF",
                 b"%PDF-1.4 GPSLatitude", b"GPSLatitude", b"\xff\xd8", b"RIFF\0\0\0\0WEBP"):  # fmt: skip
        assert without_geotags(data) is data


def test_damage_is_refused_only_where_there_is_a_place() -> None:
    with_place = saved(photo(90, 60), "JPEG", exif=told())
    at = with_place.index(b"\x88\x25\0\4")
    broken = with_place[: at + 8] + b"\xff\xff\xff\xf0" + with_place[at + 12 :]
    with pytest.raises(Uncleanable, match="damaged"):
        without_geotags(broken)
    plain = saved(photo(90, 60), "JPEG", exif=exif(6))
    at = plain.index(b"Exif\0\0") + 6
    for damaged in (plain[: at + 4] + b"\xff\xff\xff\xf0" + plain[at + 8 :], plain[: at + 9]):
        assert without_geotags(damaged) == damaged


@pytest.mark.parametrize("data", [
    jpeg(segment(0xEB, b'JP {"exif:GPSLatitude": "39,54.1N"}')),
    jpeg(segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP.encode("utf-16-be"))),
    jpeg(segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<a:City>Nowhere")),
    box(b"JXL ", b"\r\n\x87\n") + box(b"brob", b"Exif", b"\x1b\3\0"),
], ids=["content credentials", "UTF-16", "an element without an end", "brotli"])  # fmt: skip
def test_a_place_that_cannot_be_taken_out_is_refused(data: bytes) -> None:
    with pytest.raises(Uncleanable):
        without_geotags(data)


@pytest.mark.parametrize("name", CASES)
def test_no_damage_makes_it_fail_in_another_way(name: str) -> None:
    data, chance = CASES[name](), random.Random(12)
    head = min(len(data), 6000)
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(head)] = chance.randrange(256)
        if chance.random() < 0.3:
            del broken[chance.randrange(head) :]
        try:
            assert len(without_geotags(bytes(broken))) >= 0
        except Uncleanable as error:
            assert str(error)


def circles() -> bytes:
    """A TIFF of 400 directories, each with the same 65,535 entries, all of them large XMP."""
    entry = struct.pack("<HHII", 700, 1, 700_000, 8)
    entries = entry * 65_535
    heads = b"".join(struct.pack("<H", 65_535) for _ in range(400))
    return b"II*\0\x08\0\0\0" + heads + entries


def packed_bombs() -> bytes:
    body = b"Raw profile type exif\0\0" + zlib.compress(b"\nexif\n 9\n" + b"a" * 15_000_000)
    return png(*[(b"zTXt", body)] * 60)


STRANGE: dict[str, Callable[[], bytes]] = {
    "elements without an end": lambda: (
        b"GIF89a<x:xmpmeta>" + b"<a:City>" * 200_000 + b"</x:xmpmeta>"
    ),
    "packets without an end": lambda: b"GIF89a" + b"<x:xmpmeta>" * 200_000,
    "many Exifs": lambda: jpeg() + b"Exif\0\0II*\0" * 50_000,
    "many Exifs of one directory": lambda: (
        jpeg() + (b"Exif\0\0II*\0" + struct.pack("<I", 40_000)) * 5_000 + b"\xff\xff" * 90_000
    ),
    "many resources": lambda: jpeg() + (b"Photoshop 3.0\0" + iptc()) * 20_000,
    "directories that overlap": circles,
    "bombs": packed_bombs,
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_strangers_picture_costs_no_more_than_its_size(name: str) -> None:
    """Without a bound, each of these takes minutes or hours; the limit is far above what it takes."""
    data = STRANGE[name]()
    start = time.process_time()
    with suppress(Uncleanable):
        without_geotags(data)
    assert time.process_time() - start < HANGS


def test_a_film_without_a_place_is_not_copied() -> None:
    """It may have gigabytes."""
    data = box(b"ftyp", b"isom") + box(b"moov", b"udta") + box(b"mdat", bytes(5_000_000))
    for film in (data, webm() + bytes(5_000_000)):
        tracemalloc.start()
        assert without_geotags(film) is film
        assert tracemalloc.get_traced_memory()[1] < 100_000
        tracemalloc.stop()


# ---------------------------------------------------------------------- a site


def has_place(data: bytes) -> bool:
    return bool(set(Image.open(BytesIO(data)).getexif().get_ifd(GPS)) - {0})


def test_originals_are_published_without_a_place_from_wherever_they_come(site: SiteCase) -> None:
    data = saved(photo(900, 600), "JPEG", exif=told())
    files = (
        "static/a.jpg",
        "content/b.jpg",
        "content/posts/2024-01-02-p/c.jpg",
        "themes/bare/assets/d.jpg",
    )
    for path in files:
        site.write(path, data)
    site.write("content/posts/2024-01-02-p/index.md", "---\ntitle: P\n---\n\n![c](c.jpg)\n")
    page = (site.root / "themes/bare/templates/page.html").read_text("utf-8")
    site.write(
        "themes/bare/templates/page.html",
        page + "{% block main %}{{ asset('d.jpg') }}{% endblock %}",
    )
    built = site.build()
    assert built.said() == ""
    published = {path: data for path, data in built.bytes().items() if path.endswith(".jpg")}
    assert {path.rpartition("/")[2][0] for path in published} == {"a", "b", "c", "d"}
    assert not [path for path, data in published.items() if has_place(data)]
    assert (site.root / "static/a.jpg").read_bytes() == data and has_place(data)
    again = site.build()
    assert again.report is not None and again.report.rendered == 0


def test_what_cannot_be_cleaned_is_named_with_a_way_out(site: SiteCase) -> None:
    site.write("static/x/a.jpg", jpeg(segment(0xEB, b'JP {"exif:GPSLatitude": "39,54.1N"}')))
    said = site.build().said()
    assert "static/x/a.jpg: error: this picture says where it was taken" in said
    assert "exiftool" in said
