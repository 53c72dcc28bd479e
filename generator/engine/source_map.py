"""Where problems and values of the sources stand today; looked up only when somebody is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from generator.model.files import SourceFile, Sources
from generator.parse.locate import Locator
from generator.problems import Place, Problem, Spot
from generator.project import Project


def located(problems: Iterable[Problem], locator: Locator) -> Iterator[Problem]:
    """Yield the problems, each with a place instead of a spot."""
    for problem in problems:
        if isinstance(problem.where, Spot):
            yield msgspec.structs.replace(problem, where=locator.locate(problem.where))
        else:
            yield problem


def place_of(spot: Spot, project: Project) -> Place:
    """Return where a spot stands today, in its file as it is now."""
    absolute = project.root / spot.file
    if not absolute.is_file():
        return Place(spot.file)
    file = SourceFile(spot.file, absolute)
    return Locator(Sources(content={spot.file: file})).locate(spot)
