"""A CV that says only how it differs from another."""

import re

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import AWARDS, read_pdf

pytestmark = pytest.mark.broadsheet

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
    site.write("content/cv/short.yaml", own)
    built = site.build()
    assert built.ok, built.said()
    return built.text("cv/short/index.html")


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
