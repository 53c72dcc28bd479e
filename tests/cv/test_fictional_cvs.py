"""Two long CVs of people who do not exist: what their data say stands in their pages.

`expected.txt` beside `content/` is the whole CV as a reader sees it, line by line. To write it anew
after a change of words: MASTHEAD_GOLDENS=write. Read it before you commit it.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, Built, SiteCase
from tests.cv.reading import lines_of, sections_of

pytestmark = pytest.mark.broadsheet

SITES = REPOSITORY / "tests" / "sites"
CVS = {"cv-english": "cv/orla/index.html", "cv-chinese": "cv/jianli/index.html"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Build a site once, strictly: a warning is a failure."""
    known: dict[str, Built] = {}

    def build(name: str) -> Built:
        if name not in known:
            project = tmp_path_factory.mktemp(name) / "project"
            shutil.copytree(SITES / name, project)
            known[name] = SiteCase(project).build(strict=True)
        return known[name]

    return build


@pytest.mark.parametrize("name", CVS)
def test_the_whole_cv_reads_as_expected(name: str, built: Callable[[str], Built]) -> None:
    expected = SITES / name / "expected.txt"
    lines = "\n".join(lines_of(built(name).read(CVS[name]))) + "\n"
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
