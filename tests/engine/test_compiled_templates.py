"""Compiled templates are kept outside of any project, and change no byte of a site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.engine.caches.compiled_templates import compiled_templates_folder
from generator.model.caches import ProcessCache
from tests.conftest import SiteCase

VERSION = "0123456789abcdef"


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "masthead"


def codes(caches: Path) -> list[Path]:
    return sorted(caches.glob("templates-*/*"))


def built_anew(site: SiteCase) -> dict[str, bytes]:
    """The bytes of the site by a process that has compiled nothing yet."""
    site.process_cache = ProcessCache()
    for file in (site.root / ".cache").glob("*"):
        if file.is_file():
            file.unlink()
    built = site.build()
    assert built.ok, built.said()
    return built.bytes()


def test_a_second_build_takes_them_and_makes_the_same_bytes(site: SiteCase, caches: Path) -> None:
    first = built_anew(site)
    kept = {file: file.stat().st_mtime_ns for file in codes(caches)}
    assert kept
    assert built_anew(site) == first
    assert {file: file.stat().st_mtime_ns for file in codes(caches)} == kept


@pytest.mark.parametrize("damage", [lambda code: b"", lambda code: code[: len(code) // 2],
                                    lambda code: code[:-40] + b"\xff" * 40,
                                    lambda code: code[:400] + bytes([code[400] ^ 1]) + code[401:]])  # fmt: skip
def test_damaged_ones_are_compiled_again(site: SiteCase, caches: Path, damage: object) -> None:
    first = built_anew(site)
    for file in codes(caches):
        file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    assert built_anew(site) == first


def test_a_template_that_was_edited_is_compiled_again(site: SiteCase, caches: Path) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: own\n")
    site.write("themes/own/theme.yaml", "extends: broadsheet\n")
    for word in ("one", "another"):
        site.write("themes/own/templates/parts/footer.html", f"<footer>{word}</footer>\n")
        assert b"".join(built_anew(site).values()).count(b"<footer>" + word.encode()) > 0


def test_what_no_version_has_used_for_a_month_is_removed(caches: Path, tmp_path: Path) -> None:
    used = compiled_templates_folder(tmp_path / "project", VERSION)
    unused = compiled_templates_folder(tmp_path / "project", VERSION[1:] + "0")
    assert used is not None and unused is not None
    os.utime(unused, (0, 0))
    assert compiled_templates_folder(tmp_path / "project", VERSION[2:] + "01") is not None
    assert used.is_dir() and not unused.exists()


def test_a_loop_of_links_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "loop"))
    assert compiled_templates_folder(tmp_path / "project", VERSION) is None


def test_there_are_none_where_a_project_could_bring_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "link").symlink_to(project)
    for place in (project, project / ".cache", tmp_path / "link", Path("caches")):
        monkeypatch.setenv("XDG_CACHE_HOME", str(place))
        assert compiled_templates_folder(project, VERSION) is None
    assert not list(project.iterdir())


def test_there_are_none_where_others_may_write(caches: Path, tmp_path: Path) -> None:
    folder = compiled_templates_folder(tmp_path / "project", VERSION)
    assert folder is not None
    folder.chmod(0o777)
    assert compiled_templates_folder(tmp_path / "project", VERSION) is None
    folder.chmod(0o700)
    caches.chmod(0o775)
    assert compiled_templates_folder(tmp_path / "project", VERSION) is None


def test_a_link_in_their_place_is_not_followed(caches: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    caches.mkdir(parents=True, mode=0o700)
    (caches / f"templates-{VERSION}").symlink_to(elsewhere)
    assert compiled_templates_folder(tmp_path / "project", VERSION) is None


def test_without_a_home_there_are_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert compiled_templates_folder(tmp_path, VERSION) is None
