"""Which data files there are under `content/`, and what each holds."""

from __future__ import annotations

import msgspec

from generator.model import records, works
from generator.model.people import Person
from generator.model.venues import Venue

KINDS: dict[str, type[records.Record]] = {
    kind.kind_name: kind
    for kind in (
        works.Publication,
        records.Experience,
        records.Education,
        works.Project,
        works.Patent,
        records.Award,
        records.Service,
        records.Teaching,
        works.Talk,
        records.Skills,
        records.News,
        records.Reference,
        records.Interest,
    )
}
"""Every kind of record by the name of its data file: `content/publications.yaml`."""

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
