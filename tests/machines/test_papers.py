"""The page of a paper: what Google Scholar, reference managers and readers find on it."""

from pathlib import Path

import pytest

from tests.conftest import Built, SiteCase
from tests.machines.reading import BASE, Page, pages, write_site

pytestmark = pytest.mark.broadsheet

SAMPLE = "https://www.fangjin.site/"


def paper(built: Built, id: str) -> Page:
    return Page(built.read(f"publications/{id}/index.html"))


def tags(page: Page) -> list[tuple[str, str]]:
    return [
        (attributes["name"], attributes["content"])
        for tag, attributes in page.tags
        if tag == "meta" and attributes.get("name", "").startswith("citation_")
    ]


def test_a_journal_paper_has_every_tag_once_and_its_authors_in_order(made: Built) -> None:
    found = "".join(f"{name}: {content}\n" for name, content in tags(paper(made, "one")))
    expected = (Path(__file__).parent / "tags.txt").read_text("utf-8")
    assert found == expected.replace("BASE", BASE)


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("two", {"citation_conference_title": "Conference on Things", "citation_language": "en",
                 "citation_pdf_url": "https://x.example.org/two.pdf"}),
        ("three", {"citation_dissertation_institution": "University of Things",
                   "citation_language": "zh", "citation_author": "Ada Lovelace"}),
        ("four", {"citation_technical_report_institution": "Institute",
                  "citation_technical_report_number": "TR-7"}),
        ("five", {"citation_inbook_title": "A Book", "citation_isbn": "978-3-16-148410-0",
                  "citation_language": "de"}),
    ],
)  # fmt: skip
def test_the_holder_is_named_by_the_kind_of_paper(
    made: Built, id: str, expected: dict[str, str]
) -> None:
    found = dict(tags(paper(made, id)))
    assert expected.items() <= found.items()
    holders = {"citation_journal_title", "citation_conference_title", "citation_inbook_title",
               "citation_dissertation_institution", "citation_technical_report_institution"}  # fmt: skip
    assert len(holders & found.keys()) == 1


def test_the_page_shows_people_roles_versions_links_and_bibtex(made: Built) -> None:
    text = made.text("publications/one/index.html")
    for said in ("Ada Lovelace", "Bob Bee", "Corresponding author", "Journal of Things", "vol. 3",
                 "pp. 1–12", "slides", "video", "Abstract", "Other versions", "arXiv", "Pub",
                 "Conference on Things", "a shorter form", "@article{one", "P & <1>"):  # fmt: skip
        assert said in text, said
    page = paper(made, "one")
    addresses = {attributes.get("href") for tag, attributes in page.tags if tag == "a"}
    assert {"../../one.pdf", "../../one-slides.pdf", "https://video.example.org/1", "../",
            "https://arxiv.org/abs/2301.00001", "https://arxiv.org/pdf/2301.00001"} <= addresses  # fmt: skip
    (code,) = [a for tag, a in page.tags if tag == "pre" and "bibtex" in a.get("class", "")]
    assert code["data-copy"], "the script needs the words for its button"
    assert not any(name.startswith("on") for _, a in page.tags for name in a)


def test_a_description_has_one_full_stop_where_its_parts_end_in_one(site: SiteCase) -> None:
    site.write("content/site.yaml", f"url: {BASE}\nperson: {{name: Ada Lovelace}}\n")
    record = 'id: a, title: T, authors: [A Bee, et al.], venue: "Phys. & Rev.", date: 1935'
    site.write("content/publications.yaml", f"- {{{record}}}\n")
    built = site.build()
    assert paper(built, "a").metas("description") == ["A Bee, et al. Phys. & Rev. 1935"]
    assert "A Bee. Phys. & Rev. 1935\n" in built.read("llms.txt")


def test_without_a_url_no_tag_holds_half_an_address(site: SiteCase) -> None:
    text = (write_site(site).root / "content/site.yaml").read_text("utf-8")
    built = site.write("content/site.yaml", text.partition("\n")[2]).build()
    page = paper(built, "one")
    assert page.metas("citation_pdf_url") == page.metas("citation_abstract_html_url") == []
    assert page.metas("citation_title")
    for path, found in pages(built).items():
        assert not found.links("canonical") and not found.metas("og:url"), path
        for node in found.nodes():
            assert "'/" not in str(node), f"{path}: {node}"
