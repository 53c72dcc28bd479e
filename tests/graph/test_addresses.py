"""What something that an author typed could mean."""

import pytest

from generator.graph.links import candidates
from tests.cases import rows

MEANINGS = "What a link could mean, in the post that is at /2022/12/02/goat/"
FILE, URL = "content/posts/goat.md", "/2022/12/02/goat/"


@pytest.mark.parametrize(("typed", "meanings", "suffix"), rows("addresses", MEANINGS))
def test_what_is_typed_is_sought_beside_the_file_then_the_page_then_at_the_root(
    typed: str, meanings: str, suffix: str
) -> None:
    found, rest = candidates(typed, FILE, URL)
    assert (" ; ".join(found), rest) == (meanings, suffix)


def test_a_page_at_the_root_and_data_without_a_file_are_beside_the_root() -> None:
    for file in ("content/index.md", ""):
        found, _ = candidates("about", file, "/")
        assert set(found) == {"/about"}
