"""Code highlighting: classes, faults, and colours that can be read."""

import re
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


def test_the_stylesheet_uses_only_colours_of_the_palette() -> None:
    known = {colour for pair in PALETTE.values() for colour in pair}
    used = set(re.findall(r"#[0-9a-f]{6}", highlight_css()))
    assert used == known | {LIGHT_BACKGROUND, DARK_BACKGROUND}


def test_the_theme_holds_the_stylesheet_as_printed() -> None:
    assert STYLESHEET.read_text(encoding="utf-8") == highlight_css()


def test_code_is_marked_and_escaped() -> None:
    html, message, _ = highlight('x = "<b>"\n', "Python")
    assert html == (
        '<span class="n">x</span> <span class="o">=</span> <span class="s2">"&lt;b&gt;"</span>\n'
    )
    assert not message


@pytest.mark.parametrize("language", ["", "text", "plain", "txt"])
def test_plain_text_is_escaped_and_not_marked(language: str) -> None:
    assert highlight("a < b\n", language) == ("a &lt; b\n", None, None)


def test_blank_lines_at_both_ends_stay() -> None:
    assert highlight("\n\nx\n\n", "python")[0].startswith("\n\n")
    assert highlight("\n\nx\n\n", "python")[0].endswith("\n\n")


def test_an_unknown_language_is_named_with_the_nearest_known_one() -> None:
    _, message, hint = highlight("x", "javascrpt")
    assert [str(message), str(hint)] == [
        'no highlighter for "javascrpt"',
        'did you mean "javascript"?',
    ]
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
