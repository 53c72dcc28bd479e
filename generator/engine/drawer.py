"""The process that draws ahead, from its own side; see `ahead`."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from generator.engine.messages import receive, send
from generator.engine.render_cache import DiskRenderCache
from generator.model.sections import Section
from generator.model.text import Body
from generator.model.theme import Theme
from generator.model.tracking import Read, ReadTracker
from generator.problems import Problem, Spot
from generator.render import page
from generator.render.renderer import Renderer
from generator.render.templates import Environment

Pipes = tuple[int, int]
"""The descriptors to hear and to ask by."""


def work(pipes: Pipes, spare: Pipes, has_new_texts: bool) -> None:
    """Draw what is asked for, until nobody is there any more.

    `spare` are the pipes of a copy of this process, which draws as well where it is wanted.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process decides
    gc.disable()
    if has_new_texts:
        from generator.render.markdown import convert as markdown

        markdown.convert("*warm*")
    assert page
    Environment(Theme(name="")).from_string("{{ warm }}")  # the first template makes the lexer
    door = _Door(pipes, spare)
    theme, template_facts, place, fonts, compiled = door.answer()
    shelf = DiskRenderCache.open(*place)[0] if place else DiskRenderCache(Path(), "")
    renderer = Renderer(
        theme, template_facts, door.section, lambda: shelf, fonts, compiled_folder=compiled
    )
    while True:
        output, given, texts = door.job()
        door.known.update(given)
        shelf.fresh.update(texts)
        shelf.used, shelf.recent = set(), {}
        reads = ReadTracker(door.lookup)
        rendered = renderer.render(output, reads)
        door.tell("drawn", rendered, reads.noted, sorted(shelf.used), shelf.recent)


class _Door:
    """The pipe as this side sees it. Facts that were given once are known."""

    def __init__(self, pipes: Pipes, spare: Pipes) -> None:
        self._pipes = pipes
        self._spare = spare
        self._waiting: deque[tuple[str, list[Any]]] = deque()
        """What was heard before an answer was."""
        self.known: dict[Read, tuple[Any, str]] = {}

    def job(self) -> list[Any]:
        """Return the next output to draw, and facts and texts for it."""
        while True:
            kind, rest = self._waiting.popleft() if self._waiting else self._hear()
            if kind == "draw":
                return rest
            self._halve()

    def _halve(self) -> None:
        """Copy this process; the copy goes on with the spare pipes."""
        if os.fork() == 0:
            self._pipes, self._spare = self._spare, self._pipes
        for pipe in self._spare:
            os.close(pipe)

    def answer(self) -> Any:
        """Return the next answer."""
        while True:
            kind, rest = self._hear()
            if kind == "answer":
                return rest[0]
            self._waiting.append((kind, rest))

    def ask(self, *question: Any) -> Any:
        self.tell(*question)
        return self.answer()

    def tell(self, *words: Any) -> None:
        send(self._pipes[1], pickle.dumps(words, pickle.HIGHEST_PROTOCOL))

    def _hear(self) -> tuple[str, list[Any]]:
        kind, *rest = _Unpickler(receive(self._pipes[0]), self.ask).load()
        return kind, rest

    def section(self, name: str, options: str, where: Spot) -> tuple[Section | None, list[Problem]]:
        """Return what a directive's options mean, and what is wrong with them."""
        data, problems = self.ask("section", name, options, where)
        return msgspec.json.decode(data, type=Section) if data else None, problems

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest."""
        if read not in self.known:
            self.known.update(self.ask("get", read))
        return self.known[read]


class _Unpickler(pickle.Unpickler):
    """A page's text is on the other side until it is asked for."""

    def __init__(self, message: bytes, ask: Callable[..., Any]) -> None:
        super().__init__(BytesIO(message))
        self._ask = ask

    def persistent_load(self, value: Any) -> Body:
        number, digest, spot, lang = value
        return Body(digest, spot, partial(self._ask, "text", number), lang)
