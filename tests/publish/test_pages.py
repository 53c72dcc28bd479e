"""GitHub Pages' rules."""

import pytest

from generator.hosting.github_pages import Answer, address_of, answer

FILES = {
    "index.html", "404.html", "file.html", "folder/index.html", "both.html", "both/index.html",
    "folder/page.html", "a b.txt", "论文/index.html", "empty/x.txt", ".well-known/x", "x.html.html",
}  # fmt: skip
MISSING = Answer(404, "404.html")
RULES = [
    ("", Answer(200, "index.html")),
    ("index.html", Answer(200, "index.html")),
    ("index", Answer(200, "index.html")),
    ("file", Answer(200, "file.html")),
    ("file.html", Answer(200, "file.html")),
    ("file/", MISSING),
    ("folder", Answer(301, location="/folder/")),
    ("folder/", Answer(200, "folder/index.html")),
    ("folder/page", Answer(200, "folder/page.html")),
    ("both", Answer(200, "both.html")),
    ("both/", Answer(200, "both/index.html")),
    ("File.html", MISSING),
    ("a%20b.txt", Answer(200, "a b.txt")),
    ("%E8%AE%BA%E6%96%87", Answer(301, location="/%E8%AE%BA%E6%96%87/")),
    ("%E8%AE%BA%E6%96%87/", Answer(200, "论文/index.html")),
    ("empty", MISSING),
    ("empty/", MISSING),
    (".well-known/x", Answer(200, ".well-known/x")),
    ("nope", MISSING),
    ("../etc/passwd", MISSING),
    ("%2e%2e/index.html", MISSING),
    ("folder/../index.html", MISSING),
    ("folder%2findex.html", Answer(200, "folder/index.html")),
    ("/folder/", MISSING),
    ("folder//", MISSING),
    ("%ff", MISSING),
    ("%00", MISSING),
]  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), RULES)
def test_a_path_is_answered_as_pages_does(path: str, expected: Answer) -> None:
    assert answer(f"/{path}", FILES) == expected


def test_a_site_without_a_404_page_has_nothing_to_show() -> None:
    assert answer("/nope", FILES - {"404.html"}) == Answer(404)


def test_an_address_is_what_people_know_a_file_by() -> None:
    assert [address_of(p) for p in ("index.html", "a/index.html", "a.html", "a/myindex.html")] == [
        "/", "/a/", "/a.html", "/a/myindex.html"
    ]  # fmt: skip
