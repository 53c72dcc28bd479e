"""A process that loads the template engine and the Markdown parser while the sources are read.

Loading them takes as long as all other work of a small build, so the command starts a second
process before anything else, which loads them, waits, and then draws what is stale. It knows
nothing of the site: whatever a page reads it asks for through the door, and here the door is a
pipe. That works because the renderer has never seen more of a site than the door.

Both ends are one program on one machine, so what goes through the pipe is pickled. When anything
goes wrong the caller draws the output itself, and says what it would have said anyway.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from select import select
from typing import IO, Any

import msgspec

from generator.drawing.start import Started
from generator.memory.reads import Read, Reads
from generator.memory.shelf import Entry
from generator.model.outputs import Output, Rendered
from generator.model.text import Body
from generator.model.theme import Theme
from generator.render.renderer import Font

Fresh = dict[str, Entry]
"""What came onto the shelf, by its keys."""


class Ahead:
    """The process, as seen by the one that started it."""

    def __init__(self, started: Started, read_section: Callable[..., Any]) -> None:
        """`read_section` answers what a directive's options mean."""
        from fcntl import F_GETPIPE_SZ, fcntl  # where this process can be, on Linux, it is there

        self._process, questions, answers = started
        self._questions = os.fdopen(questions, "rb")
        self._answers = os.fdopen(answers, "wb")
        self._read_section = read_section
        self._bodies: list[Body] = []
        self._given: set[Read] = set()
        """Facts that the process has been given, and keeps."""
        self._jobs: deque[tuple[Output, list[Read]]] = deque()
        self._packed = b""
        """The message that asks for the next output."""
        self._is_on_its_way = False
        """Whether that has been sent."""
        self._room = fcntl(answers, F_GETPIPE_SZ) // 2
        self.is_there = True

    def begin(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        shelf: tuple[Path, str] | None,
        fonts: tuple[Font, ...],
    ) -> None:
        """Tell what to draw with; `shelf` is where rendered texts lie, and of which version."""
        with suppress(OSError):  # then the first output tells
            self._answer((theme, dict(template_facts), shelf, fonts))

    def expect(self, jobs: Iterable[tuple[Output, list[Read]]]) -> None:
        """Take the outputs that will be asked for, in this order, and what each is likely to read.

        That is given along: each question would take longer than its answer.
        """
        self._jobs = deque(jobs)

    def draw(
        self, reads: Reads, meanwhile: Callable[[], bool] = lambda: False
    ) -> tuple[Rendered, list[str], Fresh] | None:
        """Return the next output, the keys of its texts, and which are new; None on a failure.

        What the output reads is noted in `reads`, in its order. While it is drawn, the one behind
        it is made ready and sent, so that neither process waits for the other. As long as nothing
        is heard, `meanwhile` is called: it does a little of other work, or says that there is none.
        """
        try:
            served = reads.another()
            if not self._is_on_its_way:
                self._write(self._packed or self._job(served))
            self._packed = self._job(served) if self._jobs else b""
            # A larger one could find the pipe full, while the other process waits for us to read.
            self._is_on_its_way = 0 < len(self._packed) <= self._room
            if self._is_on_its_way:
                self._write(self._packed)
            while True:
                while not select([self._questions], [], [], 0)[0] and meanwhile():
                    pass
                kind, *rest = pickle.load(self._questions)
                if kind == "get":
                    self._answer(self._answered(served, rest))
                elif kind == "text":
                    self._answer(self._bodies[rest[0]].text)
                elif kind == "section":
                    section, problems = self._read_section(*rest)
                    # Pickled, it would have its defaults written out, and ask in other words.
                    self._answer((msgspec.json.encode(section) if section else b"", problems))
                else:
                    rendered, noted, used, fresh = rest
                    for read, digest in noted.items():
                        reads.note(read[0], digest, *read[1:])
                    return rendered, used, fresh
        except Exception:
            self.stop()
            return None

    def _job(self, served: Reads) -> bytes:
        """Return the message that asks for the next output."""
        output, likely = self._jobs.popleft()
        facts = self._answered(served, [read for read in likely if read not in self._given])
        return self._pickled(("draw", output, facts))

    def _answered(self, served: Reads, wanted: Iterable[Read]) -> dict[Read, tuple[Any, str]]:
        """Return facts with their digests, by how they are asked for."""
        self._given.update(wanted)
        return {read: (served.get(*read), served.noted[read]) for read in wanted}

    def stop(self) -> None:
        """End the process, whatever it does, and do not wait for that."""
        if self.is_there:
            self.is_there = False
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
            for pipe in (self._answers, self._questions):
                with suppress(OSError):
                    pipe.close()

    def wait(self) -> None:
        """End the process, and wait until it is gone."""
        self.stop()
        with suppress(OSError):
            os.waitpid(self._process, 0)

    def _answer(self, value: Any) -> None:
        self._write(self._pickled(("answer", value)))

    def _pickled(self, value: Any) -> bytes:
        buffer = BytesIO()
        _Pickler(buffer, self._bodies).dump(value)
        return buffer.getvalue()

    def _write(self, data: bytes) -> None:
        self._answers.write(data)
        self._answers.flush()


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
