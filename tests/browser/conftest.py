"""The browser-test room: the sample site, built once, served once and looked at once.

Nothing here is mocked: a server with the rules of GitHub Pages
serves it, and Debian's Chromium reads it. The audit of all pages takes most of the time, so it
runs once and each test judges one side of its report.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import Built, made_once
from tools.browser.browser_tools import BrowserTools, Json, find_tools
from tools.looks.server import ServedSite, serve

REPOSITORY = Path(__file__).resolve().parents[2]
WIDE_AND_NARROW = [
    [{"width": 1280, "height": 900}, "light"],
    [{"width": 320, "height": 700}, "dark"],
]
skipped_because: list[str] = []


# ---------------------------------------------------------------- tools


@pytest.fixture(scope="session")
def browser_tools() -> BrowserTools:
    """Node, Chromium and Java; or a skip that says why, which CI turns into a failure."""
    tools = find_tools()
    if tools.missing:
        reason = "no browser test can run here: " + " ".join(tools.missing)
        if os.environ.get("MASTHEAD_REQUIRE_BROWSER") == "1":
            pytest.fail(reason, pytrace=False)
        skipped_because[:] = tools.missing
        pytest.skip(reason)
    return tools


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A skip nobody sees is a lie: say it at the end, whatever the verbosity."""
    if skipped_because:
        terminalreporter.section("BROWSER TESTS SKIPPED", yellow=True)
        for sentence in skipped_because:
            terminalreporter.line(f"  - {sentence}")
        terminalreporter.line("`python -m tools.browser.install` installs what it can.")


Tell = Callable[..., list[Json]]


@pytest.fixture
def tell(browser_tools: BrowserTools) -> Tell:
    """Play a story of some steps; give what they said, without those that only did something.

    A page may have complained of what is not there yet only where it `may_complain`."""

    def told(*steps: object, may_complain: bool = False, **more: object) -> list[Json]:
        (story,) = browser_tools.tell({"steps": steps, **more})
        assert not story["failure"] and not story["errors"], story
        assert may_complain or not story["console"], story
        return [answer for answer in story["answers"] if answer is not None]

    return told


# ---------------------------------------------------------------- the site


@pytest.fixture(scope="session")
def sample_site(built_sample: Built) -> Path:
    """The folder with the repository's own site, at the address its settings give."""
    return built_sample.output


# ---------------------------------------------------------------- the server


@pytest.fixture(scope="session")
def served_site(sample_site: Path) -> Iterator[ServedSite]:
    """The sample site at the root of a server."""
    with serve(sample_site) as site:
        yield site


# ---------------------------------------------------------------- the audit


@pytest.fixture(scope="session", params=["kinds", pytest.param("all", marks=pytest.mark.slow)])
def visits(
    request: pytest.FixtureRequest,
    browser_tools: BrowserTools,
    served_site: ServedSite,
    tmp_path_factory: pytest.TempPathFactory,
) -> list[Json]:
    """What Chromium saw: a page in some widths and schemes, and once without scripts.

    The pages are the home in each language and one of each other layout, wide in light and narrow in
    dark; or, where there is time, all pages at each width in each scheme.
    """
    is_all = request.param == "all"
    pages = served_site.pages if is_all else served_site.kinds_of_pages
    assert pages, f"the site has no pages: {served_site.folder}"

    def make(_: Path) -> str:
        asked: Json = {"urls": pages} if is_all else {"urls": pages, "views": WIDE_AND_NARROW}
        seen = json.dumps(browser_tools.run("audit", asked), ensure_ascii=False)
        return seen.replace(served_site.root, "http://here/")  # each worker has another port

    text = made_once(tmp_path_factory, f"visits-{request.param}", make)
    seen: list[Json] = json.loads(text.replace("http://here/", served_site.root))
    broken = [f"{served_site.short(v['url'])}: {v['broken']}" for v in seen if "broken" in v]
    assert not broken, "visits that broke off:\n" + "\n".join(broken)
    assert len(seen) == (5 if is_all else 3) * len(pages)
    return seen
