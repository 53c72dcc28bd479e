"""Makes the outputs that are stale, and keeps the others."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from generator.drawing.ahead import Ahead, Drawn, Fresh, Job
from generator.drawing.shared import in_shares
from generator.graph.facts import FACTS, Facts
from generator.memory.books import Books
from generator.memory.reads import Known, Read, Reads
from generator.memory.stamps import UNSURE, stamp_of
from generator.model.builds import BuildRequest
from generator.model.files import Sources, digest_of
from generator.model.outputs import FragmentLink, Output, Rendered
from generator.problems import Problem
from generator.remembering import Memory
from generator.render.copies import Copies
from generator.render.renderer import Renderer
from generator.sharing import AHEAD, batches, is_shared, stays
from generator.write import Staging

_TAG = rb"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>"""
_ATTRIBUTE = rb"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""


class Made(NamedTuple):
    """One output that was made."""

    path: str
    digest: str
    """Of its bytes, which are staged where they differ from those on the disk."""
    noted: list[tuple[Read, Known]]
    """What it read."""
    texts: list[str]
    """Keys of the rendered texts in it."""
    fresh: Fresh
    """Those of them that were not on the shelf."""
    staged: str
    """The staged file, or nothing where the bytes are those on the disk."""
    problems: list[Problem]
    fragment_links: list[FragmentLink]


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
        staging: Staging,
        ahead: Ahead | None,
    ) -> None:
        """`ahead` is a process that draws, if there is one."""
        self._request = request
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._books = books
        self._memory = memory
        self._staging = staging
        self._ahead = ahead
        self._copies = Copies(lambda: memory.pictures)
        self._stamps: dict[str, str] = {}
        """Of the outputs as the build found them."""
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []

    def all(self, outputs: tuple[Output, ...]) -> tuple[set[str], set[str]]:
        """Make what is stale; return the paths of outputs made again, and of those kept."""
        if not self._request.force:
            self._books.compare(self._now)
        stale = [output for output in outputs if not self._is_kept(output)]
        kept = len(outputs) - len(stale)
        done = count(kept + 1)
        for batch in batches(stale):
            for output, made in zip(batch, self._made(batch, done, len(outputs)), strict=True):
                self._take(output, made)
            self._copies.forget()
        paths = {output.path for output in stale}
        return paths, {output.path for output in outputs if output.path not in paths}

    def _made(self, stale: list[Output], done: Iterator[int], total: int) -> list[Made]:
        progress = self._request.progress

        def tell() -> None:
            if progress:
                progress(next(done), total)

        if stale[0].kind == "picture":
            return self._made_pictures(stale, tell)
        if not is_shared(stale):
            return self._made_here(stale, tell)
        if self._ahead is not None:
            self._ahead.stop()
        self._renderer.prepare()
        self._staging.open()
        gc.freeze()  # what is there stays; a copy that looks through it would have to own it
        try:
            return in_shares(stale, self._make, self._staging.folder, tell, stays)
        finally:
            gc.unfreeze()

    def _made_here(self, stale: list[Output], tell: Callable[[], None]) -> list[Made]:
        """Make outputs in this process, and in the one ahead what that can draw."""
        made: dict[str, Made] = {}

        def make(output: Output) -> None:
            made[output.path] = self._make(output)
            tell()

        if self._ahead is not None and self._ahead.is_there:
            # Files that are copied come last, so that it is noticed when one changes meanwhile.
            others = iter([o for o in stale if o.kind not in (*AHEAD, "static")])

            def meanwhile() -> bool:
                output = next(others, None)
                if output is not None:
                    make(output)
                return output is not None

            jobs = [Job(o, self._likely(o)) for o in stale if o.kind in AHEAD]
            for output, drawn in self._ahead.draw(jobs, Reads(self._facts.lookup), meanwhile):
                if drawn is not None:
                    made[output.path] = self._of(output, drawn)
                    tell()
        for output in stale:
            if output.path not in made:
                make(output)
        return [made[output.path] for output in stale]

    def _made_pictures(self, stale: list[Output], tell: Callable[[], None]) -> list[Made]:
        """Make copies of pictures; processes share the pictures, each with all of its copies."""
        if len({output.source for output in stale}) == 1:
            made = []
            for output in stale:
                made.append(self._make(output))
                tell()
            return made
        if self._ahead is not None:
            self._ahead.stop()
        self._staging.open()
        return in_shares(
            stale,
            self._make,
            self._staging.folder,
            tell,
            unit=lambda output: output.source,
            weight=lambda output: (
                output.variant.width * output.variant.height if output.variant else 0
            ),
        )

    def _is_kept(self, output: Output) -> bool:
        """Keep an output if it is fresh; say why not where somebody wants to know."""
        stamp = self._stamps[output.path] = self._stamp(output.path)
        reason = self._why_stale(output, stamp)
        if reason is None:
            entry = self._books.keep(output.path, stamp)
            self.problems += entry.problems
            self.fragment_links += entry.fragment_links
        elif self._request.explain:
            self._request.explain(output.path, reason)
        return reason is None

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
            return stamp_of(os.stat(f"{self._request.output}/{path}"), self._memory.clock)  # noqa: PTH116
        except OSError:
            return UNSURE

    def _make(self, output: Output) -> Made:
        """Make one output and stage it; all that is known of it is in what is returned."""
        reads = Reads(self._facts.lookup)
        if output.kind == "static":
            data = self._sources.static(output.source).read()
            reads.note("file", digest_of(data), output.source)
            return self._of(output, Drawn(Rendered(data, [], []), reads.noted, [], {}))
        if output.kind == "empty":
            return self._of(output, Drawn(Rendered(b"", [], []), reads.noted, [], {}))
        return self._of(output, self._drawn(output, reads))

    def _of(self, output: Output, drawn: Drawn) -> Made:
        """Stage an output that was drawn."""
        rendered, noted, texts, fresh = drawn
        digest = digest_of(rendered.data)
        known = self._facts.known
        return Made(
            output.path,
            digest,
            [(read, known.get(read) or Known(today, _NO_PARTS)) for read, today in noted.items()],
            texts,
            fresh,
            self._staged(output.path, rendered.data, digest),
            rendered.problems,
            rendered.fragment_links,
        )

    def _drawn(self, output: Output, reads: Reads) -> Drawn:
        """Draw an output in this process."""
        if output.kind == "picture":
            pictures = self._memory.pictures
            pictures.used = set()
            source = self._sources.static(output.source)
            reads.note("file", source.digest(), output.source)
            rendered = self._copies.render(output, source)
            return Drawn(rendered, reads.noted, sorted(pictures.used), {})
        shelf = self._memory.shelf
        shelf.used, shelf.recent = set(), {}
        if output.kind != "card":
            rendered = self._renderer.render(output, reads)
            return Drawn(rendered, reads.noted, sorted(shelf.used), shelf.recent)
        cards = self._memory.cards
        cards.used = set()
        rendered = self._renderer.render(output, reads)
        return Drawn(rendered, reads.noted, sorted(shelf.used | cards.used), shelf.recent)

    def _likely(self, output: Output) -> list[Read]:
        """Return the facts that an output is likely to read: those of the last time."""
        if output.path in self._books.last.entries:
            return [read for read in self._books.reads_of(output.path) if read[0] in FACTS]
        key = output.key.removeprefix("twin:")
        return [("page", output.lang, output.subject)] if key.startswith("page:") else []

    def _staged(self, path: str, data: bytes, digest: str) -> str:
        """Stage bytes that differ from those on the disk."""
        last = self._books.last.entries.get(path)
        is_known = last is not None and last.stamp == self._stamps[path] != UNSURE
        if is_known and last is not None and last.made == digest:
            return ""
        return self._staging.put(path, data, is_new=is_known)

    def _take(self, output: Output, made: Made) -> None:
        """Enter an output that was made, here or by another process."""
        self._staging.take(made.path, made.staged)
        drawn = self._memory.drawn(output.kind)
        if drawn is not None:
            drawn.is_changed = True
        for key, record in made.fresh.items():
            if key not in self._memory.shelf.fresh:
                self._memory.shelf.put(key, *record)
        self.problems += made.problems
        self.fragment_links += made.fragment_links
        for read, known in made.noted:
            if known.parts:
                self._facts.known.setdefault(read, known)
        self._books.enter(output, made.digest, made.noted, made.texts, made)

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


def _ids_in(page: bytes) -> set[str]:
    return {
        (double or single or bare).decode("utf-8", "replace")
        for tag in re.findall(_TAG, page)
        for name, double, single, bare in re.findall(_ATTRIBUTE, tag)
        if name.lower() == b"id"
    }


def dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], staging: Staging
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
            ids[path] = _ids_in(staging.read(path))
        if unquote(link.fragment) not in ids[path]:
            message = f'the page {link.address} has no place named "{link.fragment}"'
            hint = "name a heading's id, or give one with {#id}"
            problems.append(Problem(link.where, message, hint, "warning", "fragment-missing"))
    return problems
