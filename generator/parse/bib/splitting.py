"""Where BibTeX text is cut: a file before each entry, a value at its braces, commas and `and`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from generator.messages import Message
from generator.model.records.bibtex_types import KIND_OF

Fault = Callable[[int, Message | str, Message | str | None, bool], None]
"""Called with an offset in the text, a message, a hint, and whether something of the file is lost;
then it is an error, else a warning."""

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
    """Report text between entries that looks as if it were meant to be read."""
    for found in _NAMELESS.finditer(piece):
        word = found[1].lower()
        if word in KIND_OF or word in ("string", "preamble"):
            at = offset + found.start() + found[0].index("@")
            fault(at, Message.of("bib-brace-missing", found=found[1]), None, True)
            return
    lost = _LOST.search(_ADDRESS.sub("  ", piece))
    if lost and piece.strip("-\n "):
        at = offset + lost.start() + len(lost[0]) - len(lost[0].lstrip())
        fault(at, Message.of("bib-text-outside"), None, False)


class Lines:
    """Offsets of a text -> lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


# ------------------------------------------------------------------ inside a value

_PAIRS = re.compile(r"\\.|[{}]|\$\$?", re.DOTALL)


def ends_of(value: str) -> dict[int, int]:
    """Return where each brace and formula is closed, by where it opens; unclosed ones are missing.

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
