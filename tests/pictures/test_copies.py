"""The copies of a picture: which there are, what is in them, and that they are made once."""

import re
from typing import IO, Any

import pytest
from PIL import Image, ImageChops, ImageCms, ImageStat

from generator.api import BuildRequest, build
from generator.model.files import ProjectFolders
from generator.render.picture_copies import Base
from tests.conftest import Built, SiteCase, may_use
from tests.pictures.drawing import exif, opened, photo, plot, saved


def copies(built: Built, stem: str) -> dict[str, str]:
    """The copies of a picture by their widths: `800` -> its path."""
    pattern = re.compile(rf"{stem}-(\d+)-[0-9a-f]{{8}}\.webp")
    found = {path: pattern.fullmatch(path) for path in built.files()}
    return {match[1]: path for path, match in found.items() if match}


@pytest.mark.slow
def test_a_picture_has_copies_in_webp_up_to_its_own_width(site: SiteCase) -> None:
    behind = saved(photo(), "MPO", save_all=True, append_images=[plot(300, 200)])
    pictures = {
        "trip.jpg": (saved(photo(), "JPEG"), [480, 800, 900]),
        "large.jpg": (saved(photo(2400, 1600), "JPEG"), [480, 800, 1200, 1600]),
        "itself.webp": (saved(photo(), "WEBP"), [480, 800]),
        "no-profile.jpg": (saved(photo(), "JPEG", icc_profile=b"no profile"), [480, 800, 900]),
        "two-in-one.jpg": (behind, [480, 800, 900]),
    }
    for name, (data, _) in pictures.items():
        site.write(f"static/{name}", data)
    built = site.build_clean()
    for name, (data, widths) in pictures.items():
        found = copies(built, name.partition(".")[0])
        assert sorted(map(int, found)) == widths, name
        assert (built.output / name).read_bytes() == data or name == "two-in-one.jpg"
        for width, path in found.items():
            image = opened((built.output / path).read_bytes())
            assert image.size == (int(width), round(int(width) * 2 / 3)), path
            assert image.format == "WEBP", path


def test_the_same_picture_under_two_endings_has_its_copies_once(site: SiteCase) -> None:
    for name in ("p.jpg", "p.jpeg"):
        site.write(f"static/{name}", saved(photo(), "JPEG"))
    site.write("content/index.md", "---\ntitle: Home\n---\n![a](p.jpg)\n\n![b](p.jpeg)\n")
    built = site.build()
    assert built.ok and built.read("index.html").count(f"{copies(built, 'p')['480']} 480w") == 2


def test_a_build_that_is_only_read_makes_none(site: SiteCase) -> None:
    site.write("static/p.jpg", saved(photo(), "JPEG"))
    site.write("content/index.md", "---\ntitle: Home\n---\n![a](p.jpg)\n")
    build(BuildRequest(project=ProjectFolders(site.root), output=site.output, copies=False))
    assert not list(site.output.glob("*.webp"))
    assert '<img src="p.jpg"' in (site.output / "index.html").read_text("utf-8")
    assert copies(site.build(), "p")


@pytest.mark.slow
def test_icons_drawings_and_what_moves_have_none(site: SiteCase) -> None:
    frames = [photo(300, 200, seed) for seed in range(2)]
    site.write("static/icon.png", saved(plot(32, 32)))
    for kind in ("WEBP", "PNG", "GIF"):
        moves = saved(frames[0], kind, save_all=True, append_images=frames[1:])
        site.write(f"static/moves.{kind.lower()}", moves)
    site.write("static/d.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    built = site.build_clean()
    assert not [path for path in built.files() if re.search(r"-[0-9a-f]{8}\.(webp|png)", path)]


@pytest.mark.slow
def test_no_copy_is_higher_than_its_kind_can_be(site: SiteCase) -> None:
    site.write("static/long.png", saved(Image.new("L", (600, 20_000))))
    site.write("content/index.md", "---\ntitle: Home\n---\n![a](long.png)\n")
    built = site.build()
    assert sorted(copies(built, "long")) == ["480"]
    assert not built.problems


def test_exceptions_are_the_authors(site: SiteCase) -> None:
    head = "person: {name: Ada Lovelace}\npictures: {skip: [raw/, b*.jpg]}\n"
    for path in ("a.jpg", "raw/a.jpg", "big.jpg"):
        site.write(f"static/{path}", saved(photo(), "JPEG"))
    site.write("content/site.yaml", head)
    built = site.build()
    assert "480" in copies(built, "a")
    assert not copies(built, "raw/a") and not copies(built, "big")


def test_a_picture_on_its_side_is_turned_and_its_copies_say_nothing_else(site: SiteCase) -> None:
    site.write("static/a.jpg", saved(photo(), "JPEG", exif=exif(6)))
    built = site.build()
    for path in copies(built, "a").values():
        image = opened((built.output / path).read_bytes())
        sides = image.convert("L").resize((2, 1)).tobytes()
        assert image.height > image.width and sides[0] > sides[1] + 50, "its top was at the right"
        assert not image.getexif() and "icc_profile" not in image.info


@pytest.mark.slow
def test_what_is_transparent_stays_so(site: SiteCase) -> None:
    image = plot().convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    site.write("static/a.png", saved(image))
    built = site.build()
    for path in copies(built, "a").values():
        alpha = opened((built.output / path).read_bytes()).convert("RGBA").getchannel("A")
        assert alpha.getextrema()[0] < 10 and alpha.getextrema()[1] > 245


@pytest.mark.slow
def test_every_mode_of_colour_looks_the_same_in_its_copies(site: SiteCase) -> None:
    modes = {
        "PNG": ("P", "L", "LA", "1", "I;16"),
        "JPEG": ("CMYK", "L"),
    }
    stems = {}
    for format, mode in ((format, mode) for format, several in modes.items() for mode in several):
        image = plot(mode="L" if mode == "I;16" else mode)
        if mode == "I;16":
            image = image.convert("I").point(lambda value: value * 256).convert("I;16")
        stems[f"n{len(stems)}"] = mode
        site.write(f"static/{[*stems][-1]}.{format.lower()}", saved(image, format))
    built = site.build_clean()
    for stem, mode in stems.items():
        for path in copies(built, stem).values():
            made = opened((built.output / path).read_bytes()).convert("L")
            small = plot().convert("L").resize(made.size, Image.Resampling.LANCZOS)
            assert ImageStat.Stat(ImageChops.difference(made, small)).mean[0] < 4, (mode, path)


def test_a_drawing_loses_nothing(site: SiteCase) -> None:
    site.write("static/a.png", saved(plot()))
    built = site.build()
    path = built.output / copies(built, "a")["900"]
    assert opened(path.read_bytes()).convert("RGB").tobytes() == plot().tobytes()


def test_colours_of_a_profile_become_those_of_srgb(site: SiteCase) -> None:
    """A profile in which red is blue: without it, the copies would have the wrong colour."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = profile.replace(b"rXYZ", b"????").replace(b"bXYZ", b"rXYZ").replace(b"????", b"bXYZ")
    red = Image.new("RGB", (600, 90), (230, 20, 30))
    site.write("static/a.jpg", saved(red, "JPEG", icc_profile=swapped, quality=95))
    site.write("static/b.png", saved(red, "PNG", icc_profile=swapped))
    built = site.build()
    for stem in ("a", "b"):
        for path in copies(built, stem).values():
            image = opened((built.output / path).read_bytes())
            r, _, b = image.convert("RGB").getpixel((50, 50))  # type: ignore[misc]
            assert b > 200 and r < 60, path
            assert "icc_profile" not in image.info


def test_a_large_photo_is_decoded_no_larger_than_its_widest_copy_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from generator.model.files import Variant

    base = Base(saved(photo(4000, 3000), "JPEG"), Variant(480, 360, 1600))
    assert base.image.size == (2000, 1500)


def test_a_picture_that_cannot_be_copied_after_all_is_told_once_with_a_way_out(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **settings: object) -> None:
        raise MemoryError

    site.write("static/a.jpg", saved(photo(), "JPEG"))
    monkeypatch.setattr(Image.Image, "save", fail)
    built = site.build()
    assert not built.ok and len(built.problems) == 1
    assert "static/a.jpg: error: no copy of this can be made: it needs more memory than there is" in built.said()  # fmt: skip
    assert "skip: [a.jpg]" in built.said()
    monkeypatch.undo()
    assert site.build().ok


def test_a_renamed_picture_is_not_encoded_again(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    save = Image.Image.save

    def count(self: Image.Image, file: IO[bytes], format: str, **settings: Any) -> None:
        made.append(format)
        save(self, file, format, **settings)

    site.write("static/a.jpg", saved(photo(), "JPEG"))
    monkeypatch.setattr(Image.Image, "save", count)
    may_use(1, monkeypatch)
    assert site.build().ok and len(made) == 3
    (site.root / "static/a.jpg").rename(site.root / "static/b.jpg")
    assert len(copies(site.build(), "b")) == len(made) == 3
