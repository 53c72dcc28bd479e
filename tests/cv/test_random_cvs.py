"""Random CVs lose nothing on paper: one here, 36 in the long suite, any number by hand."""

from pathlib import Path

import pytest

from tests.cv.random_cvs import tried

pytestmark = pytest.mark.broadsheet


@pytest.mark.parametrize(
    "seeds",
    [range(1), *(pytest.param(range(n, n + 9), marks=pytest.mark.slow) for n in range(1, 37, 9))],
    ids=str,
)
def test_the_pdf_has_each_word_of_the_page_in_its_place(seeds: range, tmp_path: Path) -> None:
    assert tried(seeds, tmp_path / "project") == {}
