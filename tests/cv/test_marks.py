"""The marks behind authors' names: a theme has them for its pages, and for its CVs."""

import html
import re
from typing import get_args

import pytest

from generator.model.people import Role
from tests.conftest import SiteCase
from tests.cv.conftest import SITE, pdf_of

pytestmark = pytest.mark.broadsheet

AUTHORS = {
    f"{letter}. {role.strip('-23').replace('-', '').title()}": role
    for letter, role in zip("ABCDEFGH", get_args(Role), strict=False)
}
"""An author for each role there is."""
MARKED = re.compile(
    r'<span class="author(?: whole)?"[^>]*>([^<]+)</span>\s*<sup class="role"><abbr title="[^"]+">([^<]+)<'
)
EXPLAINED = re.compile(r'<span><sup class="role">([^<]+)</sup>\s*([^<]+)</span>')


def bare(text: str) -> str:
    """A text without blanks, and without the sign that asks for a letter instead of a picture."""
    return re.sub(r"[\s\ufe0e]", "", html.unescape(text))


def test_each_role_has_a_mark_and_a_pdf_has_those_of_the_page(cv: SiteCase) -> None:
    people = [(r, f"    - {{name: {n}, roles: [{r}]}}\n") for n, r in AUTHORS.items()]
    authors = "".join(line for role, line in people if role != "first-inventor")
    inventors = "".join(line for role, line in people if role == "first-inventor")
    cv.write("content/publications.yaml", f"- id: goat\n  title: Goat\n  authors:\n{authors}")
    cv.write("content/patents.yaml", f"- title: A tether\n  inventors:\n{inventors}")
    cv.write("content/cv/resume.yaml", "sections: [{of: publications}, {of: patents}]\n")
    pdf = bare(pdf_of(cv).text)
    page = (cv.output / "cv/resume/index.html").read_text("utf-8")
    marked = {name: bare(mark) for name, mark in MARKED.findall(page)}
    assert marked.keys() == AUTHORS.keys()
    assert len(set(marked.values())) == len(get_args(Role))
    for name, mark in marked.items():
        assert bare(name) + mark in pdf
    explained = EXPLAINED.findall(page)
    assert [bare(mark) for mark, _ in explained] == list("*†‡¶‖§")
    assert set(marked.values()) == set("*†‡§¶‖")
    for mark, words in explained:
        assert bare(mark + words) in pdf


def test_a_sign_of_ones_own_behind_a_name_is_explained(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "marks: {student: '△'}\n")
    cv.write("content/publications.yaml", "- {id: goat, title: Goat, authors: [Cy Dee△]}\n")
    cv.write("content/cv/resume.yaml", "sections: [{of: publications}]\n")
    assert "△Studentundermysupervision" in bare(pdf_of(cv).text)
