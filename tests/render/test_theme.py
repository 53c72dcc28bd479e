"""A template's digest covers its source and all that it names, the absent included."""

from generator.model.files import digest_of
from generator.model.theme import Theme, ThemeFile
from generator.render.theme import TemplateDigests


def digest(**sources: str) -> str:
    """The digest of page.html in a theme of these templates (`_` stands for a slash)."""
    names = {name.replace("_", "/"): text for name, text in sources.items()}
    files = {
        f"templates/{name}.html": ThemeFile(name, digest_of(text.encode()), text.encode)
        for name, text in names.items()
    }
    return TemplateDigests(Theme(name="t", files=files)).of("page.html")


def test_a_change_in_a_template_that_is_extended_two_steps_up_is_a_change() -> None:
    middle = '{% extends "base.html" %}'
    page = '{% extends "middle.html" %}'
    assert digest(page=page, middle=middle, base="a") != digest(page=page, middle=middle, base="b")


def test_a_change_in_an_included_part_is_a_change() -> None:
    page = '{%- include "parts/head.html" -%}'
    assert digest(page=page, parts_head="a") != digest(page=page, parts_head="b")


def test_adding_a_template_that_was_named_and_absent_is_a_change() -> None:
    page = '{% include "parts/extra.html" ignore missing %}'
    assert digest(page=page) != digest(page=page, parts_extra="now here")


def test_a_change_in_a_template_that_is_not_named_is_none() -> None:
    assert digest(page="alone", other="a") == digest(page="alone", other="b")


def test_a_computed_name_may_be_any_template() -> None:
    page = '{% include "parts/" ~ kind ~ ".html" ignore missing %}'
    assert digest(page=page, parts_news="a") != digest(page=page, parts_news="b")
    assert digest(page=page) != digest(page=page, parts_news="a")


def test_a_computed_name_is_no_template_that_begins_or_ends_in_another_way() -> None:
    page = '{% include "parts/" ~ kind ~ ".html" %}'
    assert digest(page=page) != digest(page=page, parts_news="a")
    assert digest(page=page) == digest(page=page, news="a")


def test_a_list_of_names_counts_whole() -> None:
    page = '{% include ["one.html", "two.html"] %}'
    assert digest(page=page, one="x") != digest(page=page, one="x", two="y")


def test_templates_that_name_each_other_do_not_hang() -> None:
    assert digest(page='{% import "other.html" as o %}', other='{% import "page.html" as p %}')
