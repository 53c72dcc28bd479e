"""`make bench`: the same site by Masthead, Hugo and Pelican, side by side in one run.

This is no test: times are shown beside their bars, but never asserted. The exit code is 1 if an
output is stale.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.bench.busy import busy_core
from tools.bench.check_site import measured_check
from tools.bench.corpus import SIZES, Corpus, Size, corpus_of
from tools.bench.edits import LABELS, Author
from tools.bench.hugo_site import write_hugo_site
from tools.bench.masthead_site import write_broadsheet_site, write_masthead_site
from tools.bench.measure import SCENARIOS, BuildFailed, measured_builds
from tools.bench.pelican_site import write_pelican_site
from tools.bench.preview import measured_saves
from tools.bench.report import builds_table, check_line, saves_table, title
from tools.bench.site import Site

Writer = Callable[[Corpus, Path], Site]
WRITERS: dict[str, Writer] = {
    "hugo": write_hugo_site,
    "pelican": write_pelican_site,
    "masthead": write_masthead_site,
    "broadsheet": write_broadsheet_site,
}
SITES = {
    "S": ("hugo", "pelican", "masthead", "broadsheet"),
    "M": ("hugo", "pelican", "masthead", "broadsheet"),
    "L": ("hugo", "masthead"),
}
"""The generators that are measured at each size by default. Pelican makes everything anew in each
build: at L, that would take an hour."""
PREVIEWED = ("hugo", "masthead", "broadsheet")
RUNS = {"S": 7, "M": 5, "L": 3}
SAVES = {"S": 7, "M": 7, "L": 3}
MINUTES = {"S": 5, "M": 8, "L": 12}
"""Approximate minutes for a size on two idle cores."""
ROOM = {"S": 50, "M": 200, "L": 2000}
"""The most MiB that the sites of a size need."""
PARTS = ("builds", "preview", "check")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the requested sizes and print their tables."""
    options = _parser().parse_args(arguments)
    stale: list[str] = []
    record: dict[str, Any] = {"machine": _machine(), "sizes": {}}
    with busy_core() if options.busy else nullcontext("idle but for the benchmark") as load:
        record["load"] = load
        try:
            for name in options.size if {"builds", "preview"} & set(options.parts) else ():
                record["sizes"][name] = _measured(SIZES[name], options, load, stale)
            if "check" in options.parts:
                record["check"] = _checked(options.runs or 3)
        except (BuildFailed, TimeoutError) as error:
            _say("")
            print(f"bench: {error}", file=sys.stderr)
            return 1
    if options.json:
        options.json.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    for line in stale:
        print(f"stale: {line}", file=sys.stderr)
    return 1 if stale else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--size", nargs="+", choices=list(SIZES), default=["S", "M"])
    parser.add_argument(
        "--sites", nargs="+", choices=list(WRITERS),
        help="who is measured; ratios need hugo (default: all, at L hugo and masthead)",
    )  # fmt: skip
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--runs", type=int, help="runs of each build, saves of each preview")
    parser.add_argument(
        "--busy", action="store_true", help="keep one core busy with other work meanwhile"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every single run there")
    return parser


def _measured(
    size: Size, options: argparse.Namespace, load: str, stale: list[str]
) -> dict[str, Any]:
    """Measure one size and print its tables; return every single run."""
    begun = time.monotonic()
    memory = _memory_folder(ROOM[size.name])
    with tempfile.TemporaryDirectory(prefix="masthead-bench-", dir=memory) as folder:
        corpus = corpus_of(size)
        authors = []
        for name in options.sites or SITES[size.name]:
            site = WRITERS[name](corpus, Path(folder) / name)
            if not Path(site.build[0]).exists():
                raise BuildFailed(f"{name} is not installed: see tools/bench/requirements.txt")
            authors.append(Author(site, corpus))
        where = "in memory" if memory else "in the temporary folder"
        print(f"{title(size)}\n\n{_versions(authors)}; {where}; {load}; {_load()}.")
        print(f"About {MINUTES[size.name]} minutes on two idle cores.\n", flush=True)
        record: dict[str, Any] = {}
        if "builds" in options.parts:
            builds = measured_builds(authors, options.runs or RUNS[size.name], _say)
            _say("")
            print(builds_table(builds, size, options.busy) + "\n", flush=True)
            stale += [
                f"{b.generator}, {SCENARIOS[b.scenario]}: {b.stale}" for b in builds if b.stale
            ]
            record["builds"] = [asdict(one) for one in builds]
        if "preview" in options.parts:
            previewed = [a for a in authors if options.sites or a.site.name in PREVIEWED]
            saves = measured_saves(previewed, options.runs or SAVES[size.name], _say)
            _say("")
            print(saves_table(saves, size, options.busy) + "\n", flush=True)
            stale += [
                f"{s.generator}, preview, {LABELS[s.kind]}: {s.stale}" for s in saves if s.stale
            ]
            record["preview"] = [asdict(one) for one in saves]
    print(f"Size {size.name} took {(time.monotonic() - begun) / 60:.1f} minutes.\n", flush=True)
    return record


def _checked(runs: int) -> list[dict[str, Any]]:
    """Measure `masthead check` on many papers and print the line; return every single run."""
    with tempfile.TemporaryDirectory(prefix="masthead-bench-", dir=_memory_folder(50)) as folder:
        costs = measured_check(Path(folder), runs, _say)
    _say("")
    print(check_line(costs) + "\n", flush=True)
    return [asdict(cost) for cost in costs]


def _memory_folder(room: int) -> str | None:
    """Return a memory file system with this many free MiB, if there is one."""
    folder = "/dev/shm"
    if not os.access(folder, os.W_OK | os.X_OK):
        return None
    return folder if shutil.disk_usage(folder).free > room * 2**20 else None


def _versions(authors: Sequence[Author]) -> str:
    found = []
    for author in authors:
        site = author.site
        words = ("version",) if site.name == "hugo" else ("--version",)
        asked = subprocess.run(
            (site.build[0], *words), env=site.environment, capture_output=True, text=True
        )
        version = asked.stdout.split()
        found.append(f"{site.name} {version[1 if len(version) > 1 else 0].split('-')[0]}")
    return ", ".join(found)


def _load() -> str:
    """Print the machine's load, since wall times on a busy machine mean little."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = " (busy: trust CPU more than wall)" if load > cores else ""
    return f"load {load:.1f} on {cores} cores{busy}"


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
    }


def _say(text: str) -> None:
    """Show the progress at a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
