"""What stands with a name: a title in headings, and with advisors."""

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import SITE, pdf_of

pytestmark = pytest.mark.broadsheet


def test_titles_before_and_behind_the_name_stand_in_headings_only(cv: SiteCase) -> None:
    titles = "  prefix: PD Dr.\n  title: '*Ph.D.*'\n  role:"
    cv.write("content/site.yaml", SITE.replace("  role:", titles))
    cv.write("content/cv/resume.yaml", "design: modern\nsections: [{of: publications}]\n")
    paper = "- {id: a, title: Engines, authors: [Ada Lovelace], date: 1843}\n"
    cv.write("content/publications.yaml", paper)
    pdf = pdf_of(cv)
    assert pdf.text.count("Ph.D.") == 1 and "PD Dr. Ada Lovelace Ph.D." in pdf.text
    assert pdf.reader.metadata is not None and pdf.reader.metadata.author == "Ada Lovelace"
    built = cv.build()
    before = '<h1><span class="before-name">PD Dr.</span> Ada Lovelace'
    head = before + ' <span class="other-name"><em>Ph.D.</em></span></h1>'
    assert head in built.read("index.html") and before in built.read("cv/resume/index.html")
    for path in ("publications/a/index.html", "publications.bib", "resume.json", "llms.txt"):
        assert "Ph.D." not in built.read(path) and "PD Dr." not in built.read(path), path
