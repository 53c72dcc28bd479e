"""Random CVs lose nothing on paper: 5 of them, 45 with the long suite, any number by hand."""

from pathlib import Path

import pytest

from tests.cv.random_cvs import tried

pytestmark = pytest.mark.broadsheet


@pytest.mark.parametrize(
    "seeds",
    [range(2), *(pytest.param(range(n, n + 11), marks=pytest.mark.slow) for n in range(2, 46, 11))],
    ids=str,
)
def test_the_pdf_has_each_word_of_the_page_in_its_place(seeds: range, tmp_path: Path) -> None:
    assert tried(seeds, tmp_path / "project") == {}
