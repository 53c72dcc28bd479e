"""A worker process that loads the template engine and the Markdown parser while sources are read.

After an edit of a page that takes as long as all other work. So the command forks a worker before
anything else, which then renders what is stale. It has no site: whatever an output reads it asks
for through its `ReadTracker`, and here the answers come through a pipe, pickled, since both ends
are one program. When anything goes wrong, the build renders the output itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from select import select
from typing import IO, Any

import msgspec

from generator.engine.caches import compiled_code
from generator.engine.caches.render_cache import DiskRenderCache
from generator.engine.one_output import Tracked, tracked
from generator.engine.workers import has_free_core
from generator.interrupts import forked
from generator.model.files import Output
from generator.model.sections import Section
from generator.model.text import Body
from generator.model.theme import Theme
from generator.model.tracking import Read, ReadTracker
from generator.problems import Problem, Spot
from generator.render.renderer import Renderer

Started = tuple[int, int, int]
"""The id of the worker's process, and the descriptors for its questions and for the answers."""

_PIPE = 1 << 20
"""Bytes in the pipe to the worker, the most that Linux gives to anybody: a theme fits, so that the
build goes on while the worker loads what it needs."""


def start_worker(changed: set[str] | None) -> Started | None:
    """Fork a worker while this process is small, or return None where it does not pay.

    `changed` are the sources that the last build did not see, as lines of a snapshot.
    """
    if not pays(changed):
        return None
    from fcntl import F_SETPIPE_SZ, fcntl  # it is there where a worker is, on Linux

    (questions, to_ask), (to_hear, answers) = os.pipe(), os.pipe()
    with suppress(OSError):
        fcntl(answers, F_SETPIPE_SZ, _PIPE)
    process = forked()
    if process:
        os.close(to_ask)
        os.close(to_hear)
        return process, questions, answers
    try:
        os.close(questions)
        os.close(answers)
        _work(_BuildPipe(to_hear, to_ask), has_new_texts(changed))
    finally:
        os._exit(0)


def pays(changed: set[str] | None) -> bool:
    """Whether a worker makes this build quicker.

    It does after an edit of content. Where nothing is known of the last build, or templates have
    changed, most pages are stale, and what goes through the pipes costs more than loading. Nor does
    it pay where no core is free, and only Linux tells.
    """
    if not changed or not all(map(_is_content, changed)):
        return False
    return has_free_core()


def has_new_texts(changed: set[str] | None) -> bool:
    """Whether the Markdown of a page may have changed, so that its parser is needed."""
    return changed is None or any(map(_is_page, changed))


def _is_content(line: str) -> bool:
    return line.startswith("content/")


def _is_page(line: str) -> bool:
    return line.partition("\0")[0].endswith(".md")


class PrewarmedWorker:
    """The build's end of the pipe to the worker."""

    def __init__(
        self,
        started: Started,
        renderer: Renderer,
        texts: tuple[Path, str] | None,
        templates: tuple[Path, str],
    ) -> None:
        """The worker renders as `renderer` would. `texts` are the folder and the version of
        rendered texts, `templates` the project and the version of compiled templates."""
        self._process, questions, self._answers = started
        self._questions = open(questions, "rb")  # noqa: PTH123, SIM115
        self._read_section = renderer.read_section
        self._bodies: list[Body] = []
        """Pages' texts that the worker may ask for."""
        self.is_running = True
        with suppress(OSError):  # then the first output tells
            facts = dict(renderer.template_facts)
            self._send("answer", (renderer.theme, facts, renderer.fonts, texts, templates))

    def render(
        self,
        jobs: Iterable[tuple[Output, list[Read]]],
        served: ReadTracker,
        meanwhile: Callable[[], bool],
    ) -> Iterator[tuple[Output, Tracked]]:
        """Yield each output as soon as it is rendered; those that failed are missing.

        A job is an output and what it is likely to read, which is sent along to save questions.
        Facts are taken from `served`, each once. While the worker is silent, `meanwhile` is called:
        it does a little other work and returns True, or returns False if there is none.
        """
        for output, likely in jobs:
            result = None
            with self._ending_if_it_fails():
                wanted = [read for read in likely if read not in served.noted]
                self._send("render", output, self._facts(served, wanted))
            while self.is_running and result is None:
                if select([self._questions], [], [], 0)[0] or not meanwhile():
                    with self._ending_if_it_fails():
                        result = self._listen(served)
            if result is None:
                return
            yield output, result

    @contextmanager
    def _ending_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            self.stop()

    def _listen(self, served: ReadTracker) -> Tracked | None:
        """Answer a question, or return what was rendered."""
        kind, *rest = pickle.load(self._questions)
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
        return {read: (served.get(*read), served.noted[read]) for read in wanted}

    def _send(self, *words: Any) -> None:
        buffer = BytesIO()
        _BodyPickler(buffer, self._bodies).dump(words)
        _send(self._answers, buffer.getvalue())

    def stop(self) -> None:
        """Kill the worker, without waiting for its end."""
        if self.is_running:
            self.is_running = False
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
                self._questions.close()
                os.close(self._answers)

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


def _work(build: _BuildPipe, needs_markdown: bool) -> None:
    """Render what the build asks for, until it kills this process.

    Unless it `needs_markdown`, it loads the parser only when that turns out to be wrong.
    """
    gc.disable()
    from generator.engine.caches.compiled_templates import compiled_templates
    from generator.render import page  # noqa: F401
    from generator.render.templates import Environment

    if needs_markdown:
        from generator.render.markdown.convert import convert

        convert("*warm*")
    Environment(Theme(name="")).from_string("{{ warm }}")  # the first template makes the lexer
    compiled_code.save()
    theme, template_facts, fonts, texts, templates = build.hear("answer")[0]
    cache = DiskRenderCache.open(*texts)[0] if texts else DiskRenderCache(Path(), "")
    renderer = Renderer(
        theme, template_facts, build.section, lambda: cache, fonts,
        open_templates=lambda: compiled_templates(*templates),
    )  # fmt: skip
    while True:
        output, facts = build.hear("render")
        build.facts.update(facts)
        made = "rendered", *tracked(output, renderer, cache, ReadTracker(build.lookup))
        _send(build.questions, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


class _BuildPipe:
    """The worker's end of the pipe to the build. It keeps the facts that it was given."""

    def __init__(self, answers: int, questions: int) -> None:
        self._answers = open(answers, "rb")  # noqa: SIM115
        self.questions = questions
        self.facts: dict[Read, tuple[Any, str]] = {}

    def hear(self, wanted: str) -> list[Any]:
        """Wait for a message of the kind that comes next, and return what is in it."""
        message: list[Any] = _BodyUnpickler(self._answers, self.ask).load()
        assert message[0] == wanted
        return message[1:]

    def ask(self, *question: Any) -> Any:
        """Ask the build, and return its answer."""
        _send(self.questions, pickle.dumps(question, pickle.HIGHEST_PROTOCOL))
        return self.hear("answer")[0]

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

    def __init__(self, file: IO[bytes], ask: Callable[..., Any]) -> None:
        super().__init__(file)
        self._ask = ask

    def persistent_load(self, value: Any) -> Body:
        number, digest, spot, lang = value
        return Body(digest, spot, lambda: self._ask("text", number), lang)


def _send(pipe: int, message: bytes) -> None:
    """Write a message to a pipe. Raises OSError where nobody reads any more."""
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(pipe, rest) :]
