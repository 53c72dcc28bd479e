"""Whole broken sites, through the real command: what it prints is compared letter by letter.

`expected.txt` beside `content/` is all that the command must say. Read every line of it before
you commit it: it is what somebody sees at midnight before a deadline. To write them anew after a
change of words: MASTHEAD_GOLDENS=write.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, SiteCase, files_below, masthead

SITES = sorted((REPOSITORY / "tests" / "sites").glob("broken-*"))


@pytest.mark.parametrize("folder", SITES, ids=lambda path: path.name)
def test_a_broken_site_says_all_that_is_wrong_and_leaves_the_last_good_site(
    folder: Path, site: SiteCase, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    built = masthead("build", "--project", str(site.root), "--output", str(output))
    assert built.returncode == 0
    good = files_below(output)
    project = tmp_path / "broken"
    shutil.copytree(folder, project, ignore=shutil.ignore_patterns("expected.txt"))
    sources = files_below(project)

    run = masthead("build", "--project", str(project), "--output", str(output))

    expected = folder / "expected.txt"
    if os.environ.get("MASTHEAD_GOLDENS") == "write":
        expected.write_text(run.stderr, "utf-8")
    assert run.stderr == expected.read_text("utf-8")
    assert (run.returncode, run.stdout) == (1, "")
    assert "Traceback" not in run.stderr
    assert files_below(output) == good
    left = {path: data for path, data in files_below(project).items() if path[:7] != ".cache/"}
    assert left == sources, "a build that failed left something in the project"
