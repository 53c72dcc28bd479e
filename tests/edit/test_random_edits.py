"""Random edits of all files of this checkout: nothing else changes, and few are refused."""

import random

import pytest

from tests.edit.random_edits import run


@pytest.mark.parametrize(
    "count", [200, pytest.param(5_000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_random_edits_change_what_is_meant_and_nothing_else(count: int) -> None:
    seed = random.randrange(10**9)
    outcomes, faults = run(count, seed)
    print(f"seed {seed}: {outcomes}")
    assert outcomes["wrong"] == 0, faults[:3]
    assert outcomes["right"] > 0.9 * count
