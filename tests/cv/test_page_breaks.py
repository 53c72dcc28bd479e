"""Where pages of a PDF end: never behind a heading, nor between an entry's head and its body."""

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, SiteCase, visible_text
from tests.cv.conftest import read_pdf
from tests.cv.reading import bare

SITES = {"cv-english": ("cv/orla", "pdf/orla.pdf"), "cv-chinese": ("cv/jianli", "pdf/jianli.pdf")}


def heads(page: str) -> set[str]:
    """What must not stand last on a page: headings, and titles of entries that have a body."""
    found = re.findall(r"<h[23]\b[^>]*>.*?</h[23]>", page, re.DOTALL)
    for entry in re.findall(
        r'<li class="entry">.*?(?=<li class="entry">|</main>)', page, re.DOTALL
    ):
        if 'class="body"' in entry:
            found += re.findall(r'<span class="title">.*?</span>', entry, re.DOTALL)[:1]
    return {bare(visible_text(head)) for head in found} - {""}


def last_lines(path: Path) -> list[str]:
    """The last line of each page above its footer."""
    pages = [page.extract_text().strip().split("\n") for page in read_pdf(path).reader.pages]
    return [lines[-1] if n == 0 else lines[-2] for n, lines in enumerate(pages[:-1])]


@pytest.mark.parametrize(
    "margin",
    [2.7, *(pytest.param(margin, marks=pytest.mark.slow) for margin in (1.6, 3.2))],
)
@pytest.mark.parametrize(("name", "design"), [("cv-english", "classic"), ("cv-chinese", "modern")])
def test_no_page_ends_with_a_head(name: str, design: str, margin: float, tmp_path: Path) -> None:
    site = SiteCase(tmp_path / "project")
    shutil.copytree(REPOSITORY / "tests/sites" / name, site.root)
    (cv,) = (site.root / "content/cv").iterdir()
    look = f"design: {{name: {design}, options: {{margin: {margin}}}}}\n"
    cv.write_text(look + cv.read_text("utf-8"), "utf-8")
    built = site.build()
    assert built.ok, built.said()
    page, pdf = SITES[name]
    forbidden = heads(built.read(f"{page}/index.html"))
    assert len(forbidden) > 15
    lines = last_lines(site.output / pdf)
    assert lines
    for line in lines:
        # A date may stand behind the head on its line.
        start = bare(re.split(r"\s{2,}", line.strip())[0])
        assert start not in forbidden, line
