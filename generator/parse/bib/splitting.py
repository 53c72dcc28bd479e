"""A .bib file cut before each entry, and its lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from generator.model.bibtex_types import KIND_OF

Fault = Callable[[int, str, str, bool], None]
"""Takes an offset in the text, a message, a way out, and whether something is lost by it."""

_TYPE = r"\w[\w.:+/*-]*"
"""The type of an entry: BibTeX takes nearly everything, also `@my_type2` and `@буклет`."""
# Beside other text, what follows must look like an entry: `{GOAT} @ SIGCOMM (demo)` does not.
_START = re.compile(
    rf"^[ \t]*@[ \t]*{_TYPE}[ \t\n]*[{{(]"
    r"|(?<=[})])[ \t]*@[ \t]*(?:(?i:comment|preamble)[ \t\n]*[{(]"
    rf"|{_TYPE}[ \t\n]*[{{(]\s*[^\s,{{}}()=]*\s*[,=])"
    rf"|^[^%@{{}}\n]*[ \t]@(?i:{'|'.join(KIND_OF)})\{{\s*[^\s,{{}}()=]+\s*,",
    re.MULTILINE,
)
HEAD = re.compile(rf"\s*@\s*({_TYPE})\s*([{{(])\s*")
_LOST = re.compile(r"^(?![ \t]*%).*[{}=@]", re.MULTILINE)
_ADDRESS = re.compile(r"\w@\w")
_NAMELESS = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]+)\b(?!\s*[{(]).*", re.MULTILINE)
KEY = re.compile(r"[^\s,{}=()\"#%~\\][^\s,{}=\"#%\\]*")


def pieces_of(text: str) -> list[tuple[int, str]]:
    """Return the text cut before each entry, with offsets; the first piece is what precedes all."""
    starts = [match.start() + match[0].index("@") for match in _START.finditer(text)]
    return [
        (start, text[start:end])
        for start, end in zip([0, *starts], [*starts, len(text)], strict=True)
    ]


def kind_of(piece: str) -> str:
    """Return the type of the entry that a piece begins with, or nothing."""
    head = HEAD.match(piece)
    return head[1].lower() if head else ""


def key_of(piece: str) -> str:
    """Return the key of the entry that a piece begins with, or nothing."""
    head = HEAD.match(piece)
    key = KEY.match(piece, head.end()) if head else None
    return key[0] if key else ""


def offset_of_key(piece: str) -> int:
    """Return where the key of a piece stands in it."""
    head = HEAD.match(piece)
    return head.end() if head else 0


def read_outside(piece: str, offset: int, fault: Fault) -> None:
    """Tell of text between entries that looks as if it were meant to be read."""
    for found in _NAMELESS.finditer(piece):
        word = found[1].lower()
        if word in KIND_OF or word in ("string", "preamble"):
            at = offset + found.start() + found[0].index("@")
            hint = f"write `@{found[1]}{{key, …}}`"
            fault(at, f'no "{{" follows "@{found[1]}": this entry is not read', hint, True)
            return
    lost = _LOST.search(_ADDRESS.sub("  ", piece))
    if lost and piece.strip("-\n "):
        at = offset + lost.start() + len(lost[0]) - len(lost[0].lstrip())
        hint = "mend the braces of the entry above it, or begin each line of a comment with %"
        fault(at, "this text stands outside of any entry and is not read", hint, False)


class Lines:
    """Offsets of a text -> lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
