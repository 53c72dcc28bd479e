"""Thirteen languages: each says every word, and writes dates as its readers do."""

import re
from pathlib import Path

import pytest

from generator.graph.wording import when_in_words
from generator.model.dates import When
from generator.model.languages import LANGUAGES, known_code, language
from tests.conftest import SiteCase

ENGLISH = language("en").words
SHARED = language("und").words
PLURALS = {"search.zero", "search.two", "search.few", "search.many"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_says_every_word_and_no_other(code: str) -> None:
    words = language(code).words
    assert set(words) - PLURALS - set(SHARED) == set(ENGLISH)
    assert all(word.strip() for word in words.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_word_has_the_places_for_values_that_the_english_one_has(code: str) -> None:
    for key, word in language(code).words.items():
        if key not in (*SHARED, *PLURALS, "search.one"):
            assert sorted(re.findall(r"\{\w*\}", word)) == sorted(
                re.findall(r"\{\w*\}", ENGLISH[key])
            ), key


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_hardly_any_word_is_the_english_one(code: str) -> None:
    """But for some that languages share, such as `Blog` and `et al.`."""
    same = [k for k, w in language(code).words.items() if w == ENGLISH.get(k) and len(w) > 5]
    assert len(same) <= 16, same


@pytest.mark.parametrize(
    ("code", "written", "short", "long"),
    [
        ("en", "2020-09 – 2021-03-04", "Sep 2020 – 4 Mar 2021", "September 2020 – 4 March 2021"),
        ("zh", "2020-09 – 2021-03-04", "2020.9 – 2021.3.4", "2020年9月 – 2021年3月4日"),
        ("zh-Hant", "2020-09 – present", "2020.9 – 至今", "2020年9月 – 至今"),
        ("ja", "2020-04 – 2022-03", "2020年4月～2022年3月", "2020年4月～2022年3月"),
        ("ko", "2020-04-01 – present", "2020년 4월 1일 ~ 현재", "2020년 4월 1일 ~ 현재"),
        ("de", "2020-09 – 2021-03-04", "Sept. 2020 – 4. März 2021", "September 2020 – 4. März 2021"),
        ("fr", "2020-09 – present", "sept. 2020 – présent", "septembre 2020 – présent"),
        ("es", "2020-09-01", "1 sept 2020", "1 de septiembre de 2020"),
        ("pt", "2020-09-01", "1 de set. de 2020", "1 de setembro de 2020"),
        ("it", "2020-09-01", "1 set 2020", "1 settembre 2020"),
        ("ru", "2020-09 – 2021-03-04", "сент. 2020\xa0г. – 4 мар. 2021\xa0г.", "сентябрь 2020\xa0г. – 4 марта 2021\xa0г."),
        ("ar", "2020-09 – present", "سبتمبر 2020 – الآن", "سبتمبر 2020 – الآن"),
        ("he", "2020-09 – 2021-03-04", "ספט׳ 2020 – 4 במרץ 2021", "ספטמבר 2020 – 4 במרץ 2021"),
        ("nl", "2020-09 – 2021", "2020-09 – 2021", "2020-09 – 2021"),
    ],
)  # fmt: skip
def test_dates_are_written_as_in_the_language(
    code: str, written: str, short: str, long: str
) -> None:
    when = When.from_scalar(written)
    assert when_in_words(when, language(code), "short") == short
    assert when_in_words(when, language(code), "long") == long


def test_in_arabic_and_hebrew_no_hyphen_stands_between_digits() -> None:
    """It would join them to one number, which reads from left to right: the later date first."""
    when = When.from_scalar("2020-09 – 2021-03")
    assert when_in_words(when, language("ar"), "dots") == "2020.9–2021.3"
    assert when_in_words(when, language("he"), "dots") == "2020.9–2021.3"


@pytest.mark.parametrize(
    ("code", "speaks"),
    [
        ("de-AT", "de"), ("pt-BR", "pt"), ("zh-CN", "zh"), ("zh-Hans", "zh"), ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"), ("zh-hant", "zh-Hant"), ("nl", ""), ("den", ""),
    ],
)  # fmt: skip
def test_a_variant_speaks_its_language(code: str, speaks: str) -> None:
    assert known_code(code) == speaks


@pytest.mark.parametrize("code", ["ar", "he", "fa", "ur-PK"])
def test_what_is_written_from_right_to_left_is_known(code: str) -> None:
    assert language(code).direction == "rtl"


def test_a_build_reads_the_words_of_its_own_languages_only(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of thirteen would be a good part of a small build."""
    opened: list[str] = []
    read = Path.read_bytes

    def noted(path: Path) -> bytes:
        opened.append(path.name)
        return read(path)

    language.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", noted)
    site.write("content/site.yaml", "person: {name: Ada}\nlanguages: [de, zh]\n")
    site.build()
    assert {name for name in opened if name.removesuffix(".json") in LANGUAGES} <= {
        *("de.json", "zh.json", "en.json")
    }
    assert "de.json" in opened


def test_a_language_without_words_is_told_in_one_warning_by_name(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\nlanguages: [nl, de]\n")
    found = site.build()
    assert len(found.problems) == 1, found.said()
    message = found.problems[0].message
    assert "in nl for: present, expected, " in message and "search.needs" in message
    assert "GitHub" not in message and "link.github" not in message, "a name needs no translation"


def test_words_of_the_site_and_labels_are_not_missing(site: SiteCase) -> None:
    own = "{" + ", ".join(f'{key}: {{nl: "{key}"}}' for key in ENGLISH if "link.s" not in key) + "}"
    labels = "{slides: {nl: dia’s}}"
    head = "person: {name: Ada}\nlanguages: [nl]\n"
    site.write("content/site.yaml", f"{head}words: {own}\nlabels: {labels}\n")
    assert not site.build().problems
    site.write("content/site.yaml", f"{head}words: {own}\nlabels: {{slides: {{en: slide}}}}\n")
    assert site.build().problems[0].message.endswith("in nl for: link.slides")


def test_a_word_or_label_of_one_language_is_not_shown_in_another(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: Ada}\nlanguages: [fr, en]\nwords: {present: {en: now}}\n"
        "labels: {slides: {en: deck}}\n",
    )
    site.write(
        "content/experience.yaml",
        "- {role: A, organization: B, date: 2020 – present, links: {slides: https://a.example/}}\n",
    )
    site.write("content/index.md", ":::{experience}\n:::\n")
    site.write("content/index.en.md", ":::{experience}\n:::\n")
    built = site.build(strict=True)
    french, english = built.text("index.html"), built.text("en/index.html")
    assert "2020 – présent" in french and "diaporama" in french
    assert "2020 – now" in english and "deck" in english


def test_the_words_of_boxes_in_a_text_can_be_given_too(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: Ada}\nlanguages: [de, en]\nwords: {admonition.note: {de: Merke}}\n",
    )
    for name in ("index.md", "index.en.md"):
        site.write(f"content/{name}", ':::{note}\nEr sagt "ja".\n:::\n')
    built = site.build(strict=True)
    assert "Merke" in built.text("index.html") and "„ja“" in built.text("index.html")
    assert "Note" in built.text("en/index.html") and "“ja”" in built.text("en/index.html")
