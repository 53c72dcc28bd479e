"""The `---` block at the head of a page: found with its line offset, and read."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from generator.model.caches import SourceCache
from generator.model.files import digest_of
from generator.model.pages import FrontMatter
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


def front_matter(
    parts: Split, file: str, problems: list[Problem], memory: SourceCache
) -> FrontMatter:
    """Return the fields of a page; most edits are of its text, and need no YAML."""
    name, digest = f"front matter {file}", digest_of(parts.front.encode())
    known: FrontMatter | None = memory.get(name, digest, FrontMatter)
    if known is not None:
        return known
    found: list[Problem] = []
    front = _read(parts, file, found)
    if not found:
        memory.put(name, digest, front)
    problems += found
    return front


def _read(parts: Split, file: str, problems: list[Problem]) -> FrontMatter:
    from generator.parse.decode import FAILED
    from generator.parse.nodes import MappingNode
    from generator.parse.yaml_reader import Composed

    composed = Composed(file, parts.front, problems, parts.front_line, ("front",))
    node, decoder = composed.root, composed.decoder
    if node is None:
        return FrontMatter()
    if not isinstance(node, MappingNode):
        decoder.fail(node, "the front matter is not a mapping", "write fields: `title: About me`")
        return FrontMatter()
    front = decoder.decode(node, FrontMatter)
    if any("unknown field" in problem.message for problem in problems):
        problems[:] = [_mention_extra(p) for p in problems]
    return FrontMatter() if front is FAILED else front


def _mention_extra(problem: Problem) -> Problem:
    if "unknown field" not in problem.message or "did you mean" in problem.hint:
        return problem
    hint = "fields of your own go under `extra:`"
    return msgspec.structs.replace(problem, hint=hint)
