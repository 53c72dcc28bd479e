"""Filtering a list and searching the site, in a real browser and with the keyboard alone."""

import pytest
from conftest import REPOSITORY, Tell

from tools.looks.server import ServedSite

pytestmark = pytest.mark.browser

SCRIPT_BYTES = 30_000
"""All scripts of the theme together, before any compression."""

SHOWN = """[...document.querySelectorAll('.kind-publications > .entry')]
    .filter((entry) => entry.checkVisibility()).map((entry) => entry.dataset.year)"""
HEADINGS = """[...document.querySelectorAll('.group > :is(h2, h3)')]
    .filter((heading) => heading.checkVisibility()).map((heading) => heading.textContent)"""
STATUS = "document.querySelector('.filter [role=status]').textContent"
FOUND = """({
    titles: [...document.querySelectorAll('.finds .name')].map((name) => name.textContent),
    marks: [...document.querySelectorAll('.finds mark')].map((mark) => mark.textContent),
    status: document.querySelector('.finder [role=status]').textContent,
    focus: document.activeElement.closest('.finds li') &&
        [...document.querySelectorAll('.finds li')].indexOf(document.activeElement.parentElement),
    isOpen: !!document.querySelector('dialog[open]'),
})"""


def ask(selector: str, value: str) -> list[str]:
    """The step that gives a control a value, as typing or choosing does."""
    code = f"""(() => {{ const control = document.querySelector({selector!r});
        control.value = {value!r};
        control.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"""
    return ["eval", code]


def test_a_list_narrows_by_a_choice_and_by_words_and_the_address_holds_it(
    tell: Tell, served_site: ServedSite
) -> None:
    page = served_site.root + "publications/"
    look = [["eval", SHOWN], ["eval", HEADINGS], ["eval", STATUS], ["eval", "location.search"]]
    said = tell(
        ["goto", page],
        *look,
        ask(".filter [name=year]", "2024"),
        *look,
        ask(".filter [name=q]", "inart"),
        *look,
        ["reload", ""],
        *look,
        ["eval", "history.back()"],
        ["until", "location.search === '?year=2024'"],
        *look,
        ["click", ".filter [type=reset]"],
        *look,
    )
    steps = [said[n : n + 4] for n in range(0, len(said), 4)]
    everything, year, words, again, back, reset = steps
    assert len(everything[0]) > 5
    assert everything[2:] == ["", ""]
    assert set(year[0]) == {"2024"} and 1 < len(year[0]) < len(everything[0])
    assert year[1] == ["2024"], "headings of groups without entries stay"
    assert year[2] == f"{len(year[0])} of {len(everything[0])} shown"
    assert year[3] == "?year=2024"
    assert words[0] == ["2024"]
    assert words[3] == "?year=2024&q=inart"
    assert again == words, "the address does not bring back what it says"
    assert back == year, "the back button does not take the words back"
    assert reset == everything


def test_a_filter_finds_accents_and_says_when_nothing_fits(
    tell: Tell, served_site: ServedSite
) -> None:
    journal, accents, none, status = tell(
        ["goto", served_site.root + "zh/publications/?author=Jin+Fang&kind=journal"],
        ["eval", SHOWN],
        ["goto", served_site.root + "publications/?q=ÀGGREGATION"],
        ["eval", SHOWN],
        ["goto", served_site.root + "publications/?q=phlogiston"],
        ["eval", SHOWN],
        ["eval", STATUS],
    )
    assert journal and accents and none == []
    assert status == "Nothing in this list fits."


def test_without_scripts_no_control_shows_and_links_lead_to_the_groups(
    served_site: ServedSite,
) -> None:
    html = (served_site.folder / "publications/index.html").read_text("utf-8")
    assert '<form class="filter"' in html
    (style,) = (served_site.folder / "assets").glob("style.*.css")
    assert "html:not(.js) .filter { display: none" in style.read_text("utf-8")
    assert '<a href="#2024">2024</a>' in html and 'id="2024"' in html


def test_the_search_opens_with_a_slash_and_is_used_with_the_keyboard(
    tell: Tell, served_site: ServedSite
) -> None:
    asked = "performance.getEntriesByType('resource').some((r) => r.name.endsWith('search.json'))"
    early, found, down, up, closed, title = tell(
        ["goto", served_site.root + "posts/"],
        ["eval", asked],
        ["press", "/"],
        ["until", "document.activeElement.closest('dialog .finder') !== null"],
        ask("dialog input", "GRÁDIENT rout"),
        ["until", "document.querySelector('.finds mark') !== null"],
        ["eval", FOUND],
        ["press", "ArrowDown"],
        ["eval", FOUND],
        ["press", "ArrowUp"],
        ["eval", "document.activeElement.tagName"],
        ["press", "Escape"],
        ["eval", FOUND],
        ["press", "Control+k"],
        ["until", "document.querySelector('dialog[open]') !== null"],
        ["press", "Enter"],
        ["until", "location.pathname.includes('/publications/')"],
        ["until", "document.querySelector('h1') !== null"],
        ["eval", "document.querySelector('h1').textContent"],
    )
    assert early is False, "the index is loaded before anybody searches"
    assert found["titles"][0].startswith("GRID: Gradient Routing")
    assert {"Gradient", "Rout"} <= set(found["marks"])
    assert found["status"].startswith(f"{len(found['titles'])} result")
    assert (down["focus"], up, closed["isOpen"]) == (0, "INPUT", False)
    assert title == found["titles"][0]


def test_a_chinese_search_finds_words_inside_of_a_sentence_and_a_phrase_in_pieces(
    tell: Tell, served_site: ServedSite
) -> None:
    page = served_site.root + "zh/search/?q="
    done = ["until", "document.querySelector('.finder [role=status]').textContent !== ''"]
    found, turned, wide, nothing = tell(
        *(["goto", page + "梯度"], done, ["eval", FOUND]),
        *(["goto", page + "度梯"], done, ["eval", FOUND]),
        *(["goto", page + "ＧＲＩＤ"], done, ["eval", FOUND]),
        *(["goto", served_site.root + "search/?q=phlogiston"], done, ["eval", FOUND]),
    )
    assert found["titles"] and set(found["marks"]) == {"梯度"}
    assert not turned["titles"]
    assert any("GRID" in title for title in wide["titles"]), "full-width letters are letters, too"
    assert nothing["titles"] == [] and nothing["status"] == "Nothing was found."


def test_an_open_search_has_no_faults_that_axe_knows(tell: Tell, served_site: ServedSite) -> None:
    (faults,) = tell(
        ["goto", served_site.root + "posts/"],
        ["press", "/"],
        ["until", "document.querySelector('dialog[open]') !== null"],
        ask("dialog input", "gradient"),
        ["until", "document.querySelector('.finds mark') !== null"],
        ["axe", None],
    )
    assert faults == []


def test_all_scripts_of_the_theme_are_small() -> None:
    folder = REPOSITORY / "themes/base/assets"
    sizes = {path.name: path.stat().st_size for path in folder.glob("*.js")}
    assert sum(sizes.values()) <= SCRIPT_BYTES, sizes
