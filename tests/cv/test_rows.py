"""Entries in columns and in one line have the gap of cards, and read row by row."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import SITE, simple_text
from tests.cv.pages import lines_of_pdf

pytestmark = pytest.mark.broadsheet

STYLES = """\
styles:
  columns: '**{date}** | **{title}**'
  line: '**{title}**, {date}'
  three: '{date} | **{title}** | {role}'
  last: '**{title}** | {date}'
"""
DESIGNS = ("classic", "modern")
SIZES = {"short": 0, "few": 200}


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
    shown = [
        *product(DESIGNS, ("columns", "three", "last", "cards"), ["short"]),
        *product(["classic"], ("columns", "line", "cards"), ["few"]),
    ]
    for design, style, size in shown:
        ids = ", ".join(f"{size}-{n}" for n in range(6))
        section = f"{{of: projects, title: Projects, only: [{ids}], style: {style}"
        site.write(
            f"content/cv/{design}-{style}-{size}.yaml",
            f"design: {design}\nvisibility: pdf\nsections: [{section}}}]\n",
        )
    built = site.build()
    assert built.ok, built.said()
    return site.output / "pdf"


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
def test_a_simple_reader_gets_row_by_row(style: str, design: str, printed: Path) -> None:
    path = printed / f"{design}-{style}-short.pdf"
    _, _, text = simple_text(path).partition("Projects")
    said = re.findall(r"\b(?:20(\d\d)|(?:Title|lead|last)(\d))\b", text)
    rows = [20 - int(year) if year else int(number) for year, number in said]
    assert rows == sorted(rows) and set(rows) == {0, 1, 2, 3, 4, 5}, text
    lines = text.splitlines()
    for number in range(6):
        assert any(f"Title{number}" in line and str(2020 - number) in line for line in lines), text
