"""Themes before a site takes one: what the commands say of them, and a site in another theme."""

import shutil
from pathlib import Path

import pytest

from tests.commands import said_by
from tests.conftest import SiteCase


@pytest.fixture
def themed(site: SiteCase) -> SiteCase:
    """A site with the bare theme, and another one that it could take."""
    shutil.copytree(Path(__file__).parent / "sites/two-themes", site.root, dirs_exist_ok=True)
    return site


def run(site: SiteCase, *words: str, code: int = 0) -> str:
    return said_by(*words, "--project", str(site.root), code=code)


def test_all_themes_are_listed_with_what_defines_each(themed: SiteCase) -> None:
    said = run(themed, "theme", "list")
    lines = said.splitlines()
    assert "* bare" in lines and "  other" in lines and "  broadsheet" in lines
    assert "  base" not in lines, "it is not meant to be chosen"
    assert "    skins: day, night" in lines and "    extends: bare" in lines
    assert "with a look by day and one by night" in said
    without = said_by("theme", "list", "--project", str(themed.root / "content"))
    assert "* broadsheet" in without.splitlines(), "without a site the packaged ones"
    said_by("theme", "files", "--project", str(themed.root / "content"), code=2)


def test_a_build_in_another_theme_leaves_the_site_as_it_was(themed: SiteCase) -> None:
    mine = {path: path.read_bytes() for path in (themed.root / "content").rglob("*.*")}
    apart = themed.root / "apart"
    run(themed, "build", "--theme", "other", "--output", str(apart))
    assert "Other" in (apart / "index.html").read_text("utf-8")
    run(themed, "build")
    assert "Hello." in (themed.root / "_site/index.html").read_text("utf-8")
    run(themed, "build", "--theme", "other")
    assert "Other" in (themed.root / "_site/index.html").read_text("utf-8")
    run(themed, "build")
    assert "Hello." in (themed.root / "_site/index.html").read_text("utf-8")
    assert {path: path.read_bytes() for path in mine} == mine


def test_a_theme_that_is_not_there_is_named_with_what_may_be_meant(themed: SiteCase) -> None:
    said = run(themed, "build", "--theme", "othr", code=1)
    assert '--theme: error: there is no theme "othr"' in said and 'did you mean "other"?' in said


def test_a_new_site_begins_with_the_theme_that_was_asked_for(tmp_path: Path) -> None:
    said_by("new", str(tmp_path / "a"), "--yes", "--theme", "broadsheet")
    assert "name: broadsheet" in (tmp_path / "a/content/site.yaml").read_text("utf-8")
    said = said_by("new", str(tmp_path / "b"), "--yes", "--theme", "brodsheet", code=2)
    assert 'there is no theme "brodsheet"; did you mean "broadsheet"?' in said
    assert not (tmp_path / "b").exists()
