"""Processes: the signals that end a command, copies that ignore them, and children with limits.

Strangers' files can demand gigabytes or hours, so a child with limits reads them. The child is this
file, run as a program. It reads a function's name and arguments, and writes its result. On a system
without limits, only the time is bounded.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

# Windows has no SIGHUP.
_SIGNALS = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]
_received: list[int] = []


def end_in_order() -> None:
    """Make all of these signals raise KeyboardInterrupt, so that temporary files are removed.

    A signal that is ignored (`nohup`) stays ignored.
    """
    for number in _SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, _: object) -> None:
    _received.append(number)
    raise KeyboardInterrupt


def behind(error: BaseException) -> int:
    """Return the signal that has led to an error, or 0.

    Python may turn an interrupt into another error: until 3.12, a RuntimeError while `__set_name__`
    runs in a class body, as in the template engine's modules; an ImportError while a module in C
    imports another module.
    """
    if _received:
        return _received[0]
    return signal.SIGINT if isinstance(error, KeyboardInterrupt) else 0


def ignore() -> None:
    """Ignore all of these signals from now on, so that the command comes to its end."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold the signals back while the block runs; those that came arrive at its end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def forked() -> int:
    """Fork, and return what `os.fork` returns; the copy ignores Ctrl-C.

    A terminal sends Ctrl-C to both processes. If the copy did not ignore it yet, both would end the
    command, remove temporary files and say so; it is held back until then. A caller that must not
    lose the copy's id to an interrupt holds it back for longer.
    """
    with held_back():
        process = os.fork()
        if not process:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            for number in _SIGNALS[1:]:
                if signal.getsignal(number) != signal.SIG_IGN:
                    signal.signal(number, signal.SIG_DFL)
    return process


# ---------------------------------------------------------------------- children with limits


class Limits(NamedTuple):
    """The limits of a child."""

    memory: int
    """Bytes of address space."""
    cpu_seconds: int
    """Seconds of processor time for each step."""
    seconds: int
    """Seconds of wall time for each step, for systems without limits: only a step that hangs takes
    so long."""


class LimitPassed(Exception):
    """A child passed a limit, or crashed on its input."""

    def __init__(self, reason: str, step: str) -> None:
        self.reason, self.step = reason, step
        super().__init__(reason)


_STEP = "step: "
_LATE = "Timeout ("
"""What Python prints when its own timeout ends it."""
_OUT_OF_MEMORY = 3
"""The child's exit code when its memory or its stack was full."""
_limits: Limits | None = None
"""The limits of this process, if it is a child."""


def result_of(limits: Limits, function: Callable[..., T], *arguments: object) -> T:
    """Call a function of a module with picklable arguments, and return its result.

    Raises LimitPassed, and the function's own errors.
    """
    import pickle  # slow to load, and a build that reads no PDF needs neither
    import subprocess

    # -P: modules beside this file must not shadow Python's own.
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
    """Name the file that is read from now on; an empty name means no file. A child's time starts
    anew."""
    if _limits is not None:
        sys.stderr.write(f"{_STEP}{name}\n")
        sys.stderr.flush()
        _begin_time(_limits)


def _limit(kind: str, most: int) -> None:
    """Set a limit for this process if the system and its parent allow it."""
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
    """Answer the request on the standard input."""
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
    from generator import processes

    processes._answer()
