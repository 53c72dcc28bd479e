"""The launcher counts what helpers do that outlive the command that started them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench.measure import LAUNCHER

BURNT = 0.3
"""Seconds of CPU that the grandchild burns after the command has ended."""
ORPHAN = f"""
import os, time

command = os.getpid()
if os.fork() == 0:
    while os.getppid() == command:
        time.sleep(0.001)
    while time.process_time() < {BURNT}:
        pass
    os._exit(0)
os._exit(3)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to the launcher")
def test_cpu_of_a_helper_that_outlives_its_parent_is_counted(tmp_path: Path) -> None:
    command = (sys.executable, "-I", "-S", "-c", ORPHAN)
    launched = (sys.executable, "-I", "-S", str(LAUNCHER), str(tmp_path / "log"), *command)
    printed = subprocess.run(launched, check=True, capture_output=True, text=True).stdout
    cost = json.loads(printed)
    assert cost["code"] == 3
    assert cost["cpu"] >= BURNT
