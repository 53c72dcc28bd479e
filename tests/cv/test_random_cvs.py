"""Random CVs lose nothing on paper: 50 of them, 200 in the long suite, any number by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cv.random_cvs import tried

pytestmark = pytest.mark.broadsheet


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=() if first < 50 else pytest.mark.slow)
        for first in range(0, 200, 25)
    ],
)
def test_the_pdf_has_each_word_of_the_page_in_its_place(first: int, tmp_path: Path) -> None:
    assert tried(range(first, first + 25), tmp_path / "project") == {}
