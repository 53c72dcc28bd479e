"""Films, galleries and comparisons in a real browser: with a mouse, with keys, without scripts."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import WIDE_AND_NARROW, Tell

from tests.conftest import SiteCase
from tests.pictures.drawing import photo, saved
from tools.browser.browser_tools import BrowserTools
from tools.looks.server import ServedSite, serve

pytestmark = pytest.mark.browser

PLAYS = "[...document.querySelectorAll('video')].map((film) => !film.paused)"
OPEN = """(() => { const box = document.querySelector('dialog.lightbox[open]');
    return box && [box.querySelector('img').alt, box.querySelector('figcaption').textContent]; })()"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """A site with a film, a gallery and a comparison."""
    there, folder = Path(__file__).parent, tmp_path_factory.mktemp("media") / "project"
    site = SiteCase(shutil.copytree(there / "sites/media", folder))
    shutil.copytree(there / "films", folder / "static", dirs_exist_ok=True)
    for name in ("one", "two"):
        site.write(f"static/{name}.jpg", saved(photo(seed=len(name)), "JPEG"))
    assert site.build().ok
    with serve(site.output) as served:
        yield served


def test_a_film_plays_while_a_reader_points_at_its_entry_and_never_where_nothing_may_move(
    tell: Tell, shown: ServedSite
) -> None:
    steps = [
        ["goto", shown.root],
        ["eval", PLAYS],
        ["hover", ".entry .title"],
        ["eval", "new Promise((go) => setTimeout(go, 300))"],
        ["eval", PLAYS],
    ]
    assert tell(*steps) == [[False], [False]]
    plays = [["until", f"{PLAYS}[0]"], ["until", "!!document.querySelector('.film.plays')"]]
    stops = [["hover", "h1"], ["until", f"!{PLAYS}[0]"]]
    assert tell(*steps[:3], *plays, *stops, moves=True) == [[False]]


def test_a_film_without_scripts_is_its_still(tell: Tell, shown: ServedSite) -> None:
    look = "[...document.querySelectorAll('.film img')].map((image) => image.naturalWidth > 0)"
    assert tell(["goto", shown.root], ["eval", look], scripts=False) == [[True]]


def test_a_picture_of_a_gallery_opens_above_the_page_and_keys_lead_on_and_back(
    tell: Tell, shown: ServedSite
) -> None:
    first, second, third, focus = tell(
        ["goto", shown.root + "publications/goat/"],
        ["eval", "document.querySelector('a.zoom').focus()"],
        ["press", "Enter"],
        ["eval", OPEN],
        ["press", "ArrowRight"],
        ["eval", OPEN],
        ["press", "ArrowRight"],
        ["eval", OPEN],
        ["press", "Escape"],
        ["until", "!document.querySelector('dialog[open]')"],
        ["eval", "document.activeElement.className"],
    )
    assert first == ["One picture", "First"] and second == ["Another picture", ""]
    assert third == first and focus == "zoom"


def test_a_slider_moves_the_border_between_two_pictures(tell: Tell, shown: ServedSite) -> None:
    cut = "getComputedStyle(document.querySelectorAll('.compare img')[1]).clipPath"
    said = tell(
        ["goto", shown.root + "publications/goat/"],
        ["eval", "document.querySelector('.compare input').ariaLabel"],
        ["eval", cut],
        ["eval", "document.querySelector('.compare input').focus()"],
        ["press", "Home"],
        ["eval", cut],
    )
    assert said == [
        "Compare the two pictures",
        "inset(0px 0px 0px 50%)",
        "inset(0px 0px 0px 0%)",
    ]


def test_the_portrait_follows_the_scheme_that_a_reader_chooses(
    tell: Tell, shown: ServedSite
) -> None:
    seen = "document.querySelector('img.portrait').currentSrc.match(/one|two/)[0]"
    for scheme, before, then in (("light", "one", "two"), ("dark", "two", "one")):
        chosen = [["click", ".switch"], ["until", f"{seen} === '{then}'"]]
        assert tell(["goto", shown.root], ["eval", seen], *chosen, scheme=scheme) == [before]


@pytest.mark.slow
def test_nothing_is_amiss_for_those_who_do_not_see_nor_for_the_checker(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    pages = [shown.root, shown.root + "publications/goat/"]
    seen = browser_tools.run("audit", {"urls": pages, "views": WIDE_AND_NARROW})
    for visit in seen:
        assert not visit.get("violations"), (visit["url"], visit["violations"])
        assert not visit.get("console") and not visit.get("broken"), visit
    found = [m["message"] for m in browser_tools.check_html(shown.folder)]
    assert not [message for message in found if "Content Security Policy" not in message]
