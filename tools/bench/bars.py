"""What Masthead promises, as ratios to Hugo in the same run; None where nothing is promised."""

from __future__ import annotations

SIZES = ("S", "M", "L")
_BUILDS: dict[str, dict[str, tuple[float | None, ...]]] = {
    "masthead": {
        "noop": (0.15, 0.05, 0.02),
        "post": (1.10, 0.25, 0.05),
        "publication": (1.05, 0.30, 0.05),
        "base": (1.10, 0.45, 0.15),
        "cold": (1.70, 1.40, 1.20),
    },
    "broadsheet": {
        "post": (1.30, 0.45, None),
        "publication": (1.40, 0.70, None),
        "base": (1.40, 1.20, None),
        "cold": (3.00, 3.00, None),
    },
}
"""Of wall-clock time, by generator and scenario: a bar for each size."""
_PEAK = {"masthead": (0.5, 0.4, 0.25)}
_SAVES = {("masthead", "post"): (0.15, 0.25, 0.30)}
_SAVE_SECONDS = {("broadsheet", "base"): (None, 0.4, None)}
CHECK_SECONDS = 5.0
"""Of `masthead check` on 2,000 papers without an earlier build."""
BUSY = 1.2
"""How much worse a ratio may be while one core has other work."""

Bars = tuple[float | None, ...]
_NONE: Bars = (None, None, None)


def build_bar(generator: str, scenario: str, what: str, size: str, busy: bool) -> float | None:
    """Return the bar of a build's ratio to Hugo; `what` is `wall`, `cpu` or `peak`."""
    if what == "wall":
        return _of(_BUILDS.get(generator, {}).get(scenario, _NONE), size, busy)
    return _of(_PEAK.get(generator, _NONE), size, False) if what == "peak" else None


def save_bar(generator: str, kind: str, size: str, busy: bool) -> float | None:
    """Return the bar of the ratio to Hugo from a save in the preview to the new page."""
    return _of(_SAVES.get((generator, kind), _NONE), size, busy)


def save_seconds_bar(generator: str, kind: str, size: str, busy: bool) -> float | None:
    """Return the same in seconds, where the promise is not a ratio."""
    return _of(_SAVE_SECONDS.get((generator, kind), _NONE), size, busy)


def _of(bars: Bars, size: str, busy: bool) -> float | None:
    bar = bars[SIZES.index(size)]
    return bar * BUSY if bar is not None and busy else bar
