"""The process that builds for a preview, what happens without it, and when a build begins."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from generator.api import BuildRequest, Report
from generator.model.files import ProjectFolders
from generator.preview.builds import Builder, Failure, Result, attempt, build_process
from tests.conftest import PATIENCE, REPOSITORY, SiteCase, until
from tests.preview.conftest import running
from tests.preview.test_first_pages import request_of

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there")


@pytest.mark.slow
def test_another_process_builds_and_says_what_came_of_it(site: SiteCase) -> None:
    request = request_of(site)
    with build_process() as build:
        for n in range(2):
            site.write("content/index.md", f"---\ntitle: Home\n---\nHello {n}.\n")
            report = build(request)
            assert isinstance(report, Report) and "index.html" in report.changed
            assert f"Hello {n}." in (site.output / "index.html").read_text("utf-8")
            assert report.origins["index.html"].file == "content/index.md"
        crash = build(msgspec.structs.replace(request, output=None))
        assert isinstance(crash, Failure) and "Traceback" in crash.crash
        site.write("content/index.md", "---\ntitle: Home\n---\n[dead](nowhere.md)\n")
        found = build(request)
    assert isinstance(found, Failure) and found.problems and not found.crash
    assert found == attempt(request), "mistakes are the same as at home"


@linux_only
def test_without_that_process_it_builds_at_home(site: SiteCase) -> None:
    before = children_of(os.getpid())
    with build_process() as build:
        (process,) = children_of(os.getpid()) - before
        os.kill(process, signal.SIGKILL)
        assert isinstance(build(request_of(site)), Report)
    assert (site.output / "index.html").is_file()


def children_of(pid: int) -> set[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.is_file():
        pytest.skip("this system does not say whose child a process is")
    return set(map(int, children.read_text().split()))


@linux_only
def test_nobody_builds_for_a_preview_that_has_ended(site: SiteCase) -> None:
    with running(site) as preview:
        (child,) = children_of(preview.process.pid)
    preview.until(lambda: not Path(f"/proc/{child}").exists(), "the end of the other process")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("OSError(28, 'No space left', 'x/y')", "x/y: this cannot be read or written: No"),
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


Paths = tuple[str, ...]


class Builds:
    """A builder whose builds are made up, and the files for which each of them was made."""

    def __init__(self) -> None:
        self.made: list[Paths] = []
        self.bell = threading.Condition()
        request = BuildRequest(project=ProjectFolders(Path()), output=Path())
        self.builder = Builder(
            request,
            before=lambda: None,
            after=self.note,
            open_pages=tuple,
            on_first=lambda _: None,
            attempt=lambda _: Report(),
        )

    def note(self, result: Result, paths: Paths, seconds: float) -> None:
        with self.bell:
            self.made.append(paths)
            self.bell.notify()

    def until(self, *made: Paths) -> None:
        with self.bell:
            assert self.bell.wait_for(lambda: self.made == list(made), PATIENCE), self.made


def test_changes_that_come_together_lead_to_one_build() -> None:
    known = Builds()
    for path in ("b", "a", "b"):
        known.builder.note(path)
    known.builder.start()
    known.until((), ("a", "b"))
    known.builder.stop()


@pytest.mark.slow
def test_a_file_that_is_written_all_the_time_does_not_stop_the_builds() -> None:
    known = Builds()
    known.builder.start()

    def is_built() -> bool:
        known.builder.note("log")
        return ("log",) in known.made

    until(is_built, lambda: known.made)
    known.builder.stop()
