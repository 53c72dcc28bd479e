"""GitHub Pages' rules."""

import pytest

from generator.hosting.hosts import address_of, file_at

FILES = {
    "index.html", "404.html", "file.html", "folder/index.html", "both.html", "both/index.html",
    "folder/page.html", "a b.txt", "论文/index.html", "empty/x.txt", ".well-known/x", "x.html.html",
}  # fmt: skip
RULES = [
    ("", "index.html"),
    ("index.html", "index.html"),
    ("index", "index.html"),
    ("file", "file.html"),
    ("file.html", "file.html"),
    ("file/", ""),
    ("folder", "folder/index.html"),
    ("folder/", "folder/index.html"),
    ("folder/page", "folder/page.html"),
    ("both", "both.html"),
    ("both/", "both/index.html"),
    ("File.html", ""),
    ("a%20b.txt", "a b.txt"),
    ("%E8%AE%BA%E6%96%87", "论文/index.html"),
    ("%E8%AE%BA%E6%96%87/", "论文/index.html"),
    ("empty", ""),
    ("empty/", ""),
    (".well-known/x", ".well-known/x"),
    ("nope", ""),
    ("../etc/passwd", ""),
    ("%2e%2e/index.html", ""),
    ("folder/../index.html", ""),
    ("folder%2findex.html", "folder/index.html"),
    ("/folder/", ""),
    ("folder//", ""),
    ("%ff", ""),
    ("%00", ""),
]  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), RULES)
def test_an_address_shows_the_file_that_pages_shows(path: str, expected: str) -> None:
    assert file_at(f"/{path}", FILES) == expected


@pytest.mark.parametrize("address", ["", "index.html", "https://x.example/index.html"])
def test_what_does_not_begin_at_the_home_shows_nothing(address: str) -> None:
    assert not file_at(address, FILES)


def test_an_address_is_what_people_know_a_file_by() -> None:
    assert [address_of(p) for p in ("index.html", "a/index.html", "a.html", "a/myindex.html")] == [
        "/", "/a/", "/a.html", "/a/myindex.html"
    ]  # fmt: skip
