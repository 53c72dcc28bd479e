"""Whole broken sites, through the real command: what it prints is compared letter by letter.

`expected.txt` beside `content/` is all that the command must say. Read every line of it before
you commit it: it is what somebody sees at midnight before a deadline. To write them anew after a
change of words: MASTHEAD_GOLDENS=write.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ENVIRONMENT, PATIENCE, REPOSITORY, SiteCase

SITES = sorted((REPOSITORY / "tests" / "sites").glob("broken-*"))


def build(project: Path, output: Path) -> subprocess.CompletedProcess[str]:
    words = ["-m", "generator", "build", "--project", str(project), "--output", str(output)]
    return subprocess.run(
        [sys.executable, *words],
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def files_below(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_there_are_broken_sites() -> None:
    assert [site.name for site in SITES] == [
        "broken-data",
        "broken-declarations",
        "broken-directives",
        "broken-front-matter",
        "broken-kinds",
        "broken-links",
        "broken-templates",
    ]


@pytest.mark.parametrize("folder", SITES, ids=lambda path: path.name)
def test_a_broken_site_says_all_that_is_wrong_and_leaves_the_last_good_site(
    folder: Path, site: SiteCase, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    assert build(site.root, output).returncode == 0
    good = files_below(output)
    project = tmp_path / "broken"
    shutil.copytree(folder, project, ignore=shutil.ignore_patterns("expected.txt"))
    sources = files_below(project)

    run = build(project, output)

    expected = folder / "expected.txt"
    if os.environ.get("MASTHEAD_GOLDENS") == "write":
        expected.write_text(run.stderr, "utf-8")
    assert run.stderr == expected.read_text("utf-8")
    assert (run.returncode, run.stdout) == (1, "")
    assert "Traceback" not in run.stderr
    assert files_below(output) == good
    left = {path: data for path, data in files_below(project).items() if path[:7] != ".cache/"}
    assert left == sources, "a build that failed left something in the project"
