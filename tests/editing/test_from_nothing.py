"""What a new user makes in a browser: a page, a post, a paper's PDF by keyboard."""

import stat
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import browser_tools  # noqa: F401
from tests.conftest import SiteCase
from tests.editing.conftest import editing, small_site

pytestmark = pytest.mark.browser
SAVED = ["until", "/^Saved/.test(document.querySelector('.said').textContent)"]
SAVE = [["press", "Control+s"], SAVED]


def fresh(kind: str, title: str) -> list[list[Any]]:
    """The steps to a new entry with a title."""
    return [
        ["click", ".bar button:nth-child(3)"],
        ["click", f".rows button >> text={kind}"],
        ["until", "document.querySelector('form')?.contains(document.activeElement)"],
        ["type", title],
    ]


def test_a_page_a_post_and_the_pdf_of_a_paper_are_made_of_nothing(
    browser_tools: Any,  # noqa: F811
    tmp_path: Path,
) -> None:
    site = small_site(SiteCase(tmp_path / "project"))
    site.write("content/index.md", "Long.\n\n" * 90 + ":::{publications}\n:::\n")
    papers = site.root / "content/publications.yaml"
    papers.chmod(0o600)
    Image.new("RGB", (40, 30)).save(tmp_path / "bay.png")
    (tmp_path / "Oxen - final.pdf").write_bytes(b"%PDF-1.7")
    text = "document.querySelector('textarea.markdown').value"
    with editing(site) as session:
        (story,) = browser_tools.tell({"locale": "en-US", "steps": [
            ["goto", f"{session.origin}/#{session.token}"],
            *fresh("Pages", "Field sites"),
            ["choose", ["[data-key=body] .tools button >> nth=1", str(tmp_path / "bay.png")]],
            ["until", "document.querySelector('dialog[open] input') === document.activeElement"],
            ["type", "A bay"],
            ["press", "Enter"],
            ["until", f"{text} === '![A bay](/images/bay.png)'"],
            *SAVE,
            ["within", "/Field sites/.test(document.querySelector('h1')?.innerText)"],
            *fresh("Posts", "In the mud"),
            *SAVE,
            ["within", "/In the mud/.test(document.querySelector('h1')?.innerText)"],
            ["click", ".bar button:nth-child(2)"],
            ["click", ".rows button >> text=Publications"],
            ["click", ".rows button >> text=Oxen"],
            ["until", "document.querySelector('form')"],
            ["eval", "document.querySelector('[data-key=links] .tools button').focus()"],
            ["press", "Enter"],
            ["type", "pdf"],
            ["choose", ["[data-key=links] .row [title^=Choose]", str(tmp_path / "Oxen - final.pdf")]],
            ["until", "document.querySelector('[data-key=links] .value input').value"],
            *SAVE,
            ["click", ".actions [title^=Show]"],
            ["within", "window.scrollY > 500"],
        ]})  # fmt: skip
    assert story["failure"] is None and not story["errors"], story
    page = (site.root / "content/field-sites.md").read_text("utf-8")
    assert page == "---\ntitle: Field sites\n---\n\n![A bay](/images/bay.png)\n"
    assert list((site.root / "content/posts").glob("*-in-the-mud.md"))
    assert "pdf: pdf/oxen-final.pdf" in papers.read_text("utf-8")
    assert stat.S_IMODE(papers.stat().st_mode) == 0o600
