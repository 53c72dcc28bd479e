"""Runs a command in a copy of this process, under limits: no imports, and a fault is contained."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

from generator.cli import main

CPU = 30
"""Seconds of processor time, ten times what a busy machine needs for a small site."""
MEMORY = 1_500_000_000
"""Bytes that a command may take more than what this process has."""
WAIT = 300
"""Seconds after which a command hangs."""


class Ran(NamedTuple):
    code: int
    """The exit code; negative for a signal."""
    said: str
    """What it printed, on both streams."""


def limited(folder: Path, *words: str, log: Path, cpu: int = CPU) -> Ran:
    """Run a command in a folder; `log` is a file for what it prints, `cpu` its seconds."""
    import resource  # not on Windows, nor is what follows

    process = os.fork()
    if not process:
        code = 70
        try:
            os.chdir(folder)
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.dup2(out, 1)
            os.dup2(out, 2)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="backslashreplace")
            sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
            have = (
                int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
            )
            resource.setrlimit(resource.RLIMIT_AS, (have + MEMORY, have + MEMORY))
            signal.alarm(WAIT)
            code = main(words)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(process, 0)
    return Ran(os.waitstatus_to_exitcode(status), log.read_text("utf-8", "replace"))
