"""A CV as a PDF: what is in it, and when it is made."""

from pathlib import Path
from textwrap import indent

import pytest

from tests.commands import python
from tests.conftest import ENVIRONMENT, REPOSITORY, Built, SiteCase, masthead, visible_text
from tests.cv.conftest import CV, SITE, pdf_of, read_pdf

pytestmark = pytest.mark.broadsheet


def test_the_pdf_says_what_it_is(cv: SiteCase) -> None:
    pdf = pdf_of(cv)
    catalog = pdf.reader.trailer["/Root"]
    assert pdf.reader.metadata and pdf.reader.metadata.author == "Ada Lovelace"
    assert pdf.reader.metadata.title == "Ada Lovelace – Curriculum vitae"
    assert catalog["/Lang"] == "en"
    assert catalog["/MarkInfo"]["/Marked"] == True  # noqa: E712 - an object of pypdf's
    xmp = pdf.reader.xmp_metadata
    assert xmp is not None
    raw = xmp.stream.get_data().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in raw
    assert "<pdfaid:part>3</pdfaid:part>" in raw
    assert "Awards" in pdf.bookmarks
    assert "mailto:ada@example.org" in pdf.links


def test_links_of_records_can_be_followed_from_the_pdf(cv: SiteCase) -> None:
    cv.write("static/pdf/prize.pdf", b"%PDF-1.4")
    theirs = "https://prizes.example.org/"
    prize = f"title: 'Of [theirs]({theirs})', links: {{pdf: pdf/prize.pdf}}"
    cv.write("content/awards.yaml", f"- {{{prize}}}\n")
    assert {theirs, "https://ada.example.org/pdf/prize.pdf"} <= set(pdf_of(cv).links)
    cv.write("content/site.yaml", "person: {name: Ada Lovelace}\n")
    assert pdf_of(cv).links == [theirs], "without a url of the site no link leads astray"


def test_its_time_is_that_of_the_newest_entry_and_not_of_the_clock(cv: SiteCase) -> None:
    cv.write("content/awards.yaml", "- {title: A, date: 2019-05}\n- {title: B, date: 2024-03}\n")
    metadata = pdf_of(cv).reader.metadata
    assert metadata and metadata.creation_date
    assert metadata.creation_date.isoformat() == "2024-03-01T00:00:00+00:00"
    assert "Updated March 2024" in cv.build().text("cv/resume/index.html")


@pytest.mark.parametrize("date", ["2019-05 – 2030-01 (expected)", "2019 – 2127-12"])
def test_what_may_lie_ahead_is_no_update(cv: SiteCase, date: str) -> None:
    cv.write("content/awards.yaml", f"- {{title: A, date: {date}}}\n")
    metadata = pdf_of(cv).reader.metadata
    assert metadata and metadata.creation_date and metadata.creation_date.year == 2019


def test_a_design_that_was_edited_makes_it_again(cv: SiteCase) -> None:
    assert cv.build().ok
    design = (REPOSITORY / "themes/base/cv/classic.typ").read_text("utf-8")
    made = cv.write("themes/broadsheet/cv/classic.typ", f"{design}\nMore words.\n").build()
    assert made.report is not None and "pdf/resume.pdf" in made.report.changed, made.said()


def test_a_fresh_pdf_costs_no_typst(cv: SiteCase) -> None:
    cv.build()
    cv.write("content/index.md", "---\ntitle: Home\n---\n\nOther words.\n")
    program = (
        "import sys, generator.commands.cli as cli\n"
        "code = cli.main(['build'])\n"
        "assert 'typst' not in sys.modules and 'html.parser' not in sys.modules\n"
        "sys.exit(code)\n"
    )
    python(program, cwd=cv.root, env=ENVIRONMENT)
    assert masthead("build", cwd=cv.root).returncode == 0


def test_markdown_in_records_is_set_as_such(cv: SiteCase) -> None:
    body = (Path(__file__).parent / "body.md").read_text("utf-8")
    cv.write("content/awards.yaml", f"- title: A *fine* `prize`\n  body: |\n{indent(body, '    ')}")
    text = pdf_of(cv).text
    for words in [
        "A fine prize",
        "Why: for",
        "#set, $ and",
        "signs",
        "Nested",
        "It goes on",
        "n = #1",
    ]:
        assert words in text, text


def test_pdf_none_makes_the_page_only(cv: SiteCase) -> None:
    cv.write("content/cv/resume.yaml", f"pdf: none\n{CV}")
    built = cv.build()
    assert "cv/resume/index.html" in built.files()
    assert not any(path.endswith(".pdf") for path in built.files())
    assert ".pdf" not in built.read("cv/resume/index.html")


def test_a_cv_for_the_pdf_only_has_no_page(cv: SiteCase) -> None:
    cv.write("content/cv/resume.yaml", f"visibility: pdf\npdf: papers/ada.pdf\n{CV}")
    built = cv.build()
    assert "papers/ada.pdf" in built.files()
    assert not any(path.startswith("cv/") for path in built.files())


@pytest.mark.slow
def test_the_sample_site_has_both_pdfs(built_sample: Built) -> None:
    english = read_pdf(built_sample.output / "pdf/resume.pdf")
    chinese = read_pdf(built_sample.output / "pdf/resume-zh.pdf")
    assert "Non-Idle Machine-Aware Worker Placement" in english.text
    assert "ICNP'24" in english.text.replace("’", "'")
    assert "中国科学技术大学" in chinese.text and "CCF A" in chinese.text
    assert chinese.reader.trailer["/Root"]["/Lang"].startswith("zh")
    for pdf in (english, chinese):
        assert pdf.path.stat().st_size <= 200_000, "of each font only the letters that are used"
    for page in ("index.html", "zh/index.html"):
        assert "pdf/resume.pdf" in built_sample.read(page)
        assert "pdf/resume-zh.pdf" in built_sample.read(page)


def test_the_page_is_headed_by_the_person_with_a_button_for_the_pdf(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "  location: Marylebone\n")
    page = cv.build().read("cv/resume/index.html")
    head = page[page.index('<header class="page-head') :].partition("</header>")[0]
    assert "<h1>Ada Lovelace</h1>" in head
    words = " ".join(visible_text(head).split())
    assert "Curriculum vitae Ada Lovelace Analyst , Analytical Engine Works" in words
    assert "Marylebone" in words
    button = head.index('<a class="button" href="../../pdf/resume.pdf">')
    assert button < head.index("<h1>")
