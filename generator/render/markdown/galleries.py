"""`:::{gallery}` and `:::{compare}`: pictures side by side, one on each line of the block.

    :::{gallery}
    :columns: 3
    ![A goat](goat.jpg) Words of a caption, in *Markdown*
    ![Two goats](goats.mp4)
    :::

Each picture of a gallery is a link to itself, so that readers can see it in full; a script of the
theme opens it above the page. A comparison has two pictures. They stand side by side, and a script
lays one over the other, with a slider between them.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from generator.model.files import FILMS, kind_named
from generator.model.links import is_external
from generator.render.markdown.context import RenderContext

MOST_COLUMNS = 6

_PICTURE = re.compile(
    r"""!\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])*+)\]
        \([ \t]*(?P<target><[^<>]*+>|(?:[^\s()]|\([^\s()]*+\))*+)(?:[ \t]+"[^"]*+")?[ \t]*\)
        (?:\{[^{}]*+\})?""",
    re.VERBOSE,
)


def write_pictures(
    state: StateBlock, lines: list[tuple[int, int, str]], is_zoomed: bool, what: str
) -> int:
    """Write a figure for each line of a block; return how many there are.

    `lines` are those of the block that are not empty: number, column and text. `what` is the name
    of the block, for messages. Where pictures are zoomed, each is a link to itself.
    """
    context: RenderContext = state.env["context"]
    written = 0
    for number, column, text in lines:
        found = _PICTURE.match(text)
        if found is None:
            context.fault((number, column), "gallery-line", what=what)
            continue
        written += 1
        _figure(state, number, column, found, text, is_zoomed)
    return written


def _figure(
    state: StateBlock, number: int, column: int, found: re.Match[str], text: str, is_zoomed: bool
) -> None:
    opening = state.push("directive_open", "figure", 1)
    opening.map = [number, number + 1]
    target = found["target"].removeprefix("<").removesuffix(">")
    is_still = kind_named(target) not in FILMS and not is_external(target)
    opens = is_zoomed and is_still and bool(found["alt"].strip()) and bool(target)
    if opens:
        zoom = state.push("zoom_open", "a", 1)
        zoom.map, zoom.meta["target"], zoom.meta["place"] = opening.map, target, (number, column)
    _line(state, number, found[0])
    if opens:
        state.push("zoom_close", "a", -1)
    if caption := text[found.end() :].strip():
        state.push("figcaption_open", "figcaption", 1)
        _line(state, number, caption)
        state.push("figcaption_close", "figcaption", -1)
    state.push("directive_close", "figure", -1)


def _line(state: StateBlock, number: int, text: str) -> None:
    inline = state.push("inline", "", 0)
    inline.content, inline.children = text, []
    inline.map = [number, number + 1]


def columns_named(context: RenderContext, value: str, place: tuple[int, int]) -> str:
    """Return the class for so many columns, or nothing; what is no number of them is a fault."""
    if value.isdecimal() and 1 <= int(value) <= MOST_COLUMNS:
        return f"columns-{int(value)}"
    context.fault(place, "gallery-columns", value=value, most_columns=MOST_COLUMNS)
    return ""
