"""A CV that says only how it differs from another."""

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import read_pdf

pytestmark = pytest.mark.broadsheet

BASE = """\
title: The long one
page: us-letter
sections:
  - of: awards
    title: Prizes
    order: file
  - of: skills
  - {of: awards, id: young, title: Early, where: {tags: young}}
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
    assert (
        round(float(read_pdf(base.output / "pdf/short.pdf").reader.pages[0].mediabox.width)) == 612
    )


def test_it_changes_options_of_single_sections(base: SiteCase) -> None:
    page = text(base, "extends: resume\nchange: {awards: {limit: 1, title: Best}}\n")
    assert "Best" in page and "The first prize" in page and "second" not in page
    assert "Jacquard" in page


def test_an_option_can_be_set_back_to_what_it_is_when_nobody_says_it(base: SiteCase) -> None:
    base.write("content/cv/resume.yaml", BASE.replace("order: file", "limit: 1"))
    page = text(base, "extends: resume\nchange: {awards: {limit: 0}}\n")
    assert "The first prize" in page and "The third prize" in page


def test_it_leaves_sections_out(base: SiteCase) -> None:
    page = text(base, "extends: resume\nwithout: skills, awards\n")
    assert "Jacquard" not in page and "Prizes" not in page


def test_it_may_have_sections_of_its_own(base: SiteCase) -> None:
    page = text(base, "extends: resume\nsections: [{of: skills, title: Only this}]\n")
    assert "Only this" in page and "Prizes" not in page


def test_it_may_extend_one_that_extends_another(base: SiteCase) -> None:
    base.write(
        "content/cv/middle.yaml", "extends: resume\ntitle: The middle one\nwithout: skills\n"
    )
    page = text(base, "extends: middle\nchange: {awards: {limit: 1}}\n")
    assert "The middle one" in page and "Jacquard" not in page and "second" not in page


def test_addresses_are_not_inherited(base: SiteCase) -> None:
    base.write("content/cv/resume.yaml", f"permalink: /me/\npdf: me.pdf\n{BASE}")
    text(base, "extends: resume\n")
    assert {"me.pdf", "pdf/short.pdf"} <= base.build().files()
