"""A process that builds for the preview, so that serving and building need not take turns.

Threads of one Python process run one at a time. Also, a process with threads cannot be forked
safely, so a build in such a process cannot share its work; see `engine/workers.py`.
"""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe

import msgspec

from generator.api import BuildRequest, Report, build
from generator.interrupts import forked
from generator.model.caches import ProcessCache
from generator.problems import Place, Problem, SiteError


class Failure(msgspec.Struct, frozen=True):
    """What stopped a build."""

    problems: tuple[Problem, ...] = ()
    """Mistakes in the site."""
    crash: str = ""
    """The traceback, where Masthead itself failed."""


Attempt = Callable[[BuildRequest], Failure | None]


def attempt(request: BuildRequest) -> Failure | None:
    """Build; return what stopped it, if anything. `on_report` gets the report of a success."""
    try:
        build(request)
    except SiteError as error:
        return Failure(error.problems)
    except (OSError, MemoryError) as error:  # the system's doing, and not Masthead's
        name = str(getattr(error, "filename", "") or "the project")
        reason = getattr(error, "strerror", "") or "the memory of this machine is full"
        return Failure((Problem.of(Place(name), "build-failed", reason=reason),))
    except Exception:
        return Failure(crash=traceback.format_exc())
    return None


@contextmanager
def build_process() -> Iterator[Attempt]:
    """Yield a function that builds in another process, forked from this one while it is small.

    Only on Linux, where forking does no harm. Elsewhere, and once that process has died, the
    function builds in this process.
    """
    if not sys.platform.startswith("linux"):
        yield attempt
        return
    ours, theirs = Pipe()
    process = forked()
    if not process:
        try:
            ours.close()
            _work(theirs)
        finally:
            os._exit(0)
    theirs.close()

    def ask(request: BuildRequest) -> Failure | None:
        try:
            return _asked(ours, request)
        except (EOFError, OSError):
            ours.close()  # nobody knows what state the other one is in; this ends it
            return attempt(request)

    try:
        yield ask
    finally:
        ours.close()
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _asked(other: Connection, request: BuildRequest) -> Failure | None:
    """Have the process at the other end build, and pass on what it reports.

    Raises EOFError or OSError when that process has died.
    """
    other.send(
        msgspec.structs.replace(
            request, process_cache=ProcessCache(), on_report=None, on_first=None
        )
    )
    while True:
        answer: tuple[str, ...] | Report | Failure | None = other.recv()
        if isinstance(answer, Report):
            if request.on_report:
                request.on_report(answer)
        elif isinstance(answer, tuple):
            if request.on_first:
                request.on_first(answer)
        else:
            return answer
        other.send(None)  # it may go on


def _work(other: Connection) -> None:
    """Build what is asked for, until the preview has ended."""
    process_cache = ProcessCache()

    def report(news: Report | tuple[str, ...]) -> None:
        other.send(news)
        other.recv()

    while True:
        try:
            request = other.recv()
            request = msgspec.structs.replace(
                request, process_cache=process_cache, on_report=report, on_first=report
            )
            other.send(attempt(request))
        except (EOFError, OSError):
            return
        gc.collect()  # now, and not in the middle of the next build
