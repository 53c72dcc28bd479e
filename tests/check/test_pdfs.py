"""What the metadata of a PDF tell of its makers is found wherever PDF lets it stand."""

from __future__ import annotations

import importlib.util
import zlib
from io import BytesIO

import pypdf
import pytest
from pypdf.annotations import Link

from tests.check.checking import check
from tests.conftest import SiteCase
from tests.pictures.drawing import pdf

WINDOWS, UNIX, MAC = r"C:\Users\ada\thesis.docx", "/home/ada/thesis.tex", "/Users/ada/thesis.pages"
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:source>%b</dc:source></x:xmpmeta>'


def with_info(**fields: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=BytesIO(pdf()))
    writer.add_metadata({f"/{name}": text for name, text in fields.items()})
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def stream(head: str, body: bytes) -> bytes:
    packed = zlib.compress(body)
    return (
        f"9 0 obj\n<<{head}/Filter/FlateDecode/Length {len(packed)}>>\nstream\r\n".encode()
        + packed
        + b"\nendstream endobj\n"
    )


def with_packed_info(text: bytes) -> bytes:
    """An information dictionary in an object stream, behind another object."""
    objects = b"<</A 1>> <</Producer(TeX)/Title " + text + b">>"
    head = b"7 0 8 9 "
    packed = stream(f"/Type/ObjStm/N 2/First {len(head)}", head + objects)
    return (
        b"%PDF-1.5\n"
        + packed
        + b"10 0 obj<</Type/XRef/Info 8 0 R>>stream\n\nendstream endobj\n%%EOF"
    )


TELLING = {
    "a path of Windows": (with_info(Title=WINDOWS), WINDOWS),
    "a path of Linux": (with_info(Creator=f"TeX on {UNIX}"), UNIX),
    "a path of macOS": (with_info(Subject=f"file://{MAC}"), MAC),
    "an address": (with_info(Author="Ada <ada@x.example>"), "ada@x.example"),
    "UTF-16": (with_info(Title=f"爱 {UNIX}"), UNIX),
    "a field of its own": (with_info(SourceFile=WINDOWS), WINDOWS),
    "parentheses": (b"%PDF-1.4\n1 0 obj<</Title(a (b \\) c) (/home/ada/x) \\050)>>endobj trailer<</Info 1 0 R>>", "/home/ada/x"),
    "hex": (b"%PDF-1.4\n1 0 obj<</Title<" + UNIX.encode().hex().encode() + b">>>endobj trailer<</Info 1 0 R>>", UNIX),
    "octal": (b"%PDF-1.4\n1 0 obj<</Title(\\057home/ada/x)>>endobj trailer<</Info 1 0 R>>", "/home/ada/x"),
    "packed": (with_packed_info(b"(/home/ada/x)"), "/home/ada/x"),
    "XMP": (b"%PDF-1.7\n" + XMP % b"ada@x.example", "ada@x.example"),
    "packed XMP": (b"%PDF-1.7\n" + stream("/Type/Metadata/Subtype/XML", XMP % UNIX.encode()), UNIX),
}  # fmt: skip
QUIET = {
    "a title": with_info(
        Title="On goats at home", Author="Ada Lovelace", Creator="LaTeX, a/home/b"
    ),
    "what readers see": pdf(drawn="(/home/ada/x, ada@x.example) Tj"),
    "damage": b"%PDF-1.5\n9 0 obj<</Type/ObjStm/First 9>>stream\nxxxx endstream trailer<</Info 9 0 R>>",
    "no info": b"%PDF-1.4 /Info 3 0 R 3 0 obj",
}


@pytest.mark.parametrize(("data", "named"), TELLING.values(), ids=TELLING)
def test_a_telling_pdf_is_named(site: SiteCase, data: bytes, named: str) -> None:
    site.write("static/a.PDF", data)
    (said,) = check(site.root).said()
    assert said.startswith("static/a.PDF: warning: the metadata of this PDF")
    assert said.endswith(f": {named} [pdf-tells-more]")


def test_others_are_not(site: SiteCase) -> None:
    for number, data in enumerate(QUIET.values()):
        site.write(f"static/{number}.pdf", data)
    assert check(site.root).said() == []


def with_links(*links: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=BytesIO(pdf()))
    for link in links:
        writer.add_annotation(0, Link(rect=(0, 0, 9, 9), url=link))
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.broadsheet
def test_addresses_of_others_in_the_links_of_a_pdf_are_named(site: SiteCase) -> None:
    data = with_links("mailto:c@mill.zz?subject=x", "tel:+12025550143", "mailto:ada@example.org")
    site.write("static/pdf/old-cv.pdf", data).write("static/pdf/paper.pdf", data)
    site.write(
        "content/publications.yaml",
        "- {id: one, title: One, authors: [Ada L], links: {pdf: pdf/paper.pdf}}\n",
    )
    found = [
        problem for problem in check(site.root).problems if problem.code == "contact-of-others"
    ]
    assert sorted((str(p.where), p.message) for p in found) == [
        ("static/pdf/old-cv.pdf", f'"{what} will be public in this PDF')
        for what in (
            '+12025550143" is not your telephone number, and',
            'c@mill.zz" is not your e-mail address, and',
        )
    ]


def with_text(*pages: str) -> bytes:
    """A PDF whose pages show a line each."""
    writer = pypdf.PdfWriter()
    for text in pages:
        head = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
        page = pdf(drawn=f"BT /F 12 Tf 20 200 Td ({text}) Tj ET").replace(
            b"/Contents", f"{head}/Contents".encode()
        )
        writer.append(pypdf.PdfReader(BytesIO(page)))
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.broadsheet
def test_addresses_of_others_in_the_text_of_a_pdf_are_named_with_their_page(site: SiteCase) -> None:
    pages = ("Referee: Cy Cee, c@mill.zz", "Call +1 202 555 0143, or ada@example.org")
    site.write("static/pdf/old-cv.pdf", with_text(*pages))
    site.write("static/pdf/paper.pdf", with_text(*pages))
    site.write("static/pdf/broken.pdf", with_text(*pages)[:500])
    site.write(
        "content/publications.yaml",
        "- {id: one, title: One, authors: [Ada L], links: {pdf: pdf/paper.pdf}}\n",
    )
    found = [p for p in check(site.root).problems if p.code == "contact-of-others"]
    assert sorted((str(p.where), p.message) for p in found) == [
        (
            "static/pdf/old-cv.pdf",
            '"+1 202 555 0143" is not your telephone number, and will be public on page 2 of this PDF',
        ),
        (
            "static/pdf/old-cv.pdf",
            '"c@mill.zz" is not your e-mail address, and will be public on page 1 of this PDF',
        ),
    ]


def test_it_is_said_where_the_text_of_pdfs_is_not_read(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name, *rest: None if name == "pypdfium2" else find(name, *rest),
    )
    assert check(site.root).said() == []
    site.write("static/a.pdf", with_text("c@mill.zz")).write("static/b.pdf", with_text("d@mill.zz"))
    (said,) = check(site.root).said()
    assert "static/a.pdf: note: the text of this PDF and 1 more is not read" in said
    assert said.endswith("[pdf-unread]")
