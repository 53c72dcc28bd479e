"""An import that is killed at any moment leaves no folder that looks whole, and nothing in the way."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.__main__ import run
from tests.importing.conftest import run_import, write
from tests.importing.test_bad_sources import BASE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
EVENTS = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.scandir")
"""Audit events of what reads and changes folders."""
Moment = Callable[[int, str, str], bool]
"""Whether the command is killed before an event: its number, its name and its paths."""


def import_until(tmp_path: Path, moment: Moment, number: signal.Signals) -> int:
    """Import in a process of its own, which gets a signal; return how it ended.

    Below 0 it is the signal that killed it, else its exit code.
    """
    write(tmp_path / "source", BASE)
    words = ["import", str(tmp_path / "source"), str(tmp_path / "site")]
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 99
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        ourselves, seen = os.getpid(), [0]

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event in EVENTS and os.getpid() == ourselves:
                seen[0] += 1
                if moment(seen[0], event, " ".join(map(str, args[:2]))):
                    os.kill(ourselves, number)

        sys.addaudithook(hook)
        sys.argv = ["masthead", *words]
        code = run()
    finally:
        os._exit(code)
    raise AssertionError


def is_whole_or_absent(tmp_path: Path) -> bool:
    site = tmp_path / "site"
    return not site.exists() or (site / "import-report.md").exists()


def check_second_run(tmp_path: Path) -> None:
    """A second run works; that of a kill in the last moment is for another site."""
    site = tmp_path / "site"
    if site.exists():
        site.rename(tmp_path / "first")
    done = run_import(tmp_path, BASE)
    assert done.code == 1, done.said
    again = run_import(tmp_path, BASE, "--dry-run", "--report", str(tmp_path / "report.md"))
    assert again.code == 2 and "not empty" in again.said


MOMENTS: dict[str, Moment] = {
    "when its first file is written": lambda n, event, paths: "/site/content/" in paths,
    "before the site is put in place": lambda n, event, paths: (
        event == "os.rename" and paths.endswith("/site")
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_a_killed_import_leaves_no_site_and_nothing_in_the_way(
    name: str, tmp_path: Path, temporary: Path
) -> None:
    assert import_until(tmp_path, MOMENTS[name], signal.SIGKILL) == -signal.SIGKILL
    assert not (tmp_path / "site").exists()
    check_second_run(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_import_that_is_ended_tidies_up(
    number: signal.Signals, tmp_path: Path, temporary: Path
) -> None:
    moment = MOMENTS["before the site is put in place"]
    assert import_until(tmp_path, moment, number) == 128 + number
    assert {path.name for path in tmp_path.iterdir()} == {"source", "temporary"}
    assert not list(temporary.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_no_moment_is_a_bad_one(name: str, tmp_path: Path, temporary: Path) -> None:
    number = signal.Signals[name]
    at, ended = 1, -1
    while ended < 0 or ended in (128 + number, 99):
        here = tmp_path / f"at-{at}"
        here.mkdir()
        ended = import_until(here, lambda n, event, paths, at=at: n == at, number)  # type: ignore[misc]
        assert is_whole_or_absent(here), at
        if number != signal.SIGKILL:
            left = {path.name for path in (*here.iterdir(), *temporary.iterdir())}
            assert left <= {"source", "site"}, at
        at += 31
    for folder in tmp_path.glob("at-*"):
        check_second_run(folder)
