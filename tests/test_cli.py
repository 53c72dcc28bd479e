"""The command as a person meets it: words in, lines and exit codes out."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator import __version__
from tests.conftest import ENVIRONMENT, PATIENCE, SiteCase, masthead


def test_the_version_comes_first_and_then_what_a_report_of_a_bug_needs() -> None:
    run = masthead("--version")
    first, *rest = run.stdout.splitlines()
    assert (run.returncode, first) == (0, f"masthead {__version__}")
    assert any(line.startswith(f"Python {sys.version.split()[0]} ") for line in rest)
    assert "with the extra `import`" in rest


@pytest.mark.parametrize("words", [[], ["bild"], ["build", "--nope"], ["build", "--project"]])
def test_wrong_usage_exits_with_2_and_says_how_it_is_used(words: list[str]) -> None:
    run = masthead(*words)
    assert run.returncode == 2
    assert "usage: masthead" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_project_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    run = masthead("build", "--project", str(tmp_path / "nowhere"))
    assert run.returncode == 2
    assert "there is no folder" in run.stderr


def test_a_folder_without_content_is_told_what_a_project_is(tmp_path: Path) -> None:
    run = masthead("build", cwd=tmp_path)
    assert run.returncode == 1
    assert "there is no content/ folder here" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_build_says_what_it_made_and_how_to_look_at_it(site: SiteCase) -> None:
    run = masthead("build", cwd=site.root)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("built ")
    assert "_site/index.html" in run.stdout
    assert run.stderr == "", "there is no terminal, so there is no progress"
    assert (site.root / "_site" / "index.html").is_file()
    run = masthead("build", "--quiet", cwd=site.root)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_the_output_goes_where_it_is_told_to(site: SiteCase, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    run = masthead("build", "--project", str(site.root), "--output", str(target))
    assert run.returncode == 0, run.stderr
    assert (target / "index.html").is_file()
    assert not (site.root / "_site").exists()


def test_strict_lets_a_warning_stop_the_build(site: SiteCase) -> None:
    site.write("content/index.md", "---\ntitle: Home\n---\n[there](#nowhere)\n")
    assert masthead("build", cwd=site.root).returncode == 0
    run = masthead("build", "--strict", cwd=site.root)
    assert run.returncode == 1
    assert "content/index.md:4" in run.stderr and "nowhere" in run.stderr
    site.write("content/index.md", "---\ntitel: Home\n---\nHello.\n")
    never = masthead("build", "--output", "elsewhere", cwd=site.root)
    assert never.stderr.endswith("not built: 1 error\n"), "no older site is promised"


def test_drafts_are_built_only_when_asked_for(site: SiteCase) -> None:
    site.write("content/plan.md", "---\ntitle: Plan\ndraft: true\n---\nA secret plan.\n")
    masthead("build", cwd=site.root)
    assert not (site.root / "_site" / "plan").exists()
    masthead("build", "--drafts", cwd=site.root)
    assert "secret plan" in (site.root / "_site" / "plan" / "index.html").read_text("utf-8")


def test_a_reader_that_leaves_early_is_no_mistake(site: SiteCase) -> None:
    command = f"{sys.executable} -u -m generator build --explain --force | head -n 1"
    run = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=site.root, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    assert (site.root / "_site" / "index.html").is_file()
