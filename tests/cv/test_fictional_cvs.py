"""CVs of people who do not exist: what their data say stands in their pages and PDFs.

Two are long; three are written with the docs alone. Of these, an American engineer's has two lines for each
entry, a Chinese one has labels and paragraphs of projects, a European scholar's has numbered sections and
dates in a column.

`expected.txt` beside `content/` is the whole CV as a reader sees it, line by line. To write it anew
after a change of words: MASTHEAD_GOLDENS=write. Read it before you commit it.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, SiteCase, visible_text
from tests.cv.conftest import read_pdf, squeezed
from tests.cv.pages import lines_of_pdf
from tests.cv.reading import lines_of, sections_of

pytestmark = pytest.mark.broadsheet

SITES = REPOSITORY / "tests" / "sites"
CVS = {"cv-english": "cv/orla/index.html", "cv-chinese": "cv/jianli/index.html"}


@pytest.mark.parametrize("name", CVS)
def test_the_whole_cv_reads_as_expected(name: str, tmp_path: Path) -> None:
    expected = SITES / name / "expected.txt"
    shutil.copytree(SITES / name, tmp_path / "project")
    built = SiteCase(tmp_path / "project").build(strict=True)
    lines = "\n".join(lines_of(built.read(CVS[name]))) + "\n"
    if os.environ.get("MASTHEAD_GOLDENS") == "write":
        expected.write_text(lines, "utf-8")
    assert lines == expected.read_text("utf-8")


def test_every_kind_of_record_can_be_written_in_lines(tmp_path: Path) -> None:
    shutil.copytree(SITES / "cv-english" / "content", tmp_path / "content")
    case = SiteCase(tmp_path)
    kinds = ["education", "experience", "patents", "awards", "talks", "teaching", "service"]
    sections = "".join(f"  - {{of: {kind}, style: lines, dates: year}}\n" for kind in kinds)
    case.write("content/cv/lines.yaml", f"sections:\n{sections}")
    found = sections_of(case.build(strict=True).read("cv/lines/index.html"))
    assert (
        "M.Sc., Mathematics, Lower Example College, GPA 3.98/4.00, rank 1 of 87, "
        "Advisor: Ottoline Gray-Example"
    ) in found["Education"]
    assert (
        "Orla Quillfeather§, Bram Thistledown, A method for sealing segments, Fictional Foundry, "
        "NX 1000001 B2, filed 2019, granted 2021"
    ) in found["Patents"]
    assert "Distinguished Reviewer ×3, CFS" in found["Awards"]
    assert (
        "Layouts, by Hand, Summer School on Make-Believe Compilers, Upper Make-Believe, "
        "90 participants"
    ) in found["Talks"]
    assert (
        "Storage Systems, Lecturer, Saltmarsh Institute, Graduate, CS 499, 45 students, rated 4.8/5"
    ) in found["Teaching"]


def test_html_in_the_text_of_a_section_is_text(site: SiteCase) -> None:
    site.write("content/cv/cv.yaml", 'sections:\n  - {title: T, text: "a <b>bold</b> claim"}\n')
    built = site.build()
    assert "<b>bold" not in built.read("cv/cv/index.html")


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
