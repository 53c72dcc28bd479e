"""A paper as a BibTeX entry."""

import pytest

from generator.graph.facts.paper_formats import bibtex_entry
from generator.model.dates import When
from generator.model.links import Link
from generator.model.names import Name
from generator.model.people import Author, Directory, Person
from generator.model.records.works import Publication, Venue, Version
from generator.model.text import Text
from tests.cases import rows

NOBODY = Directory(())
HERE = Venue(id="")


def paper(title: str = "A title", **fields: object) -> Publication:
    authors = (Author.from_scalar("Jin Fang"), Author.from_scalar("et al."))
    return Publication(id="p 1", title=Text({"": title}), authors=authors, **fields)  # type: ignore[arg-type]


def value(entry: str, field: str) -> str:
    (line,) = [line for line in entry.splitlines() if line.strip().startswith(f"{field} ")]
    return line.partition(" = ")[2].rstrip(",")


@pytest.mark.parametrize(("title", "written"), rows("plain_texts", "Titles in BibTeX"))
def test_a_title_keeps_its_capitals_and_breaks_nothing(title: str, written: str) -> None:
    entry = bibtex_entry(paper(title.replace("⏎", "\n")), HERE, NOBODY)
    assert value(entry, "title") == written


def test_a_chinese_paper_has_its_authors_in_chinese() -> None:
    people = Directory((Person(name=Name("Jin", "Fang", native="方缙")),))
    for title, who in (("关于网络", "方缙 and others"), ("On networks", "Fang, Jin and others")):
        assert value(bibtex_entry(paper(title), HERE, people), "author") == f"{{{who}}}"


def test_the_address_of_a_work_is_kept_where_it_is_on_another_site() -> None:
    links = {"url": Link("https://x.org/a_b%20c"), "pdf": Link("a.pdf")}
    assert value(bibtex_entry(paper(links=links), HERE, NOBODY), "url") == "{https://x.org/a_b%20c}"
    for own in ({"url": Link("own.html")}, {"pdf": Link("https://x.org/a.pdf")}):
        assert "url" not in bibtex_entry(paper(links=own), HERE, NOBODY)


def test_fields_stand_in_one_column_and_empty_ones_are_left_out() -> None:
    venue = Venue(id="j", name=Text({"": "Journal of Examples"}), kind="journal")
    record = paper(date=When.from_scalar("2024-05"), pages="1–12", doi="10.1/a_b")
    people = Directory((Person(name=Name("Jìn", "Fang")),))
    assert bibtex_entry(record, venue, people) == (
        "@article{p1,\n"
        "  author  = {Fang, Jìn and others},\n"
        "  title   = {A title},\n"
        "  journal = {Journal of Examples},\n"
        "  pages   = {1--12},\n"
        "  year    = {2024},\n"
        "  month   = may,\n"
        "  doi     = {10.1/a_b}\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ({"arxiv": "2404.01234"}, {"eprint": "{2404.01234}", "archiveprefix": "{arXiv}"}),
        ({"arxiv": "https://arxiv.org/pdf/2404.01234v2.pdf"}, {"eprint": "{2404.01234v2}"}),
        ({"arxiv": "arXiv:hep-th/9901001"}, {"eprint": "{hep-th/9901001}"}),
        ({"doi": "https://doi.org/10.1109/x.1"}, {"doi": "{10.1109/x.1}"}),
        ({"arxiv": "pdf/own.pdf", "doi": "https://example.org/"}, {}),
    ],
)
def test_a_number_that_stands_in_a_link_alone_is_in_the_entry(
    links: dict[str, str], said: dict[str, str]
) -> None:
    held = {kind: Link(to) for kind, to in links.items()}
    in_version = paper(versions=(Version(links=held),))
    entry = bibtex_entry(paper(links=held), HERE, NOBODY)
    assert {field: value(entry, field) for field in said} == said
    assert ("eprint" in entry, "doi " in entry) == ("eprint" in said, "doi" in said)
    own = bibtex_entry(paper(arxiv="2404.01234", links=held), HERE, NOBODY)
    assert value(own, "eprint") == "{2404.01234}", "a number of its own comes first"
    entry = bibtex_entry(in_version, HERE, NOBODY)  # whose DOI is another work's
    assert ("eprint" in entry, "doi " in entry) == ("eprint" in said, False)
