"""Citations: what is one, what a page shows of it, and what is said of a work that is not there."""

import re

import pytest

from generator.render.fragment import CitationSlot, Cited
from generator.render.markdown.convert import convert
from tests.cases import rows
from tests.conftest import SiteCase

pytestmark = pytest.mark.broadsheet

SITE = "languages: [en, zh]\nperson: {name: {given: Ada, family: Lovelace, native: 埃达}}\n"
PAPERS = """- {id: one, title: First, authors: [Ada Lovelace, Bo Li, Cy Cee], date: 2023}
- {id: two, title: Second, authors: [Ada Lovelace, Bo Li], date: 2022}
- {id: twin, title: Twin, authors: [Ada Lovelace, Di Dee, Ed Eff], date: 2023}
- {id: bare, title: Undated, authors: [Zoe Zed]}
- {id: hidden, title: Unseen, authors: [Zoe Zed], visibility: pdf}
"""


def slots(text: str) -> list[CitationSlot]:
    return [part for part in convert(text).parts if isinstance(part, CitationSlot)]


def page(site: SiteCase, text: str, front: str = "", config: str = "") -> str:
    """The text of a page that is built with these papers, without what is around it."""
    site.write("content/site.yaml", SITE + config).write("content/publications.yaml", PAPERS)
    site.write("content/about.md", f"---\ntitle: About\n{front}---\n{text}\n")
    html = site.build().read("about/index.html")
    return html.split('<div class="prose hang">\n', 1)[1].split("</main>")[0]


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", html).split())


def test_works_in_brackets_are_one_citation_with_a_place_for_each() -> None:
    (slot,) = slots("As shown [@one, p. 3; @two].")
    assert slot.works == (Cited("one", 0, 10, "p. 3"), Cited("two", 0, 22))
    assert not slot.is_narrative


def test_a_name_in_the_sentence_is_a_citation_and_ends_before_punctuation() -> None:
    found = [slot.works[0].id for slot in slots("As @one, @two-b. (@three)—见@four的文章")]
    assert found == ["one", "two-b", "three", "four"]


@pytest.mark.parametrize("text", [text for (text,) in rows("citations", "What cites nothing")])
def test_addresses_code_links_and_escaped_signs_cite_nothing(text: str) -> None:
    assert slots(text.replace("⏎", "\n")) == []


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_long_line_of_open_brackets_comes_to_an_end(count: int) -> None:
    for piece in ("[@a", "[@a;", "@a ", "@", "[@a, ", "[@a; @b "):
        assert convert(piece * count)


def test_data_and_titles_cite_nothing(site: SiteCase) -> None:
    site.write("content/news.yaml", '- {date: 2024, text: "Thanks to @one and [@one]"}\n')
    shown = page(site, ":::{news}\n:::\n\nThanks to @somebody.")
    assert "Thanks to @one and [@one]" in shown and "doc-bib" not in shown
    assert "Thanks to @somebody." in shown, "a handle is left alone"


def test_by_author_and_year_with_letters_for_twins_and_a_list_by_name(site: SiteCase) -> None:
    shown = page(site, "See [@two; @one, p. 3], [@twin], @one, @two and @bare.")
    text, listed = shown.split('<section class="section bibliography"')
    assert words(text) == (
        "See (Lovelace and Li, 2022; Lovelace et al., 2023b, p. 3), (Lovelace et al., 2023a), "
        "Lovelace et al. (2023b), Lovelace and Li (2022) and Zed (n.d.)."
    )
    assert text.count('<a href="#ref-one" role="doc-biblioref">') == 2
    assert re.findall(r'id="ref-(\w+)"', listed) == ["twin", "two", "one", "bare"]
    assert "<h2>References</h2>" in listed and "2023a" in words(listed)


def test_numbers_follow_the_text_and_the_list_follows_the_numbers(site: SiteCase) -> None:
    shown = page(site, "See [@two; @one], [@one, p. 3] and @bare.", "citations: numbered\n")
    text, listed = shown.split('<section class="section bibliography"')
    assert words(text) == "See [1, 2], [2, p. 3] and Zed [3]."
    assert re.findall(r'id="ref-(\w+)"', listed) == ["two", "one", "bare"]
    assert "<ol" in listed


def test_numbers_may_stand_high_and_the_site_says_how_all_pages_cite(site: SiteCase) -> None:
    shown = page(site, "So[@two].", config="citations: superscript\n")
    assert 'So<sup><a href="#ref-two" role="doc-biblioref">1</a></sup>.' in shown


def test_a_chinese_page_cites_in_chinese(site: SiteCase) -> None:
    site.write("content/about.zh.md", "---\ntitle: 关于\n---\n见[@one]。\n")
    page(site, "Text.")
    html = (site.output / "zh/about/index.html").read_text("utf-8")
    assert "（<a" in html and ">埃达等，2023</a>）。" in html
    assert "<h2>参考文献</h2>" in html


def test_the_list_stands_where_its_author_puts_it_and_once(site: SiteCase) -> None:
    shown = page(site, "# Read\n\n:::{bibliography}\n:::\n\nAfter [@one].")
    assert shown.index("ref-one") < shown.index("After")
    assert shown.count("doc-bibliography") == 1
    assert "<h2>References</h2>" not in shown


def test_an_excerpt_leads_to_the_papers_and_has_no_list(site: SiteCase) -> None:
    site.write("content/posts/2024-01-02-p.md", "---\ntitle: P\n---\nSee [@one].\n\nMore.\n")
    page(site, "Text.")
    html = (site.output / "posts/index.html").read_text("utf-8")
    assert '<a href="../publications/one/">Lovelace et al., 2023</a>' in html
    assert "doc-bibliography" not in html
    feed = (site.output / "feed.xml").read_text("utf-8")
    assert "#posts-2024-01-02-p-ref-one" in feed, "several posts are on one page of a feed reader"


def test_a_list_shows_the_marked_part_of_a_post_or_its_description(site: SiteCase) -> None:
    for name, mark in (("p", ""), ("q", "<!-- more -->\n")):
        text = f"---\ntitle: P\ndescription: Why <b>?\n---\nHead {name}.\n\n{mark}More.\n"
        site.write(f"content/posts/2024-01-02-{name}.md", text)
    page(site, "Text.")
    html = (site.output / "posts/index.html").read_text("utf-8")
    assert "<p>Why &lt;b&gt;?</p>" in html
    assert "Head p." not in html
    assert "Head q." in html


@pytest.mark.parametrize(
    ("style", "cited", "listed"),
    [
        ("ieee", "As [1].", "A. Lovelace and B. Li, “Second,” 2022."),
        ("gbt7714", "As 1.", "LOVELACE A, LI B. Second[Z]. 2022."),
    ],
)
def test_a_style_of_the_field_cites_and_writes_the_list(
    site: SiteCase, style: str, cited: str, listed: str
) -> None:
    html = page(site, "As [@two].", config=f"citations: {style}\n")
    text = words(html).replace("&amp;", "&")
    assert text.startswith(cited)
    assert listed in text
    assert '<a href="#ref-two"' in html and 'id="ref-two"' in html
