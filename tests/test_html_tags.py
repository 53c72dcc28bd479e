"""Tags of a finished page are read as a browser reads them."""

from __future__ import annotations

from generator.html_tags import attributes, with_attribute


def test_an_attribute_may_stand_in_double_quotes_in_single_ones_in_none_and_alone() -> None:
    inside = """ href="a?b=1&amp;c=2" title='"x"' width=37% hidden"""
    assert attributes(inside) == {
        "href": "a?b=1&c=2",
        "title": '"x"',
        "width": "37%",
        "hidden": "",
    }


def test_the_first_attribute_of_a_name_counts_in_whatever_letters() -> None:
    assert attributes(' ID="one" id="two"') == {"id": "one"}


def test_a_word_in_a_value_is_no_attribute() -> None:
    assert "alt" not in attributes(' src="a.png" title="no alt here"')


def test_a_bracket_in_quotes_ends_no_tag() -> None:
    page = """<p title="a > b" id="one">x id="no"</p><a\nID='two'><br>id=three"""
    assert [given["id"] for given in with_attribute(page, "id")] == ["one", "two"]
