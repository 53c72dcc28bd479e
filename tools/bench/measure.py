"""Measures builds: wall and CPU time and peak memory of one generator after the other."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tools.bench.edits import KINDS, LABELS, Author
from tools.bench.site import Site

LAUNCHER = Path(__file__).with_name("launcher.py")
SCENARIOS = {"cold": "from nothing", "noop": "nothing changed", **LABELS}


class BuildFailed(Exception):
    """A generator ended with an error."""


@dataclass(frozen=True)
class Cost:
    """The cost of one command, in seconds and bytes; see `launcher.py`."""

    wall: float
    cpu: float
    peak: int


@dataclass
class Builds:
    """The runs of one generator in one scenario."""

    generator: str
    scenario: str
    costs: list[Cost] = field(default_factory=list)
    stale: str = ""
    """The stale part of the output, in the first run that had one."""

    def median(self, what: str) -> float:
        """Return the median of `wall`, `cpu` or `peak`."""
        values: list[float] = [getattr(cost, what) for cost in self.costs]
        return median(values)


def measured_builds(
    authors: Sequence[Author], runs: int, say: Callable[[str], None]
) -> list[Builds]:
    """Build each site in each scenario; the sites take turns, run by run."""
    for author in authors:
        say(f"warm-up: {author.site.name}")
        _remove_output(author.site)
        build(author.site)
        stale = author.stale()
        if stale:
            raise BuildFailed(f"{author.site.name} does not make the site: {stale}")
    found = []
    for scenario, label in SCENARIOS.items():
        table = [Builds(author.site.name, scenario) for author in authors]
        for run in range(runs):
            say(f"{label}: run {run + 1} of {runs}")
            for author, builds in zip(authors, table, strict=True):
                if scenario == "cold":
                    _remove_output(author.site)
                elif scenario in KINDS:
                    author.edit(scenario)
                builds.costs.append(build(author.site))
                builds.stale = builds.stale or author.stale()
        found += table
    return found


def build(site: Site) -> Cost:
    """Build a site once. Raises BuildFailed with the generator's own words."""
    return cost_of(site.build, site.root, site.environment)


def cost_of(command: Sequence[str], root: Path, environment: Mapping[str, str]) -> Cost:
    """Run a command in a project. Raises BuildFailed with its output if it fails."""
    log = root.parent / f"{root.name}.log"
    launched = (sys.executable, "-I", "-S", str(LAUNCHER), str(log), *command)
    printed = subprocess.run(
        launched, cwd=root, env=environment, check=True, capture_output=True, text=True
    ).stdout
    cost = json.loads(printed)
    if cost.pop("code") != 0:
        raise BuildFailed(f"{root.name} failed:\n{log.read_text('utf-8', 'replace')[-3000:]}")
    return Cost(**cost)


def _remove_output(site: Site) -> None:
    for path in (site.output, *site.caches):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
