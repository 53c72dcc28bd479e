"""Whole builds with links and files where chance puts them; see `mutations`."""

from pathlib import Path

import pytest

from tests.faults.mutations import cases

MANY = [pytest.param(20261122 + part, 150, marks=pytest.mark.slow) for part in range(2)]
"""In two parts: a single test of 300 would keep one process busy when all others are done."""


@pytest.mark.parametrize(("seed", "count"), [(1, 12), *MANY])
def test_no_mutation_reaches_outside_hangs_or_shows_a_traceback(
    seed: int, count: int, tmp_path: Path
) -> None:
    wrong = cases(seed, count, tmp_path)
    assert not wrong, "\n".join(f"{c.changes} {c.words}: {c.fault}" for c in wrong)
