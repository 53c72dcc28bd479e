"""Styles for sections that a theme adds to cards and lines, and their options."""

import pytest

from generator.graph.index import Index
from generator.graph.query import section_view
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.model.theme import OptionSpec, OptionValue, StyleSpec
from generator.problems import Problem, Spot
from tests.graph.conftest import IndexOf, asked

GRID = StyleSpec(
    options={
        "columns": OptionSpec(type="number", default=OptionValue("3")),
        "label": OptionSpec(type="text", default=OptionValue("All")),
    }
)
PAPERS = "- {id: goat, title: A goat, authors: [A Lee], date: 2024}\n"
HERE = Spot("page.md")


def index_with_grid(index_of: IndexOf, site: str = "") -> Index:
    return index_of({"publications.yaml": PAPERS}, site=site, section_styles={"grid": GRID})


def problems(index: Index, options: str) -> list[Problem]:
    return list(section_problems(asked(options, "publications"), index, HERE))


def test_a_style_of_the_theme_comes_with_its_options_typed(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    section = asked("style: grid\noptions: {columns: 2}", "publications")
    view = section_view(section, index, "zh")
    assert view.style == "grid"
    assert view.options == {"columns": 2, "label": "All"}
    assert problems(index, "style: grid\noptions: {columns: 2, label: Every}") == []
    cards = section_view(asked("style: cards", "publications"), index, "zh")
    assert cards.entries == view.entries, "it says all that a card says"


@pytest.mark.parametrize(
    ("asked_for", "severity", "message", "hint"),
    [
        ("mosaic, columns: 2", "warning", 'there is no style "mosaic"',
         "cards are drawn instead; there are: cards, lines, "),
        ("grid, colums: 2", "warning", '"colums" is not one of the words allowed here',
         'did you mean "columns"?'),
        ("grid, xyz: 2", "warning", '"xyz" is not one of the words allowed here',
         "one of: columns, label"),
        ("grid, columns: many", "error", '"many" is not a number', ""),
        *((f"{style}, columns: 2", "warning", f'the style "{style}" has no options', "")
          for style in ("cards", "lines", "ieee")),
    ],
)  # fmt: skip
def test_a_style_or_an_option_that_the_theme_has_not_is_told_with_a_way_out(
    index_of: IndexOf, asked_for: str, severity: str, message: str, hint: str
) -> None:
    style, option = asked_for.split(", ")
    index, section = index_with_grid(index_of), f"style: {style}\noptions: {{{option}}}"
    (problem,) = problems(index, section)
    assert (problem.severity, problem.message) == (severity, message)
    assert problem.hint.startswith(hint)
    view = section_view(asked(section, "publications"), index, "en")
    drawn = "grid" if style == "grid" else "lines" if style in ("lines", "ieee") else "cards"
    assert view.style == drawn
    assert view.options == ({"columns": 3, "label": "All"} if style == "grid" else {})


def test_a_style_of_the_sites_own_goes_before_one_of_the_theme(index_of: IndexOf) -> None:
    site = "person: {name: Ada Lee}\nstyles: {grid: '{title}.'}\n"
    index = index_with_grid(index_of, site)
    section = Section(of=("publications",), style="grid")
    view = section_view(section, index, "en")
    assert view.style == "lines"
    assert "A goat" in str(view.entries[0].line[0])
