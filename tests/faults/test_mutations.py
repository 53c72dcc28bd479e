"""Whole builds, and single sources, with changes where chance puts them; no traceback, no hang."""

from pathlib import Path

import pytest

from generator.model.files import SourceFile
from generator.parse.bib.bib_file import parse_bib
from tests.faults.mutations import cases
from tests.faults.source_mutations import families, faults

MANY = [pytest.param(20261122 + part, 150, marks=pytest.mark.slow) for part in range(2)]
"""In two parts: a single test of 300 would keep one process busy when all others are done."""


@pytest.mark.parametrize(("seed", "count"), [(1, 12), *MANY])
def test_no_mutation_reaches_outside_hangs_or_shows_a_traceback(
    seed: int, count: int, tmp_path: Path
) -> None:
    wrong = cases(seed, count, tmp_path)
    assert not wrong, "\n".join(f"{c.changes} {c.words}: {c.fault}" for c in wrong)


FAMILIES = families()


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 60), pytest.param(2, 1500, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_changed_source_gives_values_or_messages(name: str, seed: int, count: int) -> None:
    found = list(faults(name, FAMILIES[name], seed, count))
    assert not found, f"{len(found)} of {count} with seed {seed}: {found[0]}"


def test_a_fault_of_encoding_behind_a_mark_has_its_place() -> None:
    """What the changes have found."""
    data = b"\xef\xbb\xbf\xc3\xa9\xc3\xa9\xff"
    (problem,) = parse_bib(SourceFile("content/a.bib", "nowhere", data)).problems
    assert str(problem.where) == "content/a.bib:1:3" and "0xFF" in problem.message
