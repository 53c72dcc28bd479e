"""Splits the `---` block from the head of a page, and keeps its line offset."""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.problems import Place, Problem

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)


class Split(NamedTuple):
    """A page's text in two: YAML and Markdown, with the 0-based lines on which they start."""

    front: str
    front_line: int
    body: str
    body_line: int


def split(text: str, file: str, problems: list[Problem]) -> Split | None:
    """Return the two parts, or None when the block is opened and never closed.

    A file without front matter is all body. A `---` later in the body is a rule.
    """
    opening = _OPEN.match(text)
    if opening is None:
        return Split("", 0, text, 0)
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        message = "the front matter that opens here is never closed"
        hint = "close it with a line of three hyphens; above a rule, leave a blank line"
        problems.append(Problem(Place(file, 1, 1), message, hint))
        return None
    front = text[opening.end() : closing.start()]
    body = text[closing.end() :]
    return Split(front, 1, body, text.count("\n", 0, closing.end()))
