"""Three CVs of invented people, written with the docs alone: what their pages and PDFs say.

An American engineer's has two lines for each entry, a Chinese one has labels and paragraphs of projects, a
European scholar's has numbered sections and dates in a column.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, SiteCase, visible_text
from tests.cv.conftest import read_pdf
from tests.cv.pages import lines_of_pdf

pytestmark = pytest.mark.broadsheet

SITES = REPOSITORY / "tests" / "sites"


def squeezed(text: str) -> str:
    """A text without blanks, which a PDF has in other places."""
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("cv-engineer", "resume"),
        pytest.param("cv-projects-zh", "jianli", marks=pytest.mark.slow),
        pytest.param("cv-scholar", "cv", marks=pytest.mark.slow),
    ],
)
def test_a_cv_that_follows_the_docs_says_all_of_it_in_both_designs(
    folder: str, name: str, tmp_path: Path
) -> None:
    text = (Path(__file__).parent / f"said/{folder}.txt").read_text("utf-8")
    said, unsaid = (part.splitlines() for part in text.split("\n\nNothing of this:\n"))
    shutil.copytree(SITES / folder, tmp_path / "project")
    site = SiteCase(tmp_path / "project")
    built = site.build_clean()
    page = visible_text(built.read(f"cv/{name}/index.html").partition("<main")[2])
    pdfs = [site.output / "pdf" / f"{one}.pdf" for one in (name, "modern")]
    printed = [squeezed(read_pdf(pdf).text) for pdf in pdfs]
    for words in said:
        assert all(squeezed(words) in text for text in (squeezed(page), *printed)), words
    for words in unsaid:
        assert all(words not in text for text in (page, *printed)), words
    edges = {line.left for pdf in pdfs for line in lines_of_pdf(pdf)}
    assert min(edges) > 50, "nothing leaves the margin"
