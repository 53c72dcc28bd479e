"""Finished HTML is read as a browser reads it."""

from __future__ import annotations

import pytest

from generator.html import raw_text, start_tags, tokens


def attributes(inside: str) -> dict[str, str]:
    (tag,) = start_tags(f"<p{inside}>")
    return tag.attributes


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
    assert [tag.attributes["id"] for tag in start_tags(page, having="id")] == ["one", "two"]


@pytest.mark.parametrize(
    "comment", ["<!-- <p> -->", "<!-- a -- <p> --!>", "<!doctype p>", "<!-- <p> to the end"]
)
def test_there_is_no_tag_in_a_comment(comment: str) -> None:
    assert list(start_tags(f"<b>{comment}", ("b", "p"))) == list(start_tags("<b>"))


def test_an_empty_comment_ends_at_once() -> None:
    assert [tag.name for tag in start_tags("<!--><p><!---><b>", ("b", "p"))] == ["p", "b"]


@pytest.mark.parametrize("name", ["script", "style", "textarea", "title"])
def test_there_is_no_tag_in_an_element_that_holds_text(name: str) -> None:
    page = f"<{name} id=a><p></{name}x></{name.upper()} ><p>"
    found = list(start_tags(page, ("p", name)))
    assert [tag.name for tag in found] == [name, "p"]
    assert raw_text(page, found[0]) == f"<p></{name}x>"
    assert [tag.name for tag in start_tags(page, ("p",))] == ["p"]


def test_tokens_put_together_are_the_page() -> None:
    page = "a < b <p class=x>c &amp;</P\n><!-- d --><script>1 < 2 </script> <b/> </ e <"
    found = list(tokens(page))
    assert "".join(token if isinstance(token, str) else token.source for token in found) == page
    assert [(t.name, t.is_end) for t in found if not isinstance(t, str)] == [
        ("p", False),
        ("p", True),
        ("", False),
        ("script", False),
        ("script", True),
        ("b", False),
    ]
