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


def said(site: SiteCase, own: str) -> str:
    site.write("content/cv/short.yaml", own)
    built = site.build()
    assert not built.ok
    return built.said()


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


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("extends: resum\n", '1:10: error: there is no CV "resum" in content/cv/'),
        ("extends: resume\nwithout: [awrds]\n", '2:11: error: the CV has no section "awrds"'),
        ("extends: resume\nchange: {skils: {limit: 1}}\n", '2:10: error: the CV has no section "skils"'),
        ("extends: resume\nchange: {awards: {limmit: 1}}\n", '2:19: error: unknown field "limmit"'),
    ],
)  # fmt: skip
def test_what_is_not_there_is_named_at_its_place(base: SiteCase, own: str, told: str) -> None:
    message = said(base, own)
    assert f"content/cv/short.yaml:{told}" in message and "did you mean" in message


def test_a_circle_is_named(base: SiteCase) -> None:
    base.write("content/cv/resume.yaml", "extends: short\n")
    message = said(base, "extends: resume\n")
    assert "this CV extends itself: short -> resume -> short" in message


def test_a_name_of_two_sections_is_ambiguous(base: SiteCase) -> None:
    base.write("content/cv/resume.yaml", BASE.replace("id: young, ", ""))
    message = said(base, "extends: resume\nchange: {awards: {limit: 1}}\n")
    assert 'the CV has 2 sections "awards"' in message
