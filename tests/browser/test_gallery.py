"""Whoever changes the theme changes one line: the same addresses, and every word of records and texts."""

from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tools.gallery import SITES, place, themes
from tools.looks.audit import findings, html_findings, kinds_of_pages
from tools.looks.words import addresses, lost_words

pytestmark = pytest.mark.slow


def built(
    site: str, theme: str, folders: pytest.TempPathFactory, languages: tuple[str, ...] = ()
) -> Path:
    case = SiteCase(place(site, theme, folders.mktemp(f"{site}-{theme}"), languages))
    done = case.build(strict=True)
    assert done.ok and not done.problems, done.said()
    return done.output


def test_what_one_theme_shows_and_another_leaves_out_is_found(tmp_path: Path) -> None:
    sites = {theme: tmp_path / theme for theme in ("full", "poor")}
    page = "<title>Keel</title><h1>Tides</h1><p>{}by Lu 2026</p><button>Copy that</button>"
    for theme, more in (("full", "<em>Keel</em>, Keel by Pell &amp; Ada "), ("poor", "keel ")):
        sites[theme].mkdir()
        (sites[theme] / "index.html").write_text(page.format(more))
    assert lost_words(sites) == ["poor, /./: ada keel pell"]


@pytest.mark.slow
@pytest.mark.parametrize("site", SITES)
def test_every_theme_gives_the_same_addresses_and_no_theme_leaves_out_a_word_in_any_language(
    site: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sites = {theme: built(site, theme, tmp_path_factory) for theme in themes()}
    (same,) = {frozenset(addresses(folder)) for folder in sites.values()}
    assert site != "group" or "publications/keel/index.html" in same
    assert lost_words(sites) == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("theme", themes())
def test_a_sample_of_pages_has_no_fault(
    theme: str, browser_tools: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """All of them, at all widths: `make looks`."""
    folder = built("person", theme, tmp_path_factory)
    pages = [
        page for page in kinds_of_pages(folder) if "publications/" in page or page in ("", "ar/")
    ]
    assert len(pages) >= 4
    assert findings(browser_tools, folder, pages, widths=(320, 1280)) == []
    assert html_findings(browser_tools, folder) == []


PLANTED = """<!doctype html><html lang="en"><head><title>Planted</title></head><body class="layout-home">
<main><h1>Tides</h1><p style="color:#ddd;background:#fff">pale</p>
<div style="width:1500px;background:#eee">wide</div><p id="late"></p>
<img src="http://elsewhere.example/x.png" alt="x">
<script>console.log("spoke"); late.textContent = "conjured"</script></main></body></html>"""


@pytest.mark.browser
def test_planted_faults_are_found(tmp_path: Path, browser_tools: object) -> None:
    (tmp_path / "index.html").write_text(PLANTED)
    assert kinds_of_pages(tmp_path) == [""]
    found = findings(browser_tools, tmp_path, [""], widths=(320, 1280), schemes=("light",))
    said = "\n".join(found)
    for fault in (
        "axe color-contrast", "scrolls sideways, 1", "console.log: spoke", "conjured",
        "asks for http://elsewhere.example/x.png",
    ):  # fmt: skip
        assert fault in said, said
    assert "[1280 light, 320 light]" in said
