"""The theme folio: the profile beside the text, and what stands folded in the entries of papers. The theme
plate: pictures first, favourites that stand out, a paper's page in the middle."""

import re
from pathlib import Path

import pytest

from tests.conftest import Built, SiteCase, element, visible_text
from tests.pictures.drawing import photo, saved
from tests.pictures.filming import mp4

SITE = """
person: {{name: Ada Lovelace, role: Reader, email: ada@x.example}}
languages: [en, zh, ar]
url: https://ada.example.org/
theme: {{name: folio, options: {{{options}}}}}
"""
PAPERS = """
- {id: goat, title: A goat, authors: [Ada Lovelace, B Chen], venue: conf, date: 2024,
   shape: oral, award: Best Paper, note: to appear, links: {code: https://x.example/}}
"""


@pytest.fixture(scope="module")
def folio(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    site = SiteCase(tmp_path_factory.mktemp("folio"))
    site.write("content/index.md", "---\ntitle: Home\n---\n\nHello.\n")
    site.write("content/publications.yaml", PAPERS)
    site.write("content/venues.yaml", "- {id: conf, name: A Conference, short: AC}\n")
    site.write("content/interests.yaml", "- {title: {en: Engines, zh: 机器}}\n")
    about = "---\ntitle: About\n---\n:::{publications}\n:abstract: true\n:::\n"
    site.write("content/about.md", about)
    site.write("content/posts/2024-01-02-one.md", "---\ntitle: One\n---\nText.\n")
    return with_options(site, "")


@pytest.fixture(scope="module")
def built(folio: SiteCase) -> Built:
    return folio.build(strict=True)


def with_options(site: SiteCase, options: str) -> SiteCase:
    return site.write("content/site.yaml", SITE.format(options=options))


def profile(page: str) -> str:
    found = re.search(r'<aside class="profile".*?</aside>', page, re.DOTALL)
    return visible_text(found[0]) if found else ""


def test_the_profile_stands_beside_lists_and_pages_and_not_beside_what_is_read(
    built: Built,
) -> None:
    for path in ("index.html", "about/index.html", "posts/index.html"):
        assert "Ada Lovelace Reader" in profile(built.read(path)), path
    for path in ("publications/goat/index.html", "posts/one/index.html", "404.html"):
        assert profile(built.read(path)) == "", path
    assert "Research interests Engines" in profile(built.read("index.html"))
    assert "研究方向 机器" in profile(built.read("zh/index.html"))


def test_every_page_has_one_first_heading(built: Built) -> None:
    pages = [path for path in built.files() if path.endswith("index.html")]
    assert len(pages) > 10
    for path in pages:
        assert len(re.findall(r"<h1\b", built.read(path))) == 1, path


def test_bibtex_opens_without_a_script_unless_the_site_wants_none(
    folio: SiteCase, built: Built, tmp_path: Path
) -> None:
    page = built.read("about/index.html")
    folded = re.search(r'<details class="cite">(.*?)</details>', page, re.DOTALL)
    assert folded and visible_text(folded[1]).startswith("BibTeX @misc{goat,")
    assert "data-copy" in folded[1]
    without = with_options(folio, "show_bibtex: false").build(strict=True, output=tmp_path)
    assert 'class="cite"' not in without.read("about/index.html")


def test_honours_are_chips_and_said_once(built: Built) -> None:
    for path in ("about/index.html", "publications/goat/index.html"):
        text = built.text(path)
        for word in ("Best Paper", "oral"):
            assert text.count(word) == 1, (path, word)


GOATS = """- {id: goat, title: Goats, authors: [Ada Lovelace], venue: zoo, date: 2024, selected: true,
   preview: goat.mp4, preview_still: goat.jpg, preview_alt: A goat, body: Goats leap.}
- {id: ewe, title: Ewes, authors: [Ada Lovelace], date: 2023}
"""


@pytest.fixture
def plate(tmp_path: Path) -> SiteCase:
    site = SiteCase(tmp_path / "project")
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: plate\n")
    site.write("content/venues.yaml", "- {id: zoo, name: Conference on Zoos, short: ZOO}\n")
    site.write("content/publications.yaml", GOATS)
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
