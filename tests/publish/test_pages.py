"""GitHub Pages' rules, and a preview that follows them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.publish.github_pages import Answer, address_of, answer, content_type, part_of
from tests.conftest import PATIENCE, REPOSITORY, SiteCase
from tests.preview.conftest import Preview
from tests.publish.conftest import SITE

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
    ("folder", Answer(301, location="{}folder/")),
    ("folder/", Answer(200, "folder/index.html")),
    ("folder/page", Answer(200, "folder/page.html")),
    ("both", Answer(200, "both.html")),
    ("both/", Answer(200, "both/index.html")),
    ("File.html", MISSING),
    ("a%20b.txt", Answer(200, "a b.txt")),
    ("%E8%AE%BA%E6%96%87", Answer(301, location="{}%E8%AE%BA%E6%96%87/")),
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


@pytest.mark.parametrize("base", ["/", "/repo/"])
@pytest.mark.parametrize(("path", "expected"), RULES)
def test_a_path_is_answered_as_pages_does(base: str, path: str, expected: Answer) -> None:
    there = Answer(expected.status, expected.file, expected.location.format(base))
    assert answer(base + path, FILES, base) == there


def test_what_is_outside_of_the_base_path_is_not_the_site_s() -> None:
    for path in ("/", "/index.html", "/repository/", "/Repo/", "/other/folder/", ""):
        assert answer(path, FILES, "/repo/") == Answer(404), path
    assert answer("/repo", FILES, "/repo/") == Answer(301, location="/repo/")


def test_a_site_without_a_404_page_has_nothing_to_show() -> None:
    assert answer("/nope", FILES - {"404.html"}) == Answer(404)


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ("bytes=0-0", (0, 1)),
        ("bytes=2-", (2, 10)),
        ("bytes=2-99", (2, 10)),
        ("bytes=-3", (7, 10)),
        ("bytes=-99", (0, 10)),
        ("bytes=10-", (10, 10)),
        ("bytes=-0", (10, 10)),
        ("bytes=5-4", None),
        ("bytes=-", None),
        ("bytes=0-1,4-5", None),
        ("lines=1-2", None),
        ("", None),
    ],
)
def test_a_part_of_a_file_is_what_its_request_says(
    header: str, part: tuple[int, int] | None
) -> None:
    assert part_of(header, 10) == part


def test_an_address_is_what_people_know_a_file_by() -> None:
    assert [address_of(p) for p in ("index.html", "a/index.html", "a.html", "a/myindex.html")] == [
        "/", "/a/", "/a.html", "/a/myindex.html"
    ]  # fmt: skip


def test_files_are_named_to_browsers_by_their_endings() -> None:
    assert content_type("a/b.HTML") == "text/html; charset=utf-8"
    assert content_type("a.pdf") == "application/pdf"
    assert content_type("CNAME") == "application/octet-stream"


# ---------------------------------------------------------------- the preview of what goes live


@contextmanager
def rehearsing(root: Path, *words: str) -> Iterator[Preview]:
    """Run `masthead preview --production` until it says where to click."""
    command = [sys.executable, "-m", "generator", "preview", "--production", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--project", str(root), *words],
        cwd=REPOSITORY,
        stderr=subprocess.PIPE,
        text=True,
    )
    preview = Preview(SiteCase(root), process)
    thread = threading.Thread(target=preview.listen, daemon=True)
    thread.start()
    try:
        preview.url = preview.says(r"click through it here: (http://\S+)")[1]
        yield preview
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        thread.join(PATIENCE)
    assert process.returncode == 0, "\n".join(preview.lines)


def test_a_preview_of_production_gives_the_bytes_of_a_deployment_below_their_path(
    tmp_path: Path,
) -> None:
    case = SiteCase(tmp_path / "work")
    for name, text in SITE.items():
        case.write(name, text)
    before = sorted(tmp_path.rglob("*"))
    with rehearsing(case.root, "--base-url", "https://ada.github.io/repo/") as preview:
        assert sorted(tmp_path.rglob("*")) == before, "it leaves nothing in the project"
        assert preview.url.endswith("/repo/")
        built = case.build(base_url="https://ada.github.io/repo/").bytes()
        assert len(built) > 20
        for path, data in built.items():
            found = preview.ask(f"/repo/{path}")
            assert (found.status, found.body) == (200, data), path
        assert preview.ask("/repo/about").headers["Location"] == "/repo/about/"
        assert preview.ask("/repo/about?x=1").headers["Location"] == "/repo/about/?x=1"
        missing = preview.ask("/repo/no/such")
        assert (missing.status, missing.body) == (404, built["404.html"])
        for path in ("/", "/about/", "/livereload.js", "/__masthead/client.js"):
            assert preview.ask(path).status == 404, path
            assert b"<html" not in preview.ask(path).body, "this is not the site's to answer"
        assert preview.ask("/repo/__masthead/status").status == 404
        head = preview.ask("/repo/", "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["Content-Length"] == str(len(built["index.html"]))
        part = preview.ask("/repo/", headers={"Range": "bytes=1-4"})
        assert (part.status, part.body) == (206, built["index.html"][1:5])
        assert part.headers["Content-Range"] == f"bytes 1-4/{len(built['index.html'])}"
        assert preview.ask("/repo/", headers={"Range": "bytes=999999999-"}).status == 416
        assert preview.ask("/repo/no", headers={"Range": "bytes=1-4"}).body == built["404.html"]
        assert preview.ask("/repo/", "POST").status == 405
        assert preview.ask("/repo/", headers={"Host": "evil.example"}).status == 421
        said = "\n".join(preview.lines)
        assert re.search(r"as it will be at https://ada\.github\.io/repo/: \d+ files", said)


def test_without_a_base_url_the_site_s_own_address_counts(tmp_path: Path) -> None:
    case = SiteCase(tmp_path / "work")
    case.write("content/site.yaml", "url: https://ada.example/at/home\nperson: {name: Ada}\n")
    case.write("content/index.md", "---\ntitle: Home\n---\nHello.\n")
    with rehearsing(case.root) as preview:
        assert preview.url.endswith("/at/home/")
        assert b"Hello." in preview.ask("/at/home/").body
        assert preview.ask("/").status == 404


def test_a_site_with_mistakes_is_not_shown(tmp_path: Path) -> None:
    case = SiteCase(tmp_path / "work")
    case.write("content/site.yaml", "person: {name: Ada}\n")
    case.write("content/index.md", "---\ntitle: Home\n---\n[x](nope.md)\n")
    command = [sys.executable, "-m", "generator", "preview", "--production", "--port", "0"]
    run = subprocess.run(
        [*command, "--project", str(case.root)],
        cwd=REPOSITORY, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert "content/index.md:4:5: error: this link leads nowhere" in run.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--base-url", "https://x.example/"], "--base-url is for --production"),
        (["--production", "--drafts"], "drafts are not deployed"),
    ],
)
def test_options_that_contradict_each_other_are_wrong_usage(
    tmp_path: Path, words: list[str], said: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "generator", "preview", "--project", str(tmp_path), *words],
        cwd=REPOSITORY, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (run.returncode, said in run.stderr) == (2, True), run.stderr
