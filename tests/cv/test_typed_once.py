"""What is the same in several places is said in one of them; a CV may say only how it differs from another."""

import re

import pytest
import yaml

from generator.model.files import packaged_themes
from tests.conftest import SiteCase
from tests.cv.conftest import AWARDS, SITE, pdf_of, read_pdf
from tools.gallery import themes

pytestmark = pytest.mark.broadsheet

BIO = "  bio: {en: 'I build *engines*.', zh: 我造机器。}\n"


def test_the_biography_is_the_summary(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + BIO + "languages: [en, zh]\n")
    cv.write("content/cv/resume.yaml", "summary_from: bio\nsections: [{of: awards}]\n")
    cv.write("content/cv/lang.yaml", "extends: resume\nlang: zh\npdf: none\n")
    built = cv.build()
    assert "I build <em>engines</em>." in built.read("cv/resume/index.html")
    assert "我造机器。" in built.text("cv/lang/index.html")
    assert "I build engines." in pdf_of(cv).text


def test_options_of_all_sections_are_said_once(cv: SiteCase) -> None:
    defaults = "section_defaults: {dates: iso, limit: 2, numbered: true}\n"
    cv.write("content/site.yaml", SITE + defaults)
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{awards}\n:limit: 1\n:::\n")
    prizes = (f"- {{id: a{n}, title: Prize {n}, date: 184{n}-05}}\n" for n in range(4))
    cv.write("content/awards.yaml", "".join(prizes))
    cv.write("content/cv/resume.yaml", "sections: [{of: awards}]\n")
    other = "section_defaults: {limit: 3, dates: dots}\nsections: [{of: awards, numbered: false}]\n"
    cv.write("content/cv/other.yaml", other)
    third = "extends: other\nupdated: none\nsection_defaults: {dates: year}\n"
    built = cv.write("content/cv/third.yaml", third).build()
    home = built.text("index.html")
    assert "1843-05" in home and "Prize 2" not in home, "a section's own option goes first"
    page = built.read("cv/resume/index.html")
    assert "1843-05" in page and "<ol" in page and "Prize 2" in page and "Prize 1" not in page
    page = built.read("cv/other/index.html")
    assert "1843.5" in page and "Prize 1" in page and "Prize 0" not in page and "<ol" not in page
    page = built.text("cv/third/index.html")
    assert "1843" in page and "1843.5" not in page and "Prize 1" in page and "Prize 0" not in page
    assert "1843.5" in pdf_of(cv, "pdf/other.pdf").text


def test_a_list_of_references_has_none_of_these_options(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "section_defaults: {limit: 1, selected: true}\n")
    papers = "- {id: a, title: On looms, date: 1840}\n- {id: b, title: On mills, date: 1841}\n"
    cv.write("content/publications.yaml", papers)
    cv.write("content/index.md", "---\ntitle: Home\n---\n\nAs [@a] and [@b] say.\n")
    text = cv.build().text("index.html")
    assert "On looms" in text and "On mills" in text


def test_the_accent_of_the_site_is_that_of_its_pdfs(cv: SiteCase) -> None:
    def pdf(theme: str, design: str) -> bytes:
        cv.write("content/site.yaml", f"{SITE}theme: {{name: broadsheet, options: {{{theme}}}}}\n")
        cv.write("content/cv/resume.yaml", f"design: {{{design}}}\nsections: [{{of: awards}}]\n")
        return cv.build().bytes()["pdf/resume.pdf"]

    of_site = pdf('accent: "#0b5d4f"', "name: modern")
    own = pdf("", 'name: modern, options: {accent: "#0b5d4f"}')
    assert of_site == own != pdf("", "name: modern")
    skin = pdf("skin: salmon", "name: modern")
    assert skin == pdf("", 'name: modern, options: {accent: "#0d5a66"}')
    ink = pdf("", 'name: modern, options: {accent: "#18181a"}')
    assert pdf('accent: "oklch(0.5 0.2 20)"', "name: modern") == ink, "Typst knows no such colour"


@pytest.mark.parametrize("theme", themes())
def test_every_theme_leaves_the_accent_of_pdfs_to_its_skin(theme: str) -> None:
    manifest = yaml.safe_load((packaged_themes() / theme / "theme.yaml").read_text("utf-8"))
    for design in manifest.get("cv", {}).values():
        assert "accent" not in design["options"]


BASE = """\
title: The long one
page: us-letter
sections:
  - of: awards
    title: Prizes
    order: file
  - of: skills
  - {of: awards, id: young, title: Early, where: {tags: young}, limit: 1}
"""


@pytest.fixture
def base(cv: SiteCase) -> SiteCase:
    cv.write("content/cv/resume.yaml", BASE)
    cv.write("content/skills.yaml", "- {label: Looms, items: [Jacquard]}\n")
    return cv


def text(site: SiteCase, own: str) -> str:
    return site.write("content/cv/short.yaml", own).build().text("cv/short/index.html")


def test_it_has_all_that_it_does_not_say_otherwise(base: SiteCase) -> None:
    page = text(base, "extends: resume\n")
    assert "The long one" in page and "Prizes" in page and "Jacquard" in page
    paper = read_pdf(base.output / "pdf/short.pdf").reader.pages[0].mediabox
    assert round(float(paper.width)) == 612


@pytest.mark.parametrize(
    ("own", "shown", "hidden"),
    [
        ("change: {awards: {limit: 1, title: Best}}", "Best, The first prize, Jacquard", "second"),
        ("change: {awards: {limit: 1}, young: {limit: 0}}", "The second prize", "Nothing"),
        ("without: skills, awards", "Early", "Jacquard, Prizes"),
        ("sections: [{of: skills, title: Only this}]", "Only this", "Prizes"),
    ],
    ids=["an option", "an option as nobody says it", "sections left out", "its own"],
)
def test_it_differs_in_what_it_says(base: SiteCase, own: str, shown: str, hidden: str) -> None:
    base.write("content/awards.yaml", re.sub("(184[12])", r"\1, tags: [young]", AWARDS))
    page = text(base, f"extends: resume\n{own}\n")
    assert not [words for words in shown.split(", ") if words not in page], page
    assert not [words for words in hidden.split(", ") if words in page], page


def test_it_may_extend_one_that_extends_another(base: SiteCase) -> None:
    middle = "extends: resume\ntitle: The middle one\nwithout: skills\n"
    base.write("content/cv/middle.yaml", middle)
    page = text(base, "extends: middle\nchange: {awards: {limit: 1}}\n")
    assert "The middle one" in page and "Jacquard" not in page and "second" not in page


def test_addresses_are_not_inherited(base: SiteCase) -> None:
    base.write("content/cv/resume.yaml", f"permalink: /me/\npdf: me.pdf\n{BASE}")
    text(base, "extends: resume\n")
    assert {"me.pdf", "pdf/short.pdf"} <= base.build().files()
