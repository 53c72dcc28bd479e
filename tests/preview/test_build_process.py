"""The process that builds for a preview, and what happens without it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from generator.api import BuildRequest, Report
from generator.preview.builds import attempt, build_process
from generator.project import ProjectFolders
from tests.conftest import REPOSITORY, SiteCase
from tests.preview.conftest import Preview, running

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there")


def request_of(site: SiteCase, reports: list[Report]) -> BuildRequest:
    return BuildRequest(
        project=ProjectFolders(site.root),
        output=site.output,
        is_preview=True,
        on_report=reports.append,
    )


def test_another_process_builds_and_says_what_came_of_it(site: SiteCase) -> None:
    reports: list[Report] = []
    request = request_of(site, reports)
    with build_process() as build:
        for n in range(3):
            site.write("content/index.md", f"---\ntitle: Home\n---\nHello {n}.\n")
            assert build(request) is None
            assert f"Hello {n}." in (site.output / "index.html").read_text("utf-8")
            assert len(reports) == n + 1 and "index.html" in reports[n].changed
    assert reports[0].origins["index.html"].file == "content/index.md"


def test_mistakes_are_the_same_as_at_home(site: SiteCase) -> None:
    site.write("content/index.md", "---\ntitle: Home\n---\n[dead](nowhere.md)\n")
    reports: list[Report] = []
    request = request_of(site, reports)
    with build_process() as build:
        found = build(request)
    assert found is not None and found.problems and not found.crash
    assert found == attempt(request)
    assert not reports


def test_a_crash_is_told_and_the_next_build_is_made(site: SiteCase) -> None:
    request = request_of(site, [])
    with build_process() as build:
        found = build(msgspec.structs.replace(request, output=None))
        assert found is not None and "Traceback" in found.crash
        assert build(request) is None


@linux_only
def test_without_that_process_it_builds_at_home(site: SiteCase) -> None:
    before = children_of(os.getpid())
    reports: list[Report] = []
    with build_process() as build:
        (process,) = children_of(os.getpid()) - before
        os.kill(process, signal.SIGKILL)
        assert build(request_of(site, reports)) is None
    assert len(reports) == 1 and (site.output / "index.html").is_file()


def children_of(pid: int) -> set[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.is_file():
        pytest.skip("this system does not say whose child a process is")
    return set(map(int, children.read_text().split()))


def builder_of(preview: Preview) -> int:
    """The process that builds for a preview."""
    (child,) = children_of(preview.process.pid)
    return child


@linux_only
def test_nobody_builds_for_a_preview_that_was_killed(site: SiteCase) -> None:
    with running(site) as preview:
        child = builder_of(preview)
    preview.until(lambda: not Path(f"/proc/{child}").exists(), "the end of the other process")


def test_after_a_word_that_could_not_be_passed_on_every_build_is_still_made(site: SiteCase) -> None:
    def report(report: Report) -> None:
        raise BrokenPipeError("the terminal is gone")

    request = request_of(site, [])
    with build_process() as build:
        assert build(msgspec.structs.replace(request, on_report=report)) is not None
        for n in range(2):
            site.write("content/index.md", f"---\ntitle: Home\n---\nHello {n}.\n")
            assert build(request) is None
            assert f"Hello {n}." in (site.output / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (
            "OSError(28, 'No space left on device', 'x/y')",
            "x/y: this cannot be read or written: No",
        ),
        ("MemoryError()", "the project: this cannot be read or written: the memory"),
    ],
)
def test_what_the_system_refuses_is_not_called_a_fault_of_masthead(
    site: SiteCase, raised: str, said: str
) -> None:
    """In a process of its own, so that nothing of this one is changed."""
    program = (
        "from generator.preview import builds as module\n"
        f"def build(_): raise {raised}\n"
        "module.build = build\n"
        "failure = module.attempt(None)\n"
        "print(failure.crash, *(f'{p.where}: {p.message}' for p in failure.problems))\n"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout.strip().startswith(said), run.stdout
