"""Random CVs lose nothing on paper: 10 of them, 200 in the long suite, any number by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cv.random_cvs import tried

pytestmark = pytest.mark.broadsheet


@pytest.mark.parametrize(
    "first",
    [pytest.param(first, marks=pytest.mark.slow if first else ()) for first in range(0, 200, 10)],
)
def test_the_pdf_has_each_word_of_the_page_in_its_place(first: int, tmp_path: Path) -> None:
    assert tried(range(first, first + 10), tmp_path / "project") == {}
