"""First pages of papers, and pictures that stand for papers."""

import re
import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from tests.conftest import Built, SiteCase, lacks
from tests.pictures.drawing import opened, pdf, photo, saved
from tests.pictures.test_on_pages import candidates, tags

pytest.importorskip("pypdfium2")

PAPERS = """- {id: one, title: First, authors: [Ada Lovelace], date: 2024, links: {pdf: pdf/one.pdf}}
- {id: two, title: Second, authors: [Ada Lovelace], date: 2023, links: {pdf: https://x.org/t.pdf}}
"""
ON = "person: {name: Ada Lovelace}\ntheme: {name: broadsheet, options: {teaser: small, first_pages: true}}\n"


@pytest.fixture
def papers(site: SiteCase) -> SiteCase:
    site.write("content/publications.yaml", PAPERS)
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{publications}\n:::\n")
    site.write("static/pdf/one.pdf", pdf())
    site.write("content/site.yaml", ON)
    return site


def pages_drawn(built: Built) -> list[str]:
    return sorted(p for p in built.files() if re.fullmatch(r"pdf/.*-\w{8}\.webp", p))


def test_a_list_and_the_page_of_a_paper_show_its_first_page_and_lines_do_not(
    papers: SiteCase,
) -> None:
    built = papers.build_clean()
    home = built.read("index.html")
    image = next(tag for tag in tags(home) if tag.get("class") == "thumb")
    (source,) = tags(home, "source")
    assert (image["width"], image["height"], image["alt"]) == ("400", "533", "")
    assert [width for _, width in candidates(source["srcset"])] == ["200w", "400w"]
    for link, width in candidates(source["srcset"]):
        page = opened((built.output / link).read_bytes()).convert("RGB")
        assert page.size == (int(width[:-1]), round(int(width[:-1]) * 4 / 3))
        r, g, b = page.getpixel((page.width // 5, page.height * 4 // 5))  # type: ignore[misc]
        assert r > 220 and g < 40 and b < 40, "the red square is where it is in the PDF"
        assert min(page.getpixel((page.width - 5, 5))) > 245, "the ground is white"  # type: ignore[type-var]
    assert 'class="thumb"' in built.read("publications/one/index.html")
    assert 'class="thumb"' not in built.read("publications/two/index.html")
    lines = "---\ntitle: Home\n---\n:::{publications}\n:style: lines\n:::\n"
    assert 'class="thumb"' not in papers.write("content/index.md", lines).build().read("index.html")


@pytest.mark.parametrize("line", ["", "pictures: false\n"])
def test_there_are_none_where_nobody_asks_or_pictures_are_off(papers: SiteCase, line: str) -> None:
    papers.write("content/site.yaml", (ON if line else "person: {name: Ada Lovelace}\n") + line)
    built = papers.build()
    assert not pages_drawn(built) and "thumb" not in built.read("index.html")


def test_a_picture_of_the_papers_own_goes_before_its_first_page(papers: SiteCase) -> None:
    papers.write("static/p.jpg", saved(photo(), "JPEG"))
    text = PAPERS.replace("id: one", "id: one, preview: p.jpg")
    papers.write("content/publications.yaml", text)
    built = papers.build()
    assert not pages_drawn(built)
    home = built.read("index.html")
    image = next(tag for tag in tags(home) if tag.get("class") == "thumb")
    assert image["src"] == "p.jpg" and image["width"] == "900"


@pytest.mark.slow
def test_the_preview_of_a_bibtex_entry_is_found_where_it_lies(papers: SiteCase) -> None:
    entry = "@article{m, title={M}, author={Ada Lovelace}, year=2020, preview={%s}}\n"
    papers.write("content/publications.bib", entry % "m.png")
    built = papers.build()
    assert built.ok and "thumb" not in built.read("publications/m/index.html")
    papers.write("static/assets/img/publication_preview/m.png", saved(photo(100, 80)))
    built = papers.build()
    assert "preview" not in built.read("publications/m.bib")
    assert 'src="assets/img/publication_preview/m.png"' in built.read("index.html")


def encrypted() -> bytes:
    writer = PdfWriter(PdfReader(BytesIO(pdf())))
    writer.encrypt("secret", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"%PDF-1.4\nnothing", "it is damaged"),
        (encrypted(), "it is encrypted"),
        (pdf(width=10, height=14_000), ""),
    ],
    ids=["damaged", "encrypted", "a ribbon"],
)
def test_a_pdf_without_a_first_page_to_show_is_told_and_has_no_thumbnail(
    papers: SiteCase, data: bytes, why: str
) -> None:
    papers.write("static/pdf/one.pdf", data)
    built = papers.build()
    assert built.ok and not pages_drawn(built)
    assert "thumb" not in built.read("index.html").partition("<main")[2]
    said = "static/pdf/one.pdf: warning: the first page of this PDF cannot be drawn: "
    assert (said + why in built.said()) == bool(why)
    assert papers.build().said() == built.said()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="knows no limits")
def test_a_page_that_takes_too_long_is_drawn_once_and_stops_soon(
    papers: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, run = [], subprocess.run

    def counted(command: list[str], **options: Any) -> Any:
        asked.append(command[-1])
        return run(command, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    papers.write("static/pdf/one.pdf", pdf(drawn="0 0 300 400 re f\n" * 400_000))
    said = papers.build().said()
    assert "static/pdf/one.pdf: error: no copy of this can be made: it takes more than 10 s" in said
    assert len(asked) == 2, "its size, and once for all of its copies"


def test_without_the_library_one_problem_says_what_to_install(
    papers: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers.write("static/pdf/two.pdf", pdf())
    papers.write("content/publications.yaml", PAPERS.replace("https://x.org/t.pdf", "pdf/two.pdf"))
    lacks(monkeypatch, "pypdfium2")
    built = papers.build()
    assert not built.ok and len(built.problems) == 1
    assert "content/site.yaml:2" in built.said()
    assert "help: `masthead --version` says how to add the extra `thumbs`" in built.said()


@pytest.mark.slow
def test_a_paper_that_changed_is_drawn_again_and_no_other_page_is_made(papers: SiteCase) -> None:
    before = pages_drawn(papers.build())
    papers.write("static/pdf/one.pdf", pdf(drawn="0 1 0 rg 20 20 100 100 re f"))
    built = papers.build()
    assert len(pages_drawn(built)) == 2 and not set(before) & set(pages_drawn(built))
    assert built.report is not None
    changed = {path for path in built.report.changed if path.endswith(".html")}
    assert changed == {"index.html", "publications/one/index.html"}
