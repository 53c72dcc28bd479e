"""A release happens whole or not at all, and each fault has a way out."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.release.conftest import Repository
from tools.release.__main__ import main
from tools.release.cut import commit_version, keep
from tools.release.distributions import checked_out, make_files
from tools.release.steps import CannotRelease
from tools.release.trials import OLDEST, interpreters
from tools.release.version import PLACES, refuse_what_prevents

pytestmark = pytest.mark.slow


def refused(repository: Repository, version: str) -> str:
    before = repository.state()
    with pytest.raises(CannotRelease) as stopped:
        refuse_what_prevents(repository.root, version)
    assert repository.state() == before
    assert all(way for _, way in stopped.value.faults)
    return "\n".join(stopped.value.lines())


def test_all_that_prevents_a_release_is_said_at_once(repository: Repository) -> None:
    repository.write(
        "CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-03-04\n\n- x\n"
    )
    repository.git("tag", "v0.1.9")
    repository.git("switch", "--quiet", "--detach")
    said = refused(repository, "0.1.9")
    assert "0.1.9 is not above 0.2.0, which is released" in said
    assert "the next may be 0.2.1, 0.3.0 or 1.0.0" in said
    assert "nothing under `## Unreleased`" in said
    assert "not everything is committed: CHANGELOG.md" in said
    assert "the tag v0.1.9 exists" in said and "git switch main" in said


def test_a_version_that_is_none_a_file_without_it_and_one_that_git_does_not_know_are_named(
    repository: Repository,
) -> None:
    assert '"next" is not a version' in refused(repository, "next")
    repository.write("docs/site.yaml", "theme: handbook\n")
    repository.commit("Another theme")
    assert "docs/site.yaml does not say the version where it did" in refused(repository, "0.2.0")
    repository.write("generator/forgotten.py", "x = 1\n")
    assert "generator/forgotten.py" in refused(repository, "0.2.0")


def test_the_places_of_the_version_are_those_of_this_repository() -> None:
    for name, place in PLACES.items():
        assert len(place.findall((REPOSITORY / name).read_text("utf-8"))) == 1, name


def test_the_command_says_what_is_wrong_and_what_to_do(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cut", "0.1.0"], repository.root) == 1
    said = capsys.readouterr().err
    assert said.splitlines()[0] == "stop  0.1.0 is not above 0.1.0, which is released"
    assert said.splitlines()[1] == "      -> the next may be 0.1.1, 0.2.0 or 1.0.0"


def test_the_files_are_the_same_bytes_whenever_and_wherever_they_are_made(
    repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = repository.state()
    commit = repository.git("rev-parse", "HEAD")
    repository.write("generator/__init__.py", "broken")  # what is not committed is in no release
    files = make_files(repository.root, commit, tmp_path / "made")
    names = ["masthead-0.1.0-py3-none-any.whl", "masthead-0.1.0.tar.gz"]
    assert [path.name for path in files] == names
    sums = (tmp_path / "made/SHA256SUMS").read_text()
    for path in files:
        assert f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" in sums
    assert "made twice, the same bytes" in capsys.readouterr().out
    repository.git("checkout", "--quiet", "generator/__init__.py")
    assert repository.state() == before


def test_files_that_differ_from_build_to_build_are_refused(
    repository: Repository, tmp_path: Path
) -> None:
    hook = "\n[tool.hatch.build.hooks.custom]\npath = 'hook.py'\n"
    repository.write("pyproject.toml", repository.read("pyproject.toml") + hook)
    repository.write(
        "hook.py",
        "import os\nfrom hatchling.builders.hooks.plugin.interface import BuildHookInterface\n\n\n"
        "class Hook(BuildHookInterface):\n    def initialize(self, version, build_data):\n"
        "        with open(os.path.join(self.root, 'generator/zone.py'), 'w') as file:\n"
        "            file.write(os.environ['TZ'])\n",
    )
    commit = repository.commit("A file with the time zone")
    differ = r"two builds of the same commit differ: masthead-0\.1\.0"
    with pytest.raises(CannotRelease, match=differ):
        make_files(repository.root, commit, tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_a_build_that_fails_is_shown_with_a_way_out(repository: Repository, tmp_path: Path) -> None:
    repository.write("pyproject.toml", "[project]\nname = 3\n")
    commit = repository.commit("Broken")
    with pytest.raises(CannotRelease) as stopped:
        make_files(repository.root, commit, tmp_path / "made")
    assert "-> run `make` once" in stopped.value.lines()[-1]


def test_the_branch_the_tag_and_the_files_come_together(
    repository: Repository, tmp_path: Path
) -> None:
    before = repository.git("rev-parse", "HEAD")
    (tmp_path / "made").mkdir()
    (tmp_path / "made/masthead.whl").write_bytes(b"wheel")
    with checked_out(repository.root, "HEAD") as tree:
        commit = commit_version(tree, "0.2.0")
        assert repository.git("rev-parse", "HEAD") == before
        keep(repository.root, "0.2.0", commit, tmp_path / "made")
    assert repository.git("rev-parse", "HEAD") == repository.git("rev-parse", "v0.2.0^{}") == commit
    assert repository.git("status", "--porcelain") == ""
    assert repository.git("worktree", "list").count("\n") == 0
    assert '__version__ = "0.2.0"' in repository.read("generator/__init__.py")
    assert "{version: 0.2.0, x: M}" in repository.read("docs/site.yaml")
    assert "## Unreleased\n\n## 0.2.0 - 20" in repository.read("CHANGELOG.md")
    assert (repository.root / "dist/0.2.0/masthead.whl").read_bytes() == b"wheel"
    assert [path.name for path in (repository.root / "dist").iterdir()] == ["0.2.0"]


def test_a_branch_that_has_moved_meanwhile_leaves_no_tag_and_no_files(
    repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "made").mkdir()
    with checked_out(repository.root, "HEAD") as tree:
        commit = commit_version(tree, "0.2.0")
    repository.write("more.txt", "x")
    repository.commit("Something else")
    (repository.root / "dist").mkdir()
    before = repository.state()
    with pytest.raises(CannotRelease, match="failed"):
        keep(repository.root, "0.2.0", commit, tmp_path / "made")
    assert repository.state() == before and not list((repository.root / "dist").iterdir())


def test_the_workflow_refuses_a_tag_that_is_not_the_version_s(
    repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["files", str(tmp_path / "made"), "--tag", "v0.2.0"], repository.root) == 1
    assert "does not say v0.2.0" in capsys.readouterr().err
    repository.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n")
    assert main(["files", str(tmp_path / "made"), "--tag", "v0.1.0"], repository.root) == 1
    assert "CHANGELOG.md says nothing about v0.1.0" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_each_python_that_is_found_is_there_once_and_not_too_old() -> None:
    found = interpreters()
    versions = [one.version[:2] for one in found]
    assert versions == sorted(set(versions)) and versions[0] >= OLDEST
    assert sys.version_info[:2] in versions


@pytest.mark.slow
def test_this_repository_can_be_released(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but the trials on other Pythons, which fetch much: those run in `make release`."""
    if not (REPOSITORY / ".git").exists():
        pytest.skip("no repository here")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", REPOSITORY, clone], check=True)
    (wheel, sdist) = make_files(clone, "HEAD", tmp_path / "made")
    assert wheel.stat().st_size < 8_000_000 and sdist.stat().st_size < 30_000_000
    assert "builds the same wheel" in capsys.readouterr().out
