"""Which of two processes draws which output."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from generator.model.files import Output
from generator.model.tracking import Read

MANY = 20
"""So many outputs must wait for one process, for the other to compile their template, and to load
what colours their code, in order to take some of them: that takes as long as drawing a dozen."""


class Job(NamedTuple):
    """An output to draw."""

    output: Output
    likely: list[Read]
    """What it is likely to read, which is given along: a question takes longer than its answer."""
    is_late: bool = False
    """Whether it waits until all others are drawn, since it holds texts of theirs."""


class Waiting:
    """Outputs that nobody draws yet, by their templates.

    Who has compiled a template draws all that it draws, as long as there is work for the other.
    """

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._groups: dict[str, deque[Job]] = {}
        self._late: deque[Job] = deque()
        for job in jobs:
            name = job.output.layout or job.output.kind
            group = self._late if job.is_late else self._groups.setdefault(name, deque())
            group.append(job)
        self._met: set[str] = set()

    def __iter__(self) -> Iterator[Job]:
        return chain(*self._groups.values(), self._late)

    def take(self, layouts: set[str], may_be_late: bool) -> Job | None:
        """Return the next output for a process that has met `layouts`, which is noted there."""
        groups = self._groups
        if not groups:
            return self._late.popleft() if self._late and may_be_late else None
        name = next((name for name in groups if name in layouts), "") or next(
            (name for name in groups if name not in self._met), ""
        )
        if not name:
            name = max(groups, key=lambda name: len(groups[name]))
            if len(groups[name]) < MANY:
                return None
        layouts.add(name)
        self._met.add(name)
        job = groups[name].popleft()
        if not groups[name]:
            del groups[name]
        return job
