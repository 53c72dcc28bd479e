"""Photos of CVs: they come with the file that names them, and go out again with an export."""

from pathlib import Path

import yaml

from generator.commands.cli import main
from tests.importing.conftest import JSON_RESUME, RENDERCV, Imported, import_here
from tests.pictures.drawing import photo, saved

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
