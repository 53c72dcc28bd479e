"""Tests pass however they are started."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import PATIENCE, REPOSITORY

IN_THE_BACKGROUND = """
import signal, subprocess, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
import tests.conftest
child = "import signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
subprocess.run([sys.executable, "-c", child], check=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="no shell there ignores Ctrl-C for a process")
def test_ctrl_c_ends_what_tests_start_also_where_a_shell_runs_them_in_the_background() -> None:
    """Such a shell lets them ignore it, and so do their children unless somebody minds."""
    command = [sys.executable, "-c", IN_THE_BACKGROUND]
    subprocess.run(command, check=True, timeout=PATIENCE, cwd=REPOSITORY)
