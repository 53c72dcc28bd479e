"""`masthead doctor`: one line for each thing, with what to do."""

import subprocess
from pathlib import Path

from tests.conftest import SiteCase, masthead


def doctor(folder: Path) -> subprocess.CompletedProcess[str]:
    return masthead("doctor", "--project", str(folder))


def site(folder: Path, more: str) -> None:
    case = SiteCase(folder).write("content/index.md", "Hello.\n")
    case.write("content/site.yaml", f"person: {{name: Ada Quill}}\n{more}\n")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def lines(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    found = [line.split(None, 2) for line in done.stdout.splitlines() if not line.startswith(" ")]
    return {about: f"{state} {said}" for state, about, said in found if about != "extra"}


def test_all_is_well(tmp_path: Path) -> None:
    site(tmp_path, "url: https://ada.example.org/")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "remote", "add", "origin", "https://ada:s3cret@github.com/ada/site.git")
    (tmp_path / ".gitignore").write_text("_site/\n.cache/\n")
    done = doctor(tmp_path)
    said = lines(done)
    assert done.returncode == 0
    assert said["site"] == "ok 1 page, 0 papers, in en; theme broadsheet"
    assert said["git"] == "ok branch main, remote origin: https://github.com/ada/site.git"
    assert "s3cret" not in done.stdout


def test_what_is_wrong_is_said_with_a_way_out(tmp_path: Path) -> None:
    site(tmp_path, "x: 1")
    workflow = tmp_path / ".github/workflows/pages.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text("on: push\n")
    (tmp_path / "requirements.txt").write_text(
        "./vendor/masthead-0.1.0-py3-none-any.whl[zh] --hash=sha256:0\n"
    )
    done = doctor(tmp_path)
    said = lines(done)
    assert done.returncode == 1
    assert said["site"].startswith("mend 1 error in the sources")
    assert "-> `masthead check` names each with its place" in done.stdout
    assert said["workflow"] == (
        "mend vendor/masthead-0.1.0-py3-none-any.whl, which requirements.txt names, is not there"
    )
    assert said["git"] == (
        "note this project is not in a git repository, and GitHub Pages publishes from one"
    )


def test_without_a_site_the_installation_is_described(tmp_path: Path) -> None:
    done = doctor(tmp_path)
    assert done.returncode == 0
    said = lines(done)
    assert said["masthead"].startswith("ok ") and said["python"].startswith("ok 3.")
    assert "`masthead new DIR` makes one" in done.stdout
