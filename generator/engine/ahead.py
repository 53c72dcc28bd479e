"""A process that loads the template engine and the Markdown parser while the sources are read.

Loading them takes as long as all other work of a small build, so the command starts a second
process before anything else, which loads them, waits, and then draws what is stale. It knows
nothing of the site: whatever a page reads it asks for through the door, and here the door is a
pipe. That works because the renderer has never seen more of a site than the door. Where there is
enough to draw, that process copies itself, and the two share it.

Both ends are one program on one machine, so what goes through the pipe is pickled. When anything
goes wrong the caller draws the output itself, and says what it would have said anyway.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from select import select
from typing import IO, Any, NamedTuple

import msgspec

from generator.engine.dealing import Job, Waiting
from generator.engine.messages import receive, send
from generator.engine.render_cache import Entry
from generator.engine.start import Started
from generator.model.files import Font, Output, Rendered
from generator.model.text import Body
from generator.model.theme import Theme
from generator.model.tracking import Read, ReadTracker

Fresh = dict[str, Entry]
"""What came onto the shelf, by its keys."""


class Drawn(NamedTuple):
    """One output as it came back."""

    rendered: Rendered
    noted: dict[Read, str]
    """What it read, and the digest of each answer."""
    used: list[str]
    """Keys of the rendered texts in it."""
    fresh: Fresh
    """Those of them that are new."""


class Ahead:
    """The process, and the copy of it that may come, as seen by the one that started it."""

    def __init__(self, started: Started, read_section: Callable[..., Any]) -> None:
        """`read_section` answers what a directive's options mean."""
        self._process, *pipes = started
        self._drawers = [_Drawer(*pipes[:2])]
        self._spare = pipes[2:]
        self._read_section = read_section
        self.is_there = True

    def begin(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        shelf: tuple[Path, str] | None,
        fonts: tuple[Font, ...],
        compiled: Path | None,
    ) -> None:
        """Tell what to draw with; `shelf` is where rendered texts lie, and of which version,
        `compiled` where compiled templates lie."""
        with suppress(OSError):  # then the first output tells
            self._drawers[0].send("answer", (theme, dict(template_facts), shelf, fonts, compiled))

    def draw(
        self,
        jobs: Iterable[Job],
        served: ReadTracker,
        meanwhile: Callable[[], bool] = lambda: False,
        is_much: bool = False,
    ) -> Iterator[tuple[Output, Drawn | None]]:
        """Yield each output as soon as it is drawn, in any order; with None, where that failed.

        Facts are taken from `served`. As long as nothing is heard, `meanwhile` is called: it does
        a little of other work, or says that there is none. If it `is_much`, the process copies
        itself.
        """
        waiting = Waiting(jobs)
        missing = {job.output.path: job.output for job in waiting}
        drawn: Drawn | None
        if is_much:
            self._halve()
        while missing and self.is_there:
            try:
                self._ask(waiting, served)
                heard = self._heard(0)
            except Exception:
                self.stop()
                break
            if not heard and meanwhile():
                continue
            for drawer in heard or self._heard():
                try:
                    drawn = self._listen(drawer, served)
                except Exception:
                    self.stop()
                    break
                if drawn is not None:
                    output = drawer.asked.popleft().output
                    yield missing.pop(output.path), drawn
        for output in missing.values():
            yield output, None

    def _ask(self, waiting: Waiting, served: ReadTracker) -> None:
        """See to it that each drawer has something to draw, and the next output on its way."""
        for drawer in self._drawers:
            others = (job for other in self._drawers if other is not drawer for job in other.asked)
            drawer.ask(waiting, served, all(job.is_late for job in others))

    def _halve(self) -> None:
        from generator.engine.workers import cores

        if self._spare and cores() > 1:
            with suppress(OSError):  # then the first output tells
                self._drawers[0].send("halve")
                self._drawers.append(_Drawer(*self._spare))
                self._spare = []

    def _heard(self, seconds: float | None = None) -> list[_Drawer]:
        """Return the drawers from which something has come; wait for it, or only so long."""
        drawers = {drawer.questions: drawer for drawer in self._drawers if drawer.asked}
        return [drawers[pipe] for pipe in select(drawers, [], [], seconds)[0]]

    def _listen(self, drawer: _Drawer, served: ReadTracker) -> Drawn | None:
        """Answer a question, or return what was drawn."""
        kind, *rest = pickle.loads(receive(drawer.questions))
        if kind == "get":
            drawer.send("answer", drawer.facts(served, rest))
        elif kind == "text":
            drawer.send("answer", drawer.bodies[rest[0]].text)
        elif kind == "section":
            section, problems = self._read_section(*rest)
            # Pickled, it would have its defaults written out, and ask in other words.
            drawer.send("answer", (msgspec.json.encode(section) if section else b"", problems))
        else:
            drawn = Drawn(*rest)
            for other in self._drawers:
                if other is not drawer:
                    other.unknown.update(drawn.fresh)
            return drawn
        return None

    def stop(self) -> None:
        """End the process, whatever it does, and do not wait for that.

        A copy of it ends when nobody listens to it any more.
        """
        if self.is_there:
            self.is_there = False
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
            for pipe in (*self._spare, *(end for drawer in self._drawers for end in drawer.pipes)):
                with suppress(OSError):
                    os.close(pipe)

    def wait(self) -> None:
        """End the process, and wait until it is gone."""
        self.stop()
        with suppress(OSError):
            os.waitpid(self._process, 0)


class _Drawer:
    """One process that draws, and what it knows."""

    def __init__(self, questions: int, answers: int) -> None:
        from fcntl import F_GETPIPE_SZ, fcntl  # where this process can be, on Linux, it is there

        self.pipes = questions, answers
        self.questions = questions
        self.bodies: list[Body] = []
        """Pages' texts that it may ask for."""
        self.given: set[Read] = set()
        """Facts that it has been given, and keeps."""
        self.unknown: Fresh = {}
        """Texts that the other one has rendered and this one has not been given."""
        self.asked: deque[Job] = deque()
        """What it is drawing, and what it will draw next."""
        self._packed: tuple[Job, bytes] | None = None
        """The next thing to ask for, which would not fit into the pipe while it is drawing."""
        self._layouts: set[str] = set()
        """Templates that it has met: each takes time to compile."""
        self._answers = answers
        self._room = fcntl(answers, F_GETPIPE_SZ) // 2

    def ask(self, waiting: Waiting, served: ReadTracker, may_be_late: bool) -> None:
        """Ask for an output, and for the next one, so that neither process waits for the other.

        It `may_be_late` where nobody else draws what a late one has texts of.
        A large message is sent only to one that is waiting for it: it could find the pipe full,
        while the other process waits for us to read.
        """
        while len(self.asked) < 2:
            if self._packed is None:
                job = waiting.take(self._layouts, may_be_late)
                if job is None:
                    return
                likely = [read for read in job.likely if read not in self.given]
                facts = self.facts(served, likely)
                self._packed = job, self._pickled(("draw", job.output, facts, self.unknown))
                self.unknown = {}
            job, message = self._packed
            if self.asked and len(message) > self._room:
                return
            send(self._answers, message)
            self.asked.append(job)
            self._packed = None

    def facts(self, served: ReadTracker, wanted: Iterable[Read]) -> dict[Read, tuple[Any, str]]:
        """Return facts with their digests, by how they are asked for."""
        self.given.update(wanted)
        return {read: (served.get(*read), served.noted[read]) for read in wanted}

    def send(self, *words: Any) -> None:
        """Send a message, in which a page's text stays on this side until it is asked for."""
        send(self._answers, self._pickled(words))

    def _pickled(self, value: Any) -> bytes:
        buffer = BytesIO()
        _Pickler(buffer, self.bodies).dump(value)
        return buffer.getvalue()


class _Pickler(pickle.Pickler):
    """A page's text stays on this side until it is asked for."""

    def __init__(self, file: IO[bytes], bodies: list[Body]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._bodies = bodies

    def persistent_id(self, value: Any) -> Any:
        if not isinstance(value, Body):
            return None
        self._bodies.append(value)
        return len(self._bodies) - 1, value.digest, value.spot, value.lang
