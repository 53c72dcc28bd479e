"""Pictures are published without metadata: only pixels, colours and which side is up stay."""

import random
import struct
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image, ImageCms

from generator.picture_metadata import Uncleanable, published, without_metadata
from tests.conftest import SiteCase
from tests.pictures.drawing import GPS, ORIENTATION, chunk, exif, opened, photo, saved
from tests.pictures.filming import box, element, mp4, webm

XMP = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description exif:GPSLatitude="39,54.1N"
photoshop:City="Nowhere"/></rdf:RDF></x:xmpmeta>"""
TOLD = (b"GPS", b"Nowhere", b"39,54", b"Maker", b"xmpmeta")
COLOURS = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def told(orientation: int = 1) -> Image.Exif:
    """EXIF with a place and a maker."""
    found = exif(orientation, position=True)
    found[0x010F] = "Maker"
    found.get_ifd(GPS)[27] = b"ASCII\0\0\0Nowhere"
    return found


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def jpeg(*segments: bytes) -> bytes:
    plain = saved(photo(90, 60), "JPEG")
    return plain[:2] + b"".join(segments) + plain[2:]


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    plain = saved(photo(90, 60))
    return plain[:33] + b"".join(chunk(*one) for one in chunks) + plain[33:]


def webp_film() -> bytes:
    shots = [photo(90, 60, seed) for seed in range(3)]
    return saved(shots[0], "WEBP", save_all=True, append_images=shots[1:], exif=told(), xmp=XMP)


GPS_SEGMENT = segment(0xE1, told().tobytes())
CASES: dict[str, Callable[[], bytes]] = {
    "JPEG, Exif": lambda: saved(photo(90, 60), "JPEG", exif=told(), icc_profile=COLOURS),
    "JPEG, XMP": lambda: saved(photo(90, 60), "JPEG", xmp=XMP),
    "JPEG, progressive": lambda: saved(photo(90, 60), "JPEG", progressive=True, exif=told()),
    "JPEG, in CMYK": lambda: saved(photo(90, 60).convert("CMYK"), "JPEG", exif=told()),
    "JPEG, IPTC": lambda: jpeg(segment(0xED, b"Photoshop 3.0\0Nowhere")),
    "JPEG, a small picture": lambda: jpeg(segment(0xE0, b"JFXX\0\x10Nowhere")),
    "JPEG, other tables": lambda: jpeg(segment(0xEE, b"Nowhere")),
    "JPEG, a comment": lambda: jpeg(segment(0xFE, b"Nowhere")),
    "JPEG, content credentials": lambda: jpeg(segment(0xEB, b'JP {"exif:GPSLatitude": "39,54"}')),
    "JPEG, another one behind": lambda: jpeg() + saved(photo(30, 20), "JPEG", exif=told(), xmp=XMP),
    "JPEG, a film behind": lambda: jpeg() + mp4(user_data=b"Nowhere"),
    "JPEG, between fill bytes": lambda: jpeg(b"\xff\xff", GPS_SEGMENT, b"\xff"),
    "PNG, Exif": lambda: saved(photo(90, 60), exif=told(), icc_profile=COLOURS),
    "PNG, XMP": lambda: png((b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP)),
    "PNG, packed": lambda: png((b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(XMP))),
    "PNG, of a stranger": lambda: png((b"prVt", b"Nowhere"), (b"tIME", b"\7\xe8\1\2\3\4\5")),
    "PNG, more behind": lambda: png() + b"Nowhere",
    "WebP, Exif": lambda: saved(photo(90, 60), "WEBP", exif=told(), icc_profile=COLOURS),
    "WebP, XMP": lambda: saved(photo(90, 60), "WEBP", xmp=XMP),
    "WebP, moving": webp_film,
    "WebP, more behind": lambda: saved(photo(90, 60), "WEBP") + b"Nowhere",
}


@pytest.mark.parametrize("made", CASES.values(), ids=CASES.keys())
def test_nothing_is_left_but_pixels_and_colours(made: Callable[[], bytes]) -> None:
    data = made()
    clean = without_metadata(data)
    assert clean != data and without_metadata(clean) is clean
    assert not [word for word in TOLD if word in clean]
    before, after = opened(data), opened(clean)
    assert before.tobytes() == after.tobytes() and before.mode == after.mode
    assert after.info.get("icc_profile") == before.info.get("icc_profile")
    assert not after.getexif() and not after.info.get("xmp") and not getattr(after, "text", None)
    assert made is not webp_film or getattr(after, "n_frames", 1) == 3


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_which_side_is_up_stays(format: str) -> None:
    clean = without_metadata(saved(photo(90, 60), format, exif=told(6)))
    assert dict(opened(clean).getexif()) == {ORIENTATION: 6}
    assert without_metadata(clean) is clean
    assert not [word for word in TOLD if word in clean]


def test_the_head_of_a_webp_names_what_is_there() -> None:
    def flags(orientation: int) -> int:
        made = saved(photo(90, 60), "WEBP", exif=told(orientation), xmp=XMP, icc_profile=COLOURS)
        clean = without_metadata(made)
        assert int.from_bytes(clean[4:8], "little") == len(clean) - 8
        return clean[clean.index(b"VP8X") + 8]

    assert (flags(1), flags(6)) == (0x20, 0x28)


@pytest.mark.parametrize(
    "data",
    [saved(photo(90, 60), "JPEG"), saved(photo(90, 60)), saved(photo(90, 60), "WEBP"),
     saved(photo(90, 60), "GIF"), b"", b"GIF", b"%PDF-1.4 GPSLatitude", b"GPSLatitude",
     saved(photo(90, 60), "JPEG")[:-300], saved(photo(90, 60))[:-300]],
    ids=["JPEG", "PNG", "WebP", "GIF", "empty", "cut", "PDF", "words", "half JPEG", "half PNG"],
)  # fmt: skip
def test_a_file_without_metadata_keeps_its_bytes(data: bytes) -> None:
    assert published(data, "a") == (data, [])


@pytest.mark.parametrize("data", [
    jpeg(b"\0", GPS_SEGMENT),
    jpeg(GPS_SEGMENT, b"\0\0"),
    jpeg(b"\xff\xff\0", GPS_SEGMENT),
    jpeg(b"words", GPS_SEGMENT),
    jpeg(b"\xff\xd8", GPS_SEGMENT),
    jpeg(segment(0xE1, b"a")[:2] + b"\0\1", GPS_SEGMENT),
    jpeg(segment(0x02, b"a"), GPS_SEGMENT),
    jpeg(GPS_SEGMENT)[:400],
    b"\xff\xd8",
    png((b"eXIf", told().tobytes()))[:100],
    saved(photo(90, 60), "WEBP", exif=told())[:-9],
], ids=["a zero", "zeros behind", "fill bytes and a zero", "words", "a second beginning", "no length",
        "no such part", "its end missing", "nothing", "PNG", "WebP"])  # fmt: skip
def test_a_picture_that_cannot_be_read_to_its_end_is_refused(data: bytes) -> None:
    with pytest.raises(Uncleanable):
        without_metadata(data)
    made, problems = published(data, "static/a.jpg")
    assert made == b"" and [problem.is_error for problem in problems] == [True]


def located(name: bytes) -> bytes:
    """Tags of Matroska (RFC 9559, 5.1.8)."""
    simple = element(0x67C8, element(0x45A3, name), element(0x4487, b"+39.9000+116.3800/"))
    return element(0x1254C367, element(0x7373, simple))


@pytest.mark.parametrize("data", [
    told().tobytes().removeprefix(b"Exif\0\0"),
    b"GIF89a!\xff\x0bXMP DataXMP" + XMP,
    saved(photo(90, 60), "TIFF", tiffinfo={700: XMP}),
    b"II*\0" + "exif:GPSLatitude".encode("utf-16-be"),
    box(b"ftyp", b"heic\0\0\0\0heic") + box(b"mdat", told().tobytes()),
    box(b"JXL ", b"\r\n\x87\n") + box(b"xml ", XMP),
    box(b"JXL ", b"\r\n\x87\n") + box(b"brob", b"Exif", b"\x1b\3\0"),
    mp4(user_data=box(b"\xa9xyz", struct.pack(">HH", 17, 0x15C7), b"+39.9000+116.3800/")),
    mp4(user_data=box(b"loci", bytes(6), b"Nowhere\0")),
    mp4(user_data=b"com.apple.quicktime.location.ISO6709"),
    webm(tags=located(b"LOCATION")),
    webm(tags=located(b"RECORDING_LOCATION")),
    webm(tags=located(b"com.apple.quicktime.location.ISO6709")),
], ids=["TIFF", "GIF", "TIFF, XMP", "UTF-16", "HEIF", "JPEG XL", "JPEG XL, packed", "©xyz", "loci",
        "Apple's", "WebM", "WebM, recorded", "WebM, Apple's"])  # fmt: skip
def test_a_position_in_another_format_is_an_error(data: bytes) -> None:
    made, problems = published(data, "static/a")
    assert made == b"" and len(problems) == 1 and problems[0].is_error
    assert "says where it was taken" in problems[0].message and "ffmpeg" in problems[0].hint


@pytest.mark.parametrize("name", CASES)
def test_no_damage_makes_it_fail_in_another_way_or_keep_a_place(name: str) -> None:
    data, chance = CASES[name](), random.Random(12)
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            broken[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del broken[chance.randrange(len(data)) :]
        _, problems = published(bytes(broken), "a.jpg")
        assert all(problem.is_error for problem in problems)


def has_place(data: bytes) -> bool:
    return bool(Image.open(BytesIO(data)).getexif().get_ifd(GPS))


def test_originals_are_published_without_a_place_from_wherever_they_come(site: SiteCase) -> None:
    data = saved(photo(900, 600), "JPEG", exif=told())
    site.write("static/a.jpg", data).write("content/b.jpg", data)
    site.write("content/posts/2024-01-02-p/c.jpg", data).write("themes/bare/assets/d.jpg", data)
    site.write("content/posts/2024-01-02-p/index.md", "---\ntitle: P\n---\n\n![c](c.jpg)\n")
    page = (site.root / "themes/bare/templates/page.html").read_text("utf-8")
    page += "{% block main %}{{ asset('d.jpg') }}{% endblock %}"
    site.write("themes/bare/templates/page.html", page)
    built = site.build()
    assert built.said() == ""
    photos = {path: data for path, data in built.bytes().items() if path.endswith(".jpg")}
    assert {path.rpartition("/")[2][0] for path in photos} == {"a", "b", "c", "d"}
    assert not [path for path, data in photos.items() if has_place(data)]
    assert (site.root / "static/a.jpg").read_bytes() == data and has_place(data)
    again = site.build()
    assert again.report is not None and again.report.rendered == 0
