"""Names, and how two spellings are seen to be one person."""

import pytest

from generator.graph.wording import name_in_form
from generator.model.names import Name
from generator.model.people import Author, Directory, Person
from generator.model.styles import Field, Format
from tests.cases import rows

JIN = Person(name=Name("Jin", "Fang", "方缙"))
ZHAO = Person(name=Name("Gongming", "Zhao", "赵功名"), aliases=(Name.from_scalar("Gongmin Zhao"),))
MULLER = Person(name=Name("Jörg", "Müller"))
BERG = Person(name=Name("Anna Maria", "van der Berg"))
INITIALS = Field(("authors",), (Format("initials"),))
EVERYBODY = Directory((JIN, ZHAO, MULLER, BERG))


@pytest.mark.parametrize(
    ("spellings", "who"),
    [
        ("Jin Fang|Fang, Jin|Fang Jin|J. Fang|Fáng Jìn|方缙|JIN FANG", JIN),
        ("G. Zhao", ZHAO),
        ("Jorg Muller", MULLER),
        ("A. M. van der Berg|van der Berg, Anna Maria", BERG),
        ("Jie Fang|H. Fang|Fang|Jin|方|Jin Feng", None),
    ],
)
def test_every_spelling_finds_its_person_and_no_other(spellings: str, who: Person | None) -> None:
    for written in spellings.split("|"):
        assert EVERYBODY.find(Name.from_scalar(written)) is who, written


def test_a_full_spelling_means_one_person_though_its_initials_fit_two() -> None:
    both = Directory((Person(name=Name("J.", "Fang")), JIN))
    assert both.candidates(Name.from_scalar("J. Fang")) == both.people[:1]
    assert both.candidates(Name.from_scalar("Jin Fang")) == both.people[1:]
    both = Directory((JIN, Person(name=Name("Jie", "Fang"))))
    assert both.find(Name.from_scalar("J. Fang")) is None
    assert both.candidates(Name.from_scalar("J. Fang")) == both.people
    assert both.find(Name.from_scalar("Jin Fang")) is JIN


@pytest.mark.parametrize(("written", "names"), rows("people", "People whom a text names"))
def test_a_text_is_cut_into_the_people_whom_it_names(written: str, names: str) -> None:
    assert " / ".join(Author.items_in(written)) == names


@pytest.mark.parametrize(
    "written", ["Wang, Xiaoming, Chen, Li", "Ann Lee and Bob Ray", "甲一，乙二", ","]
)
def test_several_people_are_never_read_as_one(written: str) -> None:
    with pytest.raises(ValueError, match=r"names|commas|empty"):
        Author.from_scalar(written)


def test_a_text_that_may_be_one_person_or_two_is_refused() -> None:
    with pytest.raises(ValueError, match="one person or two"):
        Author.items_in("García Márquez, Gabriel José")
    assert Author.from_scalar("García Márquez, Gabriel José").name.family == "García Márquez"


def test_parts_in_chinese_characters_are_one_name_with_the_family_name_first() -> None:
    name = Name("晓禾", "陈")
    assert {name.full(), name.family_first(), name.in_language("zh")} == {"陈晓禾"}
    assert name == Name.from_scalar("陈晓禾") and name.monogram("zh") == "陈"
    assert Name("Xiaohe", "陈").full() == "Xiaohe 陈"
    assert Name("ジョン", "スミス").full() == "ジョン スミス"


@pytest.mark.parametrize(
    ("written", "initials", "family_first"), rows("people", "Names in each style")
)
def test_a_name_is_written_in_each_style(written: str, initials: str, family_first: str) -> None:
    name = Name.from_scalar(written)
    assert name_in_form(name, INITIALS) == initials
    assert name.family_first() == family_first


def test_the_end_of_a_list_may_stand_for_more() -> None:
    for written in ("et al.", "others", "etc", "and others", "等"):
        assert Author.from_scalar(written).is_others, written
    assert not Author.from_scalar("Jane Others").is_others


@pytest.mark.parametrize(
    ("native", "lang", "shown", "monogram"),
    [
        ("ليلى حداد", "ar", "ليلى حداد", "ل\u200cح"),
        ("ليلى المنصوري", "ar", "ليلى المنصوري", "ل\u200cم"),
        ("Юрий Петров", "ru", "Юрий Петров", "ЮП"),
        ("山田花子", "ja", "山田花子", "山"),
        ("ليلى حداد", "he", "Ada Lovelace", "AL"),
        ("方缙", "ko", "Ada Lovelace", "AL"),
    ],
)
def test_a_page_shows_the_own_form_of_a_name_where_it_is_written_in_that_script(
    native: str, lang: str, shown: str, monogram: str
) -> None:
    name = Name("Ada", "Lovelace", native)
    assert name.in_language(lang) == shown and name.monogram(lang) == monogram
