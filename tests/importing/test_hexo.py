"""Hexo: what becomes of a blog that has each feature once."""

import pytest

from tests.importing.conftest import Imported, import_once, run_import, source

FILES = source("hexo") | {"source/pdf/Paper.pdf": "%PDF-1.4\n"}
SECRET = "Zq81mVhT4kLw09XrbbN2"


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "hexo", FILES, run_import)


def test_it_builds_and_says_that_something_was_lost(blog: Imported) -> None:
    assert blog.code == 1
    assert blog.report["source"]["kind"] == "hexo"
    assert blog.report["taken"] == {
        "posts": 3, "drafts": 2, "pages": 2, "news": 1, "files": 3
    }  # fmt: skip


def test_posts_keep_their_addresses(blog: Imported) -> None:
    for old in ("/2022/12/02/first/", "/2023/05/06/second/", "/my/own.html", "/about/"):
        assert blog.address(old) == ("same", old)


def test_the_domain_of_a_cname_wins_and_the_nickname_is_a_guess(blog: Imported) -> None:
    assert "url: https://www.tess-example.org/\n" in blog.text("content/site.yaml")
    assert "  # import: guessed\n  name: tess\n" in blog.text("content/site.yaml")
    assert blog.found("domain") == ["https://tess.example.org"]


def test_tags_are_taken_however_they_are_written(blog: Imported) -> None:
    text = blog.text("content/posts/2022-12-02-first.md")
    assert "- In-network Stuff\n  - Causality\n  - X\n" in text
    assert "description: What it is about." in text
    assert "updated: '2023-01-05'" in text


SHOWN = {
    "a link to a post": "[the other](/2023/05/06/second/)",
    "a link to a page": "[about](/about/)",
    "the words of a dead link": "a dead one,",
    "a link to a part of a post": "[mine](/2023/05/06/second/#part)",
    "a link by a tag": "[The second post](/2023/05/06/second/)",
    "a picture beside the post": "![A plot](/2022/12/02/first/plot.png)",
    "a picture by a tag": "![A plot again](/2022/12/02/first/plot.png){width=300}",
    "a quotation": "> To be quoted.",
    "a note": ":::{warning}\nMind this.\n:::",
    "a tag that nobody knows": ":::{note} TODO import\n`{% mermaid %}`\n:::",
    "what Nunjucks printed": "Here stands `{{ site.author }}`.",
    "code in a line": "`{{ code }}`",
    "code in a fence": "```js\n{% raw %}{{ kept }}{% endraw %}\n```",
    "the id of a heading": "### Heading Two {#Heading-Two}",
    "a formula without what hid it from Markdown": "$a_b \\times c$",
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_post_shows_what_it_showed(blog: Imported, name: str) -> None:
    assert SHOWN[name] in blog.text("content/posts/2022-12-02-first.md")


def test_dead_links_are_named_and_pictures_taken(blog: Imported) -> None:
    assert "/nowhere/" in blog.found("dead-link")
    assert "static/2022/12/02/first/plot.png" in blog.files


def test_what_was_no_post_yet_is_a_draft(blog: Imported) -> None:
    assert "draft: true" in blog.text("content/posts/2023-06-01-hidden.md")
    assert any("idea" in path for path in blog.files)
    of_drafts = [
        "/_drafts/" in one["file"] or "hidden" in one["file"] for one in blog.report["findings"]
    ]
    assert any(of_drafts) and of_drafts == sorted(of_drafts)  # they come last


def test_what_only_the_theme_understood_is_reported(blog: Imported) -> None:
    assert "motto" in blog.found("theme-setting")
    assert "Measure twice." in blog.text("content/index.md")
    assert "mood: cheerful" in blog.found("field")
    assert blog.named("theme-data") == ["source/_data/links.yaml"]
    assert blog.found("list-page") == ["/tags/"]


def test_no_secret_is_in_any_file_nor_on_the_terminal(blog: Imported) -> None:
    assert "token" in blog.found("secret")
    assert blog.found("secret-file") == [""] and "static/.env" not in blog.files
    for path in blog.files:
        assert SECRET.encode() not in (blog.folder / path).read_bytes(), path
    assert SECRET not in blog.said
    assert "G-ABCDEF1234" not in blog.text("import-report.json")


def test_of_two_names_that_differ_in_capitals_one_is_taken(blog: Imported) -> None:
    assert len(blog.files & {"static/pdf/paper.pdf", "static/pdf/Paper.pdf"}) == 1
    left = [one["file"] for one in blog.report["files"]["left"] if "same file" in one["why"]]
    assert len(left) == 1


def test_the_same_source_gives_the_same_bytes(
    blog: Imported, tmp_path_factory: pytest.TempPathFactory
) -> None:
    again = run_import(tmp_path_factory.mktemp("again"), FILES)
    assert again.files == blog.files
    for path in blog.files:
        assert (again.folder / path).read_bytes() == (blog.folder / path).read_bytes(), path
