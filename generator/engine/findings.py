"""The problems of a build, each at its place, and the view of a built site that checks may read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec

from generator.engine.workers import shared_among_processes
from generator.graph.index import Index
from generator.graph.query import chosen, left_out
from generator.html import start_tags
from generator.model.files import FragmentLink, Output, ProjectFolders, SourceFile, Sources
from generator.model.sections import Section
from generator.model.site import Page, Site
from generator.parse.locate import Locator
from generator.parse.source_text import decoded
from generator.problems import Place, Problem, Spot, sorted_by_place
from generator.render.renderer import Renderer
from generator.write import Staging

_NAMED = re.compile("id|name", re.IGNORECASE)
T = TypeVar("T")
_MANY = 500
"""Outputs. For fewer of them, a check by this process alone is faster than forking."""


def in_order(problems: list[Problem], sources: Sources) -> tuple[Problem, ...]:
    """Return the problems sorted by place, each with its current line."""
    return tuple(sorted_by_place(located(problems, Locator(sources))))


def located(problems: Iterable[Problem], locator: Locator) -> Iterator[Problem]:
    """Yield the problems, each with a place instead of a spot."""
    for problem in problems:
        if isinstance(problem.where, Spot):
            yield msgspec.structs.replace(problem, where=locator.locate(problem.where))
        else:
            yield problem


def place_of(spot: Spot, project: ProjectFolders) -> Place:
    """Return the current line and column of a spot."""
    absolute = project.root / spot.file
    if not absolute.is_file():
        return Place(spot.file)
    file = SourceFile(spot.file, absolute)
    return Locator(Sources(content={spot.file: file})).locate(spot)


def dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], staging: Staging
) -> Iterator[Problem]:
    """Yield a warning for each link to an id that its page does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            page = staging.read(path).decode("utf-8", "replace")
            ids[path] = set(_places(page))
        if unquote(link.fragment) not in ids[path]:
            yield Problem.of(
                link.where,
                "fragment-missing",
                address=link.address,
                fragment=link.fragment,
                severity="warning",
                rule="fragment-missing",
            )


def _places(page: str) -> Iterator[str]:
    """Yield the fragments of a page that links can name: ids, and `<a name>` of older HTML."""
    for tag in start_tags(page):
        if _NAMED.search(tag.inside):
            given = tag.attributes
            yield given.get("id", "")
            if tag.name == "a":
                yield given.get("name", "")


class BuiltSite:
    """A site whose outputs are made but not yet in place, as a check may read it."""

    # Rules of `check/` may not import the graph.
    chosen = staticmethod(chosen)
    left_out = staticmethod(left_out)

    def __init__(
        self, problems: list[Problem], site: Site, index: Index, sources: Sources,
        staging: Staging, renderer: Renderer,
    ) -> None:  # fmt: skip
        """`problems` are those of the build."""
        self.problems = tuple(problems)
        self.site = site
        self.index = index
        self._sources = sources
        self._staging = staging
        self._renderer = renderer
        self._locator = Locator(sources)

    def read(self, output: Output) -> bytes:
        """Return the bytes of an output."""
        return self._staging.read(output.path)

    def size(self, output: Output) -> int:
        """Return the number of bytes of an output."""
        return self._staging.size(output.path)

    def sections(self, page: Page) -> Iterator[tuple[int, Section, Spot]]:
        """Yield the sections in the text of a page, see `Renderer.sections`."""
        return self._renderer.sections(page, self.index.body(page), self.site.config)

    def lines(self, file: str) -> list[str]:
        """Return the lines of a source."""
        source = self._sources.content.get(file)
        text = decoded(source.read(), file, []) if source else None
        return text.split("\n") if text else []

    def locate(self, spot: Spot) -> Place:
        """Return the line and column of a spot."""
        return self._locator.locate(spot)

    def located(self, found: Iterable[Problem]) -> Iterator[Problem]:
        """Yield problems with places instead of spots."""
        return located(found, self._locator)

    def each(self, function: Callable[[Any], T], items: list[Any]) -> list[T]:
        """Apply a function to each item, for a large site in several processes; return the
        results."""
        if len(self.index.outputs) < _MANY:
            return [function(item) for item in items]
        self._staging.open()
        return shared_among_processes(items, function, self._staging.folder)
