"""Types and values in words for authors rather than programmers."""

from __future__ import annotations

import re
import textwrap
import typing
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from generator.model.config import CheckSettings, MarkdownSettings, MenuEntry, Posts, ThemeChoice
from generator.model.dates import When
from generator.model.records.own_kinds import OwnField, OwnKind
from generator.model.records.works import PaperCount, PersonCount
from generator.model.sections import Section
from generator.model.site import LISTS
from generator.model.text import Phrase, Text, written_fields
from generator.model.theme import OptionResult, OptionSpec, SkinSpec, StyleSpec
from generator.model.views import View
from tools.reference.structs import default_of, is_struct, without_none

Struct = type[msgspec.Struct]

HOMES: dict[Struct, str] = {
    CheckSettings: "site.md",
    MarkdownSettings: "site.md",
    MenuEntry: "site.md",
    Posts: "site.md",
    OwnKind: "kinds.md",
    OwnField: "kinds.md",
    ThemeChoice: "site.md",
    OptionSpec: "templates.md",
    SkinSpec: "templates.md",
    StyleSpec: "templates.md",
    Phrase: "templates.md",
    Section: "sections.md",
    PaperCount: "sync.md",
    PersonCount: "sync.md",
}
"""The page with a struct's own heading, if that is not `data.md`."""
_NOUNS: dict[Struct, str] = {
    When: "date",
    Section: "section options",
    OptionSpec: "theme option",
    SkinSpec: "skin",
    StyleSpec: "design or section style",
    OwnKind: "kind",
    OwnField: "field",
    PaperCount: "count of a paper",
    PersonCount: "count of a person",
}
_PLAIN: dict[type, str] = {
    str: "text",
    bool: "true or false",
    int: "whole number",
    float: "number",
    type(None): "nothing",
}


def noun(struct: Struct) -> str:
    """Return the noun for a struct: `menu entry`; a view keeps its name in the code."""
    if issubclass(struct, View) or struct is Phrase:
        return struct.__name__
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", struct.__name__).lower()
    return _NOUNS.get(struct, spaced)


def linked(struct: Struct) -> str:
    """Return a struct's noun as a link to its explanation."""
    page = "templates.md" if issubclass(struct, View) else HOMES.get(struct, "data.md")
    kinds = {kind: name for name, kind in LISTS.items()}
    heading = kinds.get(struct, noun(struct))
    return f"[{noun(struct)}]({page}#{anchor(heading)})"


def anchor(heading: str) -> str:
    """Return GitHub's id of a heading: letters and digits, with hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def type_in_words(wanted: Any) -> str:
    """Return, in words, the possible values of a field in a data file."""
    wanted = without_none(wanted)
    inside = typing.get_args(wanted)
    match typing.get_origin(wanted):
        case typing.Literal:
            return words_of(wanted)
        case origin if origin is tuple:
            if inside[0] is str:
                return "words, in a list or separated by commas"
            return f"{type_in_words(inside[0])}; or a list of such"
        case origin if origin is dict:
            keys = "names" if inside[0] is str else words_of(inside[0])
            return f"a mapping of {keys} to {type_in_words(inside[1])}"
    if wanted is Text:
        return f"{linked(Text)}, or a text for each language"
    return linked(wanted) if is_struct(wanted) else _PLAIN.get(wanted, "any value")


def given_in_words(wanted: Any) -> str:
    """Return, in words, the value that a template finds in a field of a view or gets from a
    fact."""
    if wanted == OptionResult:
        return "value"
    bare = without_none(wanted)
    inside = typing.get_args(bare)
    if bare is not wanted and type(None) in typing.get_args(wanted):
        return f"{given_in_words(bare)}, or none"
    match typing.get_origin(bare):
        case typing.Literal:
            return words_of(bare)
        case origin if origin is tuple and inside[-1] is not Ellipsis:
            return " and ".join(given_in_words(part) for part in inside)
        case origin if origin is tuple:
            return f"list of {given_in_words(inside[0])}"
        case origin if origin is dict:
            return f"mapping of names to {given_in_words(inside[1])}"
    if is_struct(bare) and (issubclass(bare, View) or bare is Phrase):
        return linked(bare)
    return noun(bare) if is_struct(bare) else _PLAIN.get(bare, "value")


def words_of(literal: Any) -> str:
    """Return the words of a `Literal`, in code style, without the empty one."""
    return code(word for word in typing.get_args(literal) if word)


def default_in_words(field: msgspec.structs.FieldInfo) -> str:
    """Return a field's default as authors would write it; "" if leaving it out means none."""
    if field.required:
        return "**required**"
    value = default_of(field)
    if isinstance(value, msgspec.Struct):
        is_short = hasattr(value, "from_scalar")
        first = next(iter(written_fields(type(value))))
        value = getattr(value, first) if is_short else None
    return f"`{written(value)}`" if value not in (None, "", (), {}) else ""


def written(value: Any) -> str:
    """Return a plain value as YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(written, value))}]"
    return str(value)


def code(names: Iterable[str]) -> str:
    """Return names in code style, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)


def prose(*paragraphs: str) -> str:
    """Return paragraphs in lines of a readable length."""
    lines = (textwrap.fill(" ".join(text.split()), 100, break_long_words=False,
                           break_on_hyphens=False) for text in paragraphs)  # fmt: skip
    return "\n\n".join(lines)


def cell(text: str) -> str:
    """Return a text for a cell of a table; outside of code, `<` is escaped."""
    parts = " ".join(text.split()).replace("|", "\\|").split("`")
    parts[::2] = [part.replace("<", "&lt;") for part in parts[::2]]
    return "`".join(parts)


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell(text) for text in line)} |" for line in lines)
