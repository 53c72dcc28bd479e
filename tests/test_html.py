"""Finished HTML is read as a browser reads it."""

import json

import pytest

from generator.hosting.visible_content import visible_content
from generator.html import raw_text, sources_in, start_tags, tokens
from tests.cases import rows
from tests.commands import python


@pytest.mark.parametrize(
    ("inside", "attributes"),
    [
        (
            """ href="a?b=1&amp;c=2" title='"x"' width=37% hidden""",
            {"href": "a?b=1&c=2", "title": '"x"', "width": "37%", "hidden": ""},
        ),
        (' ID="one" id="two"', {"id": "one"}),
        (' src="a.png" title="no alt here"', {"src": "a.png", "title": "no alt here"}),
        (""" title="a > b" id='<'""", {"title": "a > b", "id": "<"}),
    ],
    ids=["all quotes, and none", "the first of a name", "a word in a value", "a bracket in quotes"],
)
def test_attributes_are_read_as_a_browser_reads_them(
    inside: str, attributes: dict[str, str]
) -> None:
    (tag, other) = start_tags(f"<p{inside}>id=three</p><a\nID='two'>")
    assert (tag.attributes, other.attributes) == (attributes, {"id": "two"})


@pytest.mark.parametrize(
    "comment", ["<!-- <p> -->", "<!-- a -- <p> --!>", "<!doctype p>", "<!-->", "<!--->"]
)
def test_there_is_no_tag_in_a_comment(comment: str) -> None:
    names = [tag.name for tag in start_tags(f"<b>{comment}<i><!-- <p> to the end", ("b", "i", "p"))]
    assert names == ["b", "i"]


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
    tags = [("/" if t.is_end else "") + t.name for t in found if not isinstance(t, str)]
    assert tags == ["p", "/p", "", "script", "/script", "b"]


@pytest.mark.parametrize(
    "before", [text for (text,) in rows("html", "Values of tags that nobody asks for")]
)
def test_there_is_no_tag_in_a_value_of_a_tag_nobody_asks_for(before: str) -> None:
    page = f"{before}<a id=one><script>let a = 1</script> don't"
    assert [tag.name for tag in start_tags(page, ("a", "script"))] == ["a", "script"]
    assert [tag.name for tag in start_tags(page)][-2:] == ["a", "script"]


def test_a_tag_that_never_ends_takes_the_rest_of_the_page_at_one_go_and_is_dropped() -> None:
    for piece in ("<b", '<b title="', "<b title='<a=\"", "<a "):
        assert not list(start_tags(piece * 100_001, ("a",)))
    assert visible_content(b"<p>seen</p><a href=x unseen", "/").words == ("\nseen",)


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
    python(READERS, input=rows)


def test_a_frame_of_the_site_itself_is_let_in() -> None:
    assert set(sources_in('<iframe src="/files/cv.pdf"></iframe>')) == {("frame-src", "'self'")}


@pytest.mark.parametrize(
    ("target", "directives"),
    [("unseen", {"form-action", "frame-src"}), ("_blank", {"form-action"}), ("", {"form-action"})],
)
def test_the_frame_that_shows_the_answer_to_a_form_may_load_it(
    target: str, directives: set[str]
) -> None:
    form = f'<form action="https://forms.example.org/send" target="{target}">'
    assert set(sources_in(form)) == {(one, "https://forms.example.org") for one in directives}
    assert set(sources_in('<embed src="cv.pdf"><img src="/a.png">')) == {("object-src", "'self'")}
