"""A site below a path as Chromium clicks through it. What is deployed has the bytes of a build."""

from pathlib import Path
from typing import Any

import pytest

from generator.api import BuildRequest, build
from generator.project import ProjectFolders
from tests.browser.conftest import browser_tools  # noqa: F401
from tools.looks.server import serve

pytestmark = pytest.mark.browser


@pytest.mark.slow  # before every push, links and requests of a site below a path are followed
def test_a_site_can_be_clicked_through(
    browser_tools: Any,  # noqa: F811
    sample: ProjectFolders,
    tmp_path: Path,
) -> None:
    mount = "/repo/"
    build(BuildRequest(project=sample, output=tmp_path, base_url=f"https://user.github.io{mount}"))
    with serve(tmp_path, mount) as site:
        steps = [
            ["goto", site.root],
            ["follow", "nav.menu li:nth-child(2) a"],
            ["follow", "main a[href*='goat']"],
            ["follow", "nav.menu li:first-child a"],
            ["follow", "nav.languages a"],
            ["eval", "location.pathname"],
            ["goto", site.root + "search/?q=goat"],
            ["until", "document.querySelectorAll('main a[href*=goat]').length > 0"],
            ["goto", site.root + "no/such/page"],
            ["follow", "nav.menu li:first-child a"],
            ["eval", "location.pathname"],
        ]
        (story,) = browser_tools.tell({"steps": steps})
    assert story["failure"] is None
    assert story["answers"] == [mount + "zh/", mount]
    failed = [one["url"] for one in story["failed"] if not one["url"].endswith("/favicon.svg")]
    assert failed == [site.root + "no/such/page"]
