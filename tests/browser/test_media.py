"""Films, galleries and comparisons in a real browser: with a mouse, with keys, without scripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.api import BuildRequest, build
from generator.project import ProjectFolders
from tests.pictures.drawing import photo, saved
from tools.browser.browser_tools import BrowserTools, Json
from tools.looks.server import ServedSite, serve

pytestmark = pytest.mark.browser

FILMS = Path(__file__).parent / "films"
FILES = {
    "content/site.yaml": "person: {name: Ada Lovelace, portrait: one.jpg, portrait_dark: two.jpg}\n"
    "theme: {name: broadsheet, options: {teaser: large}}\n",
    "content/publications.yaml": "- {id: goat, title: Goats, authors: [Ada Lovelace], date: 2024, "
    "preview: dots.webm, preview_still: one.jpg, preview_alt: Dots, page: papers/goat.md}\n",
    "content/index.md": "---\ntitle: Home\n---\n:::{publications}\n:::\n",
    "content/papers/goat.md": "---\ntitle: T\n---\n## Seen\n\n:::{gallery}\n:columns: 2\n"
    "![One picture](one.jpg) *First*\n![Another picture](two.jpg)\n![Dots](dots.webm)\n:::\n\n"
    ":::{compare}\n![Before](one.jpg) Before\n![After](two.jpg) After\n:::\n",
}
PLAYS = "[...document.querySelectorAll('video')].map((film) => !film.paused)"
OPEN = """(() => { const box = document.querySelector('dialog.lightbox[open]');
    return box && [box.querySelector('img').alt, box.querySelector('figcaption').textContent]; })()"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """A site with a film, a gallery and a comparison."""
    root = tmp_path_factory.mktemp("media")
    files = {path: text.encode() for path, text in FILES.items()}
    files |= {f"static/{film.name}": film.read_bytes() for film in FILMS.iterdir()}
    files |= {f"static/{name}.jpg": saved(photo(seed=len(name)), "JPEG") for name in ("one", "two")}
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    build(BuildRequest(project=ProjectFolders(root), output=root / "_site"))
    with serve(root / "_site") as site:
        yield site


def said(story: Json) -> list[Json]:
    assert not story["failure"], story["failure"]
    assert not story["console"], story["console"]
    return [answer for answer in story["answers"] if answer is not None]


def test_a_film_plays_while_a_reader_points_at_its_entry_and_never_where_nothing_may_move(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    steps = [
        ["goto", shown.root],
        ["eval", PLAYS],
        ["hover", ".entry .title"],
        ["eval", "new Promise((go) => setTimeout(go, 300))"],
        ["eval", PLAYS],
    ]
    still, moves = browser_tools.tell(
        {"steps": steps},
        {"steps": [*steps[:3], ["until", f"{PLAYS}[0]"], ["until", "!!document.querySelector('.film.plays')"],
                   ["hover", "h1"], ["until", f"!{PLAYS}[0]"]], "moves": True},
    )  # fmt: skip
    assert said(still) == [[False], [False]]
    assert said(moves) == [[False]]


def test_a_film_without_scripts_is_its_still(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    look = "[...document.querySelectorAll('.film img')].map((image) => image.naturalWidth > 0)"
    (story,) = browser_tools.tell(
        {"steps": [["goto", shown.root], ["eval", look]], "scripts": False}
    )
    assert said(story) == [[True]]


def test_a_picture_of_a_gallery_opens_above_the_page_and_keys_lead_on_and_back(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    (story,) = browser_tools.tell(
        {
            "steps": [
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
            ]
        }
    )
    first, second, third, focus = said(story)
    assert first == ["One picture", "First"] and second == ["Another picture", ""]
    assert third == first and focus == "zoom"


def test_a_slider_moves_the_border_between_two_pictures(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    cut = "getComputedStyle(document.querySelectorAll('.compare img')[1]).clipPath"
    (story,) = browser_tools.tell(
        {
            "steps": [
                ["goto", shown.root + "publications/goat/"],
                ["eval", "document.querySelector('.compare input').ariaLabel"],
                ["eval", cut],
                ["eval", "document.querySelector('.compare input').focus()"],
                ["press", "Home"],
                ["eval", cut],
            ]
        }
    )
    assert said(story) == [
        "Compare the two pictures",
        "inset(0px 0px 0px 50%)",
        "inset(0px 0px 0px 0%)",
    ]


def test_the_portrait_follows_the_scheme_that_a_reader_chooses(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    seen = "document.querySelector('img.portrait').currentSrc.match(/one|two/)[0]"
    light, dark = browser_tools.tell(
        *(
            {"steps": [["goto", shown.root], ["eval", seen], ["click", ".switch"],
                       ["until", f"{seen} === '{then}'"]], "scheme": scheme}
            for scheme, then in (("light", "two"), ("dark", "one"))
        )
    )  # fmt: skip
    assert (said(light), said(dark)) == (["one"], ["two"])


def test_nothing_is_amiss_for_those_who_do_not_see_nor_for_the_checker(
    browser_tools: BrowserTools, shown: ServedSite
) -> None:
    seen = browser_tools.run("audit", {"urls": [shown.root, shown.root + "publications/goat/"]})
    for visit in seen:
        assert not visit.get("violations"), (visit["url"], visit["violations"])
        assert not visit.get("console") and not visit.get("broken"), visit
    found = [m["message"] for m in browser_tools.check_html(shown.folder)]
    assert not [message for message in found if "Content Security Policy" not in message]
