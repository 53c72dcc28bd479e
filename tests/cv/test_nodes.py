"""Markdown as the nodes that a design sets."""

from typing import Any

import pytest

from generator.render.fragment import Options
from generator.render.text import CachedMarkdown
from generator.render.typst.nodes import blocks, inlines


def html(text: str, is_inline: bool = False) -> str:
    fragment = CachedMarkdown(None).convert(text, Options(html=False), is_inline)
    return fragment.fill(link=lambda slot: slot.target, section=lambda slot: "")


def line(text: str) -> list[Any]:
    return inlines(html(text, is_inline=True))


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("a *b* c", ["a ", {"t": "emph", "c": ["b"]}, " c"]),
        ("**b** ~~s~~", [{"t": "strong", "c": ["b"]}, " ", {"t": "strike", "c": ["s"]}]),
        ("`#let x`", [{"t": "code", "s": "#let x"}]),
        ("#set $5 & <b> \\*", ["#set $5 & <b> *"]),
        ("[a](https://x.org/?b&c)", [{"t": "link", "url": "https://x.org/?b&c", "c": ["a"]}]),
        ("[a](about/)", ["a"]),
        ("![a cat](cat.png)", [{"t": "emph", "c": ["a cat"]}]),
        ("a\\\nb", ["a", {"t": "br"}, "b"]),
    ],
)
def test_a_line(text: str, nodes: list[Any]) -> None:
    assert line(text) == nodes


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("One.\n\nTwo.", [{"t": "p", "c": ["One."]}, {"t": "p", "c": ["Two."]}]),
        (
            "- a\n- b\n",
            [{"t": "ul", "tight": True, "c": [[{"t": "p", "c": ["a"]}], [{"t": "p", "c": ["b"]}]]}],
        ),
        (
            "3. a\n\n   more\n",
            [{"t": "ol", "tight": False, "start": 3,
              "c": [[{"t": "p", "c": ["a"]}, {"t": "p", "c": ["more"]}]]}],
        ),
        (
            "- a\n  - b\n",
            [{"t": "ul", "tight": True, "c": [[
                {"t": "p", "c": ["a"]},
                {"t": "ul", "tight": True, "c": [[{"t": "p", "c": ["b"]}]]}]]}],
        ),
        ("> q", [{"t": "quote", "c": [{"t": "p", "c": ["q"]}]}]),
        ("```sh\nls <x>\n\n```", [{"t": "pre", "s": "ls <x>", "lang": "sh"}]),
        ("# A", [{"t": "h", "level": 2, "c": ["A"]}]),
        ("---", [{"t": "hr"}]),
        ("T\n: d", [{"t": "dl", "c": [{"term": ["T"], "defs": [[{"t": "p", "c": ["d"]}]]}]}]),
        (
            "|a|b|\n|:--|--:|\n|1|2|",
            [{"t": "table", "align": ["left", "right"], "head": [["a"], ["b"]],
              "rows": [[["1"], ["2"]]]}],
        ),
    ],
)  # fmt: skip
def test_blocks(text: str, nodes: list[Any]) -> None:
    assert blocks(html(text)) == nodes


I_X = {"t": "i", "s": "x"}


@pytest.mark.parametrize(
    ("tex", "node"),
    [
        ("x", I_X),
        ("x^2", {"t": "sup", "c": [I_X, {"t": "n", "s": "2"}]}),
        ("x_i^2", {"t": "subsup", "c": [I_X, {"t": "i", "s": "i"}, {"t": "n", "s": "2"}]}),
        (r"\sqrt{x}", {"t": "sqrt", "c": [{"t": "row", "c": [I_X]}]}),
        (r"\sqrt[3]{x}", {"t": "root", "c": [I_X, {"t": "n", "s": "3"}]}),
        (r"\hat{x}", {"t": "over", "accent": True,
                      "c": [I_X, {"t": "o", "s": "ˆ", "stretchy": False}]}),
        (r"\sum_i", {"t": "under", "movable": True,
                     "c": [{"t": "o", "s": "∑", "stretchy": False}, {"t": "i", "s": "i"}]}),
        (r"\sum\limits_i", {"t": "under",
                            "c": [{"t": "o", "s": "∑", "stretchy": False}, {"t": "i", "s": "i"}]}),
        (r"\text{if }", {"t": "text", "s": "if\xa0"}),
    ],
)  # fmt: skip
def test_formulas(tex: str, node: Any) -> None:
    (found,) = line(f"${tex}$")
    assert (found["t"], found["tex"], found["c"]) == ("math", tex, [node])


def test_a_function_and_what_it_is_applied_to_have_a_space_between() -> None:
    (found,) = line(r"$\log n$")
    name, space, n = found["c"][0]["c"]
    assert (name["s"], n["s"], space["t"]) == ("log", "n", "space") and space["w"] > 0.1


def test_a_formula_on_lines_of_its_own_is_a_block() -> None:
    (found,) = blocks(html("$$\nx\n$$"))
    assert found["t"] == "math" and found["c"] == [I_X]


def test_rows_of_a_matrix() -> None:
    (found,) = line(r"$\begin{matrix}a & b \\ c & d\end{matrix}$")
    table = found["c"][0]
    while table["t"] == "row":
        (table,) = table["c"]
    letters = [[cell["c"][0]["s"] for cell in row] for row in table["rows"]]
    assert letters == [["a", "b"], ["c", "d"]]
