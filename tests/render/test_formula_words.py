"""Formulas in plain text: titles of tabs, tags, feeds and lists of other programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.render.markdown.convert import plain
from generator.render.markdown.formulas import formula_words
from tests.cases import rows
from tests.conftest import SiteCase

FORMULAS = rows("formulas", "Formulas in one line") + rows(
    "formulas", "Formulas as they are written"
)


@pytest.mark.parametrize(("tex", "words"), FORMULAS)
def test_a_formula_is_said_in_one_line_where_that_can_be(tex: str, words: str) -> None:
    assert formula_words(tex) == words


@given(st.text(st.sampled_from("\\{}^_&~ ab1\\alpha\\frac\\text"), max_size=40))
def test_no_formula_crashes_or_vanishes(tex: str) -> None:
    assert formula_words(tex) or not tex.strip("{}~ \\")


@pytest.mark.broadsheet
def test_a_title_has_no_tex_where_machines_and_tabs_read_it(site: SiteCase) -> None:
    assert (
        plain(r"With $\alpha$-stable *noise*, and `\alpha`") == r"With α-stable noise, and \alpha"
    )
    site.write(
        "content/publications.yaml",
        "- id: a\n  title: 'Sorting in $O(n\\log n)$'\n  authors: [A]\n  abstract: 'Of $\\alpha$.'\n",
    )
    built = site.build()
    page = built.read("publications/a/index.html")
    assert "<title>Sorting in O(n log n) –" in page
    assert 'name="citation_title" content="Sorting in O(n log n)"' in page
    assert 'name="description" content="Of α."' in page
    assert '"title": "Sorting in O(n log n)"' in built.read("publications.json")
    assert r"title    = {Sorting in $O(n\log n)$}" in built.read("publications.bib")
    assert r"O(n\log n)</annotation>" in page
