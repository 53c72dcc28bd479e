"""Markdown to fragments: the cases, the contract of the two phases, and text that means harm."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from generator.problems import Problem
from generator.render.fragment import (
    OPEN_PREFIX,
    Fragment,
    Heading,
    LinkSlot,
    Options,
    SectionSlot,
)
from generator.render.markdown.convert import convert, plain
from generator.render.markdown.writer import fence_language, highlight
from tests.cases import Case, load, rows
from tests.commands import python
from tests.render.test_skins import contrast
from tools.highlight import DARK_BACKGROUND, LIGHT_BACKGROUND, PALETTE, STYLESHEET, highlight_css

FILES = ["markdown", "markdown_chinese", "markdown_directives", "markdown_hostile"]
CASES = [case for name in FILES for case in load(name)]


def fill(fragment: Fragment) -> str:
    """The HTML with each address as written, and each section as what the site gets to see."""

    def section(slot: SectionSlot) -> str:
        argument = f" ({slot.argument})" if slot.argument else ""
        return f"[section {slot.name}{argument} at {slot.line + 1}: {slot.options!r}]"

    html = fragment.fill(link=lambda slot: slot.target, section=section)
    return html.replace(OPEN_PREFIX, "")


def told(fault: Problem) -> str:
    line, column = fault.where.line + 1, fault.where.column + 1
    hint = f" — {fault.hint}" if fault.hint else ""
    return f"{line}:{column} {fault.severity}: {fault.message}{hint}\n"


def options_of(case: Case) -> Options:
    words: dict[str, Any] = {"yes": True, "no": False, "2": 2}
    return Options(**{name: words.get(value, value) for name, value in case.options.items()})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_case(case: Case) -> None:
    fragment = convert(case.parts["markdown"], options_of(case))
    assert fill(fragment).rstrip("\n") == case.parts["html"].rstrip("\n")
    assert "".join(map(told, fragment.faults)) == case.parts.get("faults", "")


EVERYTHING = """\
# Title

[a](x.md) ![b](y.png "t") <a href="z.html">c</a> $x$[^n]

:::{talks} here
:limit: 3
:::

[^n]: Note with [d](w.md).
"""


def test_a_fragment_survives_json_and_messagepack_unchanged() -> None:
    fragment = convert(EVERYTHING, Options(titles={"footnote": "N.B."}))
    packed = msgspec.msgpack.encode(fragment)
    assert msgspec.msgpack.decode(packed, type=Fragment) == fragment
    assert msgspec.json.decode(msgspec.json.encode(fragment), type=Fragment) == fragment


def test_a_fragment_lists_its_headings_and_whether_it_has_formulas() -> None:
    fragment = convert(EVERYTHING)
    assert fragment.headings == (Heading(2, f"{OPEN_PREFIX}title", "Title"),)
    assert fragment.has_math
    assert not convert("$5").has_math


def test_every_address_is_a_slot_with_its_kind_and_place() -> None:
    text = (
        "# [a](one.md)\n\n> - ![b](<two b.png>)\n>   text [c]( three.md 't' )\n\n"
        "| [x](four.md) | [x](four.md) |\n|---|---|\n\n"
        "<a href='five.md'>e</a> [f](#top) [g][ref] <https://e.org>\n\n[ref]: six.md\n"
    )
    slots = [part for part in convert(text).parts if isinstance(part, LinkSlot)]
    assert [(slot.target, slot.kind, slot.line, slot.column) for slot in slots] == [
        ("one.md", "link", 0, 6),
        ("two b.png", "image", 2, 10),
        ("three.md", "link", 3, 14),
        ("four.md", "link", 5, 6),
        ("four.md", "link", 5, 21),
        ("five.md", "html", 8, 9),
        ("#top", "link", 8, 28),
        ("six.md", "link", 8, 34),
        ("https://e.org", "link", 8, 44),
    ]


def test_addresses_are_decoded_once_and_escaped_when_they_are_filled_in() -> None:
    def filled(text: str, to: str = "{}") -> str:
        fragment = convert(text)
        return fragment.fill(link=lambda slot: to.format(slot.target), section=lambda slot: "")

    assert filled("[a](x)", 'y?a=1&b="<') == '<p><a href="y?a=1&amp;b=&quot;&lt;">a</a></p>\n'
    assert filled(r"[a](a\_b&amp;c%20d)") == '<p><a href="a_b&amp;c%20d">a</a></p>\n'
    raw = '<a href="a&ouml;b">x</a>'
    assert filled(raw) == f"<p>{raw}</p>\n", "raw HTML keeps its spelling"
    assert filled(raw, "../{}") == '<p><a href="../aöb">x</a></p>\n'


def test_the_same_text_gives_the_same_fragment_in_every_thread() -> None:
    once = convert(EVERYTHING)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(convert, [EVERYTHING] * 64)) == [once] * 64


@pytest.mark.parametrize(
    ("text", "html", "options"),
    [
        (
            "A *b* **《书》**的 `c`",
            "A <em>b</em> <strong>《书》</strong>的 <code>c</code>",
            Options(),
        ),
        ("# 1. Not a heading", "# 1. Not a heading", Options()),
        ("<img onerror=x> *b*", "&lt;img onerror=x&gt; <em>b</em>", Options(html=False)),
    ],
)
def test_one_line_gets_no_block_around_it_and_data_has_its_html_escaped(
    text: str, html: str, options: Options
) -> None:
    assert fill(convert(text, options, is_inline=True)) == html


@pytest.mark.parametrize(("text", "words"), rows("plain_texts", "Words of a text"))
def test_plain_keeps_the_words(text: str, words: str) -> None:
    assert plain(text.replace("⏎", "\n")) == words


@pytest.mark.parametrize(("text", "chosen"), rows("plain_texts", "Excerpts"))
def test_an_excerpt_ends_at_the_mark_or_after_the_first_paragraph(text: str, chosen: str) -> None:
    assert convert(text.replace("⏎", "\n")).excerpt == chosen.replace("⏎", "\n")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("\ufeffa\0b\x01c\x1b[31m\x7f\x9f\ufffe\ud800", "abc[31m"),
        ("a  \r\nb\rc", "a<br>\nb\nc"),
        ("0\x000\x00", "00"),
        ("葛\U000e0100**（かつ）**です", "葛\U000e0100<strong>（かつ）</strong>です"),
        ("👩\u200d🔬 𠮷 مرحبا", "👩\u200d🔬 𠮷 مرحبا"),
    ],
    ids=[
        "control characters",
        "line ends",
        "zeros",
        "a variation selector",
        "astral ones, joiners",
    ],
)
def test_odd_characters_are_dropped_unified_looked_through_or_kept(text: str, html: str) -> None:
    assert fill(convert(text)) == f"<p>{html}</p>\n"


def test_the_width_of_a_picture_in_pixels_is_its_attribute() -> None:
    html = convert("![a](b.png){width=300px}\n\n[c]{width=300px}").fill(link=str, section=str)
    assert 'width="300"' in html and 'style="width:300px"' in html


@given(st.text(alphabet="*_ab .,(!", max_size=40))
def test_emphasis_in_ascii_is_that_of_commonmark(text: str) -> None:
    text = "x" + re.sub(r"\.{3,}", "..", text)  # no ellipsis
    assert fill(convert(text)) == MarkdownIt("commonmark").render(text)


@given(st.text(alphabet="[]()!<>*_`$:{}|#-+=\"'\\&;^~ \n\t\0ab中，。1x/.", max_size=200))
def test_no_text_makes_it_fail_or_leaves_a_hole_open(text: str) -> None:
    for options in (Options(), Options(html=False, breaks=True)):
        fragment = convert(text, options)
        html = fill(fragment)
        assert "\0" not in html
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for fault in fragment.faults:
            assert 0 <= fault.where.line < len(lines)
    fill(convert(text, is_inline=True))
    plain(text)


IGNORED = st.text(alphabet="\t\n \x01\x1f\u200b\xad", max_size=2)
ADDRESS = re.compile('href="([^"]*)"')


def scheme_in_a_browser(html: str) -> str:
    """What a browser would take for the scheme: https://url.spec.whatwg.org/#url-parsing."""
    address = ADDRESS.search(html)
    decoded = unescape(address[1]) if address else ""
    bare = re.sub("[\t\n\r]", "", decoded.strip("".join(map(chr, range(33)))))
    return bare.partition(":")[0].lower()


@given(st.lists(IGNORED, min_size=11, max_size=11), st.sampled_from(["JavaScript:", "vbscript:"]))
def test_no_blank_or_control_character_hides_a_script(gaps: list[str], scheme: str) -> None:
    spelled = "".join(gap + ch for gap, ch in zip(gaps, scheme, strict=False))
    entities = "".join(f"&#{ord(ch)};" for ch in spelled)
    assert scheme_in_a_browser(f'<a href="{scheme}x">') == scheme.lower().removesuffix(":")
    for address in (spelled, entities):
        for text in (f"[a](<{address}x>)", f'<a href="{address}x">a</a>'):
            assert scheme_in_a_browser(fill(convert(text))) not in ("javascript", "vbscript")


HOSTILE = dict(rows("hostile_texts", "Texts that are long"))
"""Texts as Python, made of many pieces; `k` says how many."""


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_long_hostile_text_comes_to_an_end(text: str) -> None:
    """In a process of its own, which it may not end."""
    program = f"from generator.render.markdown.convert import convert; k = 300\nassert convert({text}).parts"
    python(program)


@pytest.mark.parametrize("text", ["> " * 500 + "x", "- " * 500 + "x", "*" * 3 + "[" * 3000])
def test_text_nested_too_deeply_is_reported_or_shown(text: str) -> None:
    fragment = convert(text)
    assert fragment.faults or "[[[" in fill(fragment)


def test_a_formula_in_the_words_of_a_formula_is_part_of_it_and_refused_at_its_place() -> None:
    fragment = convert(r"So $x \text{ if $y > 0$ and}$ it costs $5 or $6.", Options(html=True))
    (fault,) = fragment.faults
    assert "math mode within text mode" in str(fault.message)
    assert "costs $5 or $6" in fill(fragment)


def test_a_script_in_a_line_is_no_markdown() -> None:
    fragment = convert("a <script>var a = /[^\\d]*/, b = 'x*y*';</script> *b*", Options(html=True))
    assert not fragment.faults
    assert "<script>var a = /[^\\d]*/, b = 'x*y*';</script> <em>b</em>" in fill(fragment)


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
    python(program)
