"""A photo beside the name: on the page and in the PDF, in both designs and both directions."""

import re
from collections.abc import Iterator
from io import BytesIO

import pypdf
import pytest
from PIL import Image

from tests.conftest import SiteCase
from tests.cv.conftest import CV, SITE, Pdf, pdf_of
from tests.pictures.drawing import exif, photo, plot, saved

pytestmark = pytest.mark.broadsheet

PORTRAIT = SITE + "  portrait: /me.jpg\n"


def pictures_in(pdf: Pdf) -> list[tuple[Image.Image, bytes]]:
    """The pictures of the first page, with the bytes that lie in the PDF."""
    found = []
    for item in pdf.reader.pages[0]["/Resources"].get("/XObject", {}).values():
        stream = item.get_object()
        if stream.get("/Subtype") == "/Image":
            data = stream._data
            found.append((Image.open(BytesIO(data)), data))
    return found


def figures_in(value: object) -> Iterator[pypdf.generic.DictionaryObject]:
    """The figures in a PDF's tree of tags (ISO 14289-1, 7.3)."""
    value = value.get_object() if isinstance(value, pypdf.generic.IndirectObject) else value
    if isinstance(value, list):
        for item in value:
            yield from figures_in(item)
    elif isinstance(value, dict):
        if value.get("/S") == "/Figure":
            yield value  # type: ignore[misc]
        yield from figures_in(value.get("/K"))


def place_of_photo(pdf: Pdf) -> tuple[float, float, float, float]:
    """Where the photo stands on the first page, in points: left, bottom, width, height."""
    page = pdf.reader.pages[0]
    found: list[tuple[float, float, float, float]] = []

    def note(operator: bytes, operands: object, matrix: list[float], _: object) -> None:
        if operator == b"Do":
            found.append((matrix[4], matrix[5], matrix[0], matrix[3]))

    page.extract_text(visitor_operand_before=note)
    assert found, "no picture is drawn"
    left, bottom, width, height = found[0]
    return left, min(bottom, bottom + height), width, abs(height)


@pytest.fixture
def portrait(cv: SiteCase) -> SiteCase:
    """A site whose person has a portrait of 600 × 800 pixels that names a place."""
    data = saved(photo(600, 800), "JPEG", exif=exif(position=True))
    cv.write("content/site.yaml", PORTRAIT)
    return cv.write("static/me.jpg", data).write("content/cv/resume.yaml", "photo: true\n" + CV)


@pytest.mark.parametrize("design", ["classic", "modern"])
def test_the_photo_stands_in_the_pdf(portrait: SiteCase, design: str) -> None:
    pdf = pdf_of(portrait, cv=f"photo: true\ndesign: {design}\n{CV}")
    ((image, data),) = pictures_in(pdf)
    assert image.format == "JPEG" and image.size == (480, 640)
    assert not image.getexif() and b"GPS" not in data
    left, bottom, width, height = place_of_photo(pdf)
    page = pdf.reader.pages[0].mediabox
    assert width / height == pytest.approx(3 / 4, abs=0.01)
    assert left > page.width / 2 and bottom > page.height / 2, "at the right, at the top"
    assert left + width < page.width and bottom + height < page.height
    assert "Ada Lovelace" in pdf.text and "The first prize" in pdf.text


def test_a_screen_reader_is_told_what_it_shows(portrait: SiteCase) -> None:
    catalog = pdf_of(portrait).reader.trailer["/Root"]
    (figure,) = figures_in(catalog["/StructTreeRoot"]["/K"])
    assert figure["/Alt"] == "Portrait of Ada Lovelace"
    page = portrait.build().read("cv/resume/index.html")
    (tag,) = re.findall(r"<img\b[^>]*>", page)
    assert 'alt="Portrait of Ada Lovelace"' in tag and 'class="photo"' in tag
    assert 'width="600"' in tag and "lazy" not in tag


def test_from_right_to_left_it_stands_at_the_left(portrait: SiteCase) -> None:
    portrait.write("content/site.yaml", PORTRAIT + "languages: [ar]\n")
    pdf = pdf_of(portrait, cv=f"photo: true\nlang: ar\ndesign: modern\n{CV}")
    left, _, width, _ = place_of_photo(pdf)
    assert left + width < pdf.reader.pages[0].mediabox.width / 2


def test_it_can_be_another_file_and_be_taken_out_again(portrait: SiteCase) -> None:
    portrait.write("static/photos/other.png", saved(plot(300, 200, "RGBA")))
    portrait.write("content/cv/short.yaml", "extends: resume\nphoto: false\n")
    ((image, _),) = pictures_in(pdf_of(portrait, cv=f"photo: photos/other.png\n{CV}"))
    assert image.size == (300, 200), "it is never enlarged"
    assert image.convert("L").getpixel((150, 3)) > 250, "what is transparent is white on paper"
    assert pictures_in(pdf_of(portrait, "pdf/short.pdf")) == []
    assert "<img" not in portrait.build().read("cv/short/index.html")


def test_a_new_photo_makes_the_pdf_again(portrait: SiteCase) -> None:
    ((before, _),) = pictures_in(pdf_of(portrait))
    portrait.write("static/me.jpg", saved(photo(600, 600), "JPEG"))
    ((after, _),) = pictures_in(pdf_of(portrait))
    assert before.size != after.size == (600, 600)


def test_a_site_without_copies_of_pictures_has_a_photo_too(portrait: SiteCase) -> None:
    portrait.write("content/site.yaml", PORTRAIT + "pictures: {skip: [me.jpg]}\n")
    ((image, _),) = pictures_in(pdf_of(portrait))
    assert image.size == (480, 640)
    assert [name for name in portrait.build().files() if name.startswith("me")] == ["me.jpg"]
    page = portrait.build().read("cv/resume/index.html")
    assert "srcset" not in page and 'src="../../me.jpg"' in page
