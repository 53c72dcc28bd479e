"""An entry of the framed page is pointed at, changed in its form, seen on the page and undone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.conftest import browser_tools  # noqa: F401
from tests.conftest import SiteCase
from tests.editing.conftest import editing, small_site

pytestmark = pytest.mark.browser

POINTED = """(() => {
    const entry = [...document.querySelectorAll(".entries > *")].find((one) => /Goats/.test(one.innerText));
    entry.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, composed: true}));
    return entry;
})()"""
PRESSED = f"""(() => {{ {POINTED}.dispatchEvent(
    new KeyboardEvent("keydown", {{key: "e", bubbles: true, composed: true}})); }})()"""
FORM = ["until", "document.querySelector('form')?.dataset.source.endsWith('#goat')"]


@pytest.mark.broadsheet
def test_an_entry_that_is_pointed_at_opens_its_form_and_shows_what_is_saved(
    site: SiteCase,
    browser_tools: Any,  # noqa: F811
) -> None:
    small_site(site)
    file = site.root / "content/publications.yaml"
    before = file.read_bytes()
    title = "[data-key=title] textarea"
    with editing(site) as session:
        steps = [
            ["goto", f"{session.origin}/#{session.token}"],
            ["until", "document.querySelector('.view h1')"],
            ["within", "/Goats/.test(document.body.innerText)"],
            ["within", "document.querySelector('masthead-preview')"],
            ["inside", PRESSED],
            FORM,
            ["fill", [title, "Goats and more"]],
            ["press", "Control+s"],
            ["until", "/^Saved/.test(document.querySelector('.said').textContent)"],
            ["within", "/Goats and more/.test(document.body.innerText)"],
            ["click", ".bar button:last-child"],
            ["until", f"document.querySelector({json.dumps(title)})?.value === 'Goats'"],
        ]
        (story,) = browser_tools.tell({"steps": steps, "locale": "en-US"})
    assert story["failure"] is None and not story["errors"], story
    assert file.read_bytes() == before
    built = (site.root / "_site").rglob("*.html") if (site.root / "_site").is_dir() else ()
    assert not [page for page in built if b"masthead-preview" in page.read_bytes()]


@pytest.mark.broadsheet
def test_headings_and_the_profile_lead_to_sections_and_settings(
    site: SiteCase,
    browser_tools: Any,  # noqa: F811
) -> None:
    small_site(site)
    site.write("content/index.md", "---\ntitle: Home\n---\n\n## Papers\n\n:::{publications}\n:::\n")

    def pressed(what: str) -> list[str]:
        event = 'new KeyboardEvent("keydown", {key: "e", bubbles: true, composed: true})'
        return ["inside", f"""(() => {{
            const one = {what};
            one.dispatchEvent(new PointerEvent("pointerover", {{bubbles: true, composed: true}}));
            one.dispatchEvent({event}); }})()"""]  # fmt: skip

    with editing(site) as session:
        steps = [
            ["goto", f"{session.origin}/#{session.token}"],
            ["until", "document.querySelector('.view h1')"],
            ["within", "document.querySelector('masthead-preview')"],
            ["inside", "window.isTheSamePage = true"],
            pressed(
                "[...document.querySelectorAll('h2')].find((one) => /Papers/.test(one.innerText))"
            ),
            [
                "until",
                "/Papers/.test(document.querySelector('details.section[open] summary')?.innerText)",
            ],
            ["eval", "document.activeElement.closest('details.section') !== null"],
            pressed("document.querySelector('h1')"),
            ["until", "document.querySelector('form')?.dataset.source === 'content/site.yaml#'"],
            ["eval", "document.activeElement.closest('[data-key=name]') !== null"],
            ["within", "window.isTheSamePage"],
            ["type", " X"],
            ["press", "Control+s"],
            ["until", "/^Saved/.test(document.querySelector('.said').textContent)"],
            ["eval", "document.querySelector('form h1').textContent === 'Profile'"],
        ]
        (story,) = browser_tools.tell({"steps": steps, "locale": "en-US"})
    assert story["failure"] is None and not story["errors"], story
    assert [answer for answer in story["answers"] if answer is not None] == [True] * 3
