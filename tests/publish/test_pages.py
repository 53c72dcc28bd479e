"""GitHub Pages' rules."""

import pytest

from generator.hosting.hosts import address_of, file_at
from tests.cases import rows

FILES = {
    "index.html", "404.html", "file.html", "folder/index.html", "both.html", "both/index.html",
    "folder/page.html", "a b.txt", "论文/index.html", "empty/x.txt", ".well-known/x", "x.html.html",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"), rows("hosting", "What GitHub Pages shows at an address")
)
def test_an_address_shows_the_file_that_pages_shows(path: str, expected: str) -> None:
    assert file_at(path, FILES) == expected


@pytest.mark.parametrize("address", ["", "index.html", "https://x.example/index.html"])
def test_what_does_not_begin_at_the_home_shows_nothing(address: str) -> None:
    assert not file_at(address, FILES)


def test_an_address_is_what_people_know_a_file_by() -> None:
    assert [address_of(p) for p in ("index.html", "a/index.html", "a.html", "a/myindex.html")] == [
        "/", "/a/", "/a.html", "/a/myindex.html"
    ]  # fmt: skip
