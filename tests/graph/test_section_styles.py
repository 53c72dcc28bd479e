"""Styles for sections that a theme adds to cards and lines, and their options."""

from generator.graph.index import Index
from generator.graph.query import section_view
from generator.graph.section_checks import section_problems
from generator.model.sections import Section, Words
from generator.model.theme import OptionSpec, OptionValue, StyleSpec
from generator.problems import Problem, Spot
from tests.graph.conftest import IndexOf
from tests.graph.test_entries import asked

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


def test_a_style_of_the_theme_says_all_that_a_card_says(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    cards, grid = (section_view(asked(f"style: {style}", "publications"), index, "en")
                   for style in ("cards", "grid"))  # fmt: skip
    assert cards.entries == grid.entries


def test_a_style_that_the_theme_has_not_is_a_warning_and_cards_are_drawn(index_of: IndexOf) -> None:
    index = index_of({"publications.yaml": PAPERS})
    (problem,) = problems(index, "style: mosaic\noptions: {columns: 2}")
    assert (problem.severity, problem.message) == ("warning", 'there is no style "mosaic"')
    assert problem.hint.startswith("cards are drawn instead; there are: cards, lines, ")
    view = section_view(asked("style: mosaic", "publications"), index, "en")
    assert (view.style, view.options) == ("cards", {})


def test_an_option_that_the_style_has_not_is_a_warning_with_those_it_has(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    (near,) = problems(index, "style: grid\noptions: {colums: 2}")
    assert (near.severity, near.hint) == ("warning", 'did you mean "columns"?')
    (far,) = problems(index, "style: grid\noptions: {xyz: 2}")
    assert far.message == '"xyz" is not one of the words allowed here'
    assert far.hint == "one of: columns, label"


def test_a_wrong_value_of_an_option_is_a_mistake_and_its_default_is_used(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    (problem,) = problems(index, "style: grid\noptions: {columns: many}")
    assert (problem.severity, problem.message) == ("error", '"many" is not a number')
    section = asked("style: grid\noptions: {columns: many}", "publications")
    assert section_view(section, index, "en").options["columns"] == 3


def test_options_of_a_style_that_takes_none_are_a_warning(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    for style in ("cards", "lines", "ieee"):
        (problem,) = problems(index, f"style: {style}\noptions: {{columns: 2}}")
        assert problem.message == f'the style "{style}" has no options', style
        assert problem.severity == "warning", style


def test_a_style_of_the_sites_own_goes_before_one_of_the_theme(index_of: IndexOf) -> None:
    site = "person: {name: Ada Lee}\nstyles: {grid: '{title}.'}\n"
    index = index_with_grid(index_of, site)
    section = Section(of=Words(("publications",)), style="grid")
    view = section_view(section, index, "en")
    assert view.style == "lines"
    assert "A goat" in str(view.entries[0].line[0])
