"""The other versions of a paper in sections; its edition, place, series and key."""

from typing import Any

import pytest

from generator.graph.facts.record_facts import paper_bibtex, paper_csl, publication
from generator.model.views import EntryView
from tests.graph.conftest import IndexOf, files_of, shown

FILES = files_of("versions")
STYLES = """
person: {name: Jin Fang}
languages: [en, zh]
styles:
  short: "{title}. {venue.short}[ (also {versions.venue: and}, {versions.year: max 1})]."
  whole: "{title}[; {versions}]"
  book: "{title}[, {edition: label}][, {series}][, {place}: {publisher}][, {number: label}]"
"""


def entries(index_of: IndexOf, lang: str = "en", **options: Any) -> tuple[EntryView, ...]:
    return shown(index_of(FILES, site=STYLES), "publications", lang, **options).entries


def test_versions_stand_at_the_end_of_their_entry(index_of: IndexOf) -> None:
    assert entries(index_of)[0].details == ()
    (said,) = entries(index_of, versions="entry")[0].details
    first = "Transactions on Networking, 2nd ed., vol. 3, 2025 ([slides](<https://x.org/s>))"
    second = "arXiv:2404.01234, 2023 ([arXiv](<https://arxiv.org/abs/2404.01234>))"
    assert str(said) == f"Other versions: {first}; {second}"
    (said,) = entries(index_of, "zh", versions="entry", venue="short", links="none")[0].details
    assert str(said).startswith(
        "其他版本：[ToN]{lang=en}，第 2 版，第 3 卷，2025；arXiv:2404.01234"
    )


VERSIONS = "Transactions on Networking, 2nd ed., vol. 3, 2025; arXiv:2404.01234, 2023"


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({"style": "short"}, ". ICNP (also Transactions on Networking, 2025 et al.)."),
        ({"style": "whole"}, f"; {VERSIONS}"),
        (
            {"style": "ieee", "versions": "entry", "links": "none"},
            f"*Conference on Protocols*, 2024. Other versions: {VERSIONS}",  # one full stop
        ),
    ],
)
def test_a_pattern_names_versions_or_a_field_of_them_or_has_them_behind_it(
    index_of: IndexOf, options: dict[str, str], end: str
) -> None:
    assert str(entries(index_of, **options)[0].line[0]).endswith(end)


def test_a_book_has_its_edition_series_and_place(index_of: IndexOf) -> None:
    said = str(entries(index_of, style="book")[1].line[0])
    assert said.endswith(", 3rd ed., Notes on Goats, Bonn: Mill")
    index = index_of(FILES)
    imprint = ("edition", "series", "place")
    details = entries(index_of, "zh", imprint=imprint)[1].details
    assert [str(detail) for detail in details] == ["第 3 版", "Notes on Goats", "Bonn"]
    item = paper_csl(index, "en", "book")
    assert item["edition"] == "3"
    assert item["collection-title"] == "Notes on Goats"
    assert item["publisher-place"] == "Bonn"


def test_a_key_of_its_own_stands_in_bibtex_and_nowhere_else(index_of: IndexOf) -> None:
    index = index_of(FILES)
    page = publication(index, "en", "book")
    assert page.bibtex.startswith("@book{DBLP:books/Fang20,\n")
    assert page.bibtex_url == "/publications/book.bib"
    assert page.entry.url == "/publications/book/"
    assert paper_bibtex(index, "en", "book").startswith("@book{DBLP:books/Fang20,\n")
    assert "  edition   = {Third}" in page.bibtex
    item = paper_csl(index, "en", "book")
    assert (item["id"], item["citation-key"]) == ("book", "DBLP:books/Fang20")


def test_a_bib_file_gives_an_id_beside_the_key(index_of: IndexOf) -> None:
    text = "@book{DBLP:x/Y, id={goats}, title={T}, author={A B}, edition={Second}, address={Bonn}}"
    index = index_of({"publications.bib": text})
    paper = index.publications["goats"]
    assert (paper.key, paper.edition, paper.place) == ("DBLP:x/Y", "2", "Bonn")
    assert paper_bibtex(index, "en", "goats").startswith("@book{DBLP:x/Y,\n")
