"""The site as a whole in the panel, in a browser and with the real server: look, sections, tasks."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import browser_tools  # noqa: F401
from tests.conftest import SiteCase
from tests.editing.conftest import editing, small_site

pytestmark = pytest.mark.browser
SAVED = ["until", "document.querySelector('.said').textContent.startsWith('Saved')"]


def row(words: str) -> list[list[Any]]:
    """The steps to a view of the site."""
    return [
        ["click", ".bar button:nth-child(4)"],
        ["until", "document.querySelector('.view h1').textContent === 'The site'"],
        ["click", f".rows button >> text={words}"],
    ]


def test_theme_sections_and_tasks_by_mouse_and_keyboard(
    browser_tools: Any,  # noqa: F811
    tmp_path: Path,
) -> None:
    site = small_site(SiteCase(tmp_path / "project"))
    site.write("content/cv/resume.yaml", "sections:\n- of: news # first\n- of: publications\n")
    with editing(site) as session:
        (story,) = browser_tools.tell({"locale": "en-US", "steps": [
            ["goto", f"{session.origin}/#{session.token}"],
            ["click", ".rows button >> text=Oxen"],
            ["until", "document.activeElement.closest('[data-key=links]')"],
            *row("Look"),
            ["until", "document.querySelectorAll('.look').length > 3"],
            ["click", ".look[aria-label=Plate] .tools [title] >> nth=1"],
            ["until", "document.querySelector('body > iframe').src.includes('looks/plate')"],
            ["axe", None],
            ["click", ".look[aria-label=Plate] .main"],
            SAVED,
            ["until", "!document.querySelector('body > iframe').src.includes('looks/')"],
            *row("resume"),
            ["until", "document.querySelectorAll('.sections .row').length === 2"],
            ["click", ".sections .row:nth-child(2) .handle"],
            ["press", "ArrowUp"],
            ["press", "Control+s"],
            SAVED,
            *row("Home"),
            ["click", ".sections summary"],
            ["fill", [".sections [data-key=limit] input", "1"]],
            ["until", "document.querySelectorAll('.section .rows li').length === 1"],
            ["axe", None],
            ["press", "Control+s"],
            SAVED,
        ]})  # fmt: skip
    assert story["failure"] is None, story["failure"]
    assert [answer for answer in story["answers"] if answer] == []
    assert "theme:\n  name: plate\n  options:\n    skin: " in (
        site.root / "content/site.yaml"
    ).read_text("utf-8")
    assert (site.root / "content/cv/resume.yaml").read_text("utf-8") == (
        "sections:\n- of: publications\n- of: news # first\n"
    )
    assert ":::{publications}\n:limit: 1\n:::\n" in (site.root / "content/index.md").read_text(
        "utf-8"
    )
