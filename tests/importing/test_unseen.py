"""What a source says is on a page, or in the report."""

from pathlib import Path

import pytest

from generator.hosting.visible_content import visible_content
from generator.importing.judge import Built, names_in
from generator.importing.unseen import note_unseen
from tests.importing.conftest import PNG, Files, import_here, planned, tree_of

SETTINGS = "url: https://ann.example.org\nauthor:\n  name: Ann Example\n"
SITE: Files = {
    "_config.yml": SETTINGS,
    "_includes/author-profile.html": "",
    "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study engines.\n",
}


def found(files: Files, page: str) -> list[tuple[str, str, int]]:
    """What of a source is named where the new site has one page."""
    plan = planned(SITE | files).plan
    content = visible_content(page.encode(), "/")
    names = frozenset(names_in(page.encode(), content))
    shown = {"/": content.words}
    before = {(one.code, one.what) for one in plan.findings.all()}
    note_unseen(
        plan, tree_of(SITE | files), Built(Path(), frozenset(), {}, {}, (), 1, {}, shown, names)
    )
    return [
        (one.what, one.file, one.how_often)
        for one in plan.findings.all()
        if (one.code, one.what) not in before
    ]


def test_a_line_is_named_once_a_file_with_how_many_follow() -> None:
    text = "---\npermalink: /\n---\nI study engines.\n\nThey are of three kinds.\nI build a few of them.\n"
    files: Files = {"_pages/about.md": text}
    named = ("They are of three kinds.", "_pages/about.md", 2)
    assert found(files, "<p>I study engines.") == [named]
    assert not found(files, "<p>They are <b>of three</b> kinds. I build a few of them.")


@pytest.mark.parametrize("line", [
    "A short one.", "`make all the new engines`", "<!-- Nobody sees all of this. -->", "$a + b + c + d$",
    "{% comment %}Nobody sees all of this.{% endcomment %}", "[1]: https://x.org \"A title of four words\"",
    "{% include figure.html caption=\"At 50% of all speed\" %}",
])  # fmt: skip
def test_no_reader_misses(line: str) -> None:
    files: Files = {"_pages/about.md": f"---\npermalink: /\n---\nI study engines.\n\n{line}\n"}
    assert not found(files, "<p>I study engines.")


def test_what_fields_say_to_readers_is_looked_for() -> None:
    fields = (
        "permalink: /\nscholar: Engines are all I need\nkeywords: engines and other such things\n"
    )
    named = found({"_pages/about.md": f"---\n{fields}---\nI study engines.\n"}, "<p>I study")
    assert named == [("scholar: Engines are all I need", "_pages/about.md", 1)]


def test_an_address_and_a_picture_are_named_unless_a_page_has_them() -> None:
    files: Files = {
        "_config.yml": f"{SETTINGS}email: ann@engines.org\nmail: your@mail.org\n",
        "_pages/about.md": "---\npermalink: /\n---\n![](/images/my%20engine.png)\n",
        "images/my engine.png": PNG,
    }
    names = ["email", "/images/my%20engine.png"]
    assert [one[0] for one in found(files, "<p>I study engines.")] == names
    shown = '<a href="mailto:ann@engines.org">Mail</a><img src="/images/my%20engine.400.webp">'
    assert not found(files, shown)


def test_the_owner_reads_of_it_before_publishing(tmp_path: Path) -> None:
    fields = "permalink: /\ntitle: Ann\nscholar: Engines are all I need\n"
    site = import_here(tmp_path, SITE | {"_pages/about.md": f"---\n{fields}---\nI study.\n"})
    assert site.found("text-not-shown") == ["scholar: Engines are all I need"]
    assert any("no page shows (1)" in one for one in site.report["before_you_publish"])


def test_words_and_pictures_of_an_owner_in_a_template_are_looked_for() -> None:
    written = "<p>We are builders of old engines.\n<img src='images/e.png'>\n{{ content }}\n"
    files: Files = {
        "_layouts/single.html": f"---\nlayout: default\n---\n{written}",
        "_includes/disqus.html": "<p>Please enable JavaScript to view the comments powered by Disqus.",
        "images/e.png": PNG,
    }
    names = {"<p>We are builders of old engines.", "images/e.png"}
    assert {one[0] for one in found(files, "<p>I study engines.")} == names
    shown = "<p>I study engines. <p>We are builders of old engines. <img src=/images/e.png>"
    assert not found(files, shown)
