"""One output: its bytes, and all that came up while they were made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from generator.engine.project_cache import Memory
from generator.engine.render_cache import DiskRenderCache
from generator.graph.facts import Facts
from generator.model.caches import CacheRecord
from generator.model.files import FragmentLink, Output, Rendered, Sources, digest_of
from generator.model.tracking import Known, Lookup, Read, ReadTracker
from generator.problems import Problem
from generator.render.renderer import Renderer

if TYPE_CHECKING:
    from generator.render.images.copies import Copies

NO_PARTS: frozenset[str] = frozenset()
"""What a file is made of, and a template: nothing that the index could note."""

Stage = Callable[[str, bytes, str], str]
"""Takes an output's path, its bytes and their digest; returns the staged file, or nothing where
the bytes are those on the disk."""


class Tracked(NamedTuple):
    """One output as it was rendered, with all that came up meanwhile."""

    rendered: Rendered
    reads: dict[Read, str]
    """What it read, and the digest of each answer."""
    texts: list[str]
    """Keys of the cached texts in it."""
    new_texts: dict[str, CacheRecord]
    """Those of them that were not in the cache before."""


def tracked(output: Output, renderer: Renderer, cache: DiskRenderCache, lookup: Lookup) -> Tracked:
    """Render one output."""
    cache.used, cache.recent = set(), {}
    reads = ReadTracker(lookup)
    rendered = renderer.render(output, reads)
    return Tracked(rendered, reads.noted, sorted(cache.used), cache.recent)


class Made(NamedTuple):
    """One output that was made; another process may have made it."""

    path: str
    digest: str
    """Of its bytes, which are staged where they differ from those on the disk."""
    noted: list[tuple[Read, Known]]
    """What it read."""
    texts: list[str]
    """Keys of the rendered texts in it."""
    fresh: dict[str, CacheRecord]
    """Those of them that were not in the cache."""
    staged: str
    """The staged file, or nothing where the bytes are those on the disk."""
    problems: list[Problem]
    fragment_links: list[FragmentLink]


class Maker:
    """Makes outputs, one after the other: in this process, or in a copy of it."""

    def __init__(
        self,
        sources: Sources,
        facts: Facts,
        renderer: Renderer,
        memory: Memory,
        stage: Stage,
    ) -> None:
        """`stage` takes what was made."""
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._memory = memory
        self._stage = stage

    def make(self, output: Output) -> Made:
        """Make one output and stage it; all that is known of it is in what is returned."""
        return self.made_of(output, self._drawn(output, self._facts.lookup))

    def made_of(self, output: Output, drawn: Tracked) -> Made:
        """Stage one output that was drawn."""
        digest = digest_of(drawn.rendered.data)
        known = self._facts.known
        return Made(
            output.path,
            digest,
            [(read, known.get(read) or Known(noted, NO_PARTS))
             for read, noted in drawn.reads.items()],
            drawn.texts,
            drawn.new_texts,
            self._stage(output.path, drawn.rendered.data, digest),
            drawn.rendered.problems,
            drawn.rendered.fragment_links,
        )  # fmt: skip

    def forget(self) -> None:
        """Give back the room of what was kept for the next output of the same kind."""
        if "_copies" in self.__dict__:
            self._copies.forget()

    @cached_property
    def _copies(self) -> Copies:
        """What makes copies of pictures; loaded when one must be made."""
        from generator.render.images.copies import Copies

        return Copies(lambda: self._memory.pictures)

    def _drawn(self, output: Output, lookup: Lookup) -> Tracked:
        reads = ReadTracker(lookup)
        if output.kind == "empty":
            return Tracked(Rendered(b"", [], []), reads.noted, [], {})
        if output.kind == "static":
            data = self._sources.static(output.source).read()
            reads.note("file", digest_of(data), output.source)
            return Tracked(Rendered(data, [], []), reads.noted, [], {})
        images = self._memory.drawn(output.kind)
        if images is not None:
            images.used = set()
        if output.kind == "picture":
            assert images is not None
            source = self._sources.static(output.source)
            reads.note("file", source.digest(), output.source)
            rendered = self._copies.render(output, source)
            return Tracked(rendered, reads.noted, sorted(images.used), {})
        result = tracked(output, self._renderer, self._memory.shelf, lookup)
        if images is not None:
            result = result._replace(texts=sorted({*result.texts, *images.used}))
        return result
