"""Hugo Blox: what becomes of a site that has each feature once."""

import pytest

from generator.importing.texts.aside import Aside
from tests.importing.conftest import (
    PNG,
    Files,
    Imported,
    Run,
    Said,
    cases,
    cases_imported,
    import_once,
    source,
)

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


def test_two_sources_of_one_paper_are_compared(blox: Imported) -> None:
    assert set(blox.found("two-sources")) == {"title: Another Test", "year: 2021", "2 authors"}


def test_the_owner_is_taken_from_the_profile(blox: Imported) -> None:
    text = blox.text("content/site.yaml")
    assert "role: Professor" in text and "affiliation: '[University of Tests](" in text
    assert "email: tess@tess-example.org" in text and "portrait: media/avatar.png" in text
    assert "degree: PhD" in blox.text("content/education.yaml")


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
    assert site.data("venues") == [{"id": "manuscript", "name": "manuscript"}]
    assert site.found("profile") == ["wechat:tess"] and site.found("dead-link") == ["wechat:tess"]
    assert (
        "- [Ann Other](/group/ann/)\\\n  Tests of tests.\\\n  [poster](https://example.org/poster)\\\n  ![]("
        in site.text("content/index.md")
    )
    text = site.text("content/group/ann.md")
    assert text.endswith("![](/group/ann/featured.png)\n\n[poster](https://example.org/poster)\n")
    assert "[poster](https://example.org/poster)" in text


def test_a_mark_deep_inside_of_code_does_not_end_it() -> None:
    code = "```markmap\n- List\n      ```js\n      x\n      ```\n```"
    assert "\nAfter" in Aside().fences(f"{code}\nAfter", str)
    assert "\nAfter" in Aside().fences("- ```\n  x\n  ```\nAfter", str)


test_what_small_sites_say = cases({
    "a paper may have more authors in bibtex": (ACADEMIC | {
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\nauthors: [admin]\n---\n",
        "content/publication/one/cite.bib": "@article{x,\n  title = {A},\n  author = {B, C and D, E},\n  pages = {2--3},\n}\n",
    }, {"two-sources": ["2 authors"], "content/publications.yaml": "pages: 2–3"}),
    "a paper takes further authors and its kind from bibtex": (ACADEMIC | {
        "content/authors/admin/_index.md": "---\ntitle: Tess Tester\nsuperuser: true\n---\n",
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\nauthors: [admin]\n---\n",
        "content/publication/one/cite.bib": "@article{x,\n  title = {A},\n"
        "  author = {van der Berg, {M. C.} and T. Tester and Otth{\\\"e}r, Ann},\n  journal = {J},\n}\n",
    }, {
        "two-sources": [], "authors": ["Tess Tester"],
        "records publications.*.authors": [["van der Berg, M. C.", "Tess Tester", "Ann Otthër"]],
        "records publications.*.kind": ["journal"],
    }),
    "a paper has the key and the whole names of bibtex, which tells what the family's name is": (ACADEMIC | {
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\nauthors: [admin, B. Bee]\n---\n",
        "content/publication/one/cite.bib": "@article{tess2019,\n  title = {A},\n  author = {Tess, Tester and Bee, Bo},\n}\n",
    }, {
        "records publications.*.authors": [["Tess, Tester", "Bo Bee"]], "person name": "Tess, Tester",
        "records publications.*.key": ["tess2019"], "person-name": ["Tess Tester"],
    }),
    "a note on an author stands on the page of a paper and in no list": (ACADEMIC | {
        "content/publication/one/index.md": "---\ntitle: A\ndate: 2019-01-01\n"
        "authors: [Bo Beta, Cy Gamma]\nauthor_notes: [First author, Equal contribution]\n---\nWords.\n",
    }, {
        "records publications.*.body": ["Words.\n\nBo Beta: First author"],
        "records publications.*.note": [None],
        "records publications.*.authors": [["Bo Beta", "Cy Gamma (equal)"]],
    }),
    "only an index is a profile, and the address of the theme's example is nobody's": (ACADEMIC | {
        "content/authors/admin/_index.md": "---\nsuperuser: true\n---\n",
        "content/authors/admin/copyindex.md": "---\nname: Bo Beta\nsuperuser: true\n---\n",
        "themes/academic/exampleSite/config.toml": 'baseurl = "https://tess-example.org/"\n',
    }, {"person name": "Tess Tester", "no-url": ["https://tess-example.org/"]}),
    "the address with which a site is built goes before that of its settings": (ACADEMIC | {
        "netlify.toml": '[build]\n  command = "hugo --minify -b https://tests.example.net/"\n',
    }, {"site url": "https://tests.example.net/"}),
    "pages of widgets become their texts": (ACADEMIC | {
        "content/cv/index.md": '+++\ntitle = "CV"\ntype = "widget_page"\n+++\n',
        "content/cv/second.md": '+++\nwidget = "blank"\nheadless = true\nweight = 20\ntitle = "Second"\n+++\nLater.\n',
        "content/cv/first.md": '+++\nwidget = "experience"\nweight = 10\ntitle = "Work"\n[[experience]]\n  title = "Tester"\n  company = "A Firm"\n  date_start = "2019-01-01"\n+++\n',
        "content/cv/alone/index.md": '+++\nwidget = "blank"\nactive = false\nheadless = true\ntitle = "Off"\n+++\nHidden.\n',
        "content/cv/off.md": '+++\nwidget = "blank"\nactive = false\ntitle = "Off"\n+++\nHidden.\n',
    }, {
        "content/cv.md": ["## Work {#first}", "## Second {#second}\n\nLater."],
        "content/experience.yaml": "role: Tester\n  organization: A Firm\n",
        "not content/cv.md": "Hidden", "widget": [], "not files": "alone",
    }),
    "a widget without a page of its own is shown with its records": (ACADEMIC | {
        "content/home/index.md": '+++\ntype = "widget_page"\nheadless = true\n+++\n',
        "content/home/work.md": '+++\nwidget = "experience"\nheadless = true\ntitle = "Work"\n[[experience]]\n  title = "Tester"\n  company = "A Firm"\n  date_start = "2019-01-01"\n+++\n',
    }, {
        "content/index.md": ":::{experience}", "not content/experience.yaml": "private",
        "unpublished": [],
    }),
    "a block lists the folder that it names and no other": ({
        "config.yaml": "title: Tess Tester\nbaseurl: https://tess-example.org/\ntheme: academic\n",
        "content/authors/admin/_index.md": "---\ntitle: Tess Tester\n---\nI test.\n",
        "content/_index.md": "---\nsections:\n  - block: portfolio\n    content: {title: Teaching, filters: {folders: [teaching]}}\n  - block: collection\n    content: {title: News, count: 3, filters: {folders: [post]}}\n  - block: collection\n    content: {title: Papers, filters: {folders: [publication]}}\n---\n",
        "content/post/one.md": "---\ntitle: One\ndate: 2020-01-01\n---\nA post.\n",
        "content/teaching/maps.md": "---\ntitle: Maps\n---\nA course.\n",
        "content/project/boats.md": "---\ntitle: Boats\n---\nWe build boats.\n",
    }, {
        "content/index.md": [
            "## Teaching\n\n- [Maps](/teaching/maps/)", "## News\n\n:::{posts}\n:limit: 3\n:::",
        ], "not content/index.md": [":::{projects}", "Papers"],
    }),
})  # fmt: skip


BLOX_SAYS: dict[str, Said] = {
    "a paper keeps its address and its files": {
        "at /publication/20-test/": ("same", "/publication/20-test/"),
        "content/publications.yaml": [
            "authors:\n    - Tess Tester (equal)\n    - Ann Other (equal)\n    - Cee Third\n",
            "venue: conft", "kind: conference", "selected: true", "pdf: /publication/20-test/paper.pdf",
            "demo: https://example.org/demo", "preview: publication/20-test/featured.png",
        ], "content/venues.yaml": "name: Conference of Tests\n  short: ConfT",
    },
    "blocks become markdown with sections": {
        "content/index.md": [
            "\n\nI test things.", "## News {#news}",
            "## Papers {#papers}\n\n:::{publications}\n:selected: true\n:limit: 5\n:body: false\n:::",
            "## Experience\n\n:::{experience}\n:::",
        ], "theme-block": ["slider: Slides"],
    },
    "shortcodes become markdown or visible todos": {
        "content/posts/2019-03-04-First-Post.md": [
            "categories:\n  - A Category",
            ":::{figure} /post/first-post/plot.png\n:alt: A plot\n:width: 300\nA plot\n:::",
            "<https://www.youtube.com/watch?v=dQw4w9WgXcQ>", ":::{details} More\nHidden.\n:::",
            "TODO import", "[that](/post/second/) and [my CV](/uploads/cv.pdf).",
        ], "shortcode": ['{{< unheard data="line" >}}'],
    },
    "addresses are kept or lead on": {
        "at /post/first-post/": ("same", "/post/first-post/"),
        "at /old/second/": ("alias", "/post/second/"),
        "at /event/2021-talk/": ("same", "/event/2021-talk/"),
        "at /project/thing/": ("same", "/project/thing/"), "at /privacy/": ("same", "/privacy/"),
    },
}  # fmt: skip


@pytest.mark.parametrize("said", BLOX_SAYS.values(), ids=BLOX_SAYS)
def test_what_blox_says(blox: Imported, said: Said) -> None:
    blox.says(said)


test_what_small_sites_say_when_built = cases_imported({
    "the old form in toml is read as well": ({
        "config.toml": 'title = "Tess Tester"\nbaseurl = "https://tess-example.org/"\ntheme = "academic"\n',
        "content/authors/admin/_index.md": '+++\nname = "Tess Tester"\nauthors = ["admin"]\nsuperuser = true\n+++\nI test.\n',
        "content/home/about.md": '+++\nwidget = "about"\nactive = true\nweight = 20\n+++\n',
        "content/home/papers.md": '+++\nwidget = "publications"\nactive = true\ntitle = "Papers"\nweight = 30\n+++\nAll of them.\n',
        "content/home/off.md": '+++\nwidget = "talks"\nactive = false\n+++\n',
        "content/home/contact.md": '+++\nwidget = "contact"\ntitle = "Contact"\n+++\n<script src="//map.example/x.js"></script>\n<br/>\n',
        "content/publication/one.md": '+++\ntitle = "One"\ndate = "2019-01-01"\nauthors = ["admin"]\npublication_types = ["2"]\npublication = "*Journal*"\n+++\n',
    }, {
        "page-does-not-build": [],
        "content/index.md": ["I test.", "## Papers", ":::{publications}"],
        "not content/index.md": ["talks", "## Contact"], "block": ["contact: Contact"],
        "content/publications.yaml": "kind: journal",
    }),
    "profiles and pages of blocks become records and sections": ({
        "config/_default/hugo.yaml": "title: Tess Tester\nbaseURL: https://tess-example.org/\n",
        "config/_default/menus.yaml": "main:\n  - {name: Experience, url: experience/}\n",
        "content/authors/me/_index.md": "---\ntitle: Tess Tester\nsuperuser: true\nwork:\n"
        "  - {position: Tester, company_name: A Firm, date_start: 2021-01-01, summary: What "
        "it is.}\neducation:\n"
        "  - {area: PhD, institution: University of Tests, date_start: 2015-01-01, "
        "date_end: 2019-01-01}\nawards:\n"
        "  - {title: A Prize, url: https://prize.example/, date: '2020-11-25', awarder: Board}\n"
        "skills:\n  - name: Technical\n"
        "    items: [{name: Python, percent: 80}, {name: Make, percent: 70}]\nlanguages:\n"
        "  - {name: English, percent: 100}\n---\nI test.\n",
        "content/experience.md": "---\ntitle: Experience\ntype: landing\nsections:\n"
        "  - {block: resume-experience, content: {username: me}}\n"
        "  - {block: resume-skills, content: {title: Skills, username: me}}\n"
        "  - {block: resume-awards, content: {title: Awards, username: me}}\n---\n",
        "content/notes/_index.md": "---\ntitle: Notes\n---\n",
        "content/notes/one.md": "---\ntitle: One\n---\nText.\n",
        "content/empty/_index.md": "---\ntitle: Nothing\n---\n",
    }, {
        "page-does-not-build": [],
        "content/experience.yaml": "role: Tester\n  organization: A Firm\n",
        "content/skills.yaml": "label: Technical\n  items:\n    - Python\n    - Make\n",
        "content/awards.yaml": "website: https://prize.example/",
        "content/experience.md": [
            ":::{experience}", ":::{education}", "## Skills", ":::{skills}", ":::{awards}",
        ], "content/notes.md": "- [One](/notes/one/)", "theme-block": ["Nothing"], "menu": [],
    }),
})  # fmt: skip
