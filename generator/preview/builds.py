"""Builds of a preview: a thread starts one after each save, and another process makes it.

So serving and building need not take turns, as threads of one Python process do. Also, a process
with threads cannot be forked safely, so a build in it could not share its work; see
`engine/workers.py`.
"""

import gc
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe

import msgspec

from generator.api import BuildRequest, Report, build
from generator.interrupts import forked
from generator.model.lookups import ProcessCache
from generator.preview.watcher import NEAR, Burst, FileChange
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
            ours.close()  # its state is unknown; this ends the process
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


LOADING = 0.1
"""Seconds that a build waits for open pages to load what is new, before it goes on."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one build."""

    report: Report | None = None
    """None where mistakes stopped the build."""
    failure: Failure | None = None
    """What stopped it."""
    paths: tuple[str, ...] = ()
    """The files whose changes led to it."""
    seconds: float = 0.0


class Builder(threading.Thread):
    """Starts a build when sources have changed and no further change follows for a moment.

    Changes during a build lead to exactly one further build.
    """

    def __init__(
        self,
        request: BuildRequest,
        reports_closes: Callable[[], bool],
        before: Callable[[], None],
        after: Callable[[Outcome], None],
        open_pages: Callable[[], tuple[str, ...]],
        on_first: Callable[[tuple[str, ...]], None],
        attempt: Attempt,
    ) -> None:
        """`request` serves all builds: what each of them keeps is there for the next.

        `before` is called before each build, `after` with its result. `open_pages` returns the
        paths of the pages that browsers show: they are made first, and `on_first` is called with
        those that have changed, while the rest is still to be made.
        """
        super().__init__(name="masthead-build", daemon=True)
        self.request = request
        self._reports_closes = reports_closes
        self._before = before
        self._after = after
        self._open_pages = open_pages
        self._on_first = on_first
        self._attempt = attempt
        self._bell = threading.Condition()
        self._burst = Burst()
        self._changed_at = float("-inf")
        self._is_over = False

    def note(self, change: FileChange) -> None:
        """Note a change of a file. Any thread may call this."""
        with self._bell:
            self._changed_at = time.monotonic()
            self._burst.note(change, self._changed_at)
            self._bell.notify()

    def stop(self) -> None:
        """Finish the build that is going on, and no other."""
        with self._bell:
            self._is_over = True
            self._bell.notify()
        if self.is_alive():
            self.join(5)

    def run(self) -> None:
        """Build once, and then after each burst of changes."""
        paths: tuple[str, ...] | None = ()
        while paths is not None:
            outcome = self._build(paths)
            is_crash = outcome and outcome.failure and outcome.failure.crash
            if outcome and not is_crash and self._has_changed_again():
                # A file may have been read half-written. The next build will show.
                with self._bell:
                    paths = self._taken()
                continue
            if outcome:
                self._tell(outcome)
            gc.collect()  # now, and not in the middle of the next build
            paths = self._wait()

    def _build(self, paths: tuple[str, ...]) -> Outcome | None:
        """Build; report a success at once, and return a failure, since it may be temporary."""
        start = time.perf_counter()

        def outcome(report: Report | None = None, failure: Failure | None = None) -> Outcome:
            seconds = time.perf_counter() - start
            return Outcome(report=report, failure=failure, paths=paths, seconds=seconds)

        def report(report: Report) -> None:
            self._tell(outcome(report))
            self._let_pages_load()

        def first(paths: tuple[str, ...]) -> None:
            if not self._is_over:
                self._on_first(paths)
                self._let_pages_load()

        try:
            self._before()
        except Exception:
            return outcome(failure=Failure(crash=traceback.format_exc()))
        pages = self._open_pages()
        request = msgspec.structs.replace(
            self.request, first=pages, on_first=first, on_report=report
        )
        failure = self._attempt(request)
        return outcome(failure=failure) if failure else None

    def _tell(self, outcome: Outcome) -> None:
        if not self._is_over:
            self._after(outcome)

    def _let_pages_load(self) -> None:
        """Wait while browsers load the new pages, or until a file changes."""
        with self._bell:
            self._bell.wait_for(lambda: self._burst or self._is_over, LOADING)

    def _wait(self) -> tuple[str, ...] | None:
        """Wait for changes to come and to end; return the changed paths, or None to stop."""
        with self._bell:
            while not self._is_over:
                if not self._burst:
                    self._bell.wait()
                    continue
                rest = self._burst.ready_at(self._reports_closes()) - time.monotonic()
                if rest <= 0:
                    return self._taken()
                self._bell.wait(rest)
        return None

    def _has_changed_again(self) -> bool:
        """Wait until no change is near; return whether any came since the build began."""
        with self._bell:
            while not self._is_over:
                rest = self._changed_at + NEAR - time.monotonic()
                if rest <= 0:
                    break
                self._bell.wait(rest)
            return bool(self._burst) and not self._is_over

    def _taken(self) -> tuple[str, ...]:
        burst, self._burst = self._burst, Burst()
        return tuple(sorted(burst.paths))
