"""Which data files there are under `content/`, and what each holds."""

from __future__ import annotations

import msgspec

from generator.model.people import Person
from generator.model.records import KINDS
from generator.model.venues import Venue

LISTS: dict[str, type[msgspec.Struct]] = {**KINDS, "people": Person, "venues": Venue}
"""The data files that hold lists, and what of."""


def data_kind(name: str) -> str | None:
    """Return what a data file under `content/` holds: `publications`, `cv`, …, or None."""
    folder, _, rest = name.partition("/")
    stem = (folder if rest else name).rsplit(".", 1)[0]
    if rest and "/" in rest:
        return None
    return stem if stem in LISTS or (stem == "cv" and rest) else None


def is_bibliography(name: str) -> bool:
    """Whether a file under `content/` holds publications in BibTeX."""
    return name.endswith(".bib") and data_kind(name) == "publications"


def is_single(path: str) -> bool:
    """Whether a data file, by its path in the project, holds one record and is named after it."""
    return path.count("/") > 1
