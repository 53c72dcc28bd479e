"""The themes that docs/writing-a-theme.md shows: good examples of what a theme must not lose."""

import re
import shutil
from pathlib import Path

import pytest

from tests.check.checking import check
from tests.conftest import REPOSITORY, SiteCase, visible_text
from tests.reference.test_docs import DOCS, sections

PAGE = DOCS / "writing-a-theme.md"
THEMES = {
    next(file.split("/")[1] for _, file, _ in blocks if file.endswith("theme.yaml")): blocks
    for _, blocks in sections(PAGE)
    if any(file.endswith("theme.yaml") for _, file, _ in blocks)
}
SITE = """
languages: [en, zh, ar]
person: {name: {given: Ada, family: Marsh, native: 马雅达}, role: Professor, bio: I measure tides.}
"""


def tides(root: Path, name: str) -> SiteCase:
    """A small site that could have any theme, with a documented one beside it."""
    site = SiteCase(
        shutil.copytree(Path(__file__).parent / "sites/tides", root, dirs_exist_ok=True)
    )
    for _, file, text in THEMES[name]:
        if file.startswith("themes/"):
            site.write(file, text)
    return site.write("content/site.yaml", f"{SITE}theme: {name}\n")


@pytest.mark.parametrize("name", THEMES)
def test_a_documented_theme_says_every_word_that_base_says(tmp_path: Path, name: str) -> None:
    site = tides(tmp_path, name)
    built = site.build(strict=True)
    pages = {path: built.read(path) for path in built.files() if path.endswith(".html")}
    site.write("content/site.yaml", f"{SITE}theme: base\n")
    base = site.build(strict=True)
    assert {path for path in base.files() if path.endswith(".html")} == set(pages)
    for path, page in pages.items():
        missing = set(visible_text(base.read(path)).split()) - set(visible_text(page).split())
        assert not missing, path


@pytest.mark.parametrize("name", THEMES)
def test_a_documented_theme_has_no_fault_that_check_knows(tmp_path: Path, name: str) -> None:
    found = check(tides(tmp_path, name).root).said()
    assert [line for line in found if line.startswith("themes/")] == []


def test_the_documented_layout_has_the_years_as_columns_of_their_own(tmp_path: Path) -> None:
    home = tides(tmp_path, "years").build().read("index.html")
    assert re.findall(r"<h3[^>]*>(\d+)</h3>", home) == ["2026", "2024", "2022"]
    band = home.partition('class="years-band"')[2].partition('<div class="prose')[0]
    assert 'lang="zh"' not in band and "Best Paper" in band and "Slack water" in band
    assert (
        sum(len(text.splitlines()) for _, file, text in THEMES["years"] if "themes/" in file) <= 150
    )


def test_the_classes_that_the_documentation_names_are_those_of_base() -> None:
    part = PAGE.read_text("utf-8").partition("## Elements of pages")[2].partition("\n## ")[0]
    table = "\n".join(line for line in part.splitlines() if line.startswith("|"))
    named = set(re.findall(r"\.([a-z][a-z-]+)", " ".join(re.findall(r"`([^`]+)`", table))))
    base = REPOSITORY / "themes/base"
    texts = [
        path.read_text("utf-8") for path in base.rglob("*") if path.suffix in (".html", ".css")
    ]
    drawn = set(re.findall(r"[a-z][a-z-]+", " ".join(texts)))
    assert len(named) > 40
    assert {name for name in named if not name.startswith(("layout-", "kind-"))} <= drawn
