"""A site below a path as Chromium clicks through it. What is deployed has the bytes of a build."""

from pathlib import Path
from typing import Any

import pytest

from generator.api import BuildRequest, build
from generator.project import ProjectFolders
from tests.browser.conftest import browser_tools  # noqa: F401
from tools.looks.server import serve

pytestmark = pytest.mark.browser

LINKS = "[...document.querySelectorAll('a[href]')].map((a) => a.href)"


def was_left(failed: dict[str, str]) -> bool:
    """Whether an icon was still on its way, which comes after all else, when the page was left."""
    return failed["why"] == "net::ERR_ABORTED" and failed["url"].endswith("/favicon.svg")


def clicked_through(tools: Any, home: str) -> set[str]:
    """Open every page that links lead to, from the home page on: all that belong to the site.

    Nothing may fail on the way, no request may leave the site, and no link of the server's may
    lead out of it.
    """
    host = "/".join(home.split("/")[:3]) + "/"
    known, open_ = {home}, [home]
    while open_:
        steps = [step for url in open_ for step in (["goto", url], ["eval", LINKS])]
        (told,) = tools.tell({"steps": steps})
        assert told["failure"] is None, told["failure"]
        assert [one for one in told["failed"] if not was_left(one)] == []
        assert told["errors"] == [] and told["console"] == []
        asked = [request["url"] for request in told["requests"]]
        assert [url for url in asked if not url.startswith((home, "data:"))] == []
        links = {link.partition("#")[0] for answer in told["answers"] for link in answer}
        ours = {link for link in links if link.startswith(host)}
        assert {link for link in ours if not link.startswith(home)} == set()
        found = {link for link in ours if link.endswith(("/", ".html"))}
        open_ = sorted(found - known)
        known |= found
    return known


@pytest.mark.slow  # before every push `test_the_site_works_under_a_repo_path` looks at such a site
def test_a_site_can_be_clicked_through(
    browser_tools: Any,  # noqa: F811
    sample: ProjectFolders,
    tmp_path: Path,
) -> None:
    mount = "/repo/"
    url = f"https://user.github.io{mount}"
    build(BuildRequest(project=sample, output=tmp_path, base_url=url))
    with serve(tmp_path, mount) as site:
        seen = clicked_through(browser_tools, site.root)
        assert {site.root + p for p in ("", "zh/", "publications/", "posts/", "cv/resume/")} <= seen
        alone = {site.root + name for name in ("404.html", "search/", "zh/search/")}
        assert set(site.pages) - seen == alone, "a button leads to the search, and no link"
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
        failed = [one["url"] for one in story["failed"] if not was_left(one)]
        assert failed == [site.root + "no/such/page"]
