"""What only the PDF may show is in no other file; what is private is in none."""

from __future__ import annotations

import re

import pytest

from tests.conftest import SiteCase
from tests.cv.conftest import SITE, pdf_of

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
    pages = {"index.html", "index.md", "cv/resume/index.html", "cv/resume/index.md", "resume.json"}
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
    cv.write("content/awards.yaml", "- {title: A prize, date: 2020}\n")
    cv.write("content/cv/resume.yaml", f"{line}sections: [{{of: awards}}]\n")
    built = cv.build()
    for text in (built.text("cv/resume/index.html"), pdf_of(cv).text):
        found = re.search(r"Updated\s+((?:March )?\d+)", text)
        assert (found[1] if found else "") == shown


def test_a_private_number_is_nowhere(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "  visibility: {phone: private, email: private}\n")
    cv.write("content/cv/resume.yaml", "contact: [email, phone]\nsections: [{of: awards}]\n")
    assert holders(cv, PHONE, "ada@example.org") == set()


def test_the_mail_of_a_referee_follows_its_visibility(cv: SiteCase) -> None:
    cv.write(
        "content/references.yaml",
        "- {name: Charles Babbage, email: charles@example.org, visibility: {email: pdf}}\n"
        "- {name: Mary Somerville, email: mary@example.org, visibility: {email: private}}\n",
    )
    cv.write("content/cv/resume.yaml", "sections: [{of: references}]\n")
    assert holders(cv, "charles@example.org") == {"pdf/resume.pdf"}
    assert holders(cv, "mary@example.org") == set()
    assert "pdf/resume.pdf" in holders(cv, "Mary Somerville")


def test_what_only_a_section_for_the_pdf_shows_is_in_no_output_for_programs(cv: SiteCase) -> None:
    cv.write(
        "content/references.yaml", "- {id: a, name: Charles Babbage}\n- {id: b, name: John S}\n"
    )
    cv.write(
        "content/publications.yaml",
        "- {id: open, title: Open engines, authors: [Ada Lovelace], date: 2020}\n"
        "- {id: shy, title: Shy engines, authors: [Ada Lovelace], date: 2021}\n",
    )
    cv.write(
        "content/cv/resume.yaml",
        "sections:\n- {of: publications, only: open}\n- {of: references, skip: b}\n"
        "- {of: publications, skip: open, visibility: pdf}\n"
        "- {of: references, only: b, visibility: pdf}\n",
    )
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{awards}\n:::\n")
    assert holders(cv, "Shy engines") == holders(cv, "John S") == {"pdf/resume.pdf"}
    assert "resume.json" in holders(cv, "Charles Babbage")
    found = holders(cv, "Open engines")
    assert {"resume.json", "llms.txt", "search.json", "publications/open/index.html"} < found
    cv.write(
        "content/index.md", "---\ntitle: Home\n---\n\n> :::{publications}\n> :only: shy\n> :::\n"
    )
    assert {"resume.json", "publications/shy/index.md"} < holders(cv, "Shy engines")


@pytest.mark.parametrize("cv_is", ["private", "pdf"])
def test_what_a_cv_shows_that_has_no_page_is_not_in_the_resume(cv: SiteCase, cv_is: str) -> None:
    cv.write("content/index.md", "---\ntitle: Home\n---\n\n:::{news}\n:::\n")
    cv.write("content/cv/resume.yaml", f"visibility: {cv_is}\nsections: [{{of: awards}}]\n")
    expected = {"pdf/resume.pdf"} if cv_is == "pdf" else set()
    assert holders(cv, "The first prize") == expected


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        (":::{awards}\n:::", True),
        ("::::{note}\n- :::{section}\n  :of: awards\n  :::\n::::", True),
        ("`<!--`\n\n:::{timeline}\n:of: [news,\n     awards]\n:::", True),
        (":::{awards}\n:skip: first\n:::", False),
        ("<!--\n:::{awards}\n:::\n-->\n\n:::{news}\n:::", False),
        ("```\n:::{awards}\n:::\n```\n\n:::{news}\n:::", False),
        (":::{trials}\n:::", False),
        (":::{danger}\nText\n:::", True),
        ("Text", True),  # the theme adds what it has a list of
    ],
)
def test_the_resume_holds_what_a_page_shows(cv: SiteCase, text: str, is_shown: bool) -> None:
    cv.delete("content/cv/resume.yaml")
    cv.write(
        "content/site.yaml",
        SITE + "kinds: {trials: {title: Trials, fields: {title: {type: text, required: true}}}}\n",
    )
    cv.write("content/trials.yaml", "- {title: A trial}\n")
    cv.write("content/index.md", f"---\ntitle: Home\n---\n\n{text}\n")
    resume = cv.build().read("resume.json")
    assert ("The first prize" in resume) == is_shown
    assert ("The first prize" in cv.build().text("index.html")) == is_shown or "`" in text
