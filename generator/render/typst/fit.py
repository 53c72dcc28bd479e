"""How much of a CV fits a number of pages.

The least important entries go first, and no entry is ever cut. Fewer entries never take more
pages, so the number to leave out is found by halving, in a handful of compilations.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Fit(msgspec.Struct, frozen=True):
    """What must be left out."""

    left_out: tuple[str, ...] = ()
    """Sources of entries, the most important one first."""
    is_impossible: bool = False
    """Whether even a single entry is too much."""


def fit(least_important: tuple[str, ...], fits: Callable[[tuple[str, ...]], bool]) -> Fit:
    """Return which entries must go, of those in `least_important` order.

    `fits` says whether the rest is short enough without some of them.
    """
    if fits(()):
        return Fit()
    too_few, enough = 0, len(least_important) - 1
    if enough < 0 or not fits(least_important[:enough]):
        return Fit(is_impossible=True)
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if fits(least_important[:middle]):
            enough = middle
        else:
            too_few = middle
    return Fit(tuple(reversed(least_important[:enough])))
