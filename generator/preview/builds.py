"""Builds of a preview: a thread starts one after each save, and another process runs it.

So serving and building run in parallel, unlike threads of one Python process. Also, a process with
threads cannot fork safely, so a build in it could not share its work; see `engine/workers.py`.
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
from typing import Any, NamedTuple

import msgspec

from generator.api import BuildRequest, Report, build
from generator.problems import Place, Problem, SiteError
from generator.processes import forked


class PreviewRequest(NamedTuple):
    """The settings of a preview."""

    build: BuildRequest
    host: str
    port: int
    polls: bool
    opens_browser: bool
    editor: str
    """The command of the author's editor, as configured."""


class ServerError(Exception):
    """The preview cannot be served; carries the reason for the author."""


class Failure(msgspec.Struct, frozen=True):
    """The reason that a build stopped."""

    problems: tuple[Problem, ...] = ()
    """Mistakes in the site."""
    crash: str = ""
    """The traceback, if Masthead itself failed."""


Result = Report | Failure
Attempt = Callable[[BuildRequest], Result]


def attempt(request: BuildRequest) -> Result:
    """Build; return the report, or the failure."""
    try:
        return build(request)
    except SiteError as error:
        return Failure(error.problems)
    except (OSError, MemoryError) as error:  # the system's fault, not Masthead's
        name = str(getattr(error, "filename", "") or "the project")
        reason = getattr(error, "strerror", "") or "the memory of this machine is full"
        return Failure((Problem.of(Place(name), "build-failed", reason=reason),))
    except Exception:
        return Failure(crash=traceback.format_exc())


@contextmanager
def build_process() -> Iterator[Attempt]:
    """Yield a function that builds in another process, forked from this one while it is small.

    It forks only on Linux, where that is safe. Elsewhere, and after that process has died, the
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

    def ask(request: BuildRequest) -> Result:
        try:
            return _asked(ours, request)
        except (EOFError, OSError):
            ours.close()  # its state is unknown; closing ends the process
            return attempt(request)

    try:
        yield ask
    finally:
        ours.close()
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _asked(other: Connection, request: BuildRequest) -> Result:
    """Make the process at the other end build; return the result.

    Raises EOFError or OSError if that process has died.
    """
    other.send(msgspec.structs.replace(request, process_cache={}, on_first=None))
    while True:
        answer: tuple[str, ...] | Result = other.recv()
        if not isinstance(answer, tuple):
            return answer
        if request.on_first:
            request.on_first(answer)
        other.send(None)  # it may go on


def _work(other: Connection) -> None:
    """Serve requests to build until the preview ends."""
    process_cache: dict[str, tuple[bytes, Any]] = {}

    def on_first(paths: tuple[str, ...]) -> None:
        other.send(paths)
        other.recv()

    while True:
        try:
            request = other.recv()
            request = msgspec.structs.replace(
                request, process_cache=process_cache, on_first=on_first
            )
            other.send(attempt(request))
        except (EOFError, OSError):
            return
        gc.collect()  # now, and not in the middle of the next build


QUIET = 0.005
"""Seconds without a change after which a save is complete."""
LONGEST = 2.0
"""Seconds after the first change at which a build begins even if changes go on."""
NEAR = 0.15
"""Seconds after a change in which an error may be due to a half-written file."""
LOADING = 0.1
"""Seconds that a build waits for open pages to reload before it goes on."""


class Builder(threading.Thread):
    """Starts a build when sources have changed and then been quiet for a moment.

    Changes during a build lead to exactly one further build.
    """

    def __init__(
        self,
        request: BuildRequest,
        before: Callable[[], None],
        after: Callable[[Result, tuple[str, ...], float], None],
        open_pages: Callable[[], tuple[str, ...]],
        on_first: Callable[[tuple[str, ...]], None],
        attempt: Attempt,
    ) -> None:
        """All builds share `request`, so each can reuse values that earlier builds have kept.

        `before` is called before each build; `after` is called with its result, the changed files
        that caused it, and its seconds. `open_pages` returns the paths of pages in browsers. These
        are made first; `on_first` is called with those that have changed, before the rest is made.
        """
        super().__init__(name="masthead-build", daemon=True)
        self.request = msgspec.structs.replace(request, on_first=self._put_first)
        self._before = before
        self._after = after
        self._open_pages = open_pages
        self._on_first = on_first
        self._attempt = attempt
        self._bell = threading.Condition()
        self._changed: set[str] = set()
        """The files that have changed since the last build began."""
        self._first_at = self._last_at = float("-inf")
        """The times of the first and the last of these changes."""
        self._is_over = False

    def note(self, path: str) -> None:
        """Note a change of a file. Any thread may call this."""
        with self._bell:
            self._last_at = time.monotonic()
            if not self._changed:
                self._first_at = self._last_at
            self._changed.add(path)
            self._bell.notify()

    def stop(self) -> None:
        """Finish the current build, and start no other."""
        with self._bell:
            self._is_over = True
            self._bell.notify()
        if self.is_alive():
            self.join(5)

    def run(self) -> None:
        """Build once, and then after each burst of changes."""
        paths: tuple[str, ...] | None = ()
        while paths is not None:
            start = time.perf_counter()
            result = self._build()
            seconds = time.perf_counter() - start
            is_mistake = isinstance(result, Failure) and not result.crash
            if is_mistake and self._has_changed_again():
                # A file may have been read half-written. The next build will tell.
                paths = self._taken()
                continue
            if not self._is_over:
                self._after(result, paths, seconds)
            gc.collect()  # now, and not in the middle of the next build
            paths = self._wait()

    def _build(self) -> Result:
        try:
            self._before()
        except Exception:
            return Failure(crash=traceback.format_exc())
        return self._attempt(msgspec.structs.replace(self.request, first=self._open_pages()))

    def _put_first(self, paths: tuple[str, ...]) -> None:
        """Report pages that are in place, and wait until browsers have loaded them or a file
        changes."""
        if not self._is_over:
            self._on_first(paths)
            with self._bell:
                self._bell.wait_for(lambda: self._changed or self._is_over, LOADING)

    def _wait(self) -> tuple[str, ...] | None:
        """Wait for changes and for their end; return the changed paths, or None to stop."""
        with self._bell:
            self._bell.wait_for(lambda: self._changed or self._is_over)
            while not self._is_over:
                rest = min(self._last_at + QUIET, self._first_at + LONGEST) - time.monotonic()
                if rest <= 0:
                    return self._taken()
                self._bell.wait(rest)
        return None

    def _has_changed_again(self) -> bool:
        """Wait until the last change is old enough; return whether there was one since the build
        began."""
        with self._bell:
            while not self._is_over:
                rest = self._last_at + NEAR - time.monotonic()
                if rest <= 0:
                    break
                self._bell.wait(rest)
            return bool(self._changed) and not self._is_over

    def _taken(self) -> tuple[str, ...]:
        with self._bell:
            changed, self._changed = self._changed, set()
        return tuple(sorted(changed))
