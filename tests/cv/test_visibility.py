"""What only the PDF may show is in no other file; what is private is in none; and a CV for a few readers is
built, and no part of the site."""

import re

import pytest

from tests.conftest import SiteCase, files_below, masthead
from tests.cv.conftest import SITE, pdf_of, read_pdf

pytestmark = pytest.mark.broadsheet

PHONE = "+00 000 0000 0000"


def holders(site: SiteCase, *words: str) -> set[str]:
    """The outputs that hold one of some words: in their bytes, or in a PDF's text."""
    found = set()
    config = site.root / "content/site.yaml"
    if "guard_email" not in config.read_text():
        # A guarded address is in letters that nobody could look for.
        site.write("content/site.yaml", config.read_text() + "guard_email: false\n")
    for path, data in site.build().bytes().items():
        text = data.decode("utf-8", "replace")
        if path.endswith(".pdf"):
            pdf = pdf_of(site, path)
            text += " ".join((pdf.text, *pdf.links, *pdf.bookmarks, str(pdf.reader.metadata)))
        bare = re.sub(r"[\s().-]", "", text)
        if any(word in text or re.sub(r"[\s().-]", "", word) in bare for word in words):
            found.add(path)
    return found


def test_a_phone_number_is_in_the_pdf_and_in_no_other_file(cv: SiteCase) -> None:
    cv.write("content/cv/resume.yaml", "contact: [email, phone]\nsections: [{of: awards}]\n")
    assert holders(cv, PHONE) == {"pdf/resume.pdf"}
    assert "tel:+0000000000000" in pdf_of(cv).links


def test_what_a_record_shows_to_the_pdf_only_is_in_no_other_file(cv: SiteCase) -> None:
    cv.write(
        "content/awards.yaml",
        "- {title: Open prize, date: 2020}\n"
        "- {title: Shy prize, date: 2021, visibility: pdf}\n"
        "- {title: Web prize, date: 2022, visibility: web}\n"
        "- {title: Secret prize, date: 2023, visibility: private}\n"
        "- {title: Fourth prize, body: Under the rose., visibility: {body: pdf}}\n",
    )
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{awards}\n:::\n")
    pages = {"index.html", "cv/resume/index.html", "resume.json"}
    assert holders(cv, "Open prize") == {*pages, "pdf/resume.pdf"}
    assert holders(cv, "Shy prize") == {"pdf/resume.pdf"}
    assert holders(cv, "Web prize") == pages
    assert holders(cv, "Secret prize") == set()
    assert holders(cv, "Under the rose") == {"pdf/resume.pdf"}


@pytest.mark.parametrize(
    ("line", "shown"), [("", "2020"), ("updated: 2021-03\n", "March 2021"), ("updated: none\n", "")]
)
def test_a_cv_says_when_it_was_brought_up_to_date_or_does_not(
    cv: SiteCase, line: str, shown: str
) -> None:
    """By its newest entry, of which a season says no more than the year."""
    cv.write("content/awards.yaml", "- {title: A prize, date: Fall 2020}\n")
    cv.write("content/cv/resume.yaml", f"{line}sections: [{{of: awards}}]\n")
    built = cv.build()
    for text in (built.text("cv/resume/index.html"), pdf_of(cv).text):
        found = re.search(r"Updated\s+((?:March )?\d+)", text)
        assert (found[1] if found else "") == shown


REFERENCES = "- {id: a, name: Charles Babbage}\n- {id: b, name: John S}\n"
PAPERS = """\
- {id: open, title: Open engines, authors: [Ada Lovelace], date: 2020}
- {id: shy, title: Shy engines, authors: [Ada Lovelace], date: 2021}
"""
HALF_HIDDEN = """\
sections:
- {of: publications, only: open}
- {of: references, skip: b}
- {of: publications, skip: open, visibility: pdf}
- {of: references, only: b, visibility: pdf}
"""
HIDDEN = "only hidden sections show 1 of these records"


@pytest.fixture
def half_hidden(cv: SiteCase) -> SiteCase:
    """A site whose CV shows a paper and a referee in sections for the PDF only."""
    cv.write("content/references.yaml", REFERENCES)
    cv.write("content/publications.yaml", PAPERS)
    cv.write("content/cv/resume.yaml", HALF_HIDDEN)
    return cv


def test_a_public_record_that_only_hidden_sections_show_is_an_error(half_hidden: SiteCase) -> None:
    said = half_hidden.build().said()
    assert f"resume.yaml:4:3: error: {HIDDEN} (publications/shy), and public files would" in said
    assert "say who may see them: `visibility: {publications: pdf}` in site.yaml" in said
    assert f"resume.yaml:5:3: error: {HIDDEN} (references/b), and public files would" in said
    half_hidden.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    said = half_hidden.build().said()
    assert "resume.yaml:4:3" not in said and "resume.yaml:5:3" in said


@pytest.mark.parametrize("cv_is", ["publish: false", "visibility: private"])
def test_a_cv_that_nobody_finds_hides_all_of_its_sections(cv: SiteCase, cv_is: str) -> None:
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{news}\n:::\n")
    cv.write("content/cv/resume.yaml", f"{cv_is}\nsections: [{{of: awards}}]\n")
    assert "resume.yaml:2:12: error: only hidden sections show 3 of these" in cv.build().said()
    cv.write("content/site.yaml", SITE + "visibility: {awards: pdf}\n")
    assert holders(cv, "The first prize") == set()


def test_a_site_says_where_the_records_of_a_kind_are_shown(half_hidden: SiteCase) -> None:
    visibility = "visibility: {publications: pdf, references: public}\n"
    half_hidden.write("content/site.yaml", SITE + visibility)
    papers = PAPERS.replace("2020}", "2020, visibility: web}")
    half_hidden.write("content/publications.yaml", papers)
    assert holders(half_hidden, "Shy engines") == {"pdf/resume.pdf"}
    found = holders(half_hidden, "Open engines")
    assert {"resume.json", "llms.txt", "search.json", "publications/open/index.html"} < found
    assert "resume.json" in holders(half_hidden, "Charles Babbage")


def test_the_fields_that_a_record_hides_stay_hidden_where_its_kind_is_shown(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "visibility: {awards: web}\n")
    cv.write("content/awards.yaml", "- {title: Prize, body: Secret words, visibility: {body: pdf}}")
    assert holders(cv, "Prize") and not holders(cv, "Secret words")


def test_the_resume_holds_what_the_sections_of_published_cvs_show(cv: SiteCase) -> None:
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{awards}\n:::\n")
    cv.write("content/cv/resume.yaml", "sections:\n- {of: awards, only: first}\n")
    cv.write("content/cv/paper.yaml", "visibility: pdf\nsections: [{of: awards, only: second}]\n")
    resume = cv.build().read("resume.json")
    assert "The first prize" in resume
    assert "The second prize" not in resume and "The third prize" not in resume


PDF = "_unpublished/private.pdf"


@pytest.fixture
def private(cv: SiteCase) -> SiteCase:
    """The site has a public CV, and one with a referee that is not published."""
    cv.write(
        "content/references.yaml", "- {name: Charles Babbage, phone: '+00 1', visibility: pdf}\n"
    )
    cv.write(
        "content/cv/private.yaml",
        "extends: resume\npublish: false\nsections: [{of: awards}, {of: references}]\n",
    )
    return cv


def build(site: SiteCase, *more: str) -> str:
    run = masthead("build", *more, cwd=site.root)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_its_pdf_lies_beside_the_site_where_git_does_not_look(private: SiteCase) -> None:
    said = build(private)
    assert "never deployed: 1 PDF in _unpublished" in said.replace(f"{private.root}/", "")
    assert "Charles Babbage" in read_pdf(private.root / PDF).text
    assert files_below(private.root / "_unpublished").keys() == {".gitignore", "private.pdf"}
    assert (private.root / "_unpublished/.gitignore").read_text() == "*\n"
    assert {name for name in files_below(private.output) if "private" in name} == set()
    assert "pdf/resume.pdf" in files_below(private.output)
    for path, data in files_below(private.output).items():
        assert b"Babbage" not in data, path


def test_it_goes_when_the_cv_is_published_and_comes_back(private: SiteCase) -> None:
    build(private)
    text = (private.root / "content/cv/private.yaml").read_text()
    private.write("content/cv/private.yaml", text.replace("publish: false", "publish: true"))
    build(private)
    assert files_below(private.root / "_unpublished").keys() == {".gitignore"}
    assert "pdf/private.pdf" in files_below(private.output)
    private.write("content/cv/private.yaml", text)
    build(private)
    assert (private.root / PDF).exists()
    assert "pdf/private.pdf" not in files_below(private.output)


def test_a_further_build_makes_nothing(private: SiteCase) -> None:
    build(private)
    before = (private.root / PDF).stat()
    build(private)
    build(private, "--output", "elsewhere")
    assert (private.root / PDF).stat() == before
    assert not (private.root / "elsewhere/private.pdf").exists()


def test_a_site_without_such_a_cv_has_no_such_folder(cv: SiteCase) -> None:
    build(cv)
    assert not (cv.root / "_unpublished").exists()


def test_a_link_to_it_leads_nowhere(private: SiteCase) -> None:
    private.write("content/index.md", "---\ntitle: Home\n---\n\n[CV](/pdf/private.pdf)\n")
    run = masthead("build", cwd=private.root)
    assert run.returncode == 1 and "/pdf/private.pdf" in run.stderr
