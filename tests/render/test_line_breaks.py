"""What no line of a page parts stays whole, and nobody who copies or searches it notices."""

import re

import pytest

from generator.render.fragment import OPEN_PREFIX, unbroken
from generator.render.markdown.convert import convert, plain
from tests.cases import rows
from tests.conftest import SiteCase, visible_text


def marked(text: str) -> str:
    return unbroken(text).replace('<span class="whole">', "[").replace("</span>", "]")


@pytest.mark.parametrize(("text", "expected"), rows("plain_texts", "Pieces that no line parts"))
def test_pieces_that_belong_together_stand_in_one_span(text: str, expected: str) -> None:
    assert marked(text) == expected


def test_a_very_long_number_or_name_is_no_piece() -> None:
    assert "span" not in unbroken("1" * 100_000 + " km")
    path = "c-" * 40
    assert marked(f"https://b.io/{path}d/。") == f"https://<wbr>b.io/<wbr>{path}d/。"
    pieces = re.findall(r"<span[^>]*>([^<]*)", unbroken("A. Bee " * 10_000 + "A. " * 50_000))
    assert len(pieces) == 10_000 and max(map(len, pieces)) < 60


def test_texts_titles_and_plain_forms_read_as_they_are_typed() -> None:
    text = "By J. Fang, pp. 1–12, with `p. 12` and C++."
    for fragment in (convert(text), convert(text, is_inline=True)):
        (html,) = fragment.parts
        assert isinstance(html, str)
        assert html.count('<span class="whole">') == 3 and "<code>p. 12</code>" in html
        assert fragment.words == "By J. Fang, pp. 1–12, with p. 12 and C++."
    assert plain(text) == "By J. Fang, pp. 1–12, with p. 12 and C++."
    assert convert("# On J. Fang\n").headings[0].id == f"{OPEN_PREFIX}on-j-fang"


@pytest.mark.broadsheet
def test_pages_hold_the_pieces_and_other_outputs_the_text_alone(site: SiteCase) -> None:
    paper = "{id: a, title: From 5 km to 7 km, authors: [Ada Lovelace, 徐宏力], pages: 178-189}"
    site.write("content/publications.yaml", f"- {paper}\n")
    section = ":::{publications}\n:names: initials\n:imprint: pages\n:::\n"
    text = f"---\ntitle: Over 12 km\n---\nA walk of 12 km.\n\n{section}"
    site.write("content/index.md", text)
    site.write("content/cv/resume.yaml", "sections: [{of: publications, imprint: pages}]\n")
    built = site.build()
    page = built.read("index.html")
    assert 'A walk of <span class="whole">12 km</span>.' in page
    assert '<span class="whole">178–189</span>' in page or "pp. 178–189</span>" in page
    assert 'class="self whole"' in page
    assert re.search(r'class="author whole"[^>]*>徐宏力<', page), "no line parts a Chinese name"
    assert "A walk of 12 km." in visible_text(page).replace(" .", ".")
    assert "<title>" in page and "whole" not in page.partition("</head>")[0]
    (sheet,) = (path for path in built.files() if re.search(r"style.*\.css$", path))
    assert ".whole {" in built.read(sheet)
    for file in ("publications.json", "publications.bib", "llms.txt"):
        assert "whole" not in built.read(file), file
