"""Thirteen languages: each says every word, and writes dates as its readers do."""

import re
from pathlib import Path

import pytest

from generator.graph.wording import when_in_words
from generator.model.dates import When
from generator.model.languages import LANGUAGES, Listed, commas, known_code, language
from generator.model.text import Text
from tests.cases import rows
from tests.conftest import SiteCase

ENGLISH = language("en").words
SHARED = language("und").words
PLURALS = {"search.zero", "search.two", "search.few", "search.many"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_says_every_word_with_its_places_for_values_and_no_other(code: str) -> None:
    words = language(code).words
    assert set(words) - PLURALS - set(SHARED) == set(ENGLISH)
    assert all(word.strip() for word in words.values())
    for key in words.keys() - SHARED.keys() - PLURALS - {"search.one"}:
        places = [sorted(re.findall(r"\{\w*\}", word)) for word in (words[key], ENGLISH[key])]
        assert places[0] == places[1], key


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_hardly_any_word_is_the_english_one(code: str) -> None:
    """But for some that languages share, such as `Blog` and `et al.`."""
    same = [k for k, w in language(code).words.items() if w == ENGLISH.get(k) and len(w) > 5]
    assert len(same) <= 16, same


@pytest.mark.parametrize(
    ("code", "written", "short", "long"), rows("languages", "Dates in each language")
)
def test_dates_are_written_as_in_the_language(
    code: str, written: str, short: str, long: str
) -> None:
    when = When.from_scalar(written)
    assert when_in_words(when, language(code), "short") == short
    assert when_in_words(when, language(code), "long") == long
    if language(code).direction == "rtl":  # a hyphen would join digits: the later date came first
        assert "-" not in when_in_words(when, language(code), "dots")


@pytest.mark.parametrize(
    ("code", "speaks"),
    [
        ("de-AT", "de"), ("pt-BR", "pt"), ("zh-CN", "zh"), ("zh-Hans", "zh"), ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"), ("zh-hant", "zh-Hant"), ("nl", ""), ("den", ""),
    ],
)  # fmt: skip
def test_a_variant_speaks_its_language(code: str, speaks: str) -> None:
    assert known_code(code) == speaks
    directions = [language(code).direction for code in ("ar", "he", "fa", "ur-PK", "en")]
    assert directions == ["rtl"] * 4 + ["ltr"]


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
    known = {name.removesuffix(".json") for name in opened if name.endswith(".json")}
    assert {"de"} <= known & set(LANGUAGES) <= {"de", "zh", "en"}


def test_a_language_without_words_is_told_in_one_warning_by_name(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\nlanguages: [nl, de]\n")
    found = site.build()
    assert len(found.problems) == 1, found.said()
    message = found.problems[0].message
    assert re.search(r"in nl for: present, expected, (?:\S+, ){3}…$", message), message
    assert "GitHub" not in message and "link.github" not in message, "a name needs no translation"


def test_words_of_the_site_are_not_missing(site: SiteCase) -> None:
    own = ", ".join(f'{key}: {{nl: "{key}"}}' for key in ENGLISH if key != "link.slides")
    head = "person: {name: Ada}\nlanguages: [nl]\n"
    site.write("content/site.yaml", f"{head}words: {{{own}, link.slides: {{nl: dia’s}}}}\n")
    assert not site.build().problems
    site.write("content/site.yaml", f"{head}words: {{{own}, link.slides: {{en: slide}}}}\n")
    assert site.build().problems[0].message.endswith("in nl for: link.slides")


def test_a_word_or_label_of_one_language_is_not_shown_in_another(site: SiteCase) -> None:
    words = "words: {present: {en: now}, link.slides: {en: deck}}\n"
    site.write("content/site.yaml", f"person: {{name: Ada}}\nlanguages: [fr, en]\n{words}")
    job = "role: A, organization: B, date: 2020 – present, links: {slides: https://a.example/}"
    site.write("content/experience.yaml", f"- {{{job}}}\n")
    site.write("content/index.md", ":::{experience}\n:::\n")
    site.write("content/index.en.md", ":::{experience}\n:::\n")
    built = site.build(strict=True)
    french, english = built.text("index.html"), built.text("en/index.html")
    assert "2020 – présent" in french and "diaporama" in french
    assert "2020 – now" in english and "deck" in english


def test_the_words_of_boxes_in_a_text_can_be_given_too(site: SiteCase) -> None:
    words = "words: {admonition.note: {de: Merke}}\n"
    site.write("content/site.yaml", f"person: {{name: Ada}}\nlanguages: [de, en]\n{words}")
    for name in ("index.md", "index.en.md"):
        site.write(f"content/{name}", ':::{note}\nEr sagt "ja".\n:::\n')
    built = site.build(strict=True)
    assert "Merke" in built.text("index.html") and "„ja“" in built.text("index.html")
    assert "Note" in built.text("en/index.html") and "“ja”" in built.text("en/index.html")


@pytest.mark.parametrize(
    ("lang", "of", "before", "after", "sign"),
    [
        ("zh", "names", "方缙", "徐宏力", "，"),
        ("zh", "names", "方缙", "J. Liu", ", "),
        ("zh", "names", "方缙", "等", ""),
        ("zh", "facts", "字节跳动", "Seed", "，"),
        ("zh", "facts", "ByteDance", "Seed", ", "),
        ("zh", "items", "编程", "文言", "、"),
        ("zh", "items", "C++", "Python", ", "),
        ("en", "names", "方缙", "徐宏力", "，"),
        ("en", "facts", "Professor", "Some University", ", "),
        ("ja", "names", "山田太郎", "鈴木花子", "、"),
        ("ar", "items", "Python", "C++", "، "),
    ],
)
def test_the_sign_follows_the_scripts_of_both_neighbours(
    lang: str, of: Listed, before: str, after: str, sign: str
) -> None:
    assert commas(lang, language(lang).word).between(before, after, of) == sign


@pytest.mark.parametrize(("form", "code"), [("", "text-after-comma"), ("word", "language-code")])
def test_what_follows_a_comma_in_braces_is_no_language(form: str, code: str) -> None:
    with pytest.raises(ValueError) as raised:  # {en: Professor, head of the lab}
        Text.from_forms({"en": "Professor", "head of the lab": form})
    assert raised.value.args[0].code == code
