"""What a source says is on a page, or in the report."""

import re
from pathlib import Path

import pytest

from generator.hosting.visible_content import visible_content
from generator.importing.judge import Built, names_in
from generator.importing.sources.samples import sentences
from generator.importing.unseen import note_unseen
from tests.importing.conftest import AL_FOLIO, PNG, Files, import_here, planned, tree_of
from tests.importing.test_drawn import HEXO
from tests.importing.test_hugo_rules import site as hugo_site

SETTINGS = "url: https://ann.example.org\nauthor:\n  name: Ann Example\n"
SITE: Files = {
    "_config.yml": SETTINGS,
    "_includes/author-profile.html": "",
    "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study engines.\n",
}


def found(files: Files, page: str, of: Files = SITE) -> list[tuple[str, str, int]]:
    """What of a source is named where the new site has one page."""
    plan = planned(of | files).plan
    content = visible_content(page.encode(), "/")
    names = frozenset(names_in(page.encode(), content))
    shown = {"/": content.words}
    before = {(one.code, one.what) for one in plan.findings.all()}
    site = Built(Path(), frozenset(), {}, (), 1, {}, shown, names)
    note_unseen(plan, tree_of(of | files), site)
    return [
        (one.what, one.file, one.how_often)
        for one in plan.findings.all()
        if (one.code, one.what) not in before
    ]


def test_each_line_is_named() -> None:
    text = "---\npermalink: /\n---\nI study engines.\n\nThey are of three kinds.\nI build a few of them.\n"
    files: Files = {"_pages/about.md": text}
    named = ["They are of three kinds.", "I build a few of them."]
    assert [one[0] for one in found(files, "<p>I study engines.")] == named
    assert not found(files, "<p>They are <b>of three</b> kinds. I build a few of them.")


def test_a_picture_that_no_layout_asks_for_is_not_missed() -> None:
    head = "permalink: /\nlayout: plain\nprofile:\n  image: a.png\nimg: b.png"
    files: Files = {
        "_layouts/plain.html": "{{ page.img }}{{ content }}",
        "_pages/about.md": f"---\n{head}\n---\nI study engines.\n",
        "images/a.png": PNG, "images/b.png": PNG,
    }  # fmt: skip
    assert [one[0] for one in found(files, "<p>I study engines.")] == ["b.png"]


@pytest.mark.parametrize("line", [
    "A short one.", "`make all the new engines`", "<!-- Nobody sees all of this. -->", "$a + b + c + d$",
    "**S**tudying **E**ngines of **A**ll kinds", "<svg><svg>One of</svg> two words and more</svg>",
    "{% comment %}Nobody sees all of this.{% endcomment %}", "[1]: https://x.org \"A title of four words\"", "[//]: # (A title of four words)",
])  # fmt: skip
def test_no_reader_misses(line: str) -> None:
    files: Files = {"_pages/about.md": f"---\npermalink: /\n---\nI study engines.\n\n{line}\n"}
    assert not found(files, "<p>I study engines. Studying Engines of All kinds.")


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


@pytest.mark.parametrize(("head", "text", "page", "expected"), [
    ("", "Log in at https://engines.org/&quot; now.", '<a href="https://engines.org/">x', []),
    ("", "See [here](https://a.org/b(((c%22d,%20e%22)%20OR%20f-)%20g)&h=1).",
     '<a href="https://a.org/b(((c%22d,%20e%22)%20OR%20f-)%20g)&amp;h=1">See here</a>', []),
    ("", r"[1](https://doi.org/10.1/a\_3\_%5B4)", '<a href="https://doi.org/10.1/a_3_%5B4">1</a>', []),
    ("", '<svg><svg></svg> An engine with four wheels</svg><math xmlns="http://www.w3.org/1998/Math/MathML">', "", []),
    ("", "![](https://a.org/My engine/Figure 1.png)", '<img src="https://a.org/My%20engine/Figure%201.png">', []),
    ("", "![](https://a.org/My engine/Figure 1.png)", '<img src="https://a.org/x.png">', ["https://a.org/My%20engine/Figure%201.png"]),
    ("", '![x](/a.png "An engine\n of the old hall\n in a new hall")',
     "<p>An engine of the old hall in a new hall", []),
    ("", "[x](https://a.org/b\\_c)\n\n$$ a\n\n$$ b", '<a href="https://a.org/b_c">x</a>', []),
    ("profiles:\n  - content: about_me.md\n", "", "<p>", []),
    ("height: '450px; background-position: center; no: repeat'\n", "", "<p>", []),
])  # fmt: skip
def test_what_a_page_with_fields_lacks(
    head: str, text: str, page: str, expected: list[str]
) -> None:
    files: Files = {
        "_pages/about.md": f"---\npermalink: /\n{head}---\nI study engines.\n\n{text}\n"
    }
    assert [
        one[0] for one in found(files, f"<p>I study engines. Log in at now. {page}")
    ] == expected


def test_skills_of_a_theme_of_the_owners_own_are_named() -> None:
    head = 'widget = "about"\n[skills]\n  skills = [\n    "Model making",\n    "R"\n  ]\n'
    files = hugo_site(**{"content/home/about.md": f"+++\n{head}+++\n# I\n"})
    del files["content/_index.md"]
    assert found({}, "<p>I test. R", files) == [('"Model making",', "content/home/about.md", 1)]


def test_a_portrait_that_has_another_name_is_shown() -> None:
    files = hugo_site(**{"static/img/ann.jpg": PNG})
    del files["content/authors/admin/_index.md"], files["hugo.yaml"]
    files["config.toml"] = 'theme = "academic"\n[params]\n  name = "Ann"\n  avatar = "ann.jpg"\n'
    assert not found({}, '<p>I test.<img src="/media/avatar.400.webp">', files)


def test_a_profile_of_the_template_is_not_looked_for() -> None:
    of = "  googlescholar: https://scholar.google.com/citations?user={}\n"
    assert not found({"_config.yml": SETTINGS + of.format("PS_CX0AAAAAJ")}, "<p>I study engines.")
    assert found({"_config.yml": SETTINGS + of.format("abcdefgAAAAJ")}, "<p>I study engines.")


def test_a_text_in_chinese_is_looked_for_by_more_than_its_characters() -> None:
    text, turned = "我们研究旧式发动机的历史和它们的结构", "构结的们它和史历的机动发式旧究研们我"
    page = "_pages/more.md"
    files = {page: f"---\npermalink: /more/\n---\n{text}\n"}
    assert found(files, f"<p>I study engines.</p><p>{turned}</p>") == [(text, page, 1)]
    assert found(files, f"<p>I study engines.</p><p>{text}</p>") == []


def test_co_authors_of_no_paper_are_not_looked_for() -> None:
    one = "{0}:\n  - firstname: [Ann]\n    url: https://{0}.example.net/\n"
    files = {"_data/coauthors.yml": one.format("ward") + one.format("west"),
             "_bibliography/papers.bib": "@article{a, title={One}, author={Tester, Tess and Ward, Ann},"
                                         " year={2020}}\n"}  # fmt: skip
    page = "<p>I test engines.</p><a href='https://ward.example.net/'>One, Ann Ward</a>"
    assert found(files, page, of={**AL_FOLIO}) == []


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
        "_includes/social.html": '<a href="https://films.net/ann" title="{{ site.x }}"><i></i></a>\n'
        '<a href="https://maps.net/{{ site.x }}"></a><a href="http://disqus.com/?ref_noscript">D</a>'
        '<a href="https://www.clustrmaps.com/x">C</a>',
        "images/e.png": PNG,
    }
    names = {"<p>We are builders of old engines.", "images/e.png", "https://films.net/ann"}
    assert {one[0] for one in found(files, "<p>I study engines.")} == names
    shown = "<p>I study engines. <p>We are builders of old engines. <img src=/images/e.png>"
    assert not found(files, f"{shown}<a href=https://films.net/ann>F</a>")
    own = "<p>Three students build new engines."
    files = {
        "layouts/partials/widgets/a.html": f"{{{{/* A widget\nthat many people have */}}}}\n{own}"
    }
    assert [one[0] for one in found(files, "<p>I test.", hugo_site())] == [own]


def talk(*lines: str) -> Files:
    front = "\n".join(["title: Engines at work", "date: 2020-01-01", *lines])
    return {"_talks/one.md": f"---\n{front}\n---\n"}


SHOWN = "<p>I study engines.<p>Engines at work<p>1 January 2020"


@pytest.mark.parametrize(("line", "page"), [
    ("venue: Hall", "<p>Hall"), ("location: Old Town", "<p>in Old Town"),
    ("slides: https://www.Host.org/a?hl=en", "<a href='http://host.org/a/'>"),
    ("slides: https://doi.org/10.1234/ab", "<a href='https://host.org/doi/10.1234/AB'>"),
    ("video: https://youtu.be/abcdefghijk", "<iframe src='https://www.youtube-nocookie.com/embed/abcdefghijk'></iframe>"),
])  # fmt: skip
def test_short_values_and_links_of_records_are_looked_for(line: str, page: str) -> None:
    named = [line.partition(": ")[2] if "//" in line else line]
    assert [one[0] for one in found(talk(line), SHOWN)] == named
    assert not found(talk(line), SHOWN + page)


@pytest.mark.parametrize("line", [
    "venue: null", "layout: single talk", "note: https://cdn.host.org/a.js", "status: \"{{ site.talk }}\"",
])  # fmt: skip
def test_what_is_for_programs_is_passed_over(line: str) -> None:
    assert not found(talk(line), SHOWN)


def test_an_address_in_a_text_is_found_however_it_is_spelt() -> None:
    for said in ("ann@engines.org", "ann (at) engines.org", "ann[at]engines[dot]org"):
        files: Files = {"_pages/about.md": f"---\npermalink: /\n---\nMail: {said}\n"}
        assert [one[0] for one in found(files, "<p>I study engines.")] == ["email"]
        assert not found(files, f"<p>Mail: {said}")
        assert not found(files, "<p>I study engines. <a href='mailto:ann@engines.org'>Mail</a>")


def test_a_caption_is_looked_for_and_a_document_to_which_no_page_leads() -> None:
    picture = '![An engine](/images/e.png "Built by hand in the old hall")'
    files: Files = {
        "_pages/about.md": f"---\npermalink: /\n---\n{picture}\n\n[](/files/cv.pdf)\n",
        "images/e.png": PNG, "files/cv.pdf": "%PDF-1.4",
    }  # fmt: skip
    page = "<p>I study engines.<img src='/images/e.png'>"
    assert [one[0] for one in found(files, page)] == ["/files/cv.pdf", picture]
    assert not found(files, f"{page}<p>Built by hand in the old hall<a href=/files/cv.pdf>CV</a>")


def test_what_samples_have_in_common_with_an_entry_of_the_owner_is_looked_for() -> None:
    studies = "education:\n  - area: BSc in Engines\n    institution: Old Uni\n    summary: |\n      GPA: 3.8/4.0\n"
    files: Files = {
        "content/authors/admin/_index.md": f"---\ntitle: Ann\nsuperuser: true\n{studies}---\nWords.\n"
    }
    shown = "<p>Ann. Words. BSc in Engines, Old Uni"
    assert [one[0] for one in found(files, shown, hugo_site())] == ["GPA: 3.8/4.0"]
    assert not found(files, shown + "<p>GPA: 3.8/4.0", hugo_site())
    education = planned(hugo_site() | files, [one for one, _ in sentences("GPA: 3.8/4.0")]).text(
        "content/education.yaml"
    )
    assert "GPA: 3.8/4.0" in education


@pytest.mark.parametrize(("said", "lost"), [
    ("twitter: https://twitter.com/yourname", []),
    ("twitter: https://twitter.com/ann", ["https://twitter.com/ann"]),
    ("icons: [{class: wechat, qrcode: /code.png}]", ["/code.png"]),
    ("avatar: {own_photo: /code.png}", ["/code.png"]),
    ("social_icons:\n    enable: true\n\n    # Names of icons.\n    Twitter: twitter\n  twitter: ann",
     ["https://twitter.com/ann"]),
])  # fmt: skip
def test_settings_are_looked_for_but_those_that_a_theme_comes_with(
    said: str, lost: list[str]
) -> None:
    files: Files = {"_config.next.yml": f"x:\n  {said}\n", "source/code.png": PNG}
    shown = "<p>A text. My work on engines. I test engines."
    assert [one[0] for one in found(files, shown, HEXO)] == lost


def test_the_name_of_a_file_is_no_address_of_mail() -> None:
    files: Files = {
        "_pages/about.md": "---\npermalink: /\n---\nI study engines: [it](files/Eng@Lab2023.pdf).\n"
    }
    assert not any(one[0] == "email" for one in found(files, "<p>I study engines: it"))


@pytest.mark.parametrize("cv", [
    "cv:\n  sections:\n    Education:\n      - institution: University of Old Tests\n        area: Old Tests\n"
    "\n    Talks:\n      - title: My own talk on engines\n",
    "Education:\n- institution: University of Old Tests\nTalks:\n- title: My own talk on engines\n",
    "- title: Education\n  contents:\n    - institution: University of Old Tests\n"
    "- title: Talks\n  contents:\n    - title: My own talk on engines\n",
])  # fmt: skip
def test_a_section_of_a_cv_that_is_a_template_s_is_not_missed(cv: str) -> None:
    files: Files = SITE | {"_data/cv.yml": cv}
    plan = planned(files).plan
    plan.taken["_data/cv.yml"] = "content/cv.yaml"
    plan.findings.add("left", "template-sample", "_data/cv.yml", "Education")
    note_unseen(
        plan, tree_of(files), Built(Path(), frozenset(), {}, (), 1, {}, {"/": ()}, frozenset())
    )
    lost = [one.what for one in plan.findings.all() if one.file.endswith("cv.yml")]
    assert "- title: My own talk on engines" in lost and not any("Old" in one for one in lost)


def test_an_element_that_nothing_closes_hides_no_text(tmp_path: Path) -> None:
    text = "It makes a <script> element.\n\n```\n</script>\n```\nAll that follows is read by them.\n<style>p {}</style>\n"
    done = import_here(tmp_path, HEXO | {"source/_posts/a.md": f"---\ntitle: A\n---\n{text}"})
    post = next(path for path in done.files if re.fullmatch(r"content/posts/.*a\.md", path))
    assert "a &lt;script> element" in done.text(post) and "<style>p" in done.text(post)
    assert not done.found("text-not-shown")


@pytest.mark.parametrize(
    ("links", "lost"), [({}, 1), ({"url": "http://x.example/a?b=1&section=c"}, 0)]
)
def test_a_link_of_a_record_that_only_another_page_has_is_missed(
    links: dict[str, str], lost: int
) -> None:
    front = "title: My own study of engines\nlink: https://x.example/a?b=1&section=c"
    files: Files = SITE | {"_publications/a": f"---\n{front}\n---\n"}
    plan = planned(files).plan
    plan.entries["publications"][0].values["links"] = links
    names = frozenset({"x.example/a?b=1&section=c"})
    note_unseen(plan, tree_of(files), Built(Path(), frozenset(), {}, (), 1, {}, {"/": ()}, names))
    found = [one.what for one in plan.findings.all() if one.code == "link-not-shown"]
    assert found == ["https://x.example/a?b=1&section=c"] * lost
