"""Views of the panel in a browser: what is pointed at, tasks, looks, sections, and what axe says."""

import json
import re
from typing import Any

import pytest

from tests.conftest import REPOSITORY
from tests.editing.conftest import (
    DIALOG,
    PAPERS,
    SAVE,
    SAVED,
    UNDO,
    Play,
    Session,
    Steps,
    opened,
    opened_paper,
    told,
    view_of_site,
)

pytestmark = pytest.mark.browser
PANEL = REPOSITORY / "generator/editing"
CLIENT = ["within", "document.querySelector('masthead-preview')"]


def pressed(what: str) -> list[str]:
    event = 'new KeyboardEvent("keydown", {key: "e", bubbles: true, composed: true})'
    return ["within", f"""(() => {{
        const one = {what};
        one.dispatchEvent(new PointerEvent("pointerover", {{bubbles: true, composed: true}}));
        one.dispatchEvent({event});
        return true; }})()"""]  # fmt: skip


def found(selector: str, words: str) -> str:
    return f"[...document.querySelectorAll('{selector}')].find((o) => /{words}/.test(o.innerText))"


def test_an_entry_that_is_pointed_at_opens_its_form_and_shows_what_is_saved(
    play: Play, session: Session
) -> None:
    title = "[data-key=title] textarea"
    play(
        ["within", "/Goats/.test(document.body.innerText)"],
        CLIENT,
        pressed(found(".entries > *", "Goats")),
        ["until", "document.querySelector('form')?.dataset.source.endsWith('#goat')"],
        ["fill", [title, "Goats and more"]],
        *SAVE,
        ["within", "/Goats and more/.test(document.body.innerText)"],
        *UNDO,
        ["until", f"document.querySelector({json.dumps(title)})?.value === 'Goats'"],
        ["within", "!/Goats and more/.test(document.body.innerText)"],
    )
    assert session.edits() == []
    built = (session.root / "_site").rglob("*.html")
    assert not [page for page in built if b"masthead-preview" in page.read_bytes()]


def test_headings_and_the_profile_lead_to_sections_and_settings(play: Play) -> None:
    summary = "document.querySelector('details.section[open] summary')"
    answers = play(
        CLIENT,
        ["within", "window.isTheSamePage = true"],
        pressed(found("h2", "Papers")),
        ["until", f"/Papers/.test({summary}?.innerText)"],
        ["eval", "document.activeElement.closest('details.section') !== null"],
        pressed("document.querySelector('h1')"),
        ["until", "document.querySelector('form')?.dataset.source === 'content/site.yaml#'"],
        ["eval", "document.activeElement.closest('[data-key=name]') !== null"],
        ["within", "window.isTheSamePage"],
        ["type", " X"],
        *SAVE,
        ["eval", "document.querySelector('form h1').textContent === 'Profile'"],
    )
    assert answers == [True] * 3


def test_theme_sections_and_tasks_by_mouse_and_keyboard(play: Play, session: Session) -> None:
    play(
        ["click", ".rows button >> text=Oxen"],
        ["until", "document.activeElement.closest('[data-key=links]')"],
        *view_of_site("Look"),
        ["until", "document.querySelectorAll('.look').length > 3"],
        ["click", ".look[aria-label=Plate] .tools [title] >> nth=1"],
        ["until", "document.querySelector('body > iframe').src.includes('looks/plate')"],
        ["click", ".look[aria-label=Plate] .main"],
        SAVED,
        ["until", "!document.querySelector('body > iframe').src.includes('looks/')"],
        *view_of_site("resume"),
        ["until", "document.querySelectorAll('.sections .row').length === 2"],
        ["click", ".sections .row:nth-child(2) .handle"],
        ["press", "ArrowUp"],
        *SAVE,
        *view_of_site("Home"),
        ["click", ".sections summary"],
        ["fill", [".sections [data-key=limit] input", "1"]],
        ["until", "document.querySelectorAll('.section .rows li').length === 1"],
        *SAVE,
    )
    site, cv, home = ((session.root / "content" / way).read_text("utf-8")
                      for way in ("site.yaml", "cv/resume.yaml", "index.md"))  # fmt: skip
    assert "theme:\n  name: plate\n  options:\n    skin: " in site
    assert cv == "sections:\n- of: publications\n- of: news # first\n"
    assert ":::{publications}\n:limit: 1\n:::\n" in home


def test_what_is_to_do_leads_to_the_part_of_the_settings_that_has_it(
    play: Play, session: Session
) -> None:
    text = "description: TODO\nperson: {name: TODO, role: TODO}\nlanguages: [en, zh]\n"
    session.preview.site.write("content/site.yaml", text)
    session.preview.site.write("content/about.md", "Hello.\n")
    session.preview.site.write("content/publications.yaml", PAPERS.replace("  note: TODO\n", ""))
    rows = "[...document.querySelectorAll('details.more[open] .rows button')]"
    parts = "[...one.childNodes].map((n) => n.textContent).filter(Boolean).join(': ')"
    (said,) = play(["until", f"{rows}.length"], ["eval", f"{rows}.map((one) => {parts})"])
    assert said[:2] == ["Languages and title: Description", "Profile: Name, Role"]


@pytest.mark.slow
@pytest.mark.parametrize("look", [{"viewport": {"width": 360, "height": 740}}, {"scheme": "dark"}])
def test_axe_finds_nothing_in_any_view(play: Play, look: dict[str, Any]) -> None:
    views: list[Steps] = [
        [],
        [["click", ".bar button:nth-child(2)"],
         ["until", "document.querySelectorAll('.rows li').length > 9"]],
        [["click", ".bar button:nth-child(3)"], ["until", "document.querySelector('.view textarea')"]],
        [*opened_paper("yak"), ["click", "details.more summary"]],
        [["fill", ["[data-key=title] textarea", "Mine"]], ["click", ".bar button:nth-child(1)"], DIALOG],
        [["click", "dialog button.bad"], *opened("page/about/", "content/about.md#")],
        opened("site/person", "content/site.yaml#"),
        [told(isHeading=True, words="Papers"),
         ["until", "document.querySelector('details.section[open]')"]],
        [*view_of_site("Look"), ["until", "document.querySelectorAll('.look').length > 3"]],
    ]  # fmt: skip
    wide = ["eval", "document.documentElement.scrollWidth - innerWidth"]
    answers = play(*(step for view in views for step in (*view, ["axe", None], wide)), **look)
    assert answers == [[], 0] * len(views)


def test_each_word_has_a_chinese_one() -> None:
    script = "".join(file.read_text("utf-8") for file in sorted(PANEL.glob("*.js")))
    table = script[script.index("const CHINESE") : script.index("const FIELDS")]
    known = set(re.findall(r'"([^"]+)": "', table))
    code = script.replace(table, "")
    said = set(re.findall(r'\bt\("([^"]+)"\)', code))
    said |= set(re.findall(r'\[\["([A-Z][^"]+)", |(?<=\[)"([A-Z][a-z ]+)", "\w*", ', code)[0])
    assert said - known - {""} == set()
    assert [one for one in known if f'"{one}"' not in code] == []
