"""Dates the way people write them in a CV."""

import pytest

from generator.graph.wording import when_in_words
from generator.model.dates import Date, Span, When, meanings, spans_of
from generator.model.languages import LANGUAGES, language
from generator.model.sections import DateStyle

EN, ZH = language("en"), language("zh")


@pytest.mark.parametrize(
    ("written", "dots", "short", "chinese"),
    [
        ("2024", "2024", "2024", "2024年"),
        ("2024-06", "2024.6", "Jun 2024", "2024年6月"),
        ("2024.6", "2024.6", "Jun 2024", "2024年6月"),
        ("2024/6", "2024.6", "Jun 2024", "2024年6月"),
        ("2024-06-30", "2024.6.30", "30 Jun 2024", "2024年6月30日"),
        ("2021-12-23 16:55:31", "2021.12.23", "23 Dec 2021", "2021年12月23日"),
        ("2023H1", "2023 H1", "H1 2023", "2023年上半年"),
        ("Sep 2020 – Present", "2020.9-present", "Sep 2020 – present", "2020年9月 – 至今"),
        ("Sept. 2020-May 2024", "2020.9-2024.5", "Sep 2020 – May 2024", "2020年9月 – 2024年5月"),
        ("2024年6月", "2024.6", "Jun 2024", "2024年6月"),
        (
            "2023年 – 2024 年 6 月 30 日",
            "2023-2024.6.30",
            "2023 – 30 Jun 2024",
            "2023年 – 2024年6月30日",
        ),
        ("June 2026 (expected)", "2026.6 (expected)", "Jun 2026 (expected)", "2026年6月 (预计)"),
        ("2023h1", "2023 H1", "H1 2023", "2023年上半年"),
        ("2023H2 – 2023", "2023 H2-2023", "H2 2023 – 2023", "2023年下半年 – 2023年"),
        ("2023 上半年", "2023 H1", "H1 2023", "2023年上半年"),
        ("h2 2023", "2023 H2", "H2 2023", "2023年下半年"),
        ("Fall 2023", "Fall 2023", "Fall 2023", "2023年秋季"),
        ("2023 autumn", "Fall 2023", "Fall 2023", "2023年秋季"),
        ("2024年春季学期", "Spring 2024", "Spring 2024", "2024年春季"),
        (
            "Fall 2022 – Spring 2023",
            "Fall 2022-Spring 2023",
            "Fall 2022 – Spring 2023",
            "2022年秋季 – 2023年春季",
        ),
        (
            "Fall 2022, Fall 2023",
            "Fall 2022, Fall 2023",
            "Fall 2022, Fall 2023",
            "2022年秋季、2023年秋季",
        ),
        ("2022, 2023", "2022, 2023", "2022, 2023", "2022年、2023年"),
        ("2020.9-2026.6", "2020.9-2026.6", "Sep 2020 – Jun 2026", "2020年9月 – 2026年6月"),
        (
            "2020.9-2026.6 (expected)",
            "2020.9-2026.6 (expected)",
            "Sep 2020 – Jun 2026 (expected)",
            "2020年9月 – 2026年6月 (预计)",
        ),
        ("2024.12-至今", "2024.12-present", "Dec 2024 – present", "2024年12月 – 至今"),
        ("2024-11 – present", "2024.11-present", "Nov 2024 – present", "2024年11月 – 至今"),
        ("2020-2024", "2020-2024", "2020 – 2024", "2020年 – 2024年"),
        ("2020 to 2024", "2020-2024", "2020 – 2024", "2020年 – 2024年"),
    ],
)
def test_a_date_reads_in_each_style_as_people_expect(
    written: str, dots: str, short: str, chinese: str
) -> None:
    when = When.from_scalar(written)
    assert when_in_words(when, EN, "dots") == dots
    assert when_in_words(when, EN, "short") == short
    assert when_in_words(when, ZH, "long") == chinese


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "Fall",
        "Fall 23",
        "2023Q9",
        "2023 fallen",
        "Märzen 2020",
        "32. März 2024",
        "12 13 mars 2024",
        "2024年13月",
        "2024-13-45",
        "2024-02-30",
        "2024-00",
        "24",
        "2024-06-",
        "2026.6-2020.9",
        "2023H2-2023H1",
        "2024-2023H1",
        "20244",
    ],
)
def test_what_is_no_date_is_refused_with_a_reason(written: str) -> None:
    with pytest.raises(ValueError, match=r"date|empty|ends before"):
        When.from_scalar(written)


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("12 March 2024", "2024-03-12"),
        ("March 12, 2024", "2024-03-12"),
        ("June 3rd, 2020 – June 5, 2021", "2020-06-03/2021-06-05"),
        ("12. März 2024", "2024-03-12"),
        ("Okt. 2020 – heute", "2020-10/.."),
        ("Sept. 2019, Dez. 2020", "2019-09, 2020-12"),
        ("mars 2024", "2024-03"),
        ("1er août 2023", "2023-08-01"),
        ("aout 2023", "2023-08"),
        ("12 de marzo de 2024", "2024-03-12"),
        ("setiembre de 2021", "2021-09"),
        ("12 de março de 2024", "2024-03-12"),
        ("fev. 2020 – presente", "2020-02/.."),
        ("3 gennaio 2022", "2022-01-03"),
        ("12 марта 2024 г.", "2024-03-12"),
        ("март 2020 – настоящее время", "2020-03/.."),
        ("12 مارس 2024", "2024-03-12"),
        ("١٢ مارس ٢٠٢٤", "2024-03-12"),
        ("آذار 2021، تشرين الثاني 2022", "2021-03, 2022-11"),
        ("12 במרץ 2024", "2024-03-12"),
        ("2024年3月12日", "2024-03-12"),
        ("2021年3月 – 現在", "2021-03/.."),
        ("2024년 3월 12일", "2024-03-12"),
        ("2024년 3월 – 현재", "2024-03/.."),
        ("Fall 2021, 3 mai 2022", "2021, 2022-05-03"),
        ("2020 – Juni 2026 (voraussichtlich)", "2020/2026-06"),
    ],
)
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


@pytest.mark.parametrize("written", ["12.03.2024", "3/12/2024", "25-12-2024"])
def test_numbers_that_end_with_the_year_are_refused_with_a_reason(written: str) -> None:
    with pytest.raises(ValueError, match="which number is the month"):
        When.from_scalar(written)


def test_a_span_still_open_sorts_after_all_that_ended() -> None:
    written = ["2019 – present", "2024", "2020-09 – 2026-06", "2025-01"]
    ordered = sorted(written, key=lambda text: When.from_scalar(text).order)
    assert ordered == ["2024", "2025-01", "2020-09 – 2026-06", "2019 – present"]


def test_a_half_year_lies_between_the_months_around_it() -> None:
    written = ["2023H2", "2023-06", "2023H1", "2023-08"]
    ordered = sorted(written, key=lambda text: When.from_scalar(text).order)
    assert ordered == ["2023H1", "2023-06", "2023H2", "2023-08"]


def test_a_chinese_page_writes_half_years_and_seasons_short_and_long() -> None:
    written = {
        "2023H1": "2023 上半年",
        "Fall 2023": "2023 秋",
        "2023H2 – present": "2023 下半年 – 至今",
    }
    for text, short in written.items():
        assert when_in_words(When.from_scalar(text), ZH, "short") == short


def test_a_season_lies_among_the_months() -> None:
    written = ["Winter 2023", "2023-10", "Fall 2023", "2023-01", "Spring 2023", "2023"]
    ordered = sorted(written, key=lambda text: When.from_scalar(text).order)
    assert ordered == ["2023", "2023-01", "Spring 2023", "Fall 2023", "2023-10", "Winter 2023"]


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


@pytest.mark.parametrize("written", ["2022-13-02", "2023-02-29", "2022-00-01", "2022-W48-5"])
def test_ten_characters_that_are_no_day_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is not a date"):
        When.from_scalar(written)


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("2022/23", "2022 – 2023"),
        ("2009/10", "2009-10"),
        ("04/2011–09/2019", "2011-04 – 2019-09"),
        ("10/2019", "2019-10"),
        ("4.2011", "2011-04"),
        ("seit 2022", "2022 – present"),
        ("since March 2020", "2020-03 – present"),
        ("seit 10/2019", "2019-10 – present"),
        ("منذ 2019", "2019 – present"),
        ("自2019年", "2019 – present"),
        ("3.–5. Oktober 2021", "2021-10-03 – 2021-10-05"),
        ("October 3–5, 2021", "2021-10-03 – 2021-10-05"),
        ("März–Mai 2022", "2022-03 – 2022-05"),
        ("2011 bis 2013", "2011 – 2013"),
        ("Sommer 2024", "Summer 2024"),
        ("3/2020, 7/2021", "2020-03, 2021-07"),
    ],
)
def test_what_people_paste_out_of_a_cv_is_read(pasted: str, meant: str) -> None:
    assert When.from_scalar(pasted) == When.from_scalar(meant)


@pytest.mark.parametrize("unclear", ["2022/24", "13/2020", "SS 2024/25", "WS 2024/26", "3.4.2024"])
def test_what_can_mean_no_date_or_two_is_refused(unclear: str) -> None:
    with pytest.raises(ValueError, match="is not a date"):
        When.from_scalar(unclear)


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


def test_a_winter_term_begins_in_autumn_and_a_summer_term_in_spring() -> None:
    dates = ["2024-03", "SS 2024", "2024-09", "WS 2024/25", "2025-03"]
    keys = [When.from_scalar(date).order for date in dates]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("de", "10/2019 – 12.05.2023"),
        ("fr", "10/2019 – 12/05/2023"),
        ("zh", "2019.10 – 2023.05.12"),
        ("en", "10/2019 – 2023-05-12"),
    ],
)
def test_dates_in_numbers_are_those_of_a_cv_in_the_language(lang: str, expected: str) -> None:
    when = When.from_scalar("2019-10 – 2023-05-12")
    assert when_in_words(when, language(lang), "numbers") == expected


@pytest.mark.parametrize(
    ("lang", "style", "expected"),
    [
        ("en", "long", "3–5 October 2021"),
        ("de", "short", "3.–5. Okt. 2021"),
        ("de", "numbers", "03.–05.10.2021"),
        ("fr", "long", "3–5 octobre 2021"),
        ("en", "dots", "2021.10.3-2021.10.5"),
        ("en", "numbers", "2021-10-03 – 2021-10-05"),
        ("zh", "long", "2021年10月3日 – 2021年10月5日"),
    ],
)
def test_days_of_one_month_name_it_once(lang: str, style: DateStyle, expected: str) -> None:
    when = When.from_scalar("2021-10-03 – 2021-10-05")
    assert when_in_words(when, language(lang), style) == expected
    over = When.from_scalar("2021-10-30 – 2021-11-02")
    assert when_in_words(over, language("en"), "long") == "30 October 2021 – 2 November 2021"
