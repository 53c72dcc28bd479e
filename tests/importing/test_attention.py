"""What an import says to mend first, and that one bad value costs no more than itself."""

import re
from pathlib import Path

import pytest

from generator.importing.judge import look_at
from generator.importing.sources import samples
from generator.importing.sources.people import names_of
from generator.importing.sources.samples import file_digest
from generator.importing.texts.conversion import with_emoji
from tests.importing.conftest import AL_FOLIO, PNG, Files, import_here, planned, run_import
from tests.importing.test_hugo_rules import site as hugo_site

CONFIG = (
    "url: https://ann.example.org\nauthor:\n  name: Ann Example\n"
    "giscus:\n  category_id: DIC_kwDOAbcdef12345678xyz\n"
)
PAGES: Files = {"_config.yml": CONFIG, "_includes/author-profile.html": ""}
"""A site of academicpages."""
PAGE = "---\ntitle: Research\npermalink: /research/\nredirect_from: /research\n---\n"


def test_it_says_first_what_its_owner_would_mend(tmp_path: Path) -> None:
    site = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nHi :tada:\n",
        "_pages/research.md": PAGE
        + "## Methods\n## Results\nA figure: ![Map](map.png) {% youtube_playlist x %}\n",
        "_drafts/later.md": "---\ntitle: Later\n---\nNot yet.\n",
        "_pages/old.md": "---\ntitle: Old\nlayout: cv\npermalink: /old/\n---\n",
        "_publications/one.md": "---\ntitle: A Paper\nauthors: [Bo Other†, Cy Else]\ndate: 2020-01-02\n---\nOf corresponding maps.\n",
        "_data/navigation.yml": "main:\n  - title: Gone\n    url: /gone/\n",
        ".github/ISSUE_TEMPLATE/bug.md": "---\ntitle: Bug\n---\nA template of a host.\n",
    })  # fmt: skip
    begins = [
        "The home page says hardly", "Pages with nothing on them (1)", "Your name is in no list",
        "Signs after names are hidden (1), first “†”", "Pictures that pages show", "Tags of the old program that the import could not read (1)",
        "Pages with a heading",
        "Pages that the old site did not have (1)", "Entries of the menu",
    ]  # fmt: skip
    said = site.report["before_you_publish"]
    assert [one[: len(begin)] for one, begin in zip(said, begins, strict=True)] == begins
    assert "/old/ (_pages/old.md, layout: cv)" in said[1]
    assert site.site["marks"] == {"corresponding": "none"} and not site.found("todo")
    report = site.text("import-report.md")
    assert report.index("## Before you publish") < report.index(said[0]) < report.index("## Lost")
    assert said[0] in site.said
    # A page that redirects from its own address is no draft, and folders with a dot are not read.
    assert site.address("/research/") == ("same", "/research/")
    assert "🎉" in site.text("content/index.md")
    assert not any("bug" in path for path in site.files)
    assert "category_id" not in site.found("secret")


def test_a_role_that_a_record_names_explains_its_sign(tmp_path: Path) -> None:
    paper = "---\ntitle: A Paper\nauthors: [Ann Example (equal), Bo Other (equal)]\n---\n"
    said = run_import(tmp_path, PAGES | {"_publications/a.md": paper}).report["before_you_publish"]
    assert not any("signs after names" in one for one in said), said


def test_a_heading_is_empty_where_the_page_ends_or_only_a_script_follows() -> None:
    for below in (b"", b"<script>x()</script><br>", b"<h2>Next</h2><p>Words.</p>"):
        assert look_at(b"<h2>Contact</h2>" + below).empty_heading == "Contact", below
    for below in (b"<p>Words.</p>", b"<h3>Inner</h3>Words.", b"<iframe></iframe>"):
        assert not look_at(b"<h2>Contact</h2>" + below).empty_heading, below
    assert not look_at(b'<h2><a href="/news/">All news</a></h2>').empty_heading


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<p>A :smile: here</p>", ":smile:"),
        ("<p>[[:alpha:]]</p>", ""),
        ("<p>{'id': 1}</p>", "{'id': "),
        ("<p>[{‘id’: ‘a/b’, ‘name’: ‘c’}](x)</p>", "{‘id’: "),
        ("<p>the set {‘a’, ‘b’}</p>", ""),
        ("<p>In <b>[ICML](https://example.org/)</b></p>", "[ICML](https:"),
        ("<p><code>[a](https://example.org/)</code></p>", ""),
        ("<p>a[0](http)</p>", ""),
        ("<p>f[x](httpx)</p>", ""),
        ("<p>Words.</p><!--- {{< film <b> >}} ---> More.", ""),
        ("<p>Words.</p><!-- -->{{< film >}}", "{{"),
        ("<p>0&lt;a&lt;b</p>", ""),
        ("<p>1&lt;i</p>", ""),
        ("<p>Dictionary&lt;b, i&gt;</p>", ""),
        ("<p>&lt;br/&gt;</p>", "&lt;br/&gt;"),
        ("<p>&lt;a href=x&gt;</p>", "&lt;a href="),
        ("<p>&lt;/div&gt;</p>", "&lt;/div&gt;"),
        ("<p>::: tip\nWords.</p>", " :::"),
        ("<p>Words.\n:::</p>", ":::"),
        ("<p>``` x</p>", "```"),
        ("<p>Some ==words here==.</p>", "==words here=="),
        ("<p>if a == b or c == d</p>", ""),
        ("<p>stats:::fn, a==b==c</p>", ""),
        ("<p>==== ==</p>", ""),
        ("<p>== Head ==</p>", ""),
        ("<pre>::: x\n==y==</pre>", ""),
        ("<p><code>==y==</code></p>", ""),
    ],
)
def test_what_another_program_would_have_replaced_is_left_over(html: str, left: str) -> None:
    assert look_at(html.encode()).left_over == left


def test_the_owner_reads_of_each_tag_that_was_not_read_and_of_tags_as_code(tmp_path: Path) -> None:
    post = "---\ntitle: Maps\n---\n"
    said = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study maps.\n\n    <hr>\n\nAnd more.\n",
        "_posts/2020-01-02-maps.md": post + "{% film a %}\n\nOr {% film b %}\n\n```\n<hr>\n```\n",
        "_posts/2020-01-03-more.md": post + "Maps.\n\n{% film c %}\n",
    }).report["before_you_publish"]  # fmt: skip
    (todo,) = (one for one in said if one.startswith("Tags of the old program"))
    assert "(3)" in todo and "_posts/2020-01-02-maps.md ({% film a %})" in todo
    (left,) = (one for one in said if one.startswith("Pages that show what"))
    assert "(1)" in left and "/ (<hr>)" in left


def test_a_value_that_does_not_build_goes_and_not_its_page(tmp_path: Path) -> None:
    site = import_here(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study maps.\n",
        "_posts/2020-01-02-maps.md": "---\ntitle: Maps\nimage: no such.png\nredirect_from: /a/../b/\n"
        "---\nMaps.\n",
    })  # fmt: skip
    assert "Maps." in site.text("content/posts/2020-01-02-maps.md")
    assert "draft" not in site.text("content/posts/2020-01-02-maps.md")
    assert any(one.startswith("aliases") for one in site.found("value"))


def test_the_report_is_in_the_language_of_messages(tmp_path: Path) -> None:
    site = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nSee [it](/gone/).\n",
        "_pages/old.md": PAGE,
        "_posts/2020-01-02-maps.md": "---\ntitle: Maps\n---\nMaps. {% include maps.html %}\n",
        "images/empty.png": "",
        "assets/css/main.scss": "body {}",
    }, "--lang", "zh", published={"index.html": "<p>An old word", "old/index.html": "<p>No"})  # fmt: skip
    for text in (site.said, site.text("import-report.md")):
        prose = re.sub(r"`[^`]*`|^### .*|^- /.*", "", text, flags=re.MULTILINE)
        assert "丢失" in prose and not re.search(r"[a-z]+ [a-z]+ [a-z]+", prose), prose


def test_an_item_of_authors_that_holds_several_is_parted() -> None:
    assert names_of(["Ng, Vi and Ott, Max and Cox, Al B"]) == ["Ng, Vi", "Ott, Max", "Cox, Al B"]
    assert names_of(["A. Bee, C. Dee, and E. Eff"]) == ["A. Bee", "C. Dee", "E. Eff"]
    one = ["Tess Tester", "King, Jr., Martin", "Team of Maps and Charts"]
    assert names_of(one) == one


def test_codes_of_emoji_are_told_from_times_and_words() -> None:
    assert with_emoji("x :tada: :fist: :woman_technologist: :cn:") == "x 🎉 ✊ 👩‍💻 🇨🇳"
    plain = "a:tada:b 10:30:45 :no_such_code: http://x:star:y"
    assert with_emoji(plain) == plain


def test_comments_in_records_are_no_text() -> None:
    paper = "---\ntitle: A Paper\nauthors: [Ann Example]\ndate: 2020-01-02\n---\n"
    site = planned(PAGES | {
        "_publications/one.md": paper + "<!-- {{ page.x }} hidden -->\nAbstract: It is shown.\n",
    })  # fmt: skip
    assert "hidden" not in site.text("content/publications.yaml")
    assert "It is shown." in site.text("content/publications.yaml")


def test_a_page_is_empty_where_nothing_stands_below_its_title() -> None:
    assert not look_at("<main><h1>关于</h1><p>中文</p></main>".encode()).is_empty
    assert look_at(b"<main><h1>Two words</h1><p> </p></main>").is_empty
    for below in (b"<p>Word</p>", b"<img src=x>", b"<iframe src=x></iframe>"):
        assert not look_at(b"<main><h1>T</h1>" + below + b"</main>").is_empty


def test_an_option_that_is_refused_costs_itself_and_no_home(tmp_path: Path) -> None:
    site = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI test.\n\n:::{publications}\n:more: /gone/\n:::\n",
    })  # fmt: skip
    assert "draft" not in site.text("content/index.md") and "I test." in site.text(
        "content/index.md"
    )
    assert site.found("value")


def test_it_says_which_files_are_gone_and_which_pages_had_a_password(tmp_path: Path) -> None:
    post = "---\ntitle: {}\ndate: 2020-01-02\n{}---\nIt has been read by many people. {}\n"
    site = run_import(tmp_path, {
        "_config.yml": "title: Ann\nauthor: Ann Example\nurl: https://ann.example.org\n"
        "site_verification:\n  google: a1B2c3D4e5F6g7H8i9J0kLmN\ndeploy_token: a1B2c3D4e5F6g7H8i9J0kLmN\n",
        "package.json": '{"dependencies": {"hexo": "7"}}',
        "source/_posts/diary.md": post.format("Diary", "password: a1B2c3D4e5F6g7\n", ""),
        "source/_posts/maps.md": post.format("Maps", "", "[Slides](/files/slides.pdf)"),
        "source/_posts/bare.md": post.format("Bare", "# This comment is for me alone.\n", ""),
    })  # fmt: skip
    assert site.report["before_you_publish"] == [
        "Keys and passwords in the source (1), which anyone who has it can read: revoke them, first _config.yml deploy_token.",
        "Pages that had a password (1): they are drafts now, since Masthead knows no passwords. Publish source/_posts/diary.md only if everyone may read it.",
        "Links to files that the source does not have (1): put each where its old address was, and link it again, first static/files/slides.pdf (source/_posts/maps.md).",
    ]  # fmt: skip
    assert site.found("secret") == ["deploy_token"]
    assert site.found("service") == ["site_verification (verification)"]


def test_the_longest_text_that_is_gone_comes_first(tmp_path: Path) -> None:
    long = "My students and I have built boats for many years, and have raced them on all seas"
    site = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study maps, and I have done so for many years now.\n",
        "_pages/a.md": f"---\ntitle: A\npermalink: /a/\nodd_list: [one two three four five, six seven eight nine]\nmotto: {long}.\n---\nText.\n",
        "_pages/b.md": "---\ntitle: B\npermalink: /b/\nnote: A short note of nine words about very little here.\n---\nText.\n",
    })  # fmt: skip
    said = next(one for one in site.report["before_you_publish"] if one.startswith("Texts, lists"))
    assert f"first _pages/a.md (motto: {long[:73]}…)" in said


def test_a_name_that_is_none_costs_itself_and_no_import(tmp_path: Path) -> None:
    site = import_here(tmp_path, {
        "_config.yml": "url: https://ann.example.org\nauthor: {name: 'Ann (Example'}\n",
        "_includes/author-profile.html": "",
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study engines.\n",
    })  # fmt: skip
    assert site.person["name"] == "TODO" and site.found("name-cut") == ["Ann (Example"]


def test_what_no_page_leads_to_and_scripts_are_not_said(tmp_path: Path) -> None:
    site = run_import(tmp_path, AL_FOLIO | {
        "_config.yml": "first_name: Tess\nlast_name: Tester\nurl: https://tess.example.org\n"
        "collections:\n  projects:\n    output: true\n    permalink: /projects/:path/\n",
        "_pages/left.md": "---\npermalink: /left/\ntitle: Left\n---\n![](a.png)\n\n[Words](b.pdf)\n\n```x ![](c.png)\n",
        "_pages/more.md": "---\npermalink: /more/\ntitle: More\nnav: true\n---\n[Words](../static/j/x.min.js) [Slides](/y.pptx)\n",
        "_pages/projects.md": "---\npermalink: /projects/\ntitle: projects\nnav: true\nlayout: page\n---\n"
        "{% for project in site.projects %}{% include projects.liquid %}{% endfor %}\n",
        "_projects/ECCV24_Open.md": "---\ntitle: Open\nredirect: https://else.example.org/\n---\n",
    })  # fmt: skip
    said = "\n".join(site.report["before_you_publish"])
    assert "_pages/left.md" not in said and "/left/" not in said and ".js" not in said
    assert (
        "(1): put each where its old address was, and link it again, first static/y.pptx (_pages/more.md)"
        in said
    )
    assert "no longer have an address" not in said


def test_a_page_and_the_lists_that_show_its_beginning_are_one_place(tmp_path: Path) -> None:
    site = run_import(tmp_path, PAGES | {
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study maps.\n",
        "_posts/2020-01-02-maps.md": "---\ntitle: Maps\ntags: [Old]\n---\nMaps ==of the sea==.\n",
    })  # fmt: skip
    said = "\n".join(site.report["before_you_publish"])
    assert "replaced (1): see /2020/01/02/maps.html (==of the sea==)" in said, said
    assert site.found("left-over") == ["==of the sea=="]


def test_a_portrait_of_the_template_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "_known", lambda: frozenset([file_digest(PNG)]))
    avatar: Files = {"content/authors/admin/avatar.png": PNG}
    said = import_here(tmp_path, hugo_site(**avatar)).report["before_you_publish"]
    assert any("content/authors/admin/avatar.png" in one for one in said), said


def test_a_page_that_was_a_pdf_in_a_frame_is_named(tmp_path: Path) -> None:
    frame = '<object data="/files/cv.pdf#toolbar=0" type="application/pdf"></object>\n'
    site = run_import(tmp_path, PAGES | {
        "_includes/base_path": "",
        "files/cv.pdf": "%PDF",
        "_pages/cv.md": "---\ntitle: CV\npermalink: /cv/\n---\n{% include base_path %}\n<!-- old -->\n" + frame,
        "_pages/text.md": "---\ntitle: Text\npermalink: /text/\n---\nMy words.\n\n" + frame,
    })  # fmt: skip
    named = [one for one in site.report["before_you_publish"] if "in a frame" in one]
    assert len(named) == 1 and "(1)" in named[0] and "_pages/cv.md" in named[0]


def test_forms_with_handlers_and_scripts_that_read_the_address_are_named(tmp_path: Path) -> None:
    script = "<script>if (window.location.href.length > 40) { thank() }</script>"
    form = '<form action="https://forms.example.org/send" onsubmit="sent=true"></form>'
    other = "<script>let location_of_maps = 1</script>\n<form action='/send'></form>"
    text = "---\nlayout: page\npermalink: /{0}/\ntitle: {0}\n---\n{1}\n"
    site = import_here(tmp_path, {
        **AL_FOLIO,
        "_pages/a.md": text.format("a", f"{script}\n\n{form}"), "_pages/b.md": text.format("b", other),
    })  # fmt: skip
    assert site.named("to-try") == ["_pages/a.md"] * 2
    said = site.report["before_you_publish"]
    assert any("read the page's address (2)" in one for one in said), said
