"""Making one output: its bytes, what it read, and the problems that were found."""

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from generator.engine.blobs import Blobs
from generator.engine.facts import Facts
from generator.engine.ledger import LedgerEntry, Made
from generator.model.files import Output, Rendered, Sources, digest_of
from generator.model.tracking import Known, Read, ReadTracker, fingerprint
from generator.problems import Place, Problem
from generator.render.renderer import Renderer

if TYPE_CHECKING:
    from generator.render.images.copies import Copies

NO_PARTS: frozenset[str] = frozenset()
"""The parts of a read of a file or a template: none, since neither is a part of the site."""

_PRIVATE_KEY = re.compile(
    rb"^(-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----|PuTTY-User-Key-File-)", re.MULTILINE
)
"""Private keys as text: PEM (RFC 7468), OpenSSH's and OpenPGP's like it, and PuTTY's."""
_HEAD = 10_000
"""Bytes of a file in which a key begins, if it is one."""

Stage = Callable[[str, bytes, str], str]
"""Takes an output's path, its bytes and their digest; returns the staged file, or nothing where
the same bytes are on the disk."""


Reads = dict[Read, str]
"""What an output read, each with its digest."""


class OutputMaker:
    """Makes outputs, one after the other, in this process or in a forked copy of it."""

    def __init__(
        self, sources: Sources, facts: Facts, renderer: Renderer, blobs: Blobs, stage: Stage
    ) -> None:
        """`stage` is called with the bytes of each output."""
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._blobs = blobs
        self._stage = stage

    def make(self, output: Output) -> Made:
        """Make one output and stage it."""
        self._blobs.used = set()
        makers = {"empty": self._empty, "copy": self._copied, "image": self._image}
        rendered, reads = makers.get(output.traits.made_by, self._rendered)(output)
        entry = LedgerEntry(
            described=fingerprint(output),
            made=digest_of(rendered.data),
            cached=sorted(self._blobs.used),
            problems=tuple(rendered.problems),
            fragment_links=tuple(rendered.fragment_links),
        )
        staged = self._stage(output.path, rendered.data, entry.made)
        known = self._facts.known
        found = [(read, known.get(read) or Known(now, NO_PARTS)) for read, now in reads.items()]
        return Made(entry, found, staged)

    def forget(self) -> None:
        """Free what is kept for the next output of the same kind: a decoded picture."""
        if "_copies" in self.__dict__:
            self._copies.forget()

    def _empty(self, output: Output) -> tuple[Rendered, Reads]:
        return Rendered(), {}

    def _copied(self, output: Output) -> tuple[Rendered, Reads]:
        from generator.picture_metadata import published

        source = self._sources.static(output.source)
        data, problems = published(source.read(), output.source)
        if _PRIVATE_KEY.search(data, 0, _HEAD):
            problems = [*problems, Problem.of(Place(output.source), "private-key")]
        return Rendered(data, problems), {("file", output.source): source.digest()}

    def _image(self, output: Output) -> tuple[Rendered, Reads]:
        source = self._sources.static(output.source)
        return self._copies.render(output, source), {("file", output.source): source.digest()}

    def _rendered(self, output: Output) -> tuple[Rendered, Reads]:
        reads = ReadTracker(self._facts.lookup, self._facts.digest)
        return self._renderer.render(output, reads), reads.noted

    @cached_property
    def _copies(self) -> "Copies":
        """Makes copies of pictures; loaded when one must be made."""
        from generator.render.images.copies import Copies

        return Copies(self._blobs)
