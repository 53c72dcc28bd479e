"""The theme plate: pictures first, favourites that stand out, a paper's page in the middle."""

from pathlib import Path

import pytest

from tests.conftest import SiteCase, element
from tests.pictures.drawing import photo, saved
from tests.pictures.filming import mp4

PAPERS = """- {id: goat, title: Goats, authors: [Ada Lovelace], venue: zoo, date: 2024, selected: true,
   preview: goat.mp4, preview_still: goat.jpg, preview_alt: A goat, body: Goats leap.}
- {id: ewe, title: Ewes, authors: [Ada Lovelace], date: 2023}
"""


@pytest.fixture
def plate(tmp_path: Path) -> SiteCase:
    site = SiteCase(tmp_path / "project")
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: plate\n")
    site.write("content/venues.yaml", "- {id: zoo, name: Conference on Zoos, short: ZOO}\n")
    site.write("content/publications.yaml", PAPERS)
    site.write("static/goat.mp4", mp4()).write("static/goat.jpg", saved(photo(), "JPEG"))
    return site


def test_a_picture_comes_before_the_words_and_favourites_are_marked(plate: SiteCase) -> None:
    built = plate.build_clean()
    home = element(built.read("index.html"), "main")
    goat, ewe = home.split("Ewes")[0], home.split('<li class="entry')[-1]
    assert 'class="entry favourite"' in goat and "favourite" not in ewe
    assert goat.index("<video") < goat.index(">Goats<") < goat.index('<b class="badge">ZOO</b>')
    assert goat.index("badge") < goat.index("Conference on Zoos") < goat.index("Goats leap.")


def test_the_page_of_a_paper_shows_a_large_film_that_readers_can_stop(plate: SiteCase) -> None:
    page = element(plate.build().read("publications/goat/index.html"), "article")
    hero = element(page, "figure")
    assert "controls" in hero and 'aria-label="A goat"' in hero and "poster=" in hero
    assert page.index('class="lead"') < page.index('class="hero"') < page.index("BibTeX")


@pytest.mark.parametrize("skin", ["lilac", "kiln"])
def test_each_skin_builds_without_a_word(plate: SiteCase, skin: str) -> None:
    theme = f"theme: {{name: plate, options: {{skin: {skin}}}}}\n"
    settings = f"person: {{name: Ada Lovelace}}\n{theme}"
    built = plate.write("content/site.yaml", settings).build_clean()
    sheet = next(path for path in built.files() if path.rpartition("/")[2].startswith("style."))
    has_plates = "repeat(2, minmax(0, 1fr)); gap" in built.read(sheet)
    assert has_plates == (skin == "kiln")
