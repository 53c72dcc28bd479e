"""The braces of a value in BibTeX: where each closes, and what stands apart outside of them."""

from __future__ import annotations

import re

_PAIRS = re.compile(r"\\.|[{}]|\$\$?", re.DOTALL)


def ends_of(value: str) -> dict[int, int]:
    """Return where each brace and each formula is closed, by where it opens; others are not in it.

    A formula ends in the group that it begins in, so `$` in braces of its own is a dollar.
    """
    ends: dict[int, int] = {}
    groups: list[int] = []
    dollars = [("", 0)]  # the one that is open in each group
    for match in _PAIRS.finditer(value):
        token, at = match[0], match.start()
        if token == "{":
            groups.append(at)
            dollars.append(("", 0))
        elif token == "}" and groups:
            ends[groups.pop()] = at
            dollars.pop()
        elif token[0] == "$":
            opened, begin = dollars[-1]
            if not opened:
                dollars[-1] = token, at
                continue
            if opened in (token, "$"):
                ends[begin] = at
            # Behind a formula in single ones, the second of two opens the next: `$a$$b$`.
            dollars[-1] = ("$", at + 1) if opened == "$" != token else ("", 0)
    return ends


def split_names(value: str) -> list[str]:
    """Return the names of a list, each as it is written: cut at `and` outside of braces."""
    if "{" not in value:
        return [name.strip() for name in re.split(r"(?i)(?:^|\s)and(?=\s|$)", value)]
    names, start = [], 0
    depth = 0
    for match in re.finditer(r"(?i)\\.|[{}]|(?<!\S)and(?!\S)", value):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif len(match[0]) == 3 and depth <= 0:
            names.append(value[start : match.start()].strip())
            start = match.end()
    return [*names, value[start:].strip()]


def parts_of(raw: str, mark: str) -> list[str]:
    """Return the parts between a mark outside of braces; of blanks, `~` is one as well."""
    parts, start, depth = [], 0, 0
    for match in re.finditer(r"\\[^&]|[{},;&~]|\s+", raw, re.DOTALL):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0 and match[0][0] != "\\":
            found = match[0] if match[0] in ",;&" else " "
            if found == mark:
                parts.append(raw[start : match.start()].strip())
                start = match.end()
    return [part for part in (*parts, raw[start:].strip()) if part or mark == ","]


def closes_at_end(raw: str) -> bool:
    """Whether the brace at the start is closed by the last character, and not before."""
    depth = 0
    for match in re.finditer(r"\\.|[{}]", raw):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end() == len(raw)
    return False
