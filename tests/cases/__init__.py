"""Cases that are read, not programmed: a file holds many, each with its title, input and output.

    ## a title that says what the case proves
    ~~~~~~ markdown breaks=yes
    the input, with options behind its name
    ~~~~~~ html
    what must come out
    ~~~~~~ faults
    1:4 warning: what must be reported
    ~~~~~~

The names of the parts are the file's own business. A file may hold tables instead; see `rows`.
"""

import re
from pathlib import Path
from typing import NamedTuple

_CASE = re.compile(r"^## (.+)\n+((?:^~{6} .*\n(?:(?!~{6}).*\n)*)+)~{6}$", re.MULTILINE)
_PART = re.compile(r"^~{6} (\S+)(.*)\n((?:(?!~{6}).*\n)*)", re.MULTILINE)


class Case(NamedTuple):
    title: str
    parts: dict[str, str]
    options: dict[str, str]
    """The `name=value` words behind the name of the first part."""


def load(name: str) -> list[Case]:
    """Every case of `tests/cases/<name>.md`. A heading without a readable case is an error."""
    text = (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8")
    cases = []
    for title, body in _CASE.findall(text):
        parts = _PART.findall(body)
        options = dict(word.split("=", 1) for word in parts[0][1].split())
        cases.append(Case(title, {part: content for part, _, content in parts}, options))
    titles = re.findall(r"^## (.+)$", re.sub(r"^~{6} .*?^~{6}$", "", text, flags=re.M | re.S), re.M)
    assert [case.title for case in cases] == titles, f"{name}.md has a case that cannot be read"
    assert len(set(titles)) == len(titles), f"{name}.md has two cases of one title"
    return cases


def rows(name: str, title: str) -> list[tuple[str, ...]]:
    """The rows of the table below a heading of `tests/cases/<name>.md`, without its head.

    In a cell `\\|` is a `|`.
    """
    text = (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8")
    section = text.partition(f"## {title}\n\n")[2].partition("\n\n")[0]
    _, _, *found = section.splitlines()
    cells = (re.split(r"(?<!\\)\|", row)[1:-1] for row in found)
    return [tuple(cell.strip().replace("\\|", "|") for cell in row) for row in cells]
