"""When a build begins after a change."""

import threading
import time
from pathlib import Path

import pytest

from generator.api import BuildRequest, Report
from generator.model.files import ProjectFolders
from generator.preview.builds import Builder, Result
from tests.conftest import PATIENCE

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
    deadline = time.monotonic() + PATIENCE
    while ("log",) not in known.made:
        assert time.monotonic() < deadline
        known.builder.note("log")
        threading.Event().wait(0.005)
    known.builder.stop()
