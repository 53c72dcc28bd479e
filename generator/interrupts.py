"""The signals that end a command: Ctrl-C, `kill`, and the closing of its terminal."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

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
