"""Texts as rules read them: what is blanked, which dates are seen, which words are near."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.check.dates import fit, in_words, spans_fit, spans_in
from generator.check.rules import Prose, is_one_letter_off
from generator.model.dates import Date, When
from generator.problems import Spot
from tests.cases import rows

SPOT = Spot("content/index.md", ("body",))
PIECES = ["`", "``", "```", "~~~", "$", "$$", "\n", " ", "a", "[x](", ")", "<!--", "-->", "<pre>"]
PIECES += ["</pre>", "\\", "{", "}", "https://x.org/a", ":", "](", "> ", "方"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_every_character_stays_at_its_place(text: str) -> None:
    prose = Prose(text, SPOT)
    for seen in (prose.read, prose.words):
        pairs = list(zip(seen, text, strict=True))
        assert all(ch in (" ", there) and (ch == "\n") == (there == "\n") for ch, there in pairs)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a `b` c", "a     c"),
        ("a ``b ` c`` d", "a           d"),
        ("a $b$ c, $5 and $6", "a     c, $5 and $6"),
        ("```\nb\n```\nc", "   \n \n   \nc"),
        ("~~~~ py\n```\n~~~~\nc", "       \n   \n    \nc"),
        ("[a](b) <https://c.org> https://d.org/e.", f"[a]{' ' * 36}"),
        ("a <!-- b --> c", "a            c"),
        (":::{news}\n:limit: 3\n:::", ":::      \n         \n:::"),
    ],
)
def test_words_are_what_a_reader_reads(text: str, words: str) -> None:
    assert Prose(text, SPOT).words == words


def test_a_place_inside_a_text_is_that_in_its_file() -> None:
    prose = Prose("one\ntwo three", Spot("a.yaml", ("x",), 0, 4))
    assert prose.at(0) == Spot("a.yaml", ("x",), 0, 4)
    assert prose.at(8) == Spot("a.yaml", ("x",), 1, 4)


@pytest.mark.parametrize(("text", "spans"), rows("slips", "Spans of time in running text"))
def test_spans_of_time_are_seen_in_running_text(text: str, spans: str) -> None:
    found = [in_words(mention.span) for mention in spans_in(Prose(text, SPOT))]
    assert "; ".join(found) == spans


def test_dates_fit_as_far_as_both_tell() -> None:
    assert fit(Date(2024), Date(2024, 6))
    assert not fit(Date(2024, 5), Date(2024, 6))
    (goes_on,), (ends,), (expected,) = (
        When.from_scalar(text).spans
        for text in ("2020 – present", "2020-09 – 2024-06", "2020-09 – 2026-06 (expected)")
    )
    assert spans_fit(goes_on, expected)
    assert not spans_fit(goes_on, ends)


@pytest.mark.parametrize(
    ("first", "second", "is_near"), rows("slips", "Words that are one letter apart")
)
def test_one_letter_is_one_letter(first: str, second: str, is_near: str) -> None:
    assert is_one_letter_off(first, second) is (is_near == "yes")
    assert is_one_letter_off(second, first) is (is_near == "yes")
