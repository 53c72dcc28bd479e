"""Markdown as the nodes that a design sets."""

import json
from typing import Any

import pytest

from generator.render.fragment import Options
from generator.render.text import CachedMarkdown
from generator.render.typst_nodes import blocks, inlines
from tests.cases import Case, load


def html(text: str, is_inline: bool = False) -> str:
    fragment = CachedMarkdown(None).convert(text, Options(html=False), is_inline)
    return fragment.fill(link=lambda slot: slot.target, section=lambda slot: "")


def line(text: str) -> list[Any]:
    return inlines(html(text, is_inline=True))


@pytest.mark.parametrize("case", load("nodes"), ids=lambda case: case.title)
def test_markdown_is_set_in_these_nodes(case: Case) -> None:
    text, nodes = case.parts["markdown"][:-1], json.loads(case.parts["nodes"])
    if case.options["as"] == "formula":
        (found,) = line(f"${text}$")
        assert (found["t"], found["tex"], found["c"]) == ("math", text, [nodes])
        (block,) = blocks(html(f"$$\n{text}\n$$"))
        assert block["t"] == "math", "on lines of its own, it is a block"
    else:
        assert (line(text) if case.options["as"] == "line" else blocks(html(text))) == nodes


def test_a_function_and_what_it_is_applied_to_have_a_space_between() -> None:
    (found,) = line(r"$\log n$")
    name, space, n = found["c"][0]["c"]
    assert (name["s"], n["s"], space["t"]) == ("log", "n", "space") and space["w"] > 0.1


def test_rows_of_a_matrix() -> None:
    (found,) = line(r"$\begin{matrix}a & b \\ c & d\end{matrix}$")
    table = found["c"][0]
    while table["t"] == "row":
        (table,) = table["c"]
    letters = [[cell["c"][0]["s"] for cell in row] for row in table["rows"]]
    assert letters == [["a", "b"], ["c", "d"]]
