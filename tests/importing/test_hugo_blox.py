"""Hugo Blox: what becomes of a site that has each feature once."""

import pytest

from generator.importing.texts.aside import Aside
from tests.importing.conftest import PNG, Files, Imported, Run, import_once, planned, source

FILES = source("hugo-blox")
ACADEMIC: Files = {
    "config.toml": 'title = "Tess Tester"\nbaseurl = "https://tess-example.org/"\ntheme = "academic"\n',
    "content/authors/admin/_index.md": "---\ntitle: Tess Tester\n---\nI test.\n",
}


@pytest.fixture(scope="module")
def blox(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "blox", FILES)


def test_it_builds(blox: Imported) -> None:
    assert blox.code == 1
    taken = blox.report["taken"]
    kinds = ("publications", "talks", "projects", "posts", "drafts")
    assert [taken[kind] for kind in kinds] == [1, 1, 2, 2, 1]
    assert not blox.found("page-does-not-build") and not blox.found("record-does-not-build")


def test_a_paper_keeps_its_address_and_its_files(blox: Imported) -> None:
    assert blox.address("/publication/20-test/") == ("same", "/publication/20-test/")
    text = blox.text("content/publications.yaml")
    assert "authors:\n    - Tess Tester (equal)\n    - Ann Other (equal)\n    - Cee Third\n" in text
    assert "venue: conft" in text and "kind: conference" in text and "selected: true" in text
    assert (
        "pdf: /publication/20-test/paper.pdf" in text and "demo: https://example.org/demo" in text
    )
    assert "preview: publication/20-test/featured.png" in text
    assert "name: Conference of Tests\n  short: ConfT" in blox.text("content/venues.yaml")


def test_two_sources_of_one_paper_are_compared(blox: Imported) -> None:
    assert set(blox.found("two-sources")) == {"title: Another Test", "year: 2021", "2 authors"}


def test_a_paper_may_have_more_authors_in_bibtex() -> None:
    done = planned(ACADEMIC | {
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\nauthors: [admin]\n---\n",
        "content/publication/one/cite.bib": "@article{x,\n  title = {A},\n  author = {B, C and D, E},\n  pages = {2--3},\n}\n",
    })  # fmt: skip
    assert done.found("two-sources") == ["2 authors"]
    assert "pages: 2–3" in done.text("content/publications.yaml")


def test_a_paper_takes_further_authors_and_its_kind_from_bibtex() -> None:
    done = planned(ACADEMIC | {
        "content/authors/admin/_index.md": "---\ntitle: Tess Tester\nsuperuser: true\n---\n",
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\nauthors: [admin]\n---\n",
        "content/publication/one/cite.bib": "@article{x,\n  title = {A},\n"
        "  author = {van der Berg, {M. C.} and T. Tester and Otth{\\\"e}r, Ann},\n  journal = {J},\n}\n",
    })  # fmt: skip
    (one,) = done.data("publications")
    assert one["authors"] == ["van der Berg, M. C.", "Tess Tester", "Ann Otthër"]
    assert one["kind"] == "journal" and not done.found("two-sources")
    assert done.found("authors") == ["Tess Tester"]


def test_a_note_on_an_author_stands_on_the_page_of_a_paper_and_in_no_list() -> None:
    done = planned(ACADEMIC | {
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\n"
        "authors: [Bo Beta, Cy Gamma]\nauthor_notes: [First author, Equal contribution]\n---\nWords.\n",
    })  # fmt: skip
    (one,) = done.data("publications")
    assert one["body"] == "Words.\n\nBo Beta: First author" and "note" not in one
    assert one["authors"] == ["Bo Beta", "Cy Gamma (equal)"]


def test_the_owner_is_taken_from_the_profile(blox: Imported) -> None:
    text = blox.text("content/site.yaml")
    assert "role: Professor" in text and "affiliation: '[University of Tests](" in text
    assert "email: tess@tess-example.org" in text and "portrait: media/avatar.png" in text
    assert "degree: PhD" in blox.text("content/education.yaml")


def test_blocks_become_markdown_with_sections(blox: Imported) -> None:
    text = blox.text("content/index.md")
    assert "\n\nI test things." in text and "## News {#news}" in text
    assert (
        "## Papers {#papers}\n\n:::{publications}\n:selected: true\n:limit: 5\n:body: false\n:::"
        in text
    )
    assert "## Experience\n\n:::{experience}\n:::" in text
    assert blox.found("theme-block") == ["slider: Slides"]


def test_shortcodes_become_markdown_or_visible_todos(blox: Imported) -> None:
    text = blox.text("content/posts/2019-03-04-First-Post.md")
    assert ":::{figure} /post/first-post/plot.png\n:alt: A plot\n:width: 300\nA plot\n:::" in text
    assert "<https://www.youtube.com/watch?v=dQw4w9WgXcQ>" in text
    assert ":::{details} More\nHidden.\n:::" in text
    assert "TODO import" in text and blox.found("shortcode") == ['{{< unheard data="line" >}}']
    assert "[that](/post/second/) and [my CV](/uploads/cv.pdf)." in text
    assert "categories:\n  - A Category" in text


def test_addresses_are_kept_or_lead_on(blox: Imported) -> None:
    assert blox.address("/post/first-post/") == ("same", "/post/first-post/")
    assert blox.address("/old/second/") == ("alias", "/post/second/")
    assert blox.address("/event/2021-talk/") == ("same", "/event/2021-talk/")
    assert blox.address("/project/thing/") == ("same", "/project/thing/")
    assert blox.address("/privacy/") == ("same", "/privacy/")


def test_the_old_form_in_toml_is_read_as_well(imported: Run) -> None:
    site = imported({
        "config.toml": 'title = "Tess Tester"\nbaseurl = "https://tess-example.org/"\ntheme = "academic"\n',
        "content/authors/admin/_index.md": '+++\nname = "Tess Tester"\nauthors = ["admin"]\nsuperuser = true\n+++\nI test.\n',
        "content/home/about.md": '+++\nwidget = "about"\nactive = true\nweight = 20\n+++\n',
        "content/home/papers.md": '+++\nwidget = "publications"\nactive = true\ntitle = "Papers"\nweight = 30\n+++\nAll of them.\n',
        "content/home/off.md": '+++\nwidget = "talks"\nactive = false\n+++\n',
        "content/home/contact.md": '+++\nwidget = "contact"\ntitle = "Contact"\n+++\n<script src="//map.example/x.js"></script>\n<br/>\n',
        "content/publication/one.md": '+++\ntitle = "One"\ndate = "2019-01-01"\nauthors = ["admin"]\npublication_types = ["2"]\npublication = "*Journal*"\n+++\n',
    })  # fmt: skip
    assert not site.found("page-does-not-build")
    text = site.text("content/index.md")
    assert text.index("I test.") < text.index("## Papers")
    assert ":::{publications}" in text and "talks" not in text
    assert "## Contact" not in text and site.found("block") == ["contact: Contact"]
    assert "kind: journal" in site.text("content/publications.yaml")


def test_profiles_and_pages_of_blocks_become_records_and_sections(imported: Run) -> None:
    site = imported({
        "config/_default/hugo.yaml": "title: Tess Tester\nbaseURL: https://tess-example.org/\n",
        "config/_default/menus.yaml": "main:\n  - {name: Experience, url: experience/}\n",
        "content/authors/me/_index.md": """\
---
title: Tess Tester
superuser: true
work:
  - {position: Tester, company_name: A Firm, date_start: 2021-01-01, summary: What it is.}
education:
  - {area: PhD, institution: University of Tests, date_start: 2015-01-01, date_end: 2019-01-01}
awards:
  - {title: A Prize, url: https://prize.example/, date: '2020-11-25', awarder: Board}
skills:
  - name: Technical
    items: [{name: Python, percent: 80}, {name: Make, percent: 70}]
languages:
  - {name: English, percent: 100}
---
I test.
""",
        "content/experience.md": """\
---
title: Experience
type: landing
sections:
  - {block: resume-experience, content: {username: me}}
  - {block: resume-skills, content: {title: Skills, username: me}}
  - {block: resume-awards, content: {title: Awards, username: me}}
---
""",
        "content/notes/_index.md": "---\ntitle: Notes\n---\n",
        "content/notes/one.md": "---\ntitle: One\n---\nText.\n",
        "content/empty/_index.md": "---\ntitle: Nothing\n---\n",
    })  # fmt: skip
    assert not site.found("page-does-not-build")
    assert "role: Tester\n  organization: A Firm\n" in site.text("content/experience.yaml")
    assert "label: Technical\n  items:\n    - Python\n    - Make\n" in site.text(
        "content/skills.yaml"
    )
    assert "website: https://prize.example/" in site.text("content/awards.yaml")
    text = site.text("content/experience.md")
    assert text.index(":::{experience}") < text.index(":::{education}")
    assert "## Skills" in text and ":::{skills}" in text and ":::{awards}" in text
    assert "- [One](/notes/one/)" in site.text("content/notes.md")
    assert site.found("theme-block") == ["Nothing"] and not site.found("menu")


def test_pages_of_widgets_become_their_texts() -> None:
    site = planned(ACADEMIC | {
        "content/cv/index.md": '+++\ntitle = "CV"\ntype = "widget_page"\n+++\n',
        "content/cv/second.md": '+++\nwidget = "blank"\nheadless = true\nweight = 20\ntitle = "Second"\n+++\nLater.\n',
        "content/cv/first.md": '+++\nwidget = "experience"\nweight = 10\ntitle = "Work"\n[[experience]]\n  title = "Tester"\n  company = "A Firm"\n  date_start = "2019-01-01"\n+++\n',
        "content/cv/off.md": '+++\nwidget = "blank"\nactive = false\ntitle = "Off"\n+++\nHidden.\n',
    })  # fmt: skip
    text = site.text("content/cv.md")
    assert text.index("## Work {#first}") < text.index("## Second {#second}\n\nLater.")
    assert "role: Tester\n  organization: A Firm\n" in site.text("content/experience.yaml")
    assert "Hidden" not in text and not site.found("widget")


def test_a_widget_without_a_page_of_its_own_is_shown_with_its_records() -> None:
    site = planned(ACADEMIC | {
        "content/home/index.md": '+++\ntype = "widget_page"\nheadless = true\n+++\n',
        "content/home/work.md": '+++\nwidget = "experience"\nheadless = true\ntitle = "Work"\n[[experience]]\n  title = "Tester"\n  company = "A Firm"\n  date_start = "2019-01-01"\n+++\n',
    })  # fmt: skip
    assert ":::{experience}" in site.text("content/index.md")
    assert "private" not in site.text("content/experience.yaml")
    assert not site.found("unpublished")


def test_a_block_lists_the_folder_that_it_names_and_no_other() -> None:
    site = planned({
        "config.yaml": "title: Tess Tester\nbaseurl: https://tess-example.org/\ntheme: academic\n",
        "content/authors/admin/_index.md": "---\ntitle: Tess Tester\n---\nI test.\n",
        "content/_index.md": "---\nsections:\n  - block: portfolio\n    content: {title: Teaching, filters: {folders: [teaching]}}\n  - block: collection\n    content: {title: News, count: 3, filters: {folders: [post]}}\n  - block: collection\n    content: {title: Papers, filters: {folders: [publication]}}\n---\n",
        "content/post/one.md": "---\ntitle: One\ndate: 2020-01-01\n---\nA post.\n",
        "content/teaching/maps.md": "---\ntitle: Maps\n---\nA course.\n",
        "content/project/boats.md": "---\ntitle: Boats\n---\nWe build boats.\n",
    })  # fmt: skip
    text = site.text("content/index.md")
    assert "## Teaching\n\n- [Maps](/teaching/maps/)" in text and ":::{projects}" not in text
    assert "## News\n\n:::{posts}\n:limit: 3\n:::" in text and "Papers" not in text


def test_what_stops_a_record_is_mended_and_no_record_is_lost(imported: Run) -> None:
    site = imported({
        "config.toml": 'title = "Tess Tester"\nbaseurl = "https://tess-example.org/"\ntheme = "academic"\n',
        "content/authors/admin/_index.md": "---\ntitle: Tess Tester\nsocial:\n  - {icon: weixin, link: 'wechat:tess'}\n---\nI test, see [me](wechat:tess).\n",
        "content/_index.md": "---\nsections:\n  - block: about.biography\n  - block: collection\n    content: {title: Group, filters: {folders: [group]}}\n---\n",
        "content/publication/one/index.md": '---\ntitle: One\ndate: 2019-01-01\nauthors: [admin, "Ann Other#", "B. Bee#^1^", "C. Dee¹,² (PI)", "*D. Eel", "E. Fox 2 (equal contribution)"]\npublication: manuscript\n---\n',
        "content/group/ann/index.md": "---\ntitle: Ann Other\nsummary: Tests of tests.\nurl_poster: https://example.org/poster\n---\n",
        "content/group/ann/featured.png": PNG,
    })  # fmt: skip
    assert not site.found("record-does-not-build") and not site.found("page-does-not-build")
    assert (
        "    - Ann Other\n    - B. Bee\n    - C. Dee\n    - D. Eel\n    - E. Fox (equal)\n"
        in site.text("content/publications.yaml")
    )
    signs = ["Ann Other#", "B. Bee#", "C. Dee¹,² (PI)", "*D. Eel", "E. Fox 2 (equal contribution)"]
    assert {*signs} <= {*site.found("author-sign")}
    assert site.found("value") == ["venue: manuscript"]
    assert site.found("profile") == ["wechat:tess"] and site.found("dead-link") == ["wechat:tess"]
    assert "- [Ann Other](/group/ann/)\\\n  Tests of tests.\\\n  ![](" in site.text(
        "content/index.md"
    )
    text = site.text("content/group/ann.md")
    assert text.endswith("![](/group/ann/featured.png)\n\n[poster](https://example.org/poster)\n")
    assert "[poster](https://example.org/poster)" in text


def test_a_mark_deep_inside_of_code_does_not_end_it() -> None:
    code = "```markmap\n- List\n      ```js\n      x\n      ```\n```"
    assert "\nAfter" in Aside().fences(f"{code}\nAfter", str)
    assert "\nAfter" in Aside().fences("- ```\n  x\n  ```\nAfter", str)
