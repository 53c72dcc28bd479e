"""PDFs that run from right to left, by where their letters stand: mirrored, with Latin text set apart."""

import re
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest

from tests.conftest import SiteCase, texts_below
from tests.cv.conftest import pdf_of
from tests.cv.pages import Character, _characters

pytestmark = pytest.mark.broadsheet

WORDS = {
    "ar": {"ROLE": "باحث في الشبكات", "PRIZE": "جائزة العلوم", "TEXT": "كتبت عن", "THEN": "ثم عدت"},
    "he": {"ROLE": "חוקר רשתות", "PRIZE": "פרס המדעים", "TEXT": "כתבתי על", "THEN": "ואז חזרתי"},
}


@dataclass(frozen=True)
class Page:
    """The first page of a PDF, letter by letter; what reads it may give words in another order."""

    characters: tuple[Character, ...]
    width: float

    def places(self, word: str) -> list[tuple[float, float]]:
        """Where each occurrence of a word begins, and how high its line is."""
        whole = "".join(c.text for c in self.characters)
        starts = (found.start() for found in re.finditer(re.escape(word), whole))
        return [(self.characters[n].box[0], self.characters[n].box[1]) for n in starts]

    def left(self, word: str) -> float:
        """Where the first occurrence of a word begins."""
        return self.places(word)[0][0]

    def lines(self, *words: str) -> list[list[float]]:
        """For each line with the first of some words, where each of them begins on it."""
        return [
            [min(left for left, at in self.places(word) if abs(at - height) < 4) for word in words]
            for _, height in self.places(words[0])
        ]


def built_page(factory: pytest.TempPathFactory, name: str, **words: str) -> Page:
    """Build a site beside these tests, with some words in the places for them."""
    site = SiteCase(factory.mktemp(name) / "project")
    for path, text in texts_below(Path(__file__).parent / "sites" / name).items():
        for place, word in words.items():
            text = text.replace(place, word)
        site.write(path, text)
    with pypdfium2.PdfDocument(pdf_of(site).path) as document:
        page = document[0]
        return Page(tuple(_characters(page.get_textpage())), page.get_width())


@pytest.fixture(scope="module", params=[("ar", "classic"), ("he", "modern")], ids=" ".join)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Page:
    lang, design = request.param
    return built_page(tmp_path_factory, "records", LANG=lang, DESIGN=design, **WORDS[lang])


def test_dates_stand_at_the_left_and_titles_at_the_right(page: Page) -> None:
    assert page.left("1841") < page.width / 2
    first = {min(words["PRIZE"].split(), key=len)[0] for words in WORDS.values()}
    assert max(c.box[2] for c in page.characters if c.text in first) > page.width / 2


def test_a_latin_title_runs_to_the_right_and_keeps_its_end(page: Page) -> None:
    lines = page.lines("looms", "volume", "2", "!")
    assert len(lines) == 2, "in the text above, and in the list"
    assert lines == [sorted(line) for line in lines]


def test_names_follow_each_other_to_the_left_and_each_runs_to_the_right(page: Page) -> None:
    (first,) = page.lines("Bo", "Bell")
    (second,) = page.lines("Cy", "Cee")
    assert first == sorted(first) and second == sorted(second)
    assert first[0] > second[0]


def test_a_range_of_pages_begins_at_the_right_and_a_telephone_number_at_the_left(
    page: Page,
) -> None:
    assert page.left("178") > page.left("189"), "who reads from the right meets 178 first"
    (phone,) = page.lines("+", "0000")
    assert phone == sorted(phone)


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A CV in Arabic with Latin names, brackets and years among its words."""
    return built_page(tmp_path_factory, "sentences")


def test_a_sentence_that_begins_with_a_latin_name_runs_to_the_left(sentences: Page) -> None:
    rest = [c.box[0] for c in sentences.characters if c.text in "مقارنة"]
    near = sentences.places("DATE")[0]
    assert max(rest) and near[0] > min(
        c.box[0] for c in sentences.characters if abs(c.box[1] - near[1]) < 6 and c.text == "ة"
    )


def test_years_in_a_column_begin_at_the_right(sentences: Page) -> None:
    assert sentences.left("1831") > sentences.left("1842")


def test_brackets_enclose_what_they_hold(sentences: Page) -> None:
    left, height = sentences.places("ICH")[0]
    brackets = [c for c in sentences.characters if c.text in "()" and abs(c.box[1] - height) < 6]
    right = max(c.box[0] for c in sentences.characters if c.text == "6")
    assert len(brackets) == 2
    assert min(c.box[0] for c in brackets) < left < right < max(c.box[0] for c in brackets)


def test_a_paper_with_a_latin_title_runs_to_the_right(sentences: Page) -> None:
    (line,) = sentences.lines("Bell", "Cee", "looms", "Weavers", "178", "189")
    assert line == sorted(line)
