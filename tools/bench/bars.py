"""Masthead's performance goals: ratios to Hugo in the same run, and seconds; None means no goal."""

from __future__ import annotations

SIZES = ("S", "M", "L")
_BUILDS: dict[str, dict[str, tuple[float | None, ...]]] = {
    "masthead": {
        "noop": (0.20, 0.06, 0.02),
        "post": (1.60, 0.39, 0.06),
        "publication": (1.60, 0.59, 0.12),
        "base": (1.60, 0.75, 0.33),
        "cold": (2.60, 2.44, 1.60),
    },
    "broadsheet": {
        "noop": (0.20, 0.06, None),
        "post": (2.00, 0.53, None),
        "publication": (2.00, 0.76, None),
        "base": (2.00, 1.62, None),
        "cold": (3.00, 4.00, None),
    },
}
"""Bars for wall-clock time, by generator and scenario, for each size."""
_PEAK = {"masthead": (0.5, 0.4, 0.27)}
_SAVE_SECONDS = {
    ("masthead", "post"): (0.06, 0.12, 0.5),
    ("broadsheet", "post"): (0.06, 0.12, 0.5),
    ("broadsheet", "base"): (None, 0.4, None),
}
CHECK_SECONDS = 5.0
"""Seconds of `masthead check` on 2,000 papers without an earlier build."""
BUSY = 1.2
"""The factor by which a ratio may be worse while one core is busy."""

Bars = tuple[float | None, ...]
_NONE: Bars = (None, None, None)


def build_bar(generator: str, scenario: str, what: str, size: str, busy: bool) -> float | None:
    """Return the bar of a build's ratio to Hugo; `what` is `wall`, `cpu` or `peak`."""
    if what == "wall":
        return _of(_BUILDS.get(generator, {}).get(scenario, _NONE), size, busy)
    return _of(_PEAK.get(generator, _NONE), size, False) if what == "peak" else None


def save_bar(generator: str, kind: str, size: str, busy: bool) -> float | None:
    """Return the bar in seconds from a save in the preview to the new page."""
    return _of(_SAVE_SECONDS.get((generator, kind), _NONE), size, busy)


def _of(bars: Bars, size: str, busy: bool) -> float | None:
    bar = bars[SIZES.index(size)]
    return bar * BUSY if bar is not None and busy else bar
