"""Dates the way people write them in a CV."""

import pytest

from generator.graph.wording import when_in_words
from generator.model.dates import Date, Span, When, meanings, spans_of
from generator.model.languages import LANGUAGES, language
from generator.model.sections import DateStyle
from tests.cases import rows

EN, ZH = language("en"), language("zh")


@pytest.mark.parametrize(
    ("written", "dots", "short", "chinese"), rows("dates", "Dates in each style")
)
def test_a_date_reads_in_each_style_as_people_expect(
    written: str, dots: str, short: str, chinese: str
) -> None:
    when = When.from_scalar(written)
    assert when_in_words(when, EN, "dots") == dots
    assert when_in_words(when, EN, "short") == short
    assert when_in_words(when, ZH, "long") == chinese


@pytest.mark.parametrize(("written", "reason"), rows("dates", "What is no date"))
def test_what_is_no_date_is_refused_with_a_reason(written: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason or r"date|empty|ends before"):
        When.from_scalar(written)


@pytest.mark.parametrize(("written", "iso"), rows("dates", "Months in all languages"))
def test_months_are_read_in_all_our_languages(written: str, iso: str) -> None:
    assert when_in_words(When.from_scalar(written), EN, "iso") == iso


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("style", ["long", "short"])
def test_what_a_page_prints_can_be_typed(code: str, style: DateStyle) -> None:
    for month in range(1, 13):
        for date in (Date(2024, month), Date(2024, month, 7)):
            said = when_in_words(When((Span(date),)), language(code), style)
            assert When.from_scalar(said).spans == (Span(date),), said


def test_no_word_of_a_date_means_another_thing_in_another_language() -> None:
    assert {word: marks for word, marks in meanings().items() if len(marks) > 1} == {}


@pytest.mark.parametrize(
    "ordered",
    [
        ["2024", "2025-01", "2020-09 – 2026-06", "2019 – present"],
        ["2023H1", "2023-06", "2023H2", "2023-08"],
        ["2023", "2023-01", "Spring 2023", "Fall 2023", "2023-10", "Winter 2023"],
        ["2024-03", "SS 2024", "2024-09", "WS 2024/25", "2025-03"],
    ],
    ids=["what is open comes last", "halves of a year", "seasons", "terms"],
)
def test_dates_are_sorted_by_their_ends(ordered: list[str]) -> None:
    assert sorted([*reversed(ordered)], key=lambda date: When.from_scalar(date).order) == ordered


@pytest.mark.parametrize(
    ("forms", "dots"),
    [
        ({"start": "2020-09", "end": "present"}, "2020.9-present"),
        ({"start": "2020-09", "end": "2026-06"}, "2020.9-2026.6"),
        ({"start": "2020-09", "expected": "2026-06"}, "2020.9-2026.6 (expected)"),
        ({"start": "2020"}, "2020"),
    ],
)
def test_a_span_may_name_its_ends(forms: dict[str, str], dots: str) -> None:
    assert when_in_words(When.from_forms(forms), EN, "dots") == dots


@pytest.mark.parametrize(
    "forms",
    [{"end": "2024"}, {"start": "2020", "end": "2021", "expected": "2022"}, {"from": "2020"}],
)
def test_a_span_with_the_wrong_ends_is_refused(forms: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="a span has"):
        When.from_forms(forms)


@pytest.mark.parametrize("written", ["2022-12-02", "2024-02-29", "2022-12-00", "0001-01-01"])
def test_a_plain_day_is_the_same_with_and_without_patterns(written: str) -> None:
    assert When.from_scalar(written).spans == spans_of(written)


@pytest.mark.parametrize(("pasted", "meant"), rows("dates", "What people paste"))
def test_what_people_paste_out_of_a_cv_is_read(pasted: str, meant: str) -> None:
    assert When.from_scalar(pasted) == When.from_scalar(meant)


@pytest.mark.parametrize(
    ("written", "short", "long", "english"),
    [
        ("WS 2024/25", "WiSe 2024/25", "Wintersemester 2024/25", "Winter term 2024/25"),
        ("Wintersemester 1999", "WiSe 1999/00", "Wintersemester 1999/00", "Winter term 1999/00"),
        ("SoSe 2024", "SoSe 2024", "Sommersemester 2024", "Summer term 2024"),
        ("WS 2019/20 – SS 2021", "WiSe 2019/20 – SoSe 2021", "Wintersemester 2019/20 – Sommersemester 2021",
         "Winter term 2019/20 – Summer term 2021"),
    ],
)  # fmt: skip
def test_a_term_is_said_in_the_words_of_the_language(
    written: str, short: str, long: str, english: str
) -> None:
    when, german = When.from_scalar(written), language("de")
    assert when_in_words(when, german, "short") == when_in_words(when, german, "numbers") == short
    assert when_in_words(when, german, "long") == long
    assert when_in_words(when, EN, "long") == english


@pytest.mark.parametrize(("lang", "expected"), rows("dates", "Dates in numbers"))
def test_dates_in_numbers_are_those_of_a_cv_in_the_language(lang: str, expected: str) -> None:
    when = When.from_scalar("2019-10 – 2023-05-12")
    assert when_in_words(when, language(lang), "numbers") == expected


@pytest.mark.parametrize(("lang", "style", "expected"), rows("dates", "Days of one month"))
def test_days_of_one_month_name_it_once(lang: str, style: DateStyle, expected: str) -> None:
    when = When.from_scalar("2021-10-03 – 2021-10-05")
    assert when_in_words(when, language(lang), style) == expected
    over = When.from_scalar("2021-10-30 – 2021-11-02")
    assert when_in_words(over, language("en"), "long") == "30 October 2021 – 2 November 2021"
