"""What a theme may ask of a record besides its title: honours, affiliations, fields of one's own."""

from collections.abc import Sequence

from generator.graph.entries import entry_of
from generator.graph.entry_writer import EntryWriter
from generator.graph.facts import FACTS
from generator.graph.query import section_view
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.model.site_views import CountsView
from generator.model.text import Phrase
from generator.model.views import EntryView
from generator.problems import Spot
from tests.graph.conftest import IndexOf, files_of, shown

PAPERS = files_of("fields")
SECTION = Section(of=("publications",), imprint=("volume",))


def papers(index_of: IndexOf, lang: str = "en", section: Section = SECTION) -> list[EntryView]:
    index = index_of(PAPERS)
    return list(section_view(section, index, lang).entries)


def said(phrases: Sequence[Phrase]) -> list[str]:
    return [str(phrase) for phrase in phrases]


def test_what_a_paper_won_and_how_it_was_shown_are_fields_of_their_own(index_of: IndexOf) -> None:
    won, plain, other = papers(index_of)
    assert (str(won.award), str(won.note), str(won.status)) == (
        "Best Paper",
        "with a talk",
        "accepted",
    )
    assert said(won.details) == ["vol. 3", "by request"]
    facts = ["vol. 3", "oral", "Best Paper", "with a talk", "accepted", "by request"]
    assert said(won.facts) == facts, "all that an entry says stands in one list as well"
    assert not plain.award and not plain.note and not plain.status
    assert said([won.shape, plain.shape, other.shape]) == ["oral", "Flash talk", ""]


def test_an_entry_has_its_topics_its_shape_and_the_fields_of_its_author(index_of: IndexOf) -> None:
    won, plain, _ = papers(index_of, "zh")
    assert (won.tags, str(won.shape)) == (("logs", "graphs"), "口头报告")
    assert {name: str(text) for name, text in won.extra.items()} == {
        "funding": "A Fund",
        "motto": "慢",
    }
    assert (plain.extra, str(plain.shape)) == ({}, "Flash talk")


def test_an_award_stands_behind_the_editors_and_the_whole_imprint(index_of: IndexOf) -> None:
    paper = "- {id: one, title: One, editors: [B Chen], volume: 3, pages: 1-9, award: Best Paper}\n"
    index = index_of({"publications.yaml": paper})
    (entry,) = shown(index, "publications", imprint=("volume", "pages")).entries
    assert said(entry.facts) == ["ed. by B Chen", "vol. 3", "pp. 1–9", "Best Paper"]


def test_a_version_that_stands_in_its_entry_is_said_last(index_of: IndexOf) -> None:
    section = Section(of=("publications",), versions="entry", imprint=("volume",))
    won = papers(index_of, section=section)[0]
    assert said(won.facts)[-2:] == ["by request", "Other versions: A Preprint, 2020"]


def test_a_version_has_neither_the_award_nor_the_shape_of_its_paper(index_of: IndexOf) -> None:
    index = index_of(PAPERS)
    version = index.publications["won"].as_version(0)
    entry = entry_of(EntryWriter(index, "en", SECTION), version)
    assert not entry.award and not entry.shape


JOINT = files_of("affiliations")


def test_affiliations_are_numbered_in_the_order_of_the_authors(index_of: IndexOf) -> None:
    index = index_of(JOINT)
    entry = FACTS["publication"](index, "en", "joint").entry
    assert said(entry.affiliations) == ["A University", "A Company", "An Institute"]
    assert [author.affiliations for author in entry.authors] == [(1, 2), (2,), (3,), (), ()]
    chinese = FACTS["publication"](index, "zh", "joint").entry
    assert said(chinese.affiliations)[-1] == "研究所"
    alone = FACTS["publication"](index, "en", "alone").entry
    for none in (alone, shown(index, "publications").entries[0]):
        assert none.affiliations == () == none.authors[0].affiliations


def test_counts_are_of_what_the_web_may_show(index_of: IndexOf) -> None:
    talks = "- {title: One}\n- {title: Two}\n- {title: No, visibility: pdf}\n"
    index = index_of({**PAPERS, "talks.yaml": talks})
    assert FACTS["counts"](index, "en") == CountsView(
        papers=3, first_year="1999", last_year="2021", records={"talks": 2}
    )
    assert FACTS["counts"](index_of({}), "en") == CountsView()


def test_a_pattern_may_name_the_shape_and_fields_of_ones_own(index_of: IndexOf) -> None:
    site = "person: {name: A}\nlanguages: [en, zh]\nstyles: {own: '{shape} {extra.motto}'}\n"
    index = index_of(PAPERS, site=site)
    section = Section(of=("publications",), style="own")
    assert list(section_problems(section, index, Spot("page.md"))) == []
    lines = ["".join(map(str, entry.line)) for entry in section_view(section, index, "zh").entries]
    assert lines[:2] == ["口头报告 慢", "[Flash talk]{lang=en}"]


def test_a_preprint_says_so_and_no_venue_says_anything_twice(index_of: IndexOf) -> None:
    index = index_of(files_of("venues"))
    for imprint, first in (((), "arXiv:2601.00001"), (("arxiv",), "Preprint")):
        entries = shown(index, "publications", imprint=imprint).entries
        venues = [entry.venue for entry in entries]
        assert [(str(v.full), v.short, v.year) if v else v for v in venues] == [
            (first, "", "2026"),
            ("Preprint", "", "2025"),
            None,
            ("arXiv", "", "2023"),
            ("The 2022 Conference on Shapes", "", ""),
            ("Conference on Shapes", "ICOS 2021", ""),
            ("Room 20201", "", "2020"),
        ]
    venue = shown(index, "publications", year="apostrophe").entries[5].venue
    assert venue and (venue.short, venue.year) == ("ICOS 2021", "")
