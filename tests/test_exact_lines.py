"""One set of records gives the publication lines of three documents, white space aside.

The lines are those of the owner's two CVs and of his old homepage. Where these contradict each
other (World Wide Web "Conference" and "Conferences"), the records keep "Conference".
"""

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, Built, SiteCase, visible_text

DOCUMENTS = Path(__file__).parent / "render/sites/exact-lines"
NAMES = sorted(path.stem for path in DOCUMENTS.glob("*.txt"))
"""Of each document, a page with the section that asks for its lines, and a text with the lines.

The Chinese CV has initials, short venues and ranks of the CCF; the English one initials and full venues
with the short ones; the homepage full names, venue and year, and labels of links.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sample site with the three sections on pages, and without its CVs."""
    site = SiteCase(tmp_path_factory.mktemp("lines") / "project")
    for name in ("content", "static", "themes"):
        without_cv = shutil.ignore_patterns("cv", "index*.md")  # which link to them
        shutil.copytree(REPOSITORY / name, site.root / name, ignore=without_cv)
    settings = (REPOSITORY / "content/site.yaml").read_text("utf-8")
    site.write("content/site.yaml", re.sub(r".*/cv/resume/.*\n", "", settings))
    for name in NAMES:
        shutil.copy(DOCUMENTS / f"{name}.md", site.root / "content")
    return site.build()


def lines_of(page: str) -> list[str]:
    """The visible text of each entry of a page."""
    entries = re.findall(r"<li\b[^>]*\bclass=\"[^\"]*\bentry\b.*?</li>", page, re.DOTALL)
    return [squeezed(visible_text(entry)) for entry in entries]


def squeezed(text: str) -> str:
    """The text without any white space: line breaks and blanks do not count."""
    return "".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_a_section_of_the_same_records_has_the_lines_of_the_document(
    built: Built, name: str
) -> None:
    lines = (DOCUMENTS / f"{name}.txt").read_text("utf-8").splitlines()
    assert lines_of(built.read(f"{name}/index.html")) == list(map(squeezed, lines))


def test_the_own_name_is_set_apart_in_every_line(built: Built) -> None:
    page = built.read("chinese-cv/index.html")
    assert page.count('<span class="self">J. Fang</span>') == 8
