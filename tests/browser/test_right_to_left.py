"""Pages that run from right to left, measured in the browser: mirrored, with Latin text set apart."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteCase
from tests.pictures.drawing import photo, saved
from tools.browser.browser_tools import BrowserTools
from tools.looks.server import serve

pytestmark = [pytest.mark.browser, pytest.mark.broadsheet]

LANGUAGES = ("en", "ar", "he")
LATIN = "On looms, volume 2!"
PLACE = (Path(__file__).parent / "place.js").read_text("utf-8")
ASKED = {
    "dir": "getComputedStyle(document.documentElement).direction",
    "first": f"place('main p', '{LATIN}')",
    "last": f"place('main p', '{LATIN}', {len(LATIN) - 1})",
    "title": f"place('.kind-publications', '{LATIN}')",
    "end_of_title": f"place('.kind-publications', '{LATIN}', {len(LATIN) - 1})",
    "one": "place('.kind-publications', 'Bo Bell')",
    "end_of_one": "place('.kind-publications', 'Bo Bell', 6)",
    "two": "place('.kind-publications', 'Cy Cee')",
    "pages": "place('.kind-publications', '178–189')",
    "end_of_pages": "place('.kind-publications', '178–189', 6)",
    "photo": "box('.photo')",
    "name": "box('h1')",
    "width": "document.documentElement.scrollWidth - innerWidth",
}


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in three languages whose CV pages have a photo, a text and a paper."""
    there = Path(__file__).parent / "sites/mirrored"
    site = SiteCase(shutil.copytree(there, tmp_path_factory.mktemp("mirrored") / "project"))
    site.write("static/me.jpg", saved(photo(300, 400), "JPEG"))
    built = site.build()
    assert built.ok, built.said()
    return site.output


@pytest.fixture(scope="module")
def measured(mirrored: Path, browser_tools: BrowserTools) -> dict[str, dict[str, Any]]:
    """What the browser says of the CV's page in each language."""
    found, asked = {}, [["eval", ask] for ask in ASKED.values()]
    with serve(mirrored) as served:
        stories = [
            {"steps": [["goto", f"{served.root}cv-{lang}/"], ["eval", PLACE + "0"], *asked]}
            for lang in LANGUAGES
        ]
        for lang, story in zip(LANGUAGES, browser_tools.tell(*stories), strict=True):
            assert story["failure"] is None, story["failure"]
            found[lang] = dict(zip(ASKED, story["answers"][1:], strict=True))
    return found


@pytest.mark.parametrize("lang", ["ar", "he"])
def test_the_page_is_mirrored(measured: dict[str, dict[str, Any]], lang: str) -> None:
    there, here = measured["en"], measured[lang]
    assert (there["dir"], here["dir"]) == ("ltr", "rtl")
    assert there["photo"] > there["name"] and here["photo"] < here["name"]
    assert here["width"] <= 0, "nothing sticks out at the side"


@pytest.mark.parametrize("lang", ["en", "ar", "he"])
def test_a_latin_title_runs_to_the_right_in_a_text_and_in_a_list(
    measured: dict[str, dict[str, Any]], lang: str
) -> None:
    here = measured[lang]
    assert here["first"] < here["last"], "its last sign stays at its end"
    assert here["title"] < here["end_of_title"]
    is_first = here["pages"] < here["end_of_pages"]
    assert is_first == (lang == "en"), "who reads from the right meets the first page first"


@pytest.mark.parametrize("lang", ["ar", "he"])
def test_names_follow_each_other_to_the_left_and_each_runs_to_the_right(
    measured: dict[str, dict[str, Any]], lang: str
) -> None:
    here, there = measured[lang], measured["en"]
    assert here["one"] < here["end_of_one"]
    assert here["two"] < here["one"] and there["one"] < there["two"]
