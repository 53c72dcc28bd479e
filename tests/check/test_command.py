"""The command as a person and a program meet it: lines, formats, exit codes, traces."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check.checking import HOME, check
from tests.conftest import ENVIRONMENT, REPOSITORY, SiteCase, files_below, masthead, may_use

BROKEN = sorted((REPOSITORY / "tests" / "sites").glob("broken-*"))
SLIPS = REPOSITORY / "tests" / "sites" / "slips"


@pytest.fixture
def slip(site: SiteCase) -> SiteCase:
    """A site with one warning, and one error of the build."""
    site.write("content/index.md", HOME + "Since TBD.\n")
    return site.write("content/about.md", "---\ntitle: About\n---\n\n[gone](gone.md)\n")


def test_the_slips_of_three_real_documents_are_found_and_nothing_else(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(SLIPS, project, ignore=shutil.ignore_patterns("findings.txt"))
    run = masthead("check", cwd=project)
    expected = SLIPS / "findings.txt"
    if os.environ.get("MASTHEAD_GOLDENS") == "write":
        expected.write_text(run.stdout, "utf-8")
    assert run.stdout == expected.read_text("utf-8")
    assert (run.returncode, run.stderr) == (0, "checked: 12 warnings\n")


@pytest.mark.slow
def test_several_processes_find_what_one_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    shutil.copytree(SLIPS, project, ignore=shutil.ignore_patterns("findings.txt"))
    copies: list[int] = []
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: copies.append(fork()) or copies[-1])
    for n in range(300):  # so many outputs that processes share them
        (project / f"static/{n}.txt").write_text("x")
    may_use(1, monkeypatch)
    alone = check(project).said()
    assert len(alone) > 10 and not copies
    may_use(3, monkeypatch)
    assert check(project).said() == alone
    assert len(copies) >= 2


def test_a_clean_site_has_one_line_and_leaves_nothing_behind(site: SiteCase) -> None:
    before = files_below(site.root)
    run = masthead("check", "--strict", cwd=site.root)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "checked: all is well\n")
    after = {path for path in files_below(site.root) if not path.startswith(".cache/")}
    assert after == set(before)
    assert not (site.root / "_site").exists()
    assert not (site.root / ".cache" / "check").exists()


def test_a_check_changes_nothing_of_a_site_that_was_built(slip: SiteCase) -> None:
    slip.delete("content/about.md")
    assert slip.build().ok
    before = files_below(slip.output)
    slip.write("content/index.md", HOME + "Other words.\n")
    assert masthead("check", cwd=slip.root).returncode == 0
    assert files_below(slip.output) == before
    assert "index.html" in (slip.build().report or object).changed  # type: ignore[union-attr]


def test_errors_fail_a_check_and_warnings_do_if_strict(slip: SiteCase) -> None:
    run = masthead("check", cwd=slip.root)
    assert run.returncode == 1
    assert run.stderr == "checked: 1 error, 1 warning\n"
    assert "[link-broken]" in run.stdout
    assert "[placeholder-text]" in run.stdout
    slip.delete("content/about.md")
    assert masthead("check", cwd=slip.root).returncode == 0
    assert masthead("check", "--strict", cwd=slip.root).returncode == 1


def test_json_has_stable_keys(slip: SiteCase) -> None:
    run = masthead("check", "--format", "json", cwd=slip.root)
    expected = (Path(__file__).parent / "findings.json").read_text("utf-8")
    assert json.loads(run.stdout) == json.loads(expected)


def test_github_marks_lines_from_where_the_command_runs_or_the_top_of_the_repository(
    slip: SiteCase,
) -> None:
    run = masthead("check", "--format", "github", "--project", slip.root.name, cwd=slip.root.parent)
    assert run.stdout.splitlines() == [
        f"::error file={slip.root.name}/content/about.md,line=5,col=8::this link leads nowhere: "
        '"gone.md" [link-broken] (name a page, a file under static/ or content/, or a full URL)',
        f'::warning file={slip.root.name}/content/index.md,line=5,col=7::"TBD" is a placeholder '
        "[placeholder-text] (replace or delete it; `check: {ignore: [placeholder-text]}` in site.yaml lets it stand)",
    ]
    log = (
        'content/about.md:5:8: error: this link leads nowhere: "gone.md" [link-broken]\n'
        "    5 | [gone](gone.md)\n"
    )
    assert run.stderr.startswith(log)
    in_workflow = {"GITHUB_WORKSPACE": str(slip.root.parent), "GITHUB_ACTIONS": "true"}
    run = masthead("check", "--format", "github", cwd=slip.root, **in_workflow)
    assert run.stdout.startswith(f"::error file={slip.root.name}/content/about.md,line=5")
    assert run.stderr.startswith(log) and "::" not in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("folder", BROKEN, ids=lambda path: path.name)
def test_of_a_broken_site_a_check_says_all_that_a_build_says_and_no_other_error(
    folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "project")
    built = SiteCase(tmp_path / "project").build()
    found = check(tmp_path / "project").problems
    assert set(built.problems) <= set(found)
    assert {p for p in found if p.is_error} == {p for p in built.problems if p.is_error}
    assert len(found) == len(set(found))


def test_rules_look_at_what_can_be_read_of_a_broken_site(slip: SiteCase) -> None:
    slip.write("content/skills.yaml", "- labl: TODO\n- label: TODO\n")
    assert check(slip.root).said()[-2:] == [
        'content/skills.yaml:1:3: error: unknown field "labl" [build]',
        'content/skills.yaml:2:10: warning: "TODO" is a placeholder [placeholder-text]',
    ]


def test_ignoring_a_rule_makes_no_output_again(site: SiteCase) -> None:
    assert site.build().ok
    ignore = "person: {name: Ada Lovelace}\ncheck: {ignore: [alt-missing]}\n"
    report = site.write("content/site.yaml", ignore).build().report
    assert report is not None and report.rendered == 0


def test_json_is_read_in_every_locale(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "时间待定。\n")
    command = [sys.executable, "-m", "generator", "check", "--format", "json"]
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    run = subprocess.run(command, cwd=site.root, env=environment, capture_output=True, check=True)
    assert json.loads(run.stdout)["findings"][0]["message"] == '"待定" is a placeholder'
