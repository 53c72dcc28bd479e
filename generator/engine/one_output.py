"""Making one output: its bytes, what it read, and the problems that were found."""

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from generator.engine.caches.project_cache import ProjectCache
from generator.engine.facts import Facts
from generator.engine.ledger import Made
from generator.model.caches import CacheRecord
from generator.model.files import Output, Rendered, Sources, digest_of
from generator.model.tracking import Known, Read, ReadTracker
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


class Tracked(NamedTuple):
    """One rendered output, with everything that rendering it has read and cached."""

    rendered: Rendered
    reads: dict[Read, str]
    """What it read, each with its digest."""
    cached: list[str]
    """Keys of the cached texts and images in it."""
    new_texts: dict[str, CacheRecord]
    """Texts that were not in the cache before, by their keys."""


class OutputMaker:
    """Makes outputs, one after the other, in this process or in a forked copy of it."""

    def __init__(
        self, sources: Sources, facts: Facts, renderer: Renderer, cache: ProjectCache, stage: Stage
    ) -> None:
        """`stage` is called with the bytes of each output."""
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._cache = cache
        self._stage = stage

    def make(self, output: Output) -> Made:
        """Make one output and stage it."""
        makers = {"empty": self._empty, "copy": self._copied, "image": self._image}
        made = makers.get(output.traits.made_by, self._rendered)(output)
        rendered = made.rendered
        digest = digest_of(rendered.data)
        known = self._facts.known
        reads = [
            (read, known.get(read) or Known(now, NO_PARTS)) for read, now in made.reads.items()
        ]
        staged = self._stage(output.path, rendered.data, digest)
        problems, links = rendered.problems, rendered.fragment_links
        return Made(
            output.path, digest, reads, made.cached, made.new_texts, staged, problems, links
        )

    def forget(self) -> None:
        """Free what is kept for the next output of the same kind: a decoded picture."""
        if "_copies" in self.__dict__:
            self._copies.forget()

    def _empty(self, output: Output) -> Tracked:
        return Tracked(Rendered(b"", [], []), {}, [], {})

    def _copied(self, output: Output) -> Tracked:
        from generator.picture_metadata import published

        source = self._sources.static(output.source)
        data, problems = published(source.read(), output.source)
        if _PRIVATE_KEY.search(data, 0, _HEAD):
            message = "this is a private key: never publish it"
            hint = "take it out of the project and its history, and change what it opens"
            problems = [*problems, Problem(Place(output.source), message, hint)]
        return Tracked(Rendered(data, problems, []), _of_file(output, source.digest()), [], {})

    def _image(self, output: Output) -> Tracked:
        source = self._sources.static(output.source)
        reads = _of_file(output, source.digest())
        images = self._cache.images(output.traits.image_cache)
        images.used = set()
        return Tracked(self._copies.render(output, source), reads, sorted(images.used), {})

    def _rendered(self, output: Output) -> Tracked:
        name, texts = output.traits.image_cache, self._cache.texts
        texts.used, texts.recent = set(), {}
        images = self._cache.images(name) if name else None
        if images is not None:
            images.used = set()
        reads = ReadTracker(self._facts.lookup, self._facts.digest)
        rendered = self._renderer.render(output, reads)
        used = texts.used if images is None else texts.used | images.used
        return Tracked(rendered, reads.noted, sorted(used), texts.recent)

    @cached_property
    def _copies(self) -> "Copies":
        """Makes copies of pictures; loaded when one must be made."""
        from generator.render.images.copies import Copies

        return Copies(lambda: self._cache.images("pictures"))


def _of_file(output: Output, digest: str) -> dict[Read, str]:
    return {("file", output.source): digest}
