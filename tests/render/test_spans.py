"""Words in square brackets with attributes behind them."""

import pytest

from generator.render.fragment import Options
from generator.render.markdown.convert import convert, plain
from tests.cases import rows


@pytest.mark.parametrize(("source", "html"), rows("plain_texts", "Spans with attributes"))
def test_words_in_brackets_take_attributes(source: str, html: str) -> None:
    fragment = convert(source, Options(html=False), is_inline=True)
    assert "".join(map(str, fragment.parts)) == html
    assert not fragment.faults


def test_a_span_in_data_takes_no_handler() -> None:
    fragment = convert("[a]{onclick=x}", Options(html=False), is_inline=True)
    assert "onclick" not in str(fragment.parts)
    assert str(fragment.faults[0].message) == '"onclick" cannot be set in braces'


def test_a_span_is_its_words_in_plain_text() -> None:
    assert plain("a [b]{lang=de} c") == "a b c"
