"""Makes the stale outputs and keeps the fresh ones."""

import gc
import os
import re
import sys
from collections.abc import Callable
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from generator.engine.ledger import Facts, LedgerUpdate
from generator.engine.project_cache import ProjectCache
from generator.engine.request import BuildRequest
from generator.engine.snapshot import UNSURE, size_in, stamp_of
from generator.engine.workers import shared_among_processes
from generator.graph.facts import FACTS
from generator.model.files import FragmentLink, Made, Output, Sources, digest_of
from generator.model.lookups import Known, Read, ReadTracker, fingerprint
from generator.problems import Message, Place, Problem
from generator.render.renderer import Renderer
from generator.write import Staging

if TYPE_CHECKING:
    from generator.render.picture_copies import Copies

MANY_PAGES = 60
"""From this many stale pages on, or outputs that take as long, several processes share the work."""
_BYTES_OF_PAGE = 15_000
"""Bytes of a list that take as long to make as a page."""

_PRIVATE_KEY = re.compile(
    rb"^(-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----|PuTTY-User-Key-File-)", re.MULTILINE
)
"""Private keys as text: PEM (RFC 7468), OpenSSH's and OpenPGP's like it, and PuTTY's."""
_HEAD = 10_000
"""A file of a private key begins it within this many bytes."""

Reads = list[tuple[Read, Known]]
"""The reads of an output, each with its digest and parts."""
Finished = tuple[Made, Reads, str]
"""The rendered output, its reads, and the name of its staged file: empty if the same bytes are on
the disk."""


class OutputMaker(msgspec.Struct, eq=False, dict=True):
    """Keeps or makes each output of one build."""

    _request: BuildRequest
    _sources: Sources
    _facts: Facts
    _renderer: Renderer
    _ledger: LedgerUpdate
    _cache: ProjectCache
    _staging: Staging
    _stamps: dict[str, str] = {}
    """Path -> stamp of each output at the start of the build."""
    problems: list[Problem] = []
    fragment_links: list[FragmentLink] = []

    def run(self, outputs: tuple[Output, ...], first: tuple[str, ...]) -> list[str]:
        """Make the stale outputs; return their paths.

        Pages at the paths in `first` are made before all others and put in place at once.
        """
        if not self._request.force:
            self._ledger.compare(self._current)
        stale = [output for output in outputs if not self._is_kept(output)]
        done = count(len(outputs) - len(stale) + 1)

        def report_one() -> None:
            if self._request.progress:
                self._request.progress(next(done), len(outputs))

        for batch in batches(self._make_first(stale, first, report_one)):
            make = self._in_processes if self._is_shared(batch) else self._here
            for output, finished in zip(batch, make(batch, report_one), strict=True):
                self._enter(output, *finished)
        return [output.path for output in stale]

    # ------------------------------------------------------------------ kept, or stale?

    def _is_kept(self, output: Output) -> bool:
        """Keep an output if it is fresh. Otherwise explain why it is stale, if the request wants
        that."""
        stamp = self._stamps[output.path] = self._stamp(output.path)
        reason = self._why_stale(output, stamp)
        if reason is None:
            entry = self._ledger.keep(output.path, stamp)
            self.problems += entry.problems
            self.fragment_links += entry.fragment_links
        elif self._request.explain:
            self._request.explain(output.path, str(reason))
        return reason is None

    def _why_stale(self, output: Output, stamp: str) -> Message | None:
        if self._request.force:
            return Message.of("stale-forced")
        reason = self._ledger.why_stale(output)
        if reason is None:
            entry = self._ledger.last.entries[output.path]
            if entry.stamp == stamp != UNSURE:
                return None
            if entry.digest != self._digest_on_disk(output.path):
                return Message.of("stale-file")
        return reason

    def _stamp(self, path: str) -> str:
        try:
            return stamp_of(os.lstat(f"{self._request.output}/{path}"), self._cache.clock)
        except OSError:
            return UNSURE

    def _digest_on_disk(self, path: str) -> str:
        try:
            return digest_of(self._staging.output.read(path))
        except OSError:
            return ""

    def _current(self, read: Read) -> Known | None:
        """Return the current digest and parts of a read of the last build."""
        if read[0] == "file":
            path = str(read[1])
            file = self._sources.statics.get(path) or self._sources.content.get(path)
            return Known(file.digest()) if file else None
        if read[0] in FACTS:
            return self._facts.current(read)
        digest = self._renderer.digest(read)
        return None if digest is None else Known(digest)

    # ------------------------------------------------------------------ making

    def _make_first(
        self, stale: list[Output], first: tuple[str, ...], report_one: Callable[[], None]
    ) -> list[Output]:
        """Make the stale pages at the paths in `first`; return the other stale outputs.

        They are put in place at once, unless an error is already known. Only pages that the last
        build wrote are made first: its manifest names them, and its ledger has the digest of their
        old bytes. If this build fails or is aborted later, the next one finds such a page changed
        and makes it again.
        """
        entries = self._ledger.last.entries
        pages = [o for o in stale if o.path in first and o.path in entries and o.traits.is_page]
        for output in pages:
            self._enter(output, *self._make(output))
            report_one()
        if pages and not any(problem.is_error for problem in self.problems):
            placed = self._staging.put_in_place([output.path for output in pages])
            if placed and self._request.on_first:
                self._request.on_first(placed)
        return [output for output in stale if output not in pages] if pages else stale

    def _here(self, stale: list[Output], report_one: Callable[[], None]) -> list[Finished]:
        """Make outputs in this process."""
        made: list[Finished] = []
        for output in stale:
            made.append(self._make(output))
            report_one()
        return made

    def _in_processes(self, stale: list[Output], report_one: Callable[[], None]) -> list[Finished]:
        """Have copies of this process make outputs."""
        self._staging.open()
        self._cache.blobs.open()
        gc.freeze()  # a collection in a copy would duplicate the memory that it visits
        try:
            make, folder = self._make, self._staging.folder
            weight = self._weight
            return shared_among_processes(stale, make, folder, report_one, _stays, unit, weight)
        finally:
            gc.unfreeze()
            self._cache.blobs.look_again()

    def _is_shared(self, batch: list[Output]) -> bool:
        """Whether several processes share a batch: forking takes too long for a few outputs."""
        if batch[0].traits.batch == "images":
            return len({unit(output) for output in batch}) > 1
        return len(batch) > 1 and sum(map(self._weight, batch)) >= MANY_PAGES

    def _weight(self, output: Output) -> int:
        """Return the weight of an output: the pixels of a copy of a picture, or how many pages take
        as long as an output. The bytes that the last build wrote tell a long list."""
        if output.variant:
            return output.variant.width * output.variant.height
        last = size_in(self._stamps[output.path]) // _BYTES_OF_PAGE
        return max(output.traits.pages_worth, last if output.traits.is_linked else 0)

    def _stage(self, path: str, data: bytes, digest: str) -> str:
        """Stage bytes that differ from those on the disk."""
        last = self._ledger.last.entries.get(path)
        if last is None or not last.stamp == self._stamps[path] != UNSURE:
            return self._staging.put(path, data)
        return "" if last.digest == digest else self._staging.put(path, data, is_new=True)

    def _enter(self, output: Output, made: Made, reads: Reads, staged: str) -> None:
        """Register an output that was made here or by another process."""
        if staged:
            self._staging.files[output.path] = staged
        self.problems += made.problems
        self.fragment_links += made.fragment_links
        for read, known in reads:
            if known.parts:
                self._facts.noted.setdefault(read, known)
        self._ledger.enter(output.path, made, reads)

    # ------------------------------------------------------------------ one output

    def _make(self, output: Output) -> Finished:
        """Make one output and stage it."""
        reads = ReadTracker(self._facts.lookup)
        makers = {"empty": lambda *_: Made(), "static": self._copied, "picture": self._image}
        made = makers.get(output.kind, self._renderer.render)(output, reads)
        made.described, made.digest = fingerprint(output), digest_of(made.data)
        staged = self._stage(output.path, made.data, made.digest)
        made.data = b""
        known, noted = self._facts.noted, reads.noted.items()
        return made, [(read, known.get(read) or Known(digest)) for read, digest in noted], staged

    def _copied(self, output: Output, reads: ReadTracker) -> Made:
        from generator.picture_metadata import published

        source = self._sources.static(output.source)
        data, problems = published(source.read(), output.source)
        if _PRIVATE_KEY.search(data, 0, _HEAD):
            problems = [*problems, Problem.of(Place(output.source), "private-key")]
        reads.note("file", source.digest(), output.source)
        return Made(data, problems)

    def _image(self, output: Output, reads: ReadTracker) -> Made:
        source = self._sources.static(output.source)
        reads.note("file", source.digest(), output.source)
        return self._copies.render(output, source)

    @cached_property
    def _copies(self) -> "Copies":
        """Makes copies of pictures; loaded when one must be made."""
        from generator.render.picture_copies import Copies

        return Copies(self._cache.blobs)


def batches(stale: list[Output]) -> list[list[Output]]:
    """Return the outputs in the order in which they are made.

    The search index takes the words of rendered pages, so it comes after them. Processes that share
    the pages do not know each other's results until all are done.
    """
    found: dict[str, list[Output]] = {"pages": [], "search": [], "images": []}
    for output in stale:
        found[output.traits.batch].append(output)
    return [batch for batch in found.values() if batch]


def unit(output: Output) -> str:
    """Return the unit that one process makes: an output, or a picture with all its copies, so that
    it is decoded once."""
    return output.source if output.variant else output.path


def _stays(output: Output) -> bool:
    """Whether only this process may make an output, because it needs the already loaded Typst.

    A forked process would lack Typst's threads. Processes forked before Typst is loaded load it
    themselves.
    """
    may_typeset = output.traits.uses_typst or output.layout == "cv"
    return may_typeset and "typst" in sys.modules
