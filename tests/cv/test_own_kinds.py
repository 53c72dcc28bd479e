"""Kinds of a site's own in CVs and on disk."""

import pytest

from tests.conftest import SiteCase, visible_text
from tests.cv.conftest import SITE, pdf_of

pytestmark = pytest.mark.broadsheet

KINDS = """
languages: [en, zh]
kinds:
  clinical-trials:
    title: {en: Clinical trials, zh: 临床试验}
    fields:
      title: {type: text, required: true}
      register: {type: word, label: {en: Register, zh: 注册号}}
      patients: {type: number, label: Patients}
"""
TRIALS = "- {title: A trial of goats, register: NCT01, patients: 120, date: 2024, tags: [goats]}\n"


@pytest.fixture
def trials(cv: SiteCase) -> SiteCase:
    cv.write("content/site.yaml", SITE + KINDS)
    cv.write("content/clinical-trials.yaml", TRIALS)
    cv.write("content/trials.md", "---\ntitle: T\n---\n\n:::{clinical-trials}\n:limit: 3\n:::\n")
    return cv.write("content/cv/resume.yaml", "sections:\n- of: clinical-trials\n")


def test_a_page_a_cv_and_its_pdf_show_them(trials: SiteCase) -> None:
    pdf = pdf_of(trials).text
    page = visible_text((trials.output / "cv/resume/index.html").read_text("utf-8"))
    for text in (pdf, page):
        assert "Clinical trials" in text
        assert "A trial of goats" in text
        assert "Register: NCT01" in text
    assert "Patients: 120" in visible_text((trials.output / "trials/index.html").read_text("utf-8"))
