"""Names of all scripts in both designs: each letter is in the PDF, or the build says that it cannot be."""

import tempfile
import unicodedata
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from pypdf import PdfReader

from tests.conftest import SiteCase
from tests.cv.conftest import lines_printed
from tests.model.names import letters, names

pytestmark = pytest.mark.broadsheet

WITH_FONTS = ("Latin", "Latin, decomposed", "Cyrillic", "Hebrew", "Han", "Korean")
"""Scripts that the fonts of CVs have whole, with the extra for Han characters."""
WITHOUT = ("Devanagari", "Bengali", "Tamil", "Khmer", "Ethiopic", "Cherokee", "Adlam")
IS_LONG = settings.default is not None and settings.default.max_examples > 100
COUNT = 500 if IS_LONG else 200
AS_FOUND = settings(
    max_examples=4 if IS_LONG else 1,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
"""A list of two hundred names in `make test`, four of five hundred in `make test-all`."""


def built_with(texts: list[str]) -> tuple[SiteCase, bool, str]:
    """A site with a CV in each design that lists papers by these people, and what a build says."""
    site = SiteCase(Path(tempfile.mkdtemp()) / "project")
    site.write("content/site.yaml", "person: {name: Nobody Else}\n")
    site.write("content/index.md", "---\ntitle: Home\n---\nHello.\n")
    papers = (texts[n : n + 10] for n in range(0, len(texts), 10))
    quoted = (", ".join(f'"{name}"' for name in people) for people in papers)
    site.write(
        "content/publications.yaml",
        "".join(
            f"- {{id: p{n}, title: Paper, authors: [{who}]}}\n" for n, who in enumerate(quoted)
        ),
    )
    for design in ("classic", "modern"):
        cv = f"design: {design}\nsections: [{{of: publications, links: none}}]\n"
        site.write(f"content/cv/{design}.yaml", cv)
    built = site.build()
    return site, built.ok, built.said()


def letters_in(path: Path) -> Counter[str]:
    """The letters of a PDF, page by page as two readers have them: each of them drops a mark here
    and there that lies on its neighbour."""
    found: Counter[str] = Counter()
    with pypdfium2.PdfDocument(path) as document:
        for page, other in zip(document, PdfReader(path).pages, strict=True):
            seen = page.get_textpage().get_text_bounded()
            found += counted(seen) | counted(other.extract_text())
    return found


def counted(text: str) -> Counter[str]:
    return Counter(letters(unicodedata.normalize("NFKC", text)))


@pytest.mark.slow
@AS_FOUND
@given(names(COUNT, WITH_FONTS))
def test_no_letter_of_a_name_is_lost_in_either_design(texts: list[str]) -> None:
    site, is_built, said = built_with(texts)
    assert is_built, said
    for design in ("classic", "modern"):
        wanted = counted(" ".join(texts))
        missing = wanted - letters_in(site.output / f"pdf/{design}.pdf")
        # A font lacks a letter everywhere; two readers may drop the same mark once, even of four.
        lost = {x: n for x, n in missing.items() if n == wanted[x] or (n - 1) * 5 > wanted[x]}
        assert not lost, f"{lost} are not in {design}.pdf"


@AS_FOUND
@given(names(20, WITHOUT))
def test_letters_that_no_font_has_are_named(texts: list[str]) -> None:
    _, is_built, said = built_with(texts)
    assert not is_built
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert errors and all("no font for the PDF has" in line for line in errors)


@pytest.mark.parametrize("design", ["classic", "modern"])
def test_a_name_that_is_a_little_too_long_stands_in_one_line(design: str, cv: SiteCase) -> None:
    cv.write("content/site.yaml", "person: {name: Ilse van Haarlem-Moreau, prefix: Prof. Dr.}\n")
    first = lines_printed(cv, f"design: {design}\nsections: [{{of: awards}}]\n")[0].text
    assert first.split() == ["Prof.", "Dr.", "Ilse", "van", "Haarlem-Moreau"]
