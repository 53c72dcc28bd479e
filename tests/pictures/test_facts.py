"""What there is to know of a picture, what is wrong with one, and who remembers it."""

from pathlib import Path

import pytest

from generator.model.files import Picture
from generator.parse.pictures import picture_in
from tests.commands import python
from tests.conftest import ENVIRONMENT, SiteCase
from tests.pictures.drawing import claiming, exif, photo, plot, saved


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "GIF", "AVIF", "MPO"])
def test_kind_and_size_are_those_of_the_bytes_and_what_moves_is_known(format: str) -> None:
    """In MPO (CIPA DC-007), telephones write a preview or a map of brightness behind a JPEG."""
    kind = "jpeg" if format == "MPO" else format.lower()
    assert picture_in(saved(photo(90, 60), format)) == Picture(kind, 90, 60)  # type: ignore[arg-type]
    if format not in ("JPEG", "AVIF"):
        several = saved(photo(90, 60), format, save_all=True, append_images=[photo(90, 60, 1)])
        assert picture_in(several).is_animated == (format != "MPO")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_sides_are_those_that_are_seen(orientation: int) -> None:
    found = picture_in(saved(photo(90, 60), "JPEG", exif=exif(orientation)))
    assert (found.width, found.height) == ((60, 90) if orientation > 4 else (90, 60))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_what_was_cut_has_a_fault_and_not_a_crash(format: str, part: float) -> None:
    data = saved(photo(300, 200), format)
    assert picture_in(data[: int(len(data) * part)]).fault


def test_a_pixel_that_was_garbled_in_a_png_is_found_before_anything_is_made_of_it() -> None:
    data = bytearray(saved(photo(300, 200)))
    at = data.index(b"IDAT") + 200
    data[at : at + 20] = bytes(20)
    assert str(picture_in(bytes(data)).fault) == "it is damaged"


@pytest.mark.parametrize("data", [b"", b"x", b"\x89PNG\r\n\x1a\n", b"<html>", b"BM" + bytes(60)])
def test_what_is_no_picture_has_a_fault(data: bytes) -> None:
    assert picture_in(data).fault


def test_a_picture_of_gigabytes_is_not_decoded() -> None:
    """A head that claims 60,000 by 60,000 pixels: few bytes that would become 3 GB."""
    assert "60000 × 60000 pixels" in str(picture_in(claiming(60_000, 60_000)).fault)


@pytest.mark.parametrize(
    ("tag", "size"),
    [
        ('width="300" height="200"', (300, 200)),
        ("height='2in' width='1in'", (96, 192)),
        ('width="460.8pt" height="345.6pt"', (614, 461)),
        ('width="100%" height="200"', (0, 0)),
        ('viewBox="0 0 9 9"', (0, 0)),
        ('width="1.2.3" height="4"', (0, 0)),
        ('stroke-width="3" width="8" line-height="7" height="9"', (8, 9)),
    ],
)
def test_the_size_of_a_drawing_is_what_it_says_itself(tag: str, size: tuple[int, int]) -> None:
    found = picture_in(
        f'<?xml version="1.0"?>\n<svg {tag}><rect width="1" height="2"/></svg>'.encode()
    )
    assert (found.width, found.height) == size


def test_the_same_bytes_are_the_same_picture_under_any_name(site: SiteCase) -> None:
    """The memory knows them by their digest, so no name may have a say."""
    for order in (("a.svg", "b.png"), ("a.png", "b.svg")):
        case = SiteCase(site.root.with_name(order[0]))
        for path in ("content/site.yaml", "content/index.md"):
            case.write(path, (site.root / path).read_bytes())
        for name in order:
            case.write(f"static/{name}", "GIF89a, but not really")
        said = case.build().said()
        assert said.count("cannot be read") == 2
        assert case.build().said() == said


def test_a_broken_picture_is_named_with_a_way_out_and_copied_as_it_is(site: SiteCase) -> None:
    broken = saved(photo(), "JPEG")[:5000]
    site.write("static/trip.jpg", broken)
    site.write("content/index.md", "---\ntitle: Home\n---\n![a](trip.jpg)\n")
    built = site.build()
    assert built.said().startswith("static/trip.jpg: warning: this picture cannot be read: ")
    assert "skip: [trip.jpg]" in built.said()
    assert (built.output / "trip.jpg").read_bytes() == broken
    assert site.build().said() == built.said(), "it is told as long as it is so"
    site.write("content/site.yaml", "person: {name: Ada}\npictures: {skip: [trip.jpg]}\n")
    assert not site.build().problems


PROGRAM = """
import sys
from generator.commands.cli import main
try:
    main()
finally:
    print("loaded:", *(name for name in ("PIL", "pypdfium2") if name in sys.modules))
"""


def loaded(root: Path, *words: str) -> set[str]:
    said = python(PROGRAM, "build", *words, cwd=root, env={**ENVIRONMENT, "PATH": ""})
    return set(said.rpartition("loaded:")[2].split())


@pytest.mark.slow
def test_pictures_that_are_known_are_not_looked_at_again(site: SiteCase) -> None:
    """Neither a new name nor a new time makes a new picture, and no edit of a text needs Pillow."""
    site.write("content/trip.jpg", saved(photo(), "JPEG"))
    site.write("static/a.png", saved(plot(90, 60)))
    site.write("static/cut.jpg", saved(photo(), "JPEG")[:5000])
    site.write("content/index.md", "---\ntitle: Home\n---\n![a](trip.jpg)\n")
    assert loaded(site.root) == {"PIL"}
    site.write("content/index.md", "---\ntitle: Home\n---\nMore: ![a](trip.jpg)\n")
    (site.root / "static/cut.jpg").rename(site.root / "static/b.jpg")
    (site.root / "static/a.png").touch()
    assert loaded(site.root) == set()
    site.write("static/a.png", saved(plot(60, 90)))
    assert loaded(site.root) == {"PIL"}


@pytest.mark.slow
def test_a_site_without_pictures_never_loads_pillow(site: SiteCase) -> None:
    site.write("static/d.txt", "no picture")
    assert loaded(site.root) == set()
    site.write("content/trip.jpg", saved(photo(), "JPEG"))
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\npictures: false\n")
    assert loaded(site.root) == set()
