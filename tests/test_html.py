"""Finished HTML is read as a browser reads it."""

import json
import subprocess
import sys

import pytest

from generator.hosting.visible_content import visible_content
from generator.html import raw_text, sources_in, start_tags, tokens
from tests.conftest import PATIENCE, REPOSITORY


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
    assert [tag.attributes.get("id") for tag in start_tags(page)] == ["one", "two", None]


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


@pytest.mark.parametrize(
    "before",
    [
        '<span title="a <!-- b">',
        "<span title='a <title> b'>",
        '<span title="<textarea>">',
        '<span title = "<script src=https://evil.example/x>">',
        '</span title="<!--">',
        "<span title=it's>it's</span>",
        '<span title="an &quot;" lang=a="x>',
    ],
)
def test_there_is_no_tag_in_a_value_of_a_tag_nobody_asks_for(before: str) -> None:
    page = f"{before}<a id=one><script>let a = 1</script> don't"
    assert [tag.name for tag in start_tags(page, ("a", "script"))] == ["a", "script"]
    assert [tag.name for tag in start_tags(page)][-2:] == ["a", "script"]


def test_a_tag_that_never_ends_takes_the_rest_of_the_page_at_one_go() -> None:
    for piece in ("<b", '<b title="', "<b title='<a=\"", "<a "):
        assert not list(start_tags(piece * 100_001, ("a",)))


@pytest.mark.parametrize("around", ["svg", "math"])
@pytest.mark.parametrize("name", ["title", "style", "script"])
def test_an_element_in_a_drawing_can_end_with_its_start_tag(around: str, name: str) -> None:
    page = f"<{around}><{name}/></{around}><p>text</p>"
    assert [tag.name for tag in start_tags(page)] == [around, name, "p"]
    assert [tag.name for tag in start_tags(page, ("p",))] == ["p"]
    assert "".join(t for t in tokens(page) if isinstance(t, str)) == "text"


HOSTILE = (
    "<", "<!", "<?", "<!--", "<a", "<a ", "<a b=", '<a b="', "<a b='", "<!-- >", "<title/>",
    "<script/>", "<a ='>'", "</title", "<svg><title/>", "&#", "<a href=x>",
)  # fmt: skip
"""Beginnings that a reader may look behind for an end, again and again."""
READERS = """
import json, resource, sys
from generator.html import start_tags, tokens, without_tags
from generator.hosting.visible_content import visible_content
from generator.render.links import guarded
for piece, end in json.load(sys.stdin):
    print("it ends with", repr(piece), repr(end), file=sys.stderr, flush=True)
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    text = piece * (200_000 // len(piece)) + end
    assert "".join(t if isinstance(t, str) else t.source for t in tokens(text)) == text
    list(start_tags(text)), list(start_tags(text, ("a",))), without_tags(text)
    visible_content(text.encode(), "/"), guarded(text + "a@x.org")
"""


@pytest.mark.slow
def test_reading_takes_time_in_proportion_to_the_length() -> None:
    """200 kB, for which a reader that is quadratic takes minutes; the process may have seconds."""
    rows = json.dumps([(piece, end) for piece in HOSTILE for end in ("", '">')])
    run = subprocess.run([sys.executable, "-c", READERS], input=rows, text=True, cwd=REPOSITORY,
                         capture_output=True, check=False, timeout=PATIENCE * 4)  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]


def test_a_tag_that_never_ends_is_dropped_as_browsers_drop_it() -> None:
    assert visible_content(b"<p>seen</p><a href=x unseen", "/").words == ("\nseen",)


def test_a_frame_of_the_site_itself_is_let_in() -> None:
    assert set(sources_in('<iframe src="/files/cv.pdf"></iframe>')) == {("frame-src", "'self'")}
    assert set(sources_in('<embed src="cv.pdf"><img src="/a.png">')) == {("object-src", "'self'")}
