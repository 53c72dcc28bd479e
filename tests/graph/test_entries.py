"""What CVs say besides titles and dates, in the words of a section."""

import pytest

from generator.graph.query import section_view
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.model.text import Text
from generator.model.views import EntryView, SectionView
from generator.problems import Spot
from tests.graph.conftest import IndexOf, asked, files_of, shown

FILES = files_of("entries")
PATENTS, PAPERS, TALKS, AWARDS = (
    FILES[f"{kind}.yaml"] for kind in ("patents", "publications", "talks", "awards")
)


def view(
    index_of: IndexOf, kind: str, data: str, options: str = "", lang: str = "en"
) -> SectionView:
    site = "person: {name: A Person}\nlanguages: [en, zh]\nwords: {present: now}\n"
    return section_view(asked(options, kind), index_of({f"{kind}.yaml": data}, site=site), lang)


def entries(found: SectionView) -> dict[str, EntryView]:
    return {str(entry.title): entry for entry in found.entries}


def details(found: SectionView) -> dict[str, list[str]]:
    return {title: [str(d) for d in entry.facts] for title, entry in entries(found).items()}


def test_a_patent_says_what_it_is_and_when_it_came_how_far(index_of: IndexOf) -> None:
    assert details(view(index_of, "patents", PATENTS)) == {
        "Young": ["filed"],
        "Secret": ["trade secret"],
        "Old": ["filed Mar 2019", "granted Jul 2021"],
        "Program": ["software copyright"],
    }
    chinese = details(view(index_of, "patents", PATENTS, "dates: dots", "zh"))
    assert chinese["Old"] == ["2019.3 申请", "2021.7 授权"]
    assert chinese["Secret"] == ["技术秘密"]


def test_codes_and_numbers_are_no_markdown(index_of: IndexOf) -> None:
    (patent,) = entries(view(index_of, "patents", "- {number: U*1*, date: 2020}\n"))
    assert patent == r"U\*1\*"
    courses = view(index_of, "teaching", "- {course: Logic, code: C*S*, date: 2020}\n")
    assert details(courses)["Logic"] == [r"C\*S\*"]


def test_the_heading_of_a_group_is_not_said_again_in_its_entries(index_of: IndexOf) -> None:
    papers = PAPERS.replace("date: 2021,", "date: 2021, tags: [Logs, Costs],")
    by_topic = view(index_of, "publications", papers, "group: tags\norder: date")
    assert [group.title for group in by_topic.groups] == ["Logs", "Other"], "that of the first tag"
    by_owner = view(index_of, "patents", PATENTS, "group: assignee\norder: assignee, -date")
    assert [group.title for group in by_owner.groups] == ["A Firm", "B Firm", "Other"]
    assert not any(entry.subtitle for entry in entries(by_owner).values())
    by_kind = view(index_of, "patents", PATENTS, "group: kind\norder: kind")
    kinds = ["Patents", "Software copyrights", "Trade secrets"]
    assert [group.title for group in by_kind.groups] == kinds
    assert details(by_kind)["Secret"] == []


def test_groups_follow_the_words_of_a_field_and_what_has_none_comes_last(index_of: IndexOf) -> None:
    talks = view(index_of, "talks", TALKS, "group: kind\norder: kind")
    titles = [group.title for group in talks.groups]
    assert titles == ["Keynotes", "Invited talks", "Tutorials", "Other"]
    for order in ("assignee", "-assignee"):
        by_owner = view(index_of, "patents", PATENTS, f"order: {order}")
        assert set(list(entries(by_owner))[2:]) == {"Secret", "Program"}


def test_several_positions_may_stand_under_one_employer(index_of: IndexOf) -> None:
    by_employer = view(index_of, "experience", FILES["experience.yaml"], "group: organization")
    assert [
        (group.title, [(str(e.title), [str(s) for s in e.subtitle]) for e in group.entries])
        for group in by_employer.groups
    ] == [("A Firm", [("Head", []), ("Engineer", ["Tools"])]), ("A Lab", [("Guest", [])])]


def test_the_imprint_of_a_paper_is_printed_as_the_section_asks(index_of: IndexOf) -> None:
    assert details(view(index_of, "publications", PAPERS))["Long"] == []
    every = "imprint: volume, number, pages, publisher, doi, arxiv, isbn"
    found = details(view(index_of, "publications", PAPERS, every))
    assert found["Long"] == [
        "vol. 3",
        "no. 4",
        "pp. 1–12",
        "A Press",
        "[doi:10.1/x](<https://doi.org/10.1/x>)",
        "arXiv:2001.00001",
        "ISBN 978-0",
    ]
    assert found["Article"] == ["art. 104512"]
    assert found["Draft"] == ["under review", "by request"]
    chinese = details(view(index_of, "publications", PAPERS, "imprint: pages, volume", "zh"))
    assert chinese["Long"] == ["第 1–12 页", "第 3 卷"]


@pytest.mark.parametrize(
    ("options", "year"), [("style: lines", "2022"), ("style: lines\nyear: none", ""), ("", "")]
)
def test_a_paper_of_no_venue_keeps_its_year_in_a_line(
    index_of: IndexOf, options: str, year: str
) -> None:
    venue = entries(view(index_of, "publications", PAPERS, options))["Draft"].venue
    assert (venue.year if venue else "") == year


def test_a_year_in_the_address_of_a_venue_is_none_of_its_words(index_of: IndexOf) -> None:
    paper = "- {id: one, title: One, authors: [A], venue: '[Logs](https://example.org/10.1/2022.1)', date: 2022}\n"
    (found,) = entries(view(index_of, "publications", paper)).values()
    assert found.venue is not None and found.venue.year == "2022"


def test_a_thesis_is_named_as_one_and_keeps_its_language(index_of: IndexOf) -> None:
    assert details(view(index_of, "education", FILES["education.yaml"]))["Ph.D."] == [
        "Thesis: On Logs",
        "GPA 4.0",
    ]
    chinese = details(view(index_of, "education", FILES["education.yaml"], lang="zh"))
    assert chinese["Ph.D."][0] == "学位论文：[On Logs]{lang=en}"


def test_prizes_under_one_have_levels_counts_and_dates(index_of: IndexOf) -> None:
    (prizes,) = entries(view(index_of, "awards", AWARDS)).values()
    assert [str(item) for item in prizes.items] == ["Cup ×2 (gold, H1 2020, H2 2021)", "Medal"]
    assert [str(detail) for detail in prizes.details] == ["first", "EUR 500"]
    (prizes,) = entries(view(index_of, "awards", AWARDS, lang="zh")).values()
    assert str(prizes.items[0]) == "Cup ×2（gold，2020 上半年、2021 下半年）"


def test_a_skill_keeps_its_sentence_and_its_list(index_of: IndexOf) -> None:
    skills = '- {label: Leading, text: "A sentence.", body: "- a list"}\n'
    (skill,) = entries(view(index_of, "skills", skills)).values()
    assert str(skill.body) == "A sentence.\n\n- a list"
    (skill,) = entries(view(index_of, "skills", skills, "body: false")).values()
    assert str(skill.body) == "A sentence."


def test_words_for_dates_can_be_changed(index_of: IndexOf) -> None:
    job = "- {role: Engineer, organization: A Firm, date: 2020 – present}\n"
    assert entries(view(index_of, "experience", job))["Engineer"].date == "2020 – now"


def test_only_marks_that_are_drawn_are_explained(index_of: IndexOf) -> None:
    paper = "- {id: p, title: P, authors: [A Lee, {name: B Wu, roles: [corresponding]}]}\n"
    assert view(index_of, "publications", paper).legend == ("corresponding",)
    assert view(index_of, "publications", paper, "max_authors: 1").legend == ()


def test_a_section_of_a_cv_may_be_text_alone_or_text_before_records(index_of: IndexOf) -> None:
    index = index_of({})
    summary = Section(title=Text({"": "Summary"}), text=Text({"": "Some **words**."}))
    alone = section_view(summary, index, "en")
    assert (str(alone.text), alone.groups, alone.is_empty) == ("Some **words**.", (), False)
    assert list(section_problems(summary, index, Spot("cv.yaml"))) == []
    assert section_view(Section(of=("talks",)), index, "en").is_empty


def test_a_section_for_the_pdf_is_nothing_on_the_web(index_of: IndexOf) -> None:
    personal = Section(title=Text({"": "Born"}), text=Text({"": "Long ago."}), visibility="pdf")
    assert section_view(personal, index_of({}), "en") == SectionView()
    assert str(section_view(personal, index_of({}, medium="pdf"), "en").text) == "Long ago."


def test_advisors_have_titles_links_and_a_role(index_of: IndexOf) -> None:
    people = "- {name: Ada Bee, url: 'https://b.example/'}\n"
    index = index_of({"education.yaml": FILES["advised.yaml"], "people.yaml": people})
    for lang, said in (
        ("en", ["Prof. Hongli Xu", "李明副教授 (co-advisor)", "Ada Bee"]),
        ("zh", ["Hongli Xu教授", "李明副教授（副导师）", "Ada Bee"]),
    ):
        (entry,) = shown(index, "education", lang).entries
        assert [author.name + author.words for author in entry.authors] == said
        urls = ["https://xu.example.org/", "", "https://b.example/"]
        assert [author.url for author in entry.authors] == urls


def test_the_times_of_an_award_stand_in_the_authors_words(index_of: IndexOf) -> None:
    index = index_of({"awards.yaml": FILES["awards-in-words.yaml"]})
    several, cup = shown(index, "awards", order=("file",)).entries
    assert several.items[0].text == "Merit (first class, 2019–2020, twice in 2021)"
    assert [d.text for d in cup.details] == ["gold in 2019, silver in 2021"]
    assert cup.date == "2019, 2021"


def test_a_field_that_is_a_number_in_one_kind_and_a_text_in_another_sorts(
    index_of: IndexOf,
) -> None:
    site = (
        "person: {name: A Person}\nkinds:\n"
        "  grants: {fields: {title: {type: text}, amount: {type: number}}}\n"
        "  prizes: {fields: {title: {type: text}, amount: {type: text}}}\n"
    )
    files = {
        "grants.yaml": "- {title: Large, amount: 20}\n- {title: Small, amount: 3}\n",
        "prizes.yaml": "- {title: Cup, amount: much}\n- {title: None}\n",
    }
    index = index_of(files, site=site)
    section = asked("of: [grants, prizes]\norder: amount", "grants")
    assert list(entries(section_view(section, index, "en"))) == ["Small", "Large", "Cup", "None"]
    section = asked("of: [awards, talks]\norder: count", "awards")
    index = index_of({"awards.yaml": "- {title: Cup}\n", "talks.yaml": TALKS})
    assert "Cup" in entries(section_view(section, index, "en"))
