"""The record decides the parts of a name and their order; `people.yaml` adds the other script."""

from typing import Any

import pytest

from generator.graph.facts.linked_data import nodes_of
from generator.graph.facts.paper_formats import author_names
from generator.graph.facts.record_facts import citation, paper_bibtex, paper_csl
from generator.graph.index import Index
from generator.graph.references import reference_problems
from generator.model.names import Name
from generator.model.people import Directory, Person
from tests.graph.conftest import IndexOf, files_of, shown

FILES = files_of("whose-name")
PEOPLE = FILES["people.yaml"]
LATIN = ["Xiaohe Chen", "Hongli Xu", "Hongli Xu", "Jörg Müller", "Jörg Maier", "Ming Li"]


def names(index: Index, lang: str, kind: str = "publications", **options: Any) -> list[str]:
    (entry,) = shown(index, kind, lang, **options).entries
    return [author.name for author in entry.authors]


def test_the_record_decides_the_parts_of_a_name_and_their_order_everywhere(
    index_of: IndexOf,
) -> None:
    index = index_of(FILES)
    assert names(index, "en") == [*LATIN, "Hongli Xu"]
    assert paper_bibtex(index, "en", "p").partition("author = {")[2].partition("}")[0] == (
        "Chen, Xiaohe and Xu, Hongli and Xu, Hongli and Müller, Jörg and Maier, Jörg and Li, Ming "
        "and Xu, Hongli"
    )
    assert [one["family"] for one in paper_csl(index, "en", "p")["author"]] == [
        *("Chen", "Xu", "Xu", "Müller", "Maier", "Li", "Xu")
    ]
    assert list(author_names(index.publications["p"], index)) == [*LATIN, "Hongli Xu"]
    (node, *_) = nodes_of(index, "en", index.by_key["publication:p", "en"])
    assert [one["name"] for one in node["author"]] == [*LATIN, "Hongli Xu"]
    cited = citation(index, "en", "p")
    assert cited is not None and cited.people[0] == "Chen"


def test_who_has_a_native_name_is_written_so_on_chinese_pages_unless_the_list_says_otherwise(
    index_of: IndexOf,
) -> None:
    index = index_of(FILES)
    native = ["Xiaohe Chen", "徐宏力", "徐宏力", "Jörg Müller", "Jörg Maier", "李明", "徐宏力"]
    assert names(index, "zh") == native
    assert names(index, "zh", names="full") == [*LATIN, "Hongli Xu"]
    assert names(index, "zh", names="initials")[:2] == ["X. Chen", "H. Xu"]
    assert names(index, "zh", "education") == ["Xiaohe Chen", "徐宏力"]
    assert names(index, "en", "education") == ["Xiaohe Chen", "Hongli Xu"]


def test_a_name_that_people_yaml_turns_round_is_a_warning_where_it_first_stands(
    index_of: IndexOf,
) -> None:
    found = [(p.message, p.hint, p.severity) for p in reference_problems(index_of(FILES))]
    assert found == [(
        'the family name is "Chen" here and "Xiaohe" in people.yaml',
        'records decide: write `name: Xiaohe Chen` there, or "Xiaohe, Chen" here',
        "warning",
    )]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("en", ["Sami Najjar", "Hanako Yamada", "Yuri Petrov"]),
        ("zh", ["Sami Najjar", "山田花子", "Yuri Petrov"]),
        ("ja", ["Sami Najjar", "山田花子", "Yuri Petrov"]),
        ("ko", ["Sami Najjar", "Hanako Yamada", "Yuri Petrov"]),
        ("ar", ["سامي النجار", "Hanako Yamada", "Yuri Petrov"]),
        ("ru", ["Sami Najjar", "Hanako Yamada", "Юрий Петров"]),
    ],
)
def test_a_native_name_is_shown_where_the_language_has_its_script(
    index_of: IndexOf, lang: str, written: list[str]
) -> None:
    paper = "- {id: p, title: T, date: 2024, authors: [Sami Najjar, H. Yamada, 'Petrov, Yuri']}"
    index = index_of(FILES | {"publications.yaml": paper})
    assert names(index, lang) == written
    cited = citation(index, lang, "p")
    families = [name.split()[-1] if name.isascii() else name for name in written]
    assert cited is not None and list(cited.people) == families


@pytest.mark.parametrize("name", ["publications.yaml", "publications.bib"])
@pytest.mark.parametrize(
    "behind", ["*", "^†^", " (equal contribution)", "（通讯作者）", " 0042", " 0042*"]
)
def test_nothing_behind_a_name_gets_into_bibtex(index_of: IndexOf, name: str, behind: str) -> None:
    author = f"Hongli Xu{behind}"
    yaml = f"- {{id: p, title: T, date: 2024, authors: ['{author}']}}"
    text = yaml if name.endswith("yaml") else f"@misc{{p, title={{T}}, author={{{author}}}}}"
    index = index_of({"people.yaml": PEOPLE, name: text})
    assert "{Xu, Hongli}" in paper_bibtex(index, "en", "p")
    assert names(index, "zh") == ["徐宏力"]


@pytest.mark.parametrize(
    ("written", "spelled", "is_turned"),
    [
        ("Xiaohe Chen", Name("Xiaohe", "Chen"), True),
        ("Chen, Xiaohe", Name("Xiaohe", "Chen"), True),
        ("Chen Xiaohe", Name("Chen", "Xiaohe"), False),
        ("XU, HONGLI", Name("Hongli", "Xu", "徐宏力"), False),
        ("Xu Hongli", Name("Xu", "Hongli", "徐宏力"), True),
        ("H. Xu", Name("Hongli", "Xu", "徐宏力"), False),
        ("سامي النجار", Name("Sami", "Najjar", "سامي النجار"), False),
        ("Wei Wei", Name("Wei", "Wei"), False),
    ],
)
def test_people_add_what_a_record_lacks_and_change_nothing(
    written: str, spelled: Name, is_turned: bool
) -> None:
    people = (
        Name("Chen", "Xiaohe"),
        Name("Hongli", "Xu", "徐宏力"),
        Name("Sami", "Najjar", "سامي النجار"),
        Name("Wei", "Wei"),
    )
    directory = Directory(tuple(Person(name=name) for name in people))
    name = Name.from_scalar(written)
    assert directory.spelled(name) == spelled
    assert directory.is_turned(name) is is_turned


def test_a_title_is_no_part_of_a_name(index_of: IndexOf) -> None:
    people = "- {name: Dr. Ann Bee}\n- {name: Profer Drew}\n- {name: '{Prof. Xu Group}'}\n"
    paper = "- {id: p, title: T, authors: [Prof Hongli Xu, 'Fang, Dr. Jin', 徐宏力教授, 王博士, 李教授]}\n"
    advisors = "[Univ.-Prof. Dr. Hongli Xu*, 徐宏力副教授, {name: Prof. Jin Fang}]"
    education = f"- {{institution: U, degree: M, advisors: {advisors}}}\n"
    files = {"publications.yaml": paper, "education.yaml": education, "people.yaml": people}
    index = index_of(files, site="person: {name: Dr. Ada Lovelace}\n")
    said = [problem.message for problem in reference_problems(index) if "title" in problem.rule]
    found = ("Dr.", "Dr.", "Dr.", "Prof", "Prof.", "教授", "教授")
    assert sorted(said) == [f'"{title}" is not part of a name' for title in found]
    assert names(index, "zh", "education") == [
        *("Univ.-Prof. Dr. Hongli Xu", "徐宏力副教授", "Prof. Jin Fang")
    ]
    names_alone = [author.name for author in index.records["education"][0].advisors]  # type: ignore[attr-defined]
    assert names_alone[:2] == [Name("Hongli", "Xu"), Name(native="徐宏力")]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Rowan Castellane", "Rowan T. Castellane"),
        ("R. Castellane", "Rowan T. Castellane"),
        ("Castellane, Rowan T.", "Rowan T. Castellane"),
        ("Rowan B. Castellane", None),
        ("Ann K. Bee", "Ann Bee"),
        ("Wei Zhang", None),
    ],
)
def test_a_middle_initial_may_be_left_out(written: str, found: str | None) -> None:
    people = (
        *(Name("Rowan T.", "Castellane"), Name("Ann", "Bee")),
        *(Name("Wei Q.", "Zhang"), Name("Wei X.", "Zhang")),
    )
    person = Directory(tuple(Person(name=name) for name in people)).find(Name.from_scalar(written))
    assert (person and person.name.full()) == found
