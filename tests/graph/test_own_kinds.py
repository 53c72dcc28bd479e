"""Kinds of records that a site declares: they are read, chosen and written like all others.

So they are in what programs read: the search, `llms.txt` and `resume.json`.
"""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.editing.records import schema_for
from generator.graph.facts.json_resume import ResumeWriter
from generator.graph.facts.machine_facts import contents, search_part
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.graph.references import name_problems
from generator.model.languages import language
from generator.model.sections import Section
from generator.model.text import words_in
from generator.model.views import EntryView
from generator.problems import Spot
from tests.graph.conftest import OWN_KINDS, IndexOf, files_of, shown

FILES = {"grants.yaml": files_of("own-kinds")["grants.yaml"]}


def entries(index: Index, lang: str = "en", **options: Any) -> tuple[EntryView, ...]:
    return shown(index, "grants", lang, **options).entries


def test_a_record_shows_its_fields_in_their_order_and_in_each_language(index_of: IndexOf) -> None:
    index = index_of(FILES, site=OWN_KINDS)
    entry = entries(index, filter=True)[1]
    assert (entry.kind, entry.id, str(entry.title)) == ("grants", "learn", "Switches that learn")
    assert [str(part) for part in entry.subtitle] == [
        "Some Fund", "0062", "Principal investigator", "switches, learning",
    ]  # fmt: skip
    assert [str(part) for part in entry.details] == ["Amount: 250,000.50", "Deadline: Dec 2024"]
    assert [author.name for author in entry.authors] == ["Jin Fang", "Hongli Xu"]
    assert entry.roles == ("equal",)
    assert str(entry.body) == "A body.\n\nTwo words."
    assert [(link.label, link.url) for link in entry.links] == [("Website", "https://x.org/")]
    assert entry.date == "2021 – 2024"
    assert entry.facets is not None and entry.facets.authors == ("Jin Fang", "Hongli Xu")
    chinese = entries(index, "zh")[1]
    assert str(chinese.title) == "会学习的交换机"
    assert (str(chinese.subtitle[2]), str(chinese.details[0])) == ("负责人", "金额：250,000.50")
    assert index.word("grants", "zh") == "科研项目"


def test_a_pattern_names_the_fields(index_of: IndexOf) -> None:
    own = entries(index_of(FILES, site=OWN_KINDS), style="own")
    assert [str(entry.line[0]) for entry in own] == [
        "A small one (partner), Amount: 0, 2020",
        "Switches that learn, Some Fund (Principal investigator), Amount: 250,000.50, "
        '[J. Fang]{.self}[\\*]{.role title="Equal contribution"} and H. Xu, December 2024',
        "A third one",
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["small", "learn", "third"]),
        ({"order": "-amount"}, ["learn", "small", "third"]),
        ({"order": "role"}, ["learn", "small", "third"]),
        ({"where": {"amount": "100.."}}, ["learn"]),
        ({"where": {"amount": "0..99.5"}}, ["small"]),
        ({"where": {"role": "!lead"}}, ["small", "third"]),
        ({"where": {"team": "Hongli Xu"}}, ["learn"]),
        ({"only": "third, small"}, ["third", "small"]),
    ],
)
def test_a_section_asks_for_them_as_for_others(
    index_of: IndexOf, options: dict[str, object], expected: list[str]
) -> None:
    given = {
        name: words_in(value) if isinstance(value, str)
        else {field: words_in(words) for field, words in value.items()}  # type: ignore[attr-defined]
        for name, value in options.items()
    }  # fmt: skip
    section = Section(of=("grants",), **given)
    assert [record.id for record in chosen(section, index_of(FILES, site=OWN_KINDS))] == expected


def test_a_section_groups_them_by_a_choice(index_of: IndexOf) -> None:
    index = index_of(FILES, site=OWN_KINDS)
    view = shown(index, "grants", group="role", order=("role",))
    assert [group.title for group in view.groups] == ["Principal investigator", "partner", "Other"]
    assert [str(part) for part in view.groups[0].entries[0].subtitle][:2] == ["Some Fund", "0062"]
    assert len(view.groups[0].entries[0].subtitle) == 3  # the heading says the role


def test_forms_get_a_schema_that_knows_the_fields(index_of: IndexOf) -> None:
    schema = schema_for("grants", index_of(FILES, site=OWN_KINDS).config.kinds)
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    good = {"title": "A", "amount": 3.5, "role": "lead", "team": ["A B", {"name": "C D"}],
            "deadline": "2024-12", "website": "/about/", "topics": ["a"], "code": "12",
            "date": 2024, "abstract": {"en": "x"}, "visibility": {"amount": "pdf"}}  # fmt: skip
    assert not list(check.iter_errors(good))
    for bad in (
        {"amount": 3},
        {"title": "A", "amuont": 3},
        {"title": "A", "role": "leader"},
        {"title": "A", "amount": "much"},
        {"title": "A", "visibility": {"title": "pdf"}},
        {"title": "A", "deadline": "soon"},
    ):
        assert list(check.iter_errors(bad)), bad


def test_a_word_is_taken_as_it_stands_and_means_nothing_of_ours(index_of: IndexOf) -> None:
    site = "person: {name: Jin Fang}\nkinds:\n  licences:\n    fields: {code: word, count: number, "
    site += "role: {choices: [student]}, kind: {choices: [design]}}\n"
    records = "- {code: a*b*c, count: 1, role: student, kind: design}\n"
    index = index_of({"licences.yaml": records}, site=site)
    (entry,) = shown(index, "licences").entries
    assert str(entry.title) == "a\\*b\\*c"
    assert [str(part) for part in entry.subtitle] == ["1", "student", "design"]


def test_a_field_may_be_called_speaker_or_kind_and_means_nothing_of_ours(index_of: IndexOf) -> None:
    site = "person: {name: Jin Fang}\nkinds:\n  talks-of-guests:\n    fields: {title: text, "
    site += "speaker: text, kind: text}\nstyles: {own: '{title}, {speaker}, {kind}'}\n"
    files = {"talks-of-guests.yaml": "- {title: A, speaker: An *expert*, kind: B}\n"}
    (entry,) = shown(
        index_of(files, site=site), "talks-of-guests", style="own", filter=True
    ).entries
    assert [str(part) for part in entry.line] == ["A, An *expert*, B"]
    assert entry.facets is not None and entry.facets.kind == ""


@pytest.mark.parametrize("type", ["word", "number", "list"])
def test_a_field_called_note_may_be_of_any_type(index_of: IndexOf, type: str) -> None:
    site = f"person: {{name: Jin Fang}}\nkinds: {{grants: {{fields: {{title: text, note: {type}}}}}}}\n"
    index = index_of({"grants.yaml": "- {title: A, note: 12}\n"}, site=site)
    (record,) = index.records["grants"]
    assert not list(name_problems(index, record, Spot("content/grants.yaml")))


@pytest.mark.parametrize(
    ("lang", "digits", "expected"),
    [
        ("en", "250000", "250,000"), ("de", "250000.5", "250.000,5"), ("fr", "1234567", "1\u202f234\u202f567"),
        ("de", "1985", "1985"), ("zh", "0", "0"), ("en", "-12000", "-12,000"), ("ar", "412", "412"),
    ],
)  # fmt: skip
def test_a_number_is_written_as_in_the_language_and_a_year_has_no_groups(
    lang: str, digits: str, expected: str
) -> None:
    assert language(lang).number(digits) == expected


RECORDS = files_of("own-kinds-for-programs")


def found(index: Index, lang: str) -> dict[str, tuple[str, str, list[str], str]]:
    """What the search finds, by title: address, date, words and text."""
    part = search_part(index, lang, "0/1")
    return {
        str(d.title): (d.url, d.date, [str(words) for words in d.words], str(d.body)) for d in part
    }


def test_the_search_and_the_contents_have_the_records_with_a_page(index_of: IndexOf) -> None:
    site = OWN_KINDS.replace("  grants:\n", "  grants:\n    pages: true\n")
    index = index_of(RECORDS, site=site)
    english, chinese = found(index, "en"), found(index, "zh")
    assert english["Switches that learn"] == (
        "/grants/learn/", "", ["Ada Lee", "Amount: 250,000"], "Two words.",
    )  # fmt: skip
    assert chinese["会学习的交换机"][0] == "/zh/grants/learn/"
    for without_page in ("To heal", "In the CV only", "Nowhere", "Hidden"):
        assert without_page not in english
    groups = {group.kind: group for group in contents(index, "en")}
    assert (groups["grants"].title, "licences" in groups) == ("Grants", False)
    (item,) = groups["grants"].items
    assert (str(item.title), item.url) == ("Switches that learn", "/grants/learn/")


def test_a_json_resume_has_them_as_projects(index_of: IndexOf) -> None:
    cv = "sections:\n- {of: grants, where: {tags: '!paper, !nowhere'}}\n- {of: licences}\n"
    index = index_of({**RECORDS, "cv/web.yaml": cv}, site=OWN_KINDS)
    grant, licence = ResumeWriter(index).resume()["projects"]
    assert (str(grant["name"]), grant["type"]) == ("Switches that learn", "Grants")
    assert (grant["startDate"], grant["endDate"]) == ("2021", "2024")
    assert str(licence["name"]) == "To heal"
    whole = ResumeWriter(index, is_whole=True).resume()
    assert len(whole["projects"]) == 4, "what no CV shows is exported, but for what no eye may see"
