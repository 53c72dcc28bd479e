"""Code highlighting: classes, faults, and colours that can be read."""

import subprocess
import sys

import pytest

from generator.render.markdown.writer import fence_language, highlight
from tests.conftest import PATIENCE
from tests.render.test_skins import contrast
from tools.highlight import DARK_BACKGROUND, LIGHT_BACKGROUND, PALETTE, STYLESHEET, highlight_css


@pytest.mark.parametrize("kind", PALETTE)
def test_every_colour_can_be_read_on_its_background(kind: str) -> None:
    light, dark = PALETTE[kind]
    assert contrast(light, LIGHT_BACKGROUND) >= 4.5
    assert contrast(dark, DARK_BACKGROUND) >= 4.5


def test_the_theme_holds_the_stylesheet_as_printed() -> None:
    assert STYLESHEET.read_text(encoding="utf-8") == highlight_css()


def test_code_is_marked_and_escaped_and_keeps_its_blank_lines() -> None:
    html, message, _ = highlight('\n\nx = "<b>"\n\n', "Python")
    marked = '<span class="n">x</span> <span class="o">=</span> <span class="s2">"&lt;b&gt;"</span>'
    assert (html, message) == (f"\n\n{marked}\n\n", None)
    for language in ("", "text", "plain", "txt"):
        assert highlight("a < b\n", language) == ("a &lt; b\n", None, None), language


def test_an_unknown_language_is_named_with_the_nearest_known_one() -> None:
    said = list(map(str, highlight("x", "javascrpt")[1:]))
    assert said == ['no highlighter for "javascrpt"', 'did you mean "javascript"?']
    assert highlight("x", "mermaid")[2] is None  # and not "email"


def test_very_long_code_stays_plain() -> None:
    html, message, _ = highlight("x = 1\n" * 50_000, "python")
    assert "<span" not in html and "too many" in str(message)


@pytest.mark.parametrize(
    ("info", "language"),
    [("python title=x", "python"), ("{python}", "python"), ("{.c++ .x}", "c++"), ("", "")],
)
def test_the_language_is_the_first_word_of_the_fence(info: str, language: str) -> None:
    assert fence_language(info) == language


def test_highlighting_does_not_depend_on_installed_plugins() -> None:
    program = (
        "import sys; from generator.render.markdown.writer import highlight; highlight('x', 'python'); "
        "highlight('x', 'nope'); assert 'importlib.metadata' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)
