"""Makes the outputs that are stale, and keeps the others."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

from generator.engine.ahead import Ahead
from generator.engine.dealing import Job
from generator.engine.ledger_update import LedgerUpdate
from generator.engine.one_output import NO_PARTS, Made, Maker
from generator.engine.project_cache import Memory
from generator.engine.request import BuildRequest
from generator.engine.sharing import AHEAD, NEW, batches, gathers, is_shared, stays, unit, weight
from generator.engine.stamps import UNSURE, stamp_of
from generator.graph.facts import FACTS, Facts
from generator.model.files import FragmentLink, Output, Sources, digest_of
from generator.model.tracking import Known, Read, ReadTracker
from generator.problems import Problem
from generator.render.renderer import Renderer
from generator.write import Staging


class Making:
    """One build's outputs on their way."""

    def __init__(
        self,
        request: BuildRequest,
        sources: Sources,
        facts: Facts,
        renderer: Renderer,
        books: LedgerUpdate,
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
        self._maker = Maker(sources, facts, renderer, memory, self._stage)
        self._stamps: dict[str, str] = {}
        """Of the outputs as the build found them."""
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []

    def all(
        self, outputs: tuple[Output, ...], first: tuple[str, ...] = ()
    ) -> tuple[set[str], set[str]]:
        """Make what is stale; return the paths of outputs made again, and of those kept.

        Pages at the paths in `first` are made before all others and put in their places at once.
        """
        if not self._request.force:
            self._books.compare(self._now)
        stale = [output for output in outputs if not self._is_kept(output)]
        done = count(len(outputs) - len(stale) + 1)

        def tell() -> None:
            if self._request.progress:
                self._request.progress(next(done), len(outputs))

        for batch in batches(self._made_first(stale, first, tell)):
            make = self._made_in_shares if is_shared(batch) else self._made_here
            for output, made in zip(batch, make(batch, tell), strict=True):
                self._take(output, made)
            self._maker.forget()
        if self._ahead is not None:
            self._ahead.stop()  # its end takes as long as the writing
        if self.fragment_links:
            from generator.engine.places import dead_fragments

            self.problems += dead_fragments(self.fragment_links, outputs, self._staging)
        paths = {output.path for output in stale}
        return paths, {output.path for output in outputs if output.path not in paths}

    # ------------------------------------------------------------------ kept, or stale?

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

    def _now(self, read: Read) -> Known | None:
        """Return what is known today of something that an output read in an earlier build."""
        if read[0] == "file":
            file = self._sources.statics.get(read[1]) or self._sources.content.get(read[1])
            return Known(file.digest(), NO_PARTS) if file else None
        if read[0] in FACTS:
            return self._facts.today(read)
        digest = self._renderer.digest(read)
        return None if digest is None else Known(digest, NO_PARTS)

    # ------------------------------------------------------------------ making

    def _made_first(
        self, stale: list[Output], first: tuple[str, ...], tell: Callable[[], None]
    ) -> list[Output]:
        """Make the pages that somebody looks at and put them in their places; return the rest.

        Only pages that the last build wrote: its manifest names them, and its ledger has another
        digest for them. So a build that fails later, or dies, leaves a page that the next build
        finds changed and makes again.
        """
        entries = self._books.last.entries
        pages = [o for o in stale if o.path in first and o.path in entries and o.kind == "template"]
        for output in pages:
            self._take(output, self._maker.make(output))
            tell()
        if pages and not any(problem.is_error for problem in self.problems):
            placed = self._staging.put_in_place([output.path for output in pages])
            if placed and self._request.on_first:
                self._request.on_first(placed)
        return [output for output in stale if output not in pages] if pages else stale

    def _made_here(self, stale: list[Output], tell: Callable[[], None]) -> list[Made]:
        """Make outputs in this process; the one ahead draws those that it can, at the same time."""
        made: dict[str, Made] = {}

        def make(output: Output) -> None:
            made[output.path] = self._maker.make(output)
            tell()

        if self._ahead is not None and self._ahead.is_there:
            # Files that are copied come last, so that it is noticed when one changes meanwhile.
            others = iter([o for o in stale if o.kind not in (*AHEAD, "static")])

            def meanwhile() -> bool:
                output = next(others, None)
                if output is not None:
                    make(output)
                return output is not None

            jobs = [Job(o, self._likely(o), gathers(o)) for o in stale if o.kind in AHEAD]
            known = {} if self._request.force else self._books.last.entries
            is_much = sum(job.output.path not in known for job in jobs) > NEW
            served = ReadTracker(self._facts.lookup)
            for output, drawn in self._ahead.draw(jobs, served, meanwhile, is_much):
                if drawn is not None:
                    made[output.path] = self._maker.made_of(output, drawn)
                    tell()
        for output in stale:
            if output.path not in made:
                make(output)
        return [made[output.path] for output in stale]

    def _made_in_shares(self, stale: list[Output], tell: Callable[[], None]) -> list[Made]:
        """Have copies of this process make outputs; none of them needs the one ahead."""
        from generator.engine.workers import in_shares

        if self._ahead is not None:
            self._ahead.stop()
        if stale[0].kind != "picture":
            self._renderer.prepare()
        self._staging.open()
        gc.freeze()  # what is there stays; a copy that looks through it would have to own it
        try:
            folder = self._staging.folder
            return in_shares(stale, self._maker.make, folder, tell, stays, unit, weight)
        finally:
            gc.unfreeze()

    def _likely(self, output: Output) -> list[Read]:
        """Return the facts that an output is likely to read: those of the last time."""
        if output.path in self._books.last.entries:
            return [read for read in self._books.reads_of(output.path) if read[0] in FACTS]
        key = output.key.removeprefix("twin:")
        return [("page", output.lang, output.subject)] if key.startswith("page:") else []

    def _stage(self, path: str, data: bytes, digest: str) -> str:
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


def _digest_on_disk(path: Path) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""
