"""What something that an author typed could mean."""

import pytest

from generator.graph.links import candidates

FILE, URL = "content/posts/goat.md", "/2022/12/02/goat/"


@pytest.mark.parametrize(
    ("typed", "meanings", "suffix"),
    [
        ("/pdf/x.pdf", ["/pdf/x.pdf"], ""),
        ("/a/../b//c/#d", ["/b/c/"], "#d"),
        ("other.md", ["/posts/other.md", "/2022/12/02/goat/other.md", "/other.md"], ""),
        ("about/?q#f", ["/posts/about/", "/2022/12/02/goat/about/", "/about/"], "?q#f"),
        ("../x.pdf", ["/x.pdf", "/2022/12/02/x.pdf", "/x.pdf", "/x.pdf"], ""),
        ("../../../x", ["/x", "/2022/x", "/x", "/x"], ""),
        ("./x", ["/posts/x", "/2022/12/02/goat/x", "/x"], ""),
        ("%E5%85%B3 b/", ["/posts/关 b/", "/2022/12/02/goat/关 b/", "/关 b/"], ""),
    ],
)
def test_what_is_typed_is_sought_beside_the_file_then_the_page_then_at_the_root(
    typed: str, meanings: list[str], suffix: str
) -> None:
    found, rest = candidates(typed, FILE, URL)
    assert (list(found), rest) == (meanings, suffix)


def test_a_page_at_the_root_and_data_without_a_file_are_beside_the_root() -> None:
    for file in ("content/index.md", ""):
        found, _ = candidates("about", file, "/")
        assert set(found) == {"/about"}
