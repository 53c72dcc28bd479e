"""What an owner would miss at once: the way to the CV, the own PDF, the language, the formulas."""

from urllib.parse import unquote

import pytest

from tests.importing.conftest import AL_FOLIO, AS_RENDERCV, PNG, Files, Run, page, planned

BLOG: Files = {
    "package.json": '{"dependencies": {"hexo": "7"}}',
    "_config.yml": "title: Notes\nauthor: Tess\nurl: https://tess.example.org\nlanguage: en\n",
}


def post(text: str) -> Files:
    return {**BLOG, "source/_posts/a.md": f"---\ntitle: A\ndate: 2020-01-02\n---\n{text}\n"}


def test_the_cv_of_al_folio_stays_in_the_menu_and_its_own_pdf_where_it_was(imported: Run) -> None:
    done = imported(AL_FOLIO | {
        "_data/cv.yml": AS_RENDERCV,
        "_data/socials.yml": "cv_pdf: /pdf/resume.pdf\n",
        "_pages/cv.md": "---\nlayout: cv\npermalink: /cv/\ntitle: CV\nnav: true\n---\n",
        "pdf/resume.pdf": "%PDF-1.4\nmine\n",
    })  # fmt: skip
    site = done.site
    assert {"to": "/cv/", "label": "CV"} in site["menu"]
    assert site["person"]["links"]["cv"] == {"to": "/pdf/resume.pdf", "label": "CV"}
    assert done.text("static/pdf/resume.pdf") == "%PDF-1.4\nmine\n"
    schema = "# yaml-language-server: $schema=../../.cache/schema/cv.json\n"
    assert done.text("content/cv/vitae.yaml").startswith(schema)
    assert done.report["files"]["taken"]["_pages/cv.md"] == "content/cv/vitae.yaml"


@pytest.mark.parametrize(
    ("text", "code"),
    [("我们研究测试的方法，以及它们的历史。", "zh"), ("テストの方法とその歴史を研究しています。", "ja"),
     ("We study tests, as 测试 are called.", "en")],
)  # fmt: skip
def test_the_language_is_that_of_the_texts(text: str, code: str) -> None:
    site = planned(post(text * 3)).site
    assert site["languages"] == [code]


def test_a_home_without_a_word_of_it_is_not_in_the_language_of_the_posts() -> None:
    home = "---\nlayout: about\npermalink: /\n---\n" + "We study tests, and their history. " * 9
    posts = {"_posts/2020-01-02-a.md": "---\ntitle: 测试\n---\n" + "我们研究测试的方法。" * 90}
    assert planned(AL_FOLIO | posts | {"_pages/about.md": home}).site["languages"] == ["en"]


@pytest.mark.parametrize(
    ("typed", "became"),
    [
        ("So\n\\begin{equation}\na_1 = b\n\\end{equation}\nholds.",
         "$$\n\\begin{equation}\na_1 = b\n\\end{equation}\n$$"),
        ("Let \\\\(x^2\\\\) be.", "Let $x^2$ be."),
        ("\\\\[\nx^2\n\\\\]", "$$\nx^2\n$$"),
        ("A `\\begin{align}x\\end{align}` as code.", "`\\begin{align}x\\end{align}`"),
    ],
)  # fmt: skip
def test_formulas_are_read_as_readers_saw_them(typed: str, became: str) -> None:
    done = planned(post(typed))
    assert became in done.text("content/posts/2020-01-02-a.md")
    assert done.found("formula") == []


def test_what_a_paper_says_stands_above_files_for_display() -> None:
    done = planned(AL_FOLIO | {
        "_bibliography/papers.bib": "@article{one, title={One}, author={Tester, Tess and Other, B.}, "
        "journal={The Journal of Tests}, abbr={JoT}, year={2020}}\n",
        "_data/venues.yml": "JoT:\n  url: https://jot.example.org\n",
        "_data/coauthors.yml": "other:\n  - firstname: [Ben, Ben C., B.]\n    url: /ben/\n",
    })  # fmt: skip
    assert "content/venues.yaml" not in done.files
    assert done.found("venue-link") == ["JoT: https://jot.example.org"]
    (person,) = done.data("people")
    assert (person["name"], person["aliases"]) == ("Ben Other", ["Ben C. Other"])
    assert "content/people.md" not in done.files  # an author of papers is no member


def test_the_people_of_a_group_come_with_their_roles_photos_and_links(imported: Run) -> None:
    done = imported({
        "hugo.yaml": "title: Lab of Tests\nbaseURL: https://lab.example.org/\n",
        "content/authors/ann/_index.md": "---\ntitle: Ann Head\nrole: Professor\nuser_groups: "
        "[Principal Investigators]\nsocial:\n  - {icon: github, link: https://github.com/ann}\n"
        "---\nShe leads.\n",
        "content/authors/ann/avatar.png": PNG,
        "content/authors/ben/_index.md": "---\ntitle: Ben Other\nrole: Fellow\n"
        "user_groups: [Fellows of Tests]\n---\n",
        "content/authors/cy/_index.md": "---\ntitle: Cy Outside\n---\n",
        "content/_index.md": "---\ntitle: Home\nsections:\n  - block: people\n    content:\n"
        "      title: Who we are\n---\n",
    })  # fmt: skip
    ann, ben, outside = done.data("people")
    assert ann["group"] == "faculty" and ann["role"] == "Professor"
    assert ann["portrait"] == "media/ann-avatar.png"
    assert ann["links"] == {"github": "https://github.com/ann"}
    assert ann["body"] == "She leads."
    assert ben["group"] == "fellows-of-tests"
    assert outside == {"name": "Cy Outside"}
    site = done.site
    assert site["words"] == {"people.group.fellows-of-tests": "Fellows of Tests"}
    assert ":::{people}\n:::" in done.text("content/index.md")


@pytest.mark.parametrize(
    ("address", "became"),
    [
        ("https://github.com/ann/ann.example.org/blob/master/maps/old%20map.png?raw=true", True),
        ("https://github.com/Ann/ann.example.org/raw/main/maps/1.png", True),
        ("https://raw.githubusercontent.com/ann/ann.example.org/refs/heads/main/maps/1.png", True),
        ("https://raw.githubusercontent.com/other/site/main/maps/harbours.png", True),
        ("https://raw.githubusercontent.com/other/site/main/maps/1.png", False),
        ("https://github.com/ann/ann.example.org/blob/main/maps/none.png", False),
    ],
)
def test_a_file_of_the_source_under_its_address_on_github_is_that_file(
    address: str, became: bool
) -> None:
    maps = {f"maps/{name}.png": PNG for name in ("old map", "harbours", "1")}
    site = planned({
        **AL_FOLIO, **maps, "_config.yml": "repository: ann/ann.example.org\n" + AL_FOLIO["_config.yml"],
        "_pages/m.md": page("title: M\npermalink: /m/", f"![A map]({address})"),
        "_projects/p.md": page(f"title: P\nimg: {address}"),
    })  # fmt: skip
    shown = "/maps/" + address.partition("/maps/")[2].partition("?")[0]
    assert (f"]({shown})" in site.text("content/m.md")) is became
    assert (unquote(shown).strip("/") in unquote(site.text("content/projects.yaml"))) is became
