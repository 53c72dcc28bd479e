"""Temporary folders are gone when a command ends, also by a signal."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.disk import temporary_folder
from tests.conftest import ENVIRONMENT, PATIENCE

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
HOLDER = """
import sys
from generator.disk import temporary_folder
with temporary_folder() as folder:
    print(folder.root, flush=True)
    sys.stdin.read()
"""


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
    with subprocess.Popen(
        [sys.executable, "-c", program], env={**ENVIRONMENT, "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    ) as holder:  # fmt: skip
        assert holder.stdout and Path(holder.stdout.readline().strip()).is_dir()
        os.kill(holder.pid, number)
        assert holder.wait(PATIENCE)
    assert not list(temporary.iterdir())
