"""The records of a data file, each as the piece of text that it is written in.

Composing YAML is the dearest part of reading data, and a file of two thousand papers is edited
one paper at a time. Where a file is an ordinary list or mapping, each record is a piece of its
lines that can be read, and remembered, by itself.
"""

from __future__ import annotations

import re

_ITEM = re.compile(r"- +[^ \t\n#]")
_FIELD = re.compile(r"""(?:\w[\w .+/-]*|"[^"\\\n]*"|'[^'\n]*') *:(?=[ \n]|\Z)""")
_START = re.compile(r"^(?=[^ \t\n#])", re.MULTILINE)
_HEAD = re.compile(r"(?: *(?:#.*)?\n)*")
# What has a meaning for more than its own piece: a document's mark, an anchor.
_BEYOND = re.compile(r"^(?:---|\.\.\.|%)|(?:^|[\s\[{,:-])&\w", re.MULTILINE)


def items_of(text: str) -> list[str]:
    """Return the text of each record, or nothing where only all of it together can be read.

    A piece that YAML reads by itself means the same in its file: what goes beyond one piece (a
    quotation or bracket that closes on another line, an alias) is an error in the piece.
    """
    if _BEYOND.search(text):
        return []
    starts = [match.start() for match in _START.finditer(text)]
    if not starts or not _HEAD.fullmatch(text, 0, starts[0]):
        return []
    found: list[str] = []
    names: set[str] = set()
    is_list = text.startswith("-", starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        begins = (_ITEM if is_list else _FIELD).match(text, start)
        name = str(start) if is_list or not begins else begins[0].rstrip(": ").strip("\"'")
        if not begins or name in names:
            return []
        names.add(name)
        found.append(text[start:end])
    return found
