"""Photos of CVs, which come with the file that names them, and pictures that say where they were taken."""

from pathlib import Path

import yaml

from generator.commands.cli import main
from tests.importing.conftest import JSON_RESUME, RENDERCV, Imported, Run, import_here
from tests.importing.test_bad_sources import BASE
from tests.pictures.drawing import exif, photo, saved
from tests.pictures.filming import mp4

PICTURE = saved(photo(60, 80))

AT_HOME = JSON_RESUME.replace("https://tester.example/ada.jpg", "ada.png")


def cv_of(imported: Imported) -> dict[str, object]:
    found: dict[str, object] = imported.data("cv/resume")
    return found


def test_a_photo_comes_with_its_cv_and_goes_out_again(tmp_path: Path) -> None:
    done = import_here(tmp_path, {"resume.json": AT_HOME, "ada.png": PICTURE})
    assert done.code == 1
    assert cv_of(done)["photo"] is True and not done.found("portrait")
    assert done.person["portrait"] == "ada.png"
    site = done.folder / "content/site.yaml"
    site.write_text(site.read_text() + "url: https://ada.example/\n")
    main(["export", "json-resume", "--project", str(done.folder), "-o", str(tmp_path / "out")])
    basics = yaml.safe_load((tmp_path / "out").read_text())["basics"]
    assert basics["image"] == "https://ada.example/ada.png"


def test_one_file_brings_the_picture_beside_it_that_it_names(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "cv.yaml").write_text(RENDERCV.replace("ada.jpg", "ada.png"))
    (folder / "ada.png").write_bytes(PICTURE)
    (folder / "other.png").write_bytes(PICTURE)
    assert main(["import", str(folder / "cv.yaml"), str(tmp_path / "site")]) == 1
    assert sorted(p.name for p in (tmp_path / "site/static").iterdir()) == ["ada.png"]


def test_a_photo_that_is_none_is_left_out_and_named(tmp_path: Path) -> None:
    done = import_here(tmp_path, {"resume.json": AT_HOME, "ada.png": b"no picture"})
    assert done.code == 1
    assert "photo" not in cv_of(done) and done.found("value")


def test_the_report_names_pictures_that_say_where_they_were_taken(
    imported: Run, tmp_path: Path
) -> None:
    placed = saved(photo(40, 30), "JPEG", exif=exif(position=True))
    plain = saved(photo(40, 30), "JPEG")
    page = "<html><body><main><p>Old.</p></main></body></html>"
    site = imported(
        {**BASE, "source/placed.jpg": placed, "source/plain.jpg": plain},
        published={"index.html": page, "other.jpg": placed},
    )
    found = {
        one["file"]: (one["severity"], one["became"])
        for one in site.report["findings"]
        if one["code"] == "position"
    }
    became = ("secret", "the site is published without it")
    assert found == {"source/placed.jpg": became, "other.jpg": became}


def test_films_that_say_where_they_were_taken_are_left_out(imported: Run) -> None:
    film = mp4(user_data=b"com.apple.quicktime.location.ISO6709")
    page = "<html><body><main><p>Old.</p></main></body></html>"
    site = imported(
        {**BASE, "source/placed.mp4": film}, published={"index.html": page, "other.mp4": film}
    )
    found = {one["file"] for one in site.report["findings"] if one["code"] == "file-not-allowed"}
    assert found == {"source/placed.mp4", "other.mp4"}
