"""A worker process that loads the template engine and the Markdown parser while sources are read.

Loading them takes as long as all other work of a small build. So before anything else the command
forks a worker, which loads them, waits, and then renders stale outputs. The worker has no site: an
output asks for everything that it reads through its `ReadTracker`, and here the answers come
through a pipe.

Both ends are the same program on the same machine, so messages are pickled. When anything goes
wrong, the build renders the output itself, and reports what it would have reported anyway.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from select import select
from typing import IO, Any, NamedTuple

import msgspec

from generator.engine.one_output import Tracked, tracked
from generator.engine.render_cache import DiskRenderCache
from generator.engine.workers import has_free_core
from generator.model.files import Font, Output
from generator.model.sections import Section
from generator.model.text import Body
from generator.model.theme import Theme
from generator.model.tracking import Read, ReadTracker
from generator.problems import Problem, Spot
from generator.render.renderer import Renderer

Started = tuple[int, int, int]
"""The id of the worker's process, and the descriptors for its questions and for the answers."""

_LENGTH = 8
"""Bytes before each message, which say how long it is."""


class Job(NamedTuple):
    """An output to render."""

    output: Output
    likely: list[Read]
    """What it is likely to read: sent along, since a question takes longer than an answer."""


# ------------------------------------------------------------------ the build's side


def start_worker(has_new_texts: bool = True) -> Started | None:
    """Fork a worker while this process is small, or return None.

    There is none where no core is free, or a fork could do harm: elsewhere than on Linux. Without
    `has_new_texts` the worker loads the Markdown parser only when it turns out to be needed.
    """
    if not (sys.platform.startswith("linux") and has_free_core()):
        return None
    # What both processes need is loaded once, while there is one.
    from generator.model import site
    from generator.model.views import page_views, site_views

    assert site and page_views and site_views
    (questions, to_ask), (to_hear, answers) = os.pipe(), os.pipe()
    process = os.fork()
    if process:
        os.close(to_ask)
        os.close(to_hear)
        return process, questions, answers
    try:
        os.close(questions)
        os.close(answers)
        _work(_BuildPipe(to_hear, to_ask), has_new_texts)
    finally:
        os._exit(0)


class PrewarmedWorker:
    """The build's end of the pipe to the worker."""

    def __init__(self, started: Started, read_section: Callable[..., Any]) -> None:
        """`read_section` parses the options of a directive."""
        from fcntl import F_GETPIPE_SZ, fcntl  # it is there where a worker is, on Linux

        self._process, self._questions, self._answers = started
        self._read_section = read_section
        self._bodies: list[Body] = []
        """Texts of pages that the worker may ask for."""
        self._given: set[Read] = set()
        """Facts that the worker has been given, and keeps."""
        self._asked: deque[Output] = deque()
        """The output that it renders now, and the next one."""
        self._next = b""
        """The next message, which would not fit into the pipe while the worker is busy."""
        self._room = fcntl(self._answers, F_GETPIPE_SZ) // 2
        self.is_running = True

    def begin(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        fonts: tuple[Font, ...],
        texts: tuple[Path, str] | None,
        templates: tuple[Path, str],
    ) -> None:
        """Say what to render with. `texts` are the folder and the version of rendered texts,
        `templates` the project and the version of compiled templates."""
        with suppress(OSError):  # then the first output tells
            self._send("answer", (theme, dict(template_facts), fonts, texts, templates))

    def render(
        self, jobs: Iterable[Job], served: ReadTracker, meanwhile: Callable[[], bool]
    ) -> Iterator[tuple[Output, Tracked]]:
        """Yield each output as soon as it is rendered; those that failed are missing.

        Facts are taken from `served`. While the worker is silent, `meanwhile` is called: it does a
        little other work, or returns False if there is none.
        """
        waiting = deque(jobs)
        while self.is_running and (waiting or self._asked):
            is_heard, result = False, None
            with self._ending_if_it_fails():
                self._ask(waiting, served)
                is_heard = bool(select([self._questions], [], [], 0)[0])
            if not is_heard and meanwhile():
                continue
            with self._ending_if_it_fails():
                result = self._listen(served)
            if result is not None:
                yield self._asked.popleft(), result

    @contextmanager
    def _ending_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            self.stop()

    def _ask(self, waiting: deque[Job], served: ReadTracker) -> None:
        """Ask for an output, and for the next one, so that neither process waits for the other.

        A large message is sent only when the worker waits for it: it could find the pipe full,
        while the worker waits for us to read.
        """
        while waiting and len(self._asked) < 2:
            job = waiting[0]
            if not self._next:
                likely = [read for read in job.likely if read not in self._given]
                self._next = self._pickled("render", job.output, self._facts(served, likely))
            if self._asked and len(self._next) > self._room:
                return
            _send(self._answers, self._next)
            self._asked.append(waiting.popleft().output)
            self._next = b""

    def _listen(self, served: ReadTracker) -> Tracked | None:
        """Answer a question, or return what was rendered."""
        kind, *rest = pickle.loads(_received(self._questions))
        if kind == "get":
            self._send("answer", self._facts(served, rest))
        elif kind == "text":
            self._send("answer", self._bodies[rest[0]].text)
        elif kind == "section":
            section, problems = self._read_section(*rest)
            # Pickled, it would have its defaults written out, and ask in other words.
            self._send("answer", (msgspec.json.encode(section) if section else b"", problems))
        else:
            return Tracked(*rest)
        return None

    def _facts(self, served: ReadTracker, wanted: Iterable[Read]) -> dict[Read, tuple[Any, str]]:
        """Return facts with their digests, by how they are asked for."""
        self._given.update(wanted)
        return {read: (served.get(*read), served.noted[read]) for read in wanted}

    def _send(self, *words: Any) -> None:
        _send(self._answers, self._pickled(*words))

    def _pickled(self, *words: Any) -> bytes:
        buffer = BytesIO()
        _BodyPickler(buffer, self._bodies).dump(words)
        return buffer.getvalue()

    def stop(self) -> None:
        """Kill the worker, without waiting for its end."""
        if self.is_running:
            self.is_running = False
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
            for pipe in (self._questions, self._answers):
                with suppress(OSError):
                    os.close(pipe)

    def wait(self) -> None:
        """Kill the worker, and wait until it is gone."""
        self.stop()
        with suppress(OSError):
            os.waitpid(self._process, 0)


class _BodyPickler(pickle.Pickler):
    """Leaves the texts of pages with the build until the worker asks for them."""

    def __init__(self, file: IO[bytes], bodies: list[Body]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._bodies = bodies

    def persistent_id(self, value: Any) -> Any:
        if not isinstance(value, Body):
            return None
        self._bodies.append(value)
        return len(self._bodies) - 1, value.digest, value.spot, value.lang


# ------------------------------------------------------------------ the worker's side


def _work(build: _BuildPipe, has_new_texts: bool) -> None:
    """Render what the build asks for, until it kills this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the build decides
    gc.disable()
    from generator.engine.compiled_templates import compiled_templates
    from generator.render import page
    from generator.render.templates import Environment

    if has_new_texts:
        from generator.render.markdown.convert import convert

        convert("*warm*")
    assert page
    Environment(Theme(name="")).from_string("{{ warm }}")  # the first template makes the lexer
    theme, template_facts, fonts, texts, templates = build.answer()
    cache = DiskRenderCache.open(*texts)[0] if texts else DiskRenderCache(Path(), "")
    renderer = Renderer(
        theme, template_facts, build.section, lambda: cache, fonts,
        open_templates=lambda: compiled_templates(*templates),
    )  # fmt: skip
    while True:
        output, facts = build.job()
        build.facts.update(facts)
        build.tell("rendered", *tracked(output, renderer, cache, build.lookup))


class _BuildPipe:
    """The worker's end of the pipe to the build. It keeps the facts that it was given."""

    def __init__(self, answers: int, questions: int) -> None:
        self._answers = answers
        self._questions = questions
        self._next: deque[list[Any]] = deque()
        """The job that arrived before an answer."""
        self.facts: dict[Read, tuple[Any, str]] = {}

    def job(self) -> list[Any]:
        """Return the next output to render, and facts for it."""
        return self._next.popleft() if self._next else self._hear()[1]

    def answer(self) -> Any:
        """Return the next answer."""
        while True:
            kind, rest = self._hear()
            if kind == "answer":
                return rest[0]
            self._next.append(rest)

    def ask(self, *question: Any) -> Any:
        self.tell(*question)
        return self.answer()

    def tell(self, *words: Any) -> None:
        _send(self._questions, pickle.dumps(words, pickle.HIGHEST_PROTOCOL))

    def _hear(self) -> tuple[str, list[Any]]:
        kind, *rest = _BodyUnpickler(_received(self._answers), self.ask).load()
        return kind, rest

    def section(self, name: str, options: str, where: Spot) -> tuple[Section | None, list[Problem]]:
        """Return the section that a directive's options give, and what is wrong with them."""
        data, problems = self.ask("section", name, options, where)
        return msgspec.json.decode(data, type=Section) if data else None, problems

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest."""
        if read not in self.facts:
            self.facts.update(self.ask("get", read))
        return self.facts[read]


class _BodyUnpickler(pickle.Unpickler):
    """Gives the texts of pages, which are with the build until they are asked for."""

    def __init__(self, message: bytes, ask: Callable[..., Any]) -> None:
        super().__init__(BytesIO(message))
        self._ask = ask

    def persistent_load(self, value: Any) -> Body:
        number, digest, spot, lang = value
        return Body(digest, spot, partial(self._ask, "text", number), lang)


# ------------------------------------------------------------------ messages


def _send(pipe: int, message: bytes) -> None:
    """Write a message to a pipe. Raises OSError where the other end is closed."""
    rest = memoryview(len(message).to_bytes(_LENGTH, "big") + message)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def _received(pipe: int) -> bytes:
    """Wait for a message and return it. Raises EOFError where the other end is closed."""
    return _exactly(pipe, int.from_bytes(_exactly(pipe, _LENGTH), "big"))


def _exactly(pipe: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = os.read(pipe, size - len(data))
        if not part:
            raise EOFError
        data += part
    return data
