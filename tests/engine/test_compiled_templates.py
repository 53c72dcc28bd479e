"""Compiled templates are kept outside of any project, and change no byte of a site."""

import marshal
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from jinja2.bccache import bc_magic

from generator.engine.project_cache import private_folder
from generator.render.templates import CompiledTemplates
from tests.conftest import SiteCase


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "masthead"


def codes(caches: Path) -> list[Path]:
    return sorted(caches.glob("templates/*"))


def built_anew(site: SiteCase) -> dict[str, bytes]:
    """The bytes of the site by a process that has compiled nothing yet."""
    site.process_cache = {}
    for file in (site.root / ".cache").glob("*"):
        if file.is_file():
            file.unlink()
    return site.build().bytes()


def test_a_second_build_takes_them_and_makes_the_same_bytes(site: SiteCase, caches: Path) -> None:
    first = built_anew(site)
    kept = {file: file.stat().st_mtime_ns for file in codes(caches)}
    assert kept
    assert built_anew(site) == first
    assert {file: file.stat().st_mtime_ns for file in codes(caches)} == kept


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "other bytes": lambda file: file.write_bytes(b"x" * 400),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_ones_are_compiled_again(site: SiteCase, caches: Path, damage: str) -> None:
    first = built_anew(site)
    for file in codes(caches):
        DAMAGES[damage](file)
    assert built_anew(site) == first


def test_a_template_that_was_edited_is_compiled_again(site: SiteCase, caches: Path) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: own\n")
    site.write("themes/own/theme.yaml", "extends: broadsheet\n")
    for word in ("one", "another"):
        site.write("themes/own/templates/parts/footer.html", f"<footer>{word}</footer>\n")
        assert b"".join(built_anew(site).values()).count(b"<footer>" + word.encode()) > 0


def test_what_another_version_compiled_is_compiled_again(caches: Path) -> None:
    caches.mkdir(parents=True)
    old, new = (Environment(bytecode_cache=CompiledTemplates(caches, v)) for v in ("1", "2"))
    for environment in (old, new):
        environment.loader = DictLoader({"a": "x"})
        environment.get_template("a")
    (file,) = caches.iterdir()
    data = file.read_bytes()
    old.cache.clear()  # type: ignore[union-attr]
    old.get_template("a")
    assert file.read_bytes() != data


def test_there_are_none_where_a_project_could_bring_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "link").symlink_to(project)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("project", "project/.cache", "link", "loop"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / name))
        assert private_folder(project) is None
    monkeypatch.chdir(tmp_path)  # where there is no repository
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    assert private_folder(project) is None
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert private_folder(project) is None
    assert not list(project.iterdir())


def test_there_are_none_where_others_may_write_or_a_link_leads_away(
    caches: Path, tmp_path: Path
) -> None:
    folder = private_folder(tmp_path / "project")
    assert folder is not None
    folder.chmod(0o777)
    assert private_folder(tmp_path / "project") is None
    folder.chmod(0o700)
    caches.chmod(0o775)
    assert private_folder(tmp_path / "project") is None
    caches.chmod(0o700)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert private_folder(tmp_path / "project") is None


@pytest.mark.parametrize("mark", [".git/HEAD", ".git", ".hg/store", "content/site.yaml"])
@pytest.mark.parametrize("place", ["", ".cache", "a/b"])
def test_there_are_none_inside_any_repository_or_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str, place: str
) -> None:
    """It could have brought them."""
    other = SiteCase(tmp_path / "other")
    other.write(mark, "")
    (tmp_path / "link").symlink_to(other.root)
    for root in (other.root, tmp_path / "link"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(root / place))
        assert private_folder(tmp_path / "project") is None
    assert not (other.root / place / "masthead").exists()


def test_code_that_a_repository_brings_is_not_run_and_the_site_is_built(
    site: SiteCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The `XDG_CACHE_HOME` of a CI may lie in its checkout."""
    checkout, ran = tmp_path / "checkout", tmp_path / "ran"
    monkeypatch.setenv("XDG_CACHE_HOME", str(checkout / ".cache"))
    first = built_anew(site)
    assert codes(checkout / ".cache/masthead")
    for file in codes(checkout / ".cache/masthead"):
        with file.open("r+b") as stream:
            stream.seek(len(bc_magic))
            pickle.load(stream)  # the checksum stays
            stream.truncate()
            marshal.dump(compile(f"open({str(ran)!r}, 'w')", "x", "exec"), stream)
    (checkout / ".git").mkdir()
    assert built_anew(site) == first
    assert not ran.exists()
