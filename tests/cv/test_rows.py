"""Entries in columns and in one line: they break over pages as text does, and read row by row."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import SITE, simple_text
from tests.cv.pages import Line, lines_of_pdf

pytestmark = pytest.mark.broadsheet

STYLES = """\
styles:
  columns: '**{date}** | **{title}**'
  line: '**{title}**, {date}'
  three: '{date} | **{title}** | {role}'
  last: '**{title}** | {date}'
"""
A4 = (595.3, 841.9)
MARGIN = 2 / 2.54 * 72
DESIGNS = ("classic", "modern")
SIZES = {"short": 0, "few": 200, "medium": 700, "long": 5000}


def projects() -> Iterator[str]:
    for name, size in SIZES.items():
        text = ("we measured how switches keep many small promises about order " * 90)[:size]
        for n in range(6):
            body = f", body: '{text} last{n}'" if size else ""
            title = "Long " * (n % 3) + f"Title{n}"
            yield f"- {{id: {name}-{n}, title: {title}, role: lead{n}, date: {2020 - n}{body}}}\n"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of PDFs that show projects of some length in some style."""
    site = SiteCase(tmp_path_factory.mktemp("rows") / "project")
    site.write("content/site.yaml", SITE + STYLES)
    site.write("content/projects.yaml", "".join(projects()))
    styles = ("columns", "line", "three", "last", "cards")
    shown = [
        *product(DESIGNS, styles, ("short", "few", "long")),
        *product(DESIGNS, ["cards"], ["medium"]),
    ]
    for design, style, size in shown:
        ids = ", ".join(f"{size}-{n}" for n in range(6))
        section = f"{{of: projects, title: Projects, only: [{ids}], style: {style}"
        across = ", columns: 2" if size == "medium" else ""
        site.write(
            f"content/cv/{design}-{style}-{size}{across[-1:]}.yaml",
            f"design: {design}\nvisibility: pdf\nsections: [{section}{across}}}]\n",
        )
    built = site.build()
    assert built.ok, built.said()
    return site.output / "pdf"


def free(found: list[Line], page: int) -> float:
    """The share of a page below its last line that is empty."""
    bottom = min(c.box[1] for line in found if line.page == page for c in line.characters)
    return (bottom - MARGIN * 0.95) / (A4[1] - 2 * MARGIN)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("style", ["columns", "line", "cards", "last", "cards-2"])
def test_long_entries_break_over_pages(style: str, design: str, printed: Path) -> None:
    style, _, across = style.partition("-")
    size = "medium" if across else "long"
    found = lines_of_pdf(printed / f"{design}-{style}-{size}{across}.pdf")
    said = " ".join(line.text for line in found)
    for number in range(6):
        assert f"Title{number}" in said and f"last{number}" in said
    for line in found:
        for character in (c for c in line.characters if not c.text.isspace()):
            left, bottom, right, top = character.box
            assert left > MARGIN - 1 and right < A4[0] - MARGIN + 1, line.text
            assert bottom > MARGIN * 0.9 - 3 and top < A4[1] - MARGIN * 0.6, line.text
    for page in range(found[-1].page):
        assert free(found, page) < (0.12 if not across else 0.33), page


@pytest.mark.parametrize("style", ["columns", "line"])
def test_entries_with_a_body_have_the_gap_of_cards(style: str, printed: Path) -> None:
    def gap(style: str) -> float:
        found = lines_of_pdf(printed / f"classic-{style}-few.pdf")
        (end,) = (line for line in found if "last0" in line.text)
        (start,) = (line for line in found if "Title1" in line.text)
        return end.top - start.top

    assert gap(style) == pytest.approx(gap("cards"), abs=1)


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("style", ["columns", "three", "last", "cards"])
@pytest.mark.parametrize("size", ["short", "few"])
def test_a_simple_reader_gets_row_by_row(size: str, style: str, design: str, printed: Path) -> None:
    path = printed / f"{design}-{style}-{size}.pdf"
    _, _, text = simple_text(path).partition("Projects")
    said = re.findall(r"\b(?:20(\d\d)|(?:Title|lead|last)(\d))\b", text)
    rows = [20 - int(year) if year else int(number) for year, number in said]
    assert rows == sorted(rows) and set(rows) == {0, 1, 2, 3, 4, 5}, text
    lines = text.splitlines()
    for number in range(6):
        assert any(f"Title{number}" in line and str(2020 - number) in line for line in lines), text
