"""How much of a CV fits a number of pages.

The least important entries go first, and no entry is ever cut. Fewer entries never take more
pages, so the number to leave out is found by halving, in a handful of compilations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from generator.render.pdf.typesetting import Typesetter, pages_of


class Fit(msgspec.Struct, frozen=True):
    """What must be left out."""

    left_out: tuple[str, ...] = ()
    """Sources of entries, the most important one first."""
    is_impossible: bool = False
    """Whether even a single entry is too much."""


def fit(
    document: Mapping[str, Any],
    pages: int,
    least_important: tuple[str, ...],
    typesetter: Typesetter,
) -> Fit:
    """Return which entries must go, of those in `least_important` order."""

    def fits(count: int) -> bool:
        shown = without(document, set(least_important[:count]))
        result = typesetter.pdf(shown, 0)
        # What cannot be typeset at all is told when the whole is.
        return not isinstance(result, bytes) or pages_of(result) <= pages

    if fits(0):
        return Fit()
    most = len(least_important) - 1
    if most < 0 or not fits(most):
        return Fit(is_impossible=True)
    too_few = 0
    while most - too_few > 1:
        middle = (too_few + most) // 2
        if fits(middle):
            most = middle
        else:
            too_few = middle
    return Fit(tuple(reversed(least_important[:most])))


def without(document: Mapping[str, Any], sources: set[str]) -> dict[str, Any]:
    """Return a document without some entries, and without sections that have none left."""
    sections = []
    for section in document["sections"]:
        groups = []
        for group in section["groups"]:
            entries = [entry for entry in group["entries"] if entry["source"] not in sources]
            if entries:
                groups.append({**group, "entries": entries})
        if groups:
            sections.append({**section, "groups": groups})
    return {**document, "sections": sections}
