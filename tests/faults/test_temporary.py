"""Temporary folders are gone when a command ends, also by a signal."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.disk import temporary_folder
from tests.conftest import ENVIRONMENT, PATIENCE, SiteCase

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
HOLDER = """
import sys
from generator.disk import temporary_folder
with temporary_folder() as folder:
    print(folder.root, flush=True)
    sys.stdin.read()
"""


@contextmanager
def running(temporary: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Python in a process of its own, which has said a line and goes on."""
    process = subprocess.Popen(
        [sys.executable, *words],
        env={**ENVIRONMENT, "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_folder_is_gone_afterwards_and_after_a_mistake(temporary: Path) -> None:
    with temporary_folder() as folder:
        folder.create("a/b.txt", b"x")
        assert Path(folder.root).stat().st_mode & 0o777 == 0o700
    with pytest.raises(KeyboardInterrupt), temporary_folder() as folder:
        raise KeyboardInterrupt
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_a_signal_leaves_no_temporary_folder(number: signal.Signals, temporary: Path) -> None:
    program = f"from generator import processes; processes.end_in_order()\n{HOLDER}"
    with running(temporary, "-c", program) as holder:
        assert holder.stdout and Path(holder.stdout.readline().strip()).is_dir()
        os.kill(holder.pid, number)
        assert holder.wait(PATIENCE)
    assert not list(temporary.iterdir())


SLOW = """
import os, sys, time
from generator.engine import stages
stages.BuildRun.graph = lambda build: (print("here", flush=True), time.sleep(600))
sys.argv[1:] = ["build"]
from generator.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("number", ENDING)
def test_a_build_that_is_ended_says_so_and_leaves_the_last_site(
    number: signal.Signals, site: SiteCase, temporary: Path
) -> None:
    site.build()
    before = {p: p.read_bytes() for p in site.output.rglob("*") if p.is_file()}
    site.write("content/index.md", "---\ntitle: New\n---\n\nNew.\n")
    program = f"import os; os.chdir({str(site.root)!r})\n{SLOW}"
    with running(temporary, "-c", program) as build:
        assert build.stdout
        assert build.stdout.readline() == "here\n"
        os.kill(build.pid, number)
        assert build.stdout.readline() == "stopped; the last good site is still there\n"
        assert build.wait(PATIENCE) == 128 + number
    assert {p: p.read_bytes() for p in site.output.rglob("*") if p.is_file()} == before
