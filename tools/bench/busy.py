"""Keeps the machine busy, like a compiler or a video call, while builds are measured."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SPIN = """
import os, sys
core, parent = int(sys.argv[1]), os.getppid()
if core >= 0:
    os.sched_setaffinity(0, {core})
while os.getppid() == parent:  # so that it ends with the benchmark, however that ends
    for _ in range(1_000_000):
        pass
"""


@contextmanager
def busy_core() -> Iterator[str]:
    """Keep one core busy with a spinning process; yield words that name the core.

    If the system lets a process choose its core, it stays on the last one. The measured programs
    may still use all cores: the scheduler decides how to share the busy one. On other systems, the
    process may change cores.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    core = cores[-1] if cores else -1
    spinner = subprocess.Popen((sys.executable, "-I", "-S", "-c", _SPIN, str(core)))
    try:
        yield (
            f"core {core} of {len(cores)} busy (pinned)" if cores else "one core busy (not pinned)"
        )
    finally:
        spinner.kill()
        spinner.wait()
