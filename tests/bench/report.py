"""Medians as tables: each figure with its ratio to Hugo, which is measured in the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.bench.corpus import Size
from tests.bench.edits import LABELS
from tests.bench.measure import SCENARIOS, Builds
from tests.bench.preview import Saves

YARDSTICK = "hugo"


def builds_table(builds: Sequence[Builds]) -> str:
    """Return the table of the builds."""
    of_hugo = {b.scenario: b for b in builds if b.generator == YARDSTICK}
    units: dict[str, Callable[[float], str]] = {
        "wall": _seconds,
        "cpu": _seconds,
        "peak": lambda value: f"{value / 2**20:.0f} MiB",
    }
    rows = []
    for one in builds:
        cells = [SCENARIOS[one.scenario], one.generator]
        for what, unit in units.items():
            value = one.median(what)
            cells.append(unit(value) + _ratio(one.generator, value, of_hugo, one.scenario, what))
        rows.append([*cells, "STALE" if one.stale else ""])
    runs = len(builds[0].costs)
    head = ["build", "generator", "wall (÷ Hugo)", "CPU (÷ Hugo)", "peak memory (÷ Hugo)", ""]
    return f"Builds, medians of {runs} paired runs.\n\n{_table(head, rows)}"


def saves_table(saves: Sequence[Saves]) -> str:
    """Return the table of the previews."""
    of_hugo = {s.kind: s for s in saves if s.generator == YARDSTICK}
    rows = []
    for one in sorted(saves, key=lambda save: list(LABELS).index(save.kind)):
        cells = [LABELS[one.kind], one.generator]
        for what in ("page", "message"):
            value = one.median(what)
            ratio = _ratio(one.generator, value, of_hugo, one.kind, what)
            times = [1000 * time for time in getattr(one, what)] or [0]
            spread = f", {min(times):.0f} to {max(times):.0f}"
            cells.append("–" if value is None else f"{value * 1000:.0f} ms{ratio}{spread}")
        rows.append([*cells, "STALE" if one.stale else ""])
    runs = max((len(one.page) for one in saves), default=0)
    head = ["save", "generator", "to the new page (÷ Hugo)", "to the message (÷ Hugo)", ""]
    return f"Preview, medians of {runs} saves each, fastest to slowest.\n\n{_table(head, rows)}"


def title(size: Size) -> str:
    """Return the heading of a size's tables."""
    return (
        f"## {size.name}: {size.pages} pages, {size.publications} publications, {size.posts} posts"
    )


def _seconds(value: float) -> str:
    return f"{value:.3f} s" if value < 1 else f"{value:.2f} s"


def _ratio(
    generator: str, value: float | None, of_hugo: dict[str, Builds] | dict[str, Saves],
    key: str, what: str,
) -> str:  # fmt: skip
    hugo = of_hugo.get(key)
    base = hugo.median(what) if hugo else None
    if generator == YARDSTICK or not base or value is None:
        return ""
    return f" ({value / base:.2f})"


def _table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        f"| {' | '.join(c.ljust(w) for c, w in zip(line, widths, strict=True))} |" for line in lines
    )
