"""A site with only a browser: the template repository is edited, and its workflow's steps are run.

What GitHub has, and no machine of ours, is left out: the runner, and the page that shows the marks.
"""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import PATIENCE, REPOSITORY
from tools.release.cut import TEMPLATE_README, write_template

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("bash") is None, reason="GitHub's shell is bash"),
]
PAPERS = "content/publications.yaml"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "template"
    write_template(folder, (sys.executable, "-m", "generator"))
    return folder


@pytest.fixture
def template(pristine: Path, tmp_path: Path) -> Path:
    """A fresh copy, as "Use this template" makes one."""
    return Path(shutil.copytree(pristine, tmp_path / "mine"))


def steps(site: Path) -> list[dict[str, Any]]:
    workflow = yaml.safe_load((site / ".github/workflows/pages.yml").read_text("utf-8"))
    found = [step for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    return [step for step in found if "== 'pull_request'" not in step.get("if", "")]


def run(site: Path, step: dict[str, Any], programs: Path) -> subprocess.CompletedProcess[str]:
    """Run a step of the workflow as a runner does (`bash -e`), in the top of the repository."""
    environ = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(site.parent), "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(site),
        "BASE_URL": "https://ada.example.org/mine",
    }  # fmt: skip
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CERT", "PIP_FIND_LINKS"):
        if name in os.environ:
            environ[name] = os.environ[name]
    return subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=site, env=environ, capture_output=True, encoding="utf-8",
        timeout=PATIENCE * 4, check=False,
    )  # fmt: skip


def checked(site: Path) -> subprocess.CompletedProcess[str]:
    """What the step says that checks the sources, with the Masthead of this checkout."""
    (step,) = (step for step in steps(site) if "masthead check" in step["run"])
    return run(site, step, Path(sys.executable).parent)


def edit(site: Path, old: str, new: str, path: str = PAPERS) -> None:
    text = (site / path).read_text("utf-8")
    assert old in text
    (site / path).write_bytes(text.replace(old, new, 1).encode())


def test_it_is_a_new_site_with_a_readme_for_people_with_a_browser(template: Path) -> None:
    assert (template / "README.md").read_bytes() == TEMPLATE_README.read_bytes()
    assert (template / ".github/workflows/pages.yml").is_file()
    assert list((template / "vendor").glob("masthead-*.whl"))
    workflow = yaml.safe_load((template / ".github/workflows/pages.yml").read_text("utf-8"))
    assert "workflow_dispatch" in workflow[True], "the README says: Run workflow"


def test_the_files_that_the_readme_names_are_there(template: Path) -> None:
    kinds = r"`([\w./-]+\.yaml|[\w./-]+\.yml|content/[\w./-]+|vendor/)`"
    named = set(re.findall(kinds, TEMPLATE_README.read_text("utf-8")))
    named -= {"content/publications.bib"}
    assert len(named) > 8
    for path in named:
        assert (template / path).exists() or (template / "content" / path).exists(), path


def test_a_fresh_copy_has_no_mistake_and_says_what_is_left_to_do(template: Path) -> None:
    done = checked(template)
    assert done.returncode == 0, done.stderr
    marks = done.stdout.splitlines()
    assert marks and all(line.startswith("::warning file=content/") for line in marks)
    assert any('"TODO" is a placeholder' in line for line in marks)


def test_a_slip_is_marked_on_its_line_in_words_that_help(template: Path) -> None:
    edit(template, "  title:", "  tittle:")
    done = checked(template)
    assert done.returncode == 1, "so the run ends here, and the last good site stays"
    mark = next(line for line in done.stdout.splitlines() if line.startswith("::error "))
    found = re.fullmatch(r"::error file=(.*),line=(\d+),col=(\d+)::(.*)", mark)
    assert found and found[1] == PAPERS
    lines = (template / PAPERS).read_text("utf-8").splitlines()
    assert lines[int(found[2]) - 1][int(found[3]) - 1 :].startswith("tittle:")
    shown = f"{found[1]}, line {found[2]}, column {found[3]}\n{found[4]}"
    page = (REPOSITORY / "docs/only-a-browser.md").read_text("utf-8")
    assert shown in page, f"docs/only-a-browser.md must show this:\n{shown}"


@pytest.mark.slow
def test_the_action_builds_a_site_that_names_no_version_itself(
    template: Path, tmp_path: Path
) -> None:
    """By the steps of action.yml, which installs what it is."""
    shutil.rmtree(template / "vendor")
    (template / "requirements.txt").unlink()
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    output = tmp_path / "output"
    action = yaml.safe_load((REPOSITORY / "action.yml").read_text("utf-8"))
    environ = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
               "GITHUB_ACTION_PATH": str(REPOSITORY), "GITHUB_OUTPUT": str(output),
               "PROJECT": ".", "STRICT": "false", "BASE_URL": ""}  # fmt: skip
    for step in action["runs"]["steps"]:
        if "run" in step:
            done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=template, env=environ,
                                  capture_output=True, encoding="utf-8", check=False,
                                  timeout=PATIENCE * 4)  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr
    assert output.read_text() == "site=./_site\n"
    assert (template / "_site/index.html").is_file()
