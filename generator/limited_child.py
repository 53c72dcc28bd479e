"""A function in a child process with limits: what strangers wrote can ask for gigabytes or hours.

The child is this file, run as a program. It reads the function with its arguments, and writes what
that returns. Where the system knows no limits, only the time is bounded.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Limits(NamedTuple):
    """What a child may take."""

    memory: int
    """Bytes of address space."""
    cpu_seconds: int
    """Seconds of processor time for each step."""
    seconds: int
    """Seconds on a clock for each step, for systems without limits: only what hangs takes so
    long."""


class LimitPassed(Exception):
    """A child took more than it may, or ended at what it read."""

    def __init__(self, reason: str, step: str) -> None:
        self.reason, self.step = reason, step
        super().__init__(reason)


_STEP = "step: "
_LATE = "Timeout ("
"""What Python says when it ends itself by the clock."""
_OUT_OF_MEMORY = 3
"""The child's exit code when its memory or its stack was full."""
_limits: Limits | None = None
"""Those of this process, where it is a child."""


def result_of(limits: Limits, function: Callable[..., T], *arguments: object) -> T:
    """Return what a function of a module returns for some arguments, all of which are picklable.

    Raises LimitPassed, and what the function raises.
    """
    import pickle  # slow to load, and a build that reads no PDF needs neither
    import subprocess

    # -P: the modules beside this file are not to be taken for those of Python.
    command = [sys.executable, "-P", str(Path(__file__).resolve())]
    asked = pickle.dumps(limits) + pickle.dumps((function, arguments))
    done = subprocess.run(command, input=asked, capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode:
        *_, last = ("", *(line for line in said.split("\n") if line.startswith(_STEP)))
        is_late = done.returncode == -getattr(signal, "SIGXCPU", 0) or _LATE in said
        long = f"it takes more than {limits.cpu_seconds} seconds"
        raise LimitPassed(long if is_late else "it takes too much memory", last[len(_STEP) :])
    result, error = pickle.loads(done.stdout)
    if error is not None:
        raise error
    found: T = result
    return found


def step(name: str) -> None:
    """Say what is read from here on; nothing for what concerns no file. In a child, its time begins
    anew."""
    if _limits is not None:
        sys.stderr.write(f"{_STEP}{name}\n")
        sys.stderr.flush()
        _begin_time(_limits)


def _limit(kind: str, most: int) -> None:
    """Set a limit of this process if the system and its parent allow it."""
    try:
        import resource

        number = getattr(resource, kind)
        at_last = resource.getrlimit(number)[1]
        resource.setrlimit(number, (most, at_last))
    except (ImportError, ValueError, OSError):  # Windows; macOS knows no limit of address space
        return


def _begin_time(limits: Limits) -> None:
    import faulthandler
    import time

    _limit("RLIMIT_CPU", int(time.process_time()) + 1 + limits.cpu_seconds)
    faulthandler.dump_traceback_later(limits.seconds, exit=True)


def _answer() -> None:
    """Answer what is asked on the standard input."""
    global _limits
    import pickle

    asked = sys.stdin.buffer
    limits: Limits = pickle.load(asked)
    _limits = limits
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_AS", limits.memory)
    _begin_time(limits)
    answer: tuple[object, Exception | None]
    try:
        function, arguments = pickle.load(asked)
        answer = (function(*arguments), None)
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except (MemoryError, RecursionError):
        os._exit(_OUT_OF_MEMORY)
    except Exception as error:
        import traceback

        error.add_note(traceback.format_exc())
        data = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from generator import limited_child

    limited_child._answer()
