"""A site with a CV, and what is in its PDF."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pypdf
import pytest

from tests.conftest import SiteCase, visible_text
from tests.cv.pages import Line, lines_of_pdf

SITE = """\
url: https://ada.example.org/
person:
  name: Ada Lovelace
  role: Analyst
  affiliation: Analytical Engine Works
  email: ada@example.org
  phone: +00 000 0000 0000
"""
AWARDS = """\
- {id: first, title: The first prize, date: 1840}
- {id: second, title: The second prize, date: 1841}
- {id: third, title: The third prize, date: 1842}
"""
CV = """\
sections:
  - of: awards
"""


def simple_text(path: Path) -> str:
    """Return what pdftotext reads. Where it is absent, CI fails, and others skip the test."""
    if not shutil.which("pdftotext") and os.environ.get("MASTHEAD_REQUIRE_BROWSER") != "1":
        pytest.skip("there is no pdftotext")
    run = subprocess.run(
        ["pdftotext", path, "-"], capture_output=True, encoding="utf-8", check=True
    )
    return run.stdout


@dataclass(frozen=True)
class Pdf:
    """A PDF as a reader sees it."""

    reader: pypdf.PdfReader
    path: Path

    @property
    def text(self) -> str:
        """The words of all pages, white space folded."""
        return " ".join(" ".join(page.extract_text() for page in self.reader.pages).split())

    @property
    def pages(self) -> int:
        return len(self.reader.pages)

    @property
    def links(self) -> list[str]:
        """Where its links lead, in order."""
        found = []
        for page in self.reader.pages:
            for reference in page.get("/Annots", ()):
                action = reference.get_object().get("/A", {})
                if "/URI" in action:
                    found.append(str(action["/URI"]))
        return found

    @property
    def bookmarks(self) -> list[str]:
        """The titles of its outline, of all levels."""

        def titles(items: list[object]) -> list[str]:
            found: list[str] = []
            for item in items:
                found += titles(item) if isinstance(item, list) else [str(item["/Title"])]  # type: ignore[index]
            return found

        return titles(list(self.reader.outline))


def read_pdf(path: Path) -> Pdf:
    """Open a PDF."""
    return Pdf(pypdf.PdfReader(path), path)


@pytest.fixture
def cv(site: SiteCase) -> SiteCase:
    """A site with three awards and a CV that lists them."""
    site.write("content/site.yaml", SITE)
    site.write("content/awards.yaml", AWARDS)
    site.write("content/cv/resume.yaml", CV)
    return site


def pdf_of(site: SiteCase, path: str = "pdf/resume.pdf", cv: str = "") -> Pdf:
    """Build a site, perhaps with another CV, and open a PDF of it."""
    if cv:
        site.write("content/cv/resume.yaml", cv)
    built = site.build()
    assert built.ok, built.said()
    return read_pdf(site.output / path)


def squeezed(text: str) -> str:
    """A text without blanks: readers put them beside Han characters as they like."""
    return "".join(text.split())


def page_of(site: SiteCase) -> str:
    """The words of the CV's page in the output."""
    return visible_text((site.output / "cv/resume/index.html").read_text("utf-8"))


def printed(site: SiteCase, cv: str) -> str:
    """The words of the PDF of a CV; those of its page are in the output, too."""
    return pdf_of(site, cv=cv).text


def lines_printed(site: SiteCase, cv: str = "") -> list[Line]:
    """The lines of the PDF of a CV, where they stand."""
    return lines_of_pdf(pdf_of(site, cv=cv).path)
