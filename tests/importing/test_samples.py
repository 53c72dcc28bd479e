"""Samples of templates are told from what people wrote by sentences, titles and bytes."""

from pathlib import Path

import pytest

from generator.importing.reading import SourcePage, read_front_matter
from generator.importing.report import Findings
from generator.importing.sources import samples
from generator.importing.sources.samples import Samples, file_digest, sentences, title_digest
from tests.importing.conftest import AL_FOLIO, Files, Run, import_here, planned, tree_of

TEXT = (
    "Each page of this template has a title and a text. You write it in Markdown, with lists and "
    "pictures. The picture below stands in three columns:\n\n"
    '{% include figure.html path="a.jpg" %}\n\nThis is how a caption looks on it.\n'
    "You can also put regular text between your rows of pictures, as much as you like.\n"
)
DIGESTS = [*(one for one, _ in sentences(TEXT)), title_digest("An example")]
KNOWN = Samples(digests=DIGESTS)


def page(title: str, body: str) -> SourcePage:
    return read_front_matter(f"---\ntitle: {title}\n---\n{body}", "x.md", Findings())


def test_a_sample_with_other_tags_and_a_sentence_more_is_one() -> None:
    other = TEXT.replace("figure.html", "figure.liquid").replace("a.jpg", "b.jpg")
    assert KNOWN.holds_page(page("My first page", other + "Hi, it is me.\n"))
    assert not Samples(takes_all=True).holds_page(page("An example", TEXT))


def test_a_file_of_a_template_may_have_other_ends_of_lines() -> None:
    known = Samples(digests=[file_digest(b"a: 1\nb: 2\n")])
    assert known.holds_bytes(b"a: 1\r\nb: 2\r\n") and not known.holds_bytes(b"a: 1\r\n")


def test_a_samples_title_tells_one_with_more_of_other_words() -> None:
    older = TEXT + "It was written for an older version of this theme, in words that are gone.\n"
    assert KNOWN.holds_page(page("An example", older))
    assert not KNOWN.holds_page(page("My first page", older))


def test_a_record_with_its_own_description_is_its_authors() -> None:
    one = page("An example\ndescription: Engines for the old hall", TEXT)
    assert KNOWN.holds_page(one) and not KNOWN.holds_page(one, is_record=True)


def test_a_page_that_quotes_a_sample_is_its_authors() -> None:
    own = "I have worked on engines since 2019, and on little else. They turn fast and stay cold. "
    assert not KNOWN.holds_page(page("An example", TEXT + own * 2))
    assert not KNOWN.holds_page(page("About", ""))
    assert not KNOWN.holds_page(page("About", "This is how a caption looks on it."))


def test_a_record_with_its_own_title_stays_without_the_text_of_the_sample() -> None:
    paper = page("A paper on engines", TEXT)
    assert not KNOWN.holds_page(paper, is_record=True)
    tree = tree_of({"a/own.ipynb": "{}"})
    assert KNOWN.own(paper, tree).body == ""
    notebook = page("A paper on engines", TEXT + '{% jupyter_notebook "a/own.ipynb" %}')
    assert KNOWN.own(notebook, tree) == notebook
    assert KNOWN.holds_page(page("An example", ""), is_record=True)


def test_posts_and_projects_of_a_template_are_left_out() -> None:
    front = "---\ntitle: A title\ndescription: x\n---\n"
    plan = planned(
        {
            "_config.yml": "first_name: Tess\nlast_name: Tester\n",
            "_posts/2024-01-01-sample.md": front + TEXT,
            "_posts/2024-01-02-own.md": front + "Words of my own stand in this one.\n",
            "_projects/1.md": "---\ntitle: An example\n---\n" + TEXT,
        },
        DIGESTS,
        "al-folio",
    ).plan
    assert [one.source for one in plan.documents if "posts" in one.target] == [
        "_posts/2024-01-02-own.md"
    ]
    assert {"_posts/2024-01-01-sample.md", "_projects/1.md"} <= {
        path for path, why in plan.left.items() if why == "template-sample"
    }


def test_what_jekyll_excludes_is_not_read() -> None:
    post = "---\ntitle: A post\n---\nText of its own.\n"
    plan = planned(
        {
            "_config.yml": "first_name: T\nexclude: [old/, '*.draft.md']\ninclude: [old/kept.pdf]\n",
            "_posts/2024-01-01-own.md": post,
            "_posts/2024-01-02-x.draft.md": post,
            "vendor/bundle/gems/x/_posts/2012-01-01-spec.md": post,
            "old/kept.pdf": "%PDF-1.4",
            "old/gone.pdf": "%PDF-1.4",
        },
        kind="al-folio",
    ).plan
    assert {one.source for one in plan.documents if "posts" in one.target} == {
        "_posts/2024-01-01-own.md"
    }
    assert set(plan.files.values()) == {"old/kept.pdf"}
    assert plan.left["old/gone.pdf"] == "excluded by _config.yml"


def test_the_bibliography_of_a_sample_is_not_compared_with_the_paper_beside_it() -> None:
    bib = "@article{x,\n  title = {Another},\n  year = {2013},\n}\n"
    files = {
        "hugo.yaml": "title: Ann Tester\n",
        "content/authors/admin/_index.md": "---\ntitle: Ann Tester\n---\nI test.\n",
        "content/publication/one/index.md": "---\ntitle: One\ndate: 2020-01-01\n---\n",
        "content/publication/one/cite.bib": bib,
    }
    known = [file_digest(bib.encode())]
    assert not planned(files, known, "hugo-blox").found("two-sources")


def test_a_page_of_blocks_as_the_template_has_it_shows_what_the_owner_wrote() -> None:
    page = "---\ntitle: Life\ndate: 2020-01-01\nsections:\n  - {block: resume-experience}\n---\n"
    profile = "work: [{position: Tester, company_name: A Firm}]"
    files = {
        "hugo.yaml": "title: Ann Tester\n",
        "content/authors/admin/_index.md": f"---\ntitle: Ann Tester\n{profile}\n---\nI test.\n",
        "content/life.md": page,
    }
    known = [file_digest(page.encode()), title_digest("Life")]
    assert ":::{experience}" in planned(files, known, "hugo-blox").text("content/life.md")


def test_the_text_of_a_template_in_a_comment_makes_no_sample() -> None:
    talk = "---\ntitle: Engines that forget nothing\ndate: # 2021-10-30\nurl_video: https://v.example.org\n---\n"
    files = {
        "hugo.yaml": "title: Ann Tester\n",
        "content/authors/admin/_index.md": "---\ntitle: Ann Tester\n---\nI test.\n",
        "content/event/own/index.md": f"{talk}<!-- {TEXT} -->\n",
    }
    talks = planned(files, DIGESTS, "hugo-blox").plan.entries["talks"]
    assert [one.values["title"] for one in talks] == ["Engines that forget nothing"]
    assert not KNOWN.holds_page(page("My first page", f"<!-- {TEXT} -->"))


def test_a_sample_below_a_title_of_the_owners_is_named_first(tmp_path: Path) -> None:
    post = "---\ntitle: A title of my own\n---\n"
    bodies = {"_posts/2024-01-01-own.md": post + TEXT, "_posts/2024-01-02-x.md": post + "Hi.\n"}
    bodies["_pages/notes.md"] = post + TEXT  # of a page of the template's, only the title
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(samples, "_known", lambda: frozenset(DIGESTS))
        site = import_here(tmp_path, AL_FOLIO | bodies)
    assert "_posts/2024-01-01-own.md (A title of my own)" in str(site.report["before_you_publish"])
    assert site.named("sample-titled") == ["_posts/2024-01-01-own.md"]


def test_pages_of_the_old_site_that_are_the_templates_are_no_pages_of_the_owners(
    imported: Run,
) -> None:
    def page(title: str, *links: str) -> str:
        led = "".join(f'<a href="{to}">Read</a>' for to in ("/", *links))
        return f"<h1 class=t>{title}</h1><p>{led}</p><footer><a href='/own/'>Own</a></footer>"

    published: Files = {
        "index.html": page("Tess", "/own/"),
        "own/index.html": page("My engines"),
        "blog/2015/code/index.html": page("a post with code"),
        "blog/tag/code/index.html": page("code", "/blog/2015/code/"),
        "blog/tag/code/page/2/index.html": page("", "/blog/tag/code/"),
        "blog/tag/both/index.html": page("both", "/blog/2015/code/", "/own/engines/"),
        "own/engines/index.html": page("Engines"),
        "_pages/menu/index.html": page("menu"),
    }
    menu = "---\ntitle: menu\npermalink: /_pages/menu/\ndropdown: true\nchildren: [{title: a, permalink: /a/}]\n---\n"
    done = imported({**AL_FOLIO, "_pages/menu.md": menu}, published)
    gone = {one["old"] for one in done.report["addresses"] if "has no page" in one.get("why", "")}
    assert gone == {"/blog/tag/both/", "/own/", "/own/engines/"}
    assert any("address (3)" in line for line in done.report["before_you_publish"])
