"""Makes the outputs that are stale, and keeps the others."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from generator.graph.facts import FACTS, Facts
from generator.memory.books import Books
from generator.memory.reads import Known, Read, Reads
from generator.memory.stamps import UNSURE, stamp_of
from generator.model.builds import BuildRequest
from generator.model.files import Sources, digest_of
from generator.model.outputs import FragmentLink, Output, Rendered
from generator.problems import Problem
from generator.remembering import Memory
from generator.render.renderer import Renderer

_IDS = re.compile(rb"""<[^<>]*?\sid=["']?([^"'\s>]+)""")


class Making:
    """One build's outputs on their way."""

    def __init__(
        self,
        request: BuildRequest,
        sources: Sources,
        facts: Facts,
        renderer: Renderer,
        books: Books,
        memory: Memory,
    ) -> None:
        self._request = request
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._books = books
        self._clock = memory.clock
        self._shelf = memory.shelf
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []

    def all(self, outputs: tuple[Output, ...]) -> tuple[dict[str, bytes], set[str]]:
        """Return the bytes of outputs made again by path, and the paths of those kept."""
        made: dict[str, bytes] = {}
        kept: set[str] = set()
        if not self._request.force:
            self._books.compare(self._now)
        for number, output in enumerate(outputs, 1):
            if self._request.progress:
                self._request.progress(number, len(outputs))
            stamp = self._stamp(output.path)
            reason = self._why_stale(output, stamp)
            if reason is None:
                entry = self._books.keep(output.path, stamp)
                kept.add(output.path)
                self.problems += entry.problems
                self.fragment_links += entry.fragment_links
                continue
            if self._request.explain:
                self._request.explain(output.path, reason)
            made[output.path] = self._make(output)
        return made, kept

    def _why_stale(self, output: Output, stamp: str) -> str | None:
        if self._request.force:
            return "everything is made again (--force)"
        reason = self._books.why_stale(output)
        if reason is None:
            entry = self._books.last.entries[output.path]
            if entry.stamp == stamp != UNSURE:
                return None
            if entry.made != _digest_on_disk(self._request.output / output.path):
                return "the file is missing or was changed by hand"
        return reason

    def _stamp(self, path: str) -> str:
        try:
            return stamp_of(os.stat(f"{self._request.output}/{path}"), self._clock)  # noqa: PTH116
        except OSError:
            return UNSURE

    def _make(self, output: Output) -> bytes:
        reads = Reads(self._facts.lookup)
        self._shelf.used = set()
        if output.kind in ("template", "asset"):
            result = self._renderer.render(output, reads)
        else:
            result = Rendered(b"", [], [])
        if output.kind == "static":
            result.data = self._sources.static(output.source).read()
        made = digest_of(result.data)
        if output.kind == "static":
            reads.note("file", made, output.source)
        self.problems += result.problems
        self.fragment_links += result.fragment_links
        known = self._facts.known
        noted = [
            (read, known.get(read) or Known(digest, _NO_PARTS))
            for read, digest in reads.noted.items()
        ]
        self._books.enter(output, made, noted, sorted(self._shelf.used), result)
        return result.data

    def _now(self, read: Read) -> Known | None:
        """Return what is known today of something that an output read in an earlier build."""
        if read[0] == "file":
            file = self._sources.statics.get(read[1]) or self._sources.content.get(read[1])
            return Known(file.digest(), _NO_PARTS) if file else None
        if read[0] in FACTS:
            return self._facts.today(read)
        digest = self._renderer.digest(read)
        return None if digest is None else Known(digest, _NO_PARTS)


_NO_PARTS: frozenset[str] = frozenset()


def _digest_on_disk(path: Path) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""


def dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], made: dict[str, bytes], folder: Path
) -> list[Problem]:
    """Warn of links to an id that the page they lead to does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    problems = []
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            page = made[path] if path in made else (folder / path).read_bytes()
            ids[path] = {name.decode("utf-8", "replace") for name in _IDS.findall(page)}
        if unquote(link.fragment) not in ids[path]:
            message = f'the page {link.address} has no place named "{link.fragment}"'
            hint = "name a heading's id, or give one with {#id}"
            problems.append(Problem(link.where, message, hint, "warning"))
    return problems
