"""Entries in columns, measured in the browser: in each theme they stand beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.browser_tools import BrowserTools
from tests.conftest import SiteCase
from tools.looks.server import serve

pytestmark = [pytest.mark.browser, pytest.mark.broadsheet]

LEFT = (
    "[...document.querySelectorAll('.column')].map(e => Math.round(e.getBoundingClientRect().left))"
)
TOP = (
    "[...document.querySelectorAll('.column')].map(e => Math.round(e.getBoundingClientRect().top))"
)


OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("atlas", "folio", "plate")]


@pytest.fixture(params=["broadsheet", *OTHERS])
def built(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A site whose CV's page has two sections in columns."""
    site = SiteCase(tmp_path / "project")
    site.write(
        "content/site.yaml",
        f"person: {{name: Ada Lovelace}}\ntheme: {request.param}\n"
        "styles: {own: '{date} | {role or title}'}\n",
    )
    site.write(
        "content/experience.yaml", "- {role: Analyst, organization: X, date: 1842-01 – 1843-02}\n"
    )
    site.write("content/awards.yaml", "- {title: A prize, date: 1840}\n")
    site.write(
        "content/cv/resume.yaml",
        "pdf: none\nsections: [{of: experience, style: own}, {of: awards, style: own}]\n",
    )
    report = site.build()
    assert report.ok, report.said()
    return site.output


def test_columns_stand_beside_each_other_and_line_up_in_all_sections(
    built: Path, browser_tools: BrowserTools
) -> None:
    with serve(built) as served:
        steps = [["goto", f"{served.root}cv/resume/"], ["eval", LEFT], ["eval", TOP]]
        (story,) = browser_tools.tell({"steps": steps})
    assert story["failure"] is None, story["failure"]
    lefts, tops = story["answers"]
    assert len(lefts) == 4
    assert tops[0] == tops[1] and tops[2] == tops[3]
    assert lefts[0] == lefts[2] < lefts[1] == lefts[3]
