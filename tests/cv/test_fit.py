"""`fit`: so many pages and no more, with the most important entries."""

import re

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import AWARDS, pdf_of, printed

pytestmark = [pytest.mark.broadsheet, pytest.mark.slow]

COUNT = 24
LONG = "".join(
    f"- id: a{n:02}\n  title: Prize number {n:02}\n  date: {1900 + n}\n"
    f"  body: |\n    {'Many words of praise. ' * 30}\n"
    for n in range(COUNT)
)


@pytest.fixture
def long(cv: SiteCase) -> SiteCase:
    return cv.write("content/awards.yaml", LONG)


def numbers(text: str) -> list[int]:
    return [n for n in range(COUNT) if f"Prize number {n:02}" in text]


def fitted(site: SiteCase, pages: int, more: str = "") -> list[int]:
    pdf = pdf_of(site, cv=f"fit: {pages}\n{more}sections: [{{of: awards}}]\n")
    assert pdf.pages <= pages
    return numbers(pdf.text)


def test_the_newest_entries_stay_on_the_page_too_and_more_pages_hold_more(long: SiteCase) -> None:
    shown = [fitted(long, pages) for pages in (1, 2)]
    assert 3 < len(shown[0]) < len(shown[1]) < COUNT
    for there in shown:
        assert there == list(range(COUNT - len(there), COUNT))
    assert numbers(long.build().text("cv/resume/index.html")) == shown[-1]


def test_one_entry_more_would_not_have_fitted(long: SiteCase) -> None:
    there = len(fitted(long, 1))
    for limit, pages in ((there, 1), (there + 1, 2)):
        assert pdf_of(long, cv=f"sections: [{{of: awards, limit: {limit}}}]\n").pages == pages


def test_a_priority_of_an_entry_or_a_section_keeps_what_is_old(long: SiteCase) -> None:
    long.write("content/awards.yaml", LONG.replace("- id: a00\n", "- id: a00\n  priority: 1\n"))
    assert 0 in fitted(long, 1)
    long.write("content/skills.yaml", "- {id: loom, label: Looms, items: [Jacquard], date: 1801}\n")
    sections = "sections: [{of: awards}, {of: skills, priority: 1}]\n"
    assert "Jacquard" in printed(long, f"fit: 1\n{sections}")
    long.write("content/awards.yaml", AWARDS)
    assert "The first prize" in printed(long, f"fit: 1\n{sections}")
    assert long.build_clean().ok, "nothing is left out where all fits"


def test_it_is_said_what_was_left_out_and_stops_nothing(long: SiteCase) -> None:
    there = fitted(long, 1)
    left = COUNT - len(there)
    for _ in range(2):  # and again while all is fresh
        built = long.build(strict=True)
        assert built.ok
        note = next(p for p in built.problems if p.severity == "note")
        titles = "; ".join(f"Prize number {n:02}" for n in reversed(range(left)))
        assert note.message == f"left out to fit 1 page, {left} in all: {titles}"
        assert built.said().startswith("content/cv/resume.yaml:1:6: note: ")


def test_entries_without_ids_can_be_left_out_one_by_one(long: SiteCase) -> None:
    long.write("content/awards.yaml", re.sub(r"- id: a\d\d\n  ", "- ", LONG))
    there = fitted(long, 1)
    assert there == list(range(COUNT - len(there), COUNT)) and there
