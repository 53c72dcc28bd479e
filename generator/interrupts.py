"""The signals that end a command: Ctrl-C, `kill`, and the closing of its terminal."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

# Windows has no SIGHUP.
_SIGNALS = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]
_received: list[int] = []


def end_in_order() -> None:
    """Have all of them raise KeyboardInterrupt, so that what is temporary is removed.

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

    Python may make another error of an interrupt: until 3.12 a RuntimeError where a class gives
    names to its members, as those of the template engine's modules do, and an ImportError where a
    module in C loads another one.
    """
    if _received:
        return _received[0]
    return signal.SIGINT if isinstance(error, KeyboardInterrupt) else 0


def ignore() -> None:
    """Let the command come to its end, whatever signal arrives from here on."""
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
    """Fork, and return what `os.fork` does; the copy leaves Ctrl-C to this process.

    In a terminal that reaches the copy, too. If it came before the copy ignores it, both would end
    the command: remove what is temporary, and say so. So it is held back until then. Who must not
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
