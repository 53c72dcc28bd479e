"""In a browser and with the real server: all kinds, pages and files, and what axe says of them."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import browser_tools  # noqa: F401
from tests.conftest import SiteCase
from tests.editing.conftest import Session, editing, small_site

pytestmark = pytest.mark.browser
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "experience": ("role", {"role": "Intern", "organization": "A lab", "date": 2020}),
    "education": ("degree", {"degree": "Ph.D.", "institution": "USTC", "date": "2019 – 2023"}),
    "projects": ("title", {"title": "A project", "date": 2021}),
    "patents": ("title", {"title": "A patent", "number": "CN1", "date": 2021}),
    "awards": ("title", {"title": "A prize", "date": 2020}),
    "service": ("role", {"role": "Reviewer", "organizations": ["ICNP"], "date": 2022}),
    "teaching": ("course", {"course": "Networks", "date": 2022}),
    "talks": ("title", {"title": "A talk", "event": "A conference", "date": 2022}),
    "skills": ("label", {"label": "Languages", "items": ["Python"]}),
    "references": ("name", {"name": "Emmy Noether"}),
    "interests": ("title", {"title": "Networks"}),
    "people": ("name", {"name": "Emmy Noether", "role": "Professor"}),
}
"""Kind -> a field of texts, and a record."""
SAVED = ["until", "/^Saved/.test(document.querySelector('.said').textContent)"]
DROP = """(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob("%s"), (sign) => sign.charCodeAt(0));
    data.items.add(new File([bytes], "%s", {type: "%s"}));
    document.querySelector("form .field").dispatchEvent(
        new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
})()"""


def opened(mark: str, source: str) -> list[list[str]]:
    """The steps to a form, as the framed page asks for it."""
    said = json.dumps({"masthead": "edit", "mark": mark})
    return [
        ["inside", f"parent.postMessage({said}, '*')"],
        ["until", f"document.querySelector('form')?.dataset.source === {json.dumps(source)}"],
    ]


def files_of(root: Path) -> dict[str, bytes]:
    files = (file for file in (root / "content").rglob("*") if file.is_file())
    return {str(file.relative_to(root)): file.read_bytes() for file in files}


def test_each_kind_is_opened_changed_and_undone(
    site: SiteCase,
    browser_tools: Any,  # noqa: F811
) -> None:
    small_site(site)
    site.write("content/cv/resume.yaml", "sections:\n- of: publications\n")
    site.write(
        "content/publications/more.bib",
        "@article{cow, title={Cows}, author={Ada Lovelace}, year=2020}\n",
    )
    for kind, (_, record) in KINDS.items():
        site.write(f"content/{kind}.yaml", f"- {json.dumps(record)}  # a comment\n")
    shown = [
        ("Publications", "Goats", "title"),
        ("Publications", "Cows", "title"),
        ("News", "First", "text"),
        ("Site", "", "name"),
        ("Pages", "About me", "body"),
        ("Posts", "A goat", "body"),
        ("CV", "resume", "title"),
        *((kind.capitalize(), record[field], field) for kind, (field, record) in KINDS.items()),
    ]
    with editing(site) as session:
        before = files_of(site.root)
        steps: list[list[Any]] = [
            ["goto", f"{session.origin}/#{session.token}"],
            ["until", "document.querySelector('.rows')"],
        ]
        for kind, title, field in shown:
            inside = f"form [data-key={field}] :is(textarea, input[type=text])"
            steps += [
                ["click", ".bar button:nth-child(2)"],
                ["until", "document.querySelector('.view h1').textContent === 'Everything'"],
                ["click", f".rows button:has-text('{kind}')"],
                *([["click", f".rows button:has-text('{title}')"]] if title else []),
                ["click", inside],
                ["press", "End"],
                ["type", "X"],
                ["press", "Control+s"],
                SAVED,
                ["click", ".bar button:last-child"],
                ["until", "/is undone$/.test(document.querySelector('.said').textContent)"],
            ]
        (story,) = browser_tools.tell({"steps": steps, "locale": "en-US"})
        assert story["failure"] is None, story["failure"]
        assert files_of(site.root) == before


def test_a_paper_gets_its_pdf_and_picture_by_mouse_and_by_keyboard(
    site: SiteCase,
    browser_tools: Any,  # noqa: F811
    tmp_path: Path,
) -> None:
    small_site(site)
    data = {}
    for name, form in (("paper.pdf", "PDF"), ("picture.png", "PNG")):
        made = BytesIO()
        Image.new("RGB", (60, 40), (9, 90, 90)).save(made, form)
        data[name] = base64.b64encode(made.getvalue()).decode()
        (tmp_path / f"my {name}").write_bytes(made.getvalue())
    there = ["until", "/The file is there/.test(document.querySelector('.said').textContent)"]
    with editing(site) as session:
        steps: list[list[Any]] = [
            ["goto", f"{session.origin}/#{session.token}"],
            ["until", "document.querySelector('.rows')"],
            *opened("publications/goat", "content/publications.yaml#goat"),
            ["eval", DROP % (data["paper.pdf"], "Goat (final).PDF", "application/pdf")],
            there,
            ["eval", DROP % (data["picture.png"], "Goat.png", "image/png")],
            ["until", "document.querySelector('[data-key=preview] input')?.value"],
            ["press", "Control+s"],
            SAVED,
            *opened("publications/ox", "content/publications.yaml#ox"),
            ["eval", "document.querySelector('details.more > summary').focus()"],
            ["press", "Enter"],
            ["choose", ["[data-key=preview] .withfile button", str(tmp_path / "my picture.png")]],
            ["until", "document.querySelector('[data-key=preview] input')?.value"],
            ["press", "Control+s"],
            SAVED,
        ]  # fmt: skip
        (story,) = browser_tools.tell({"steps": steps, "locale": "en-US"})
        assert story["failure"] is None, story["failure"]
    text = (site.root / "content/publications.yaml").read_text("utf-8")
    assert "pdf: pdf/goat-final.pdf" in text and "preview: images/goat.png" in text
    assert "preview: images/my-picture.png" in text
    assert (site.root / "static/pdf/goat-final.pdf").read_bytes()[:4] == b"%PDF"


@pytest.mark.parametrize("view", [{}, {"viewport": {"width": 360, "height": 740}}])
def test_axe_finds_nothing_in_tasks_forms_and_sections(
    shared: Session,
    browser_tools: Any,  # noqa: F811
    view: dict[str, Any],
) -> None:
    heading = {"masthead": "edit", "isHeading": True, "words": "Publications"}
    steps: list[list[Any]] = [
        ["goto", f"{shared.origin}/#{shared.token}"],
        ["until", "document.querySelector('.rows')"],
        ["axe", None],
        *opened("publications/goat", "content/publications.yaml#goat"),
        ["axe", None],
        *opened("page/about/", "content/about.md#"),
        ["axe", None],
        *opened("site/person", "content/site.yaml#"),
        ["axe", None],
        ["inside", f"parent.postMessage({json.dumps(heading)}, '*')"],
        ["until", "document.querySelector('.sections')"],
        ["axe", None],
        ["eval", "document.documentElement.scrollWidth - innerWidth"],
    ]
    (story,) = browser_tools.tell({"steps": steps, "locale": "en-US", **view})
    assert story["failure"] is None, story["failure"]
    assert [found for found in story["answers"] if found] == []
