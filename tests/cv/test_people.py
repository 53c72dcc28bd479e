"""What stands with a name: a title in headings, and with advisors."""

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import SITE, pdf_of

pytestmark = pytest.mark.broadsheet


@pytest.mark.parametrize("design", ["classic", "modern"])
def test_a_title_behind_the_name_stands_in_headings_only(cv: SiteCase, design: str) -> None:
    cv.write("content/site.yaml", SITE.replace("  role:", "  title: '*Ph.D.*'\n  role:"))
    cv.write("content/cv/resume.yaml", f"design: {design}\nsections: [{{of: publications}}]\n")
    cv.write(
        "content/publications.yaml",
        "- {id: a, title: Engines, authors: [Ada Lovelace], date: 1843}\n",
    )
    pdf = pdf_of(cv)
    assert pdf.text.count("Ph.D.") == 1 and "Ada Lovelace Ph.D." in pdf.text
    assert pdf.reader.metadata is not None and pdf.reader.metadata.author == "Ada Lovelace"
    built = cv.build()
    assert '<h1>Ada Lovelace <span class="other-name"><em>Ph.D.</em></span></h1>' in built.read(
        "index.html"
    )
    for path in ("publications/a/index.html", "publications.bib", "resume.json", "llms.txt"):
        assert "Ph.D." not in built.read(path), path


def test_advisors_in_a_page_and_the_pdf(cv: SiteCase) -> None:
    cv.write(
        "content/education.yaml",
        "- degree: M.Sc.\n  institution: A College\n  advisors:\n"
        "  - {name: Mary Somerville, title: Dr., url: 'https://mary.example/'}\n"
        "  - {name: Charles Babbage, role: co-advisor}\n",
    )
    cv.write("content/cv/resume.yaml", "sections: [{of: education}]\n")
    said = "Advisors: Dr. Mary Somerville, Charles Babbage (co-advisor)"
    assert said in pdf_of(cv).text and "https://mary.example/" in pdf_of(cv).links
    built = cv.build()
    page = built.read("cv/resume/index.html")
    assert '<a class="author whole" href="https://mary.example/">Dr. Mary Somerville</a>' in page
    assert "Charles Babbage (co-advisor)" in built.text("cv/resume/index.html").replace(
        "Babbage  (", "Babbage ("
    )


@pytest.mark.parametrize("design", ["classic", "modern"])
def test_a_title_before_the_name_stands_in_headings_only(cv: SiteCase, design: str) -> None:
    cv.write("content/site.yaml", SITE.replace("  role:", "  prefix: PD Dr.\n  role:"))
    cv.write("content/cv/resume.yaml", f"design: {design}\nsections: [{{of: publications}}]\n")
    cv.write(
        "content/publications.yaml", "- {id: a, title: B, authors: [Ada Lovelace], date: 1843}\n"
    )
    pdf = pdf_of(cv)
    assert pdf.text.count("PD Dr.") == 1 and "PD Dr. Ada Lovelace" in pdf.text
    built = cv.build()
    head = '<h1><span class="before-name">PD Dr.</span> Ada Lovelace</h1>'
    assert head in built.read("index.html") and head in built.read("cv/resume/index.html")
    for path in ("publications/a/index.html", "publications.bib", "resume.json", "llms.txt"):
        assert "PD Dr." not in built.read(path), path
