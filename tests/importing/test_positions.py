"""Pictures that say where they were taken: the report names them, and no page publishes it."""

from pathlib import Path

from tests.importing.conftest import Run
from tests.importing.test_bad_sources import BASE
from tests.pictures.drawing import exif, photo, saved
from tests.pictures.filming import mp4


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
