"""Tables of medians: each figure with its ratio to Hugo in the same run, and its bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from tools.bench.bars import CHECK_SECONDS, build_bar, save_bar
from tools.bench.check_site import CHECKED
from tools.bench.corpus import Size
from tools.bench.edits import LABELS
from tools.bench.measure import SCENARIOS, Builds, Cost
from tools.bench.preview import Saves

YARDSTICK = "hugo"
_NOTE = (
    "In brackets: the ratio to Hugo, and the bar that it must keep (≤) or breaks (>). `broadsheet` "
    "is Masthead with the theme that users get; its base template is the theme's footer."
)


def builds_table(builds: Sequence[Builds], size: Size, busy: bool) -> str:
    """Return the table of the builds of one size."""
    of_hugo = {b.scenario: b for b in builds if b.generator == YARDSTICK}
    units: dict[str, Callable[[float], str]] = {
        "wall": _seconds,
        "cpu": _seconds,
        "peak": lambda value: f"{value / 2**20:.0f} MiB",
    }
    rows = []
    for one in builds:
        hugo = of_hugo.get(one.scenario) if one.generator != YARDSTICK else None
        cells = [SCENARIOS[one.scenario], one.generator]
        for what, unit in units.items():
            value = one.median(what)
            bar = build_bar(one.generator, one.scenario, what, size.name, busy)
            cells.append(unit(value) + _ratio(value, hugo.median(what) if hugo else None, bar))
        rows.append([*cells, "STALE" if one.stale else ""])
    runs = len(builds[0].costs)
    head = ["build", "generator", "wall", "CPU of all processes", "peak of the largest", ""]
    return f"Builds, medians of {runs} paired runs. {_NOTE}\n\n{_table(head, rows)}"


def saves_table(saves: Sequence[Saves], size: Size, busy: bool) -> str:
    """Return the table of the previews of one size."""
    of_hugo = {s.kind: s for s in saves if s.generator == YARDSTICK}
    rows = []
    for one in sorted(saves, key=lambda save: list(LABELS).index(save.kind)):
        hugo = of_hugo.get(one.kind) if one.generator != YARDSTICK else None
        cells = [LABELS[one.kind], one.generator]
        for what in ("page", "message"):
            value = one.median(what)
            if value is None:
                cells.append("–")
                continue
            limit = save_bar(one.generator, one.kind, size.name, busy) if what == "page" else None
            ratio = _ratio(value, hugo.median(what) if hugo else None, None)
            times = [1000 * time for time in getattr(one, what)]
            spread = f", {min(times):.0f} to {max(times):.0f}"
            kept = f" {against(value, limit)} s" if limit is not None else ""
            cells.append(f"{value * 1000:.0f} ms{kept}{ratio}{spread}")
        rows.append([*cells, "STALE" if one.stale else ""])
    runs = max((len(one.page) for one in saves), default=0)
    head = ["save", "generator", "to the new page", "to the reload message", ""]
    return f"Preview, medians of {runs} saves each, fastest to slowest.\n\n{_table(head, rows)}"


def check_line(costs: Sequence[Cost]) -> str:
    """Return the line on `masthead check`."""
    wall = median(cost.wall for cost in costs)
    cpu = median(cost.cpu for cost in costs)
    return (
        f"Check of {CHECKED} papers without an earlier build, median of {len(costs)} runs: "
        f"{_seconds(wall)} {against(wall, CHECK_SECONDS)} s, CPU {_seconds(cpu)}."
    )


def title(size: Size) -> str:
    """Return the heading of a size's tables."""
    return (
        f"## {size.name}: {size.pages} pages, {size.publications} publications, {size.posts} posts"
    )


def against(value: float, bar: float) -> str:
    """Return a bar with the sign that tells whether a value is within it: `≤ 1.10`."""
    return f"{'≤' if value <= bar else '>'} {bar:.2f}"


def _seconds(value: float) -> str:
    return f"{value:.3f} s" if value < 1 else f"{value:.2f} s"


def _ratio(value: float, hugo: float | None, bar: float | None) -> str:
    """Return the ratio to Hugo's value, with the bar if there is one: ` (1.04 ≤ 1.10)`."""
    if not hugo:
        return ""
    ratio = value / hugo
    return f" ({ratio:.2f}{f' {against(ratio, bar)}' if bar is not None else ''})"


def _table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        f"| {' | '.join(c.ljust(w) for c, w in zip(line, widths, strict=True))} |" for line in lines
    )
