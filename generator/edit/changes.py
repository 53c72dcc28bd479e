"""What is to be changed in a file, and why it may be impossible."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from generator.messages import Argument, Message

Key = str | int
Path = tuple[Key, ...]
"""Keys of mappings and numbers of list items (from 0), from a file's root to a value."""


class CannotEdit(Exception):
    """A file cannot be changed safely; the reason is the end of a sentence."""

    def __init__(self, code: str, /, **arguments: Argument) -> None:
        """`code` is that of the message."""
        self.reason = Message.of(code, **arguments)

    def __str__(self) -> str:
        return str(self.reason)


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """An edit of one value; it can be read from JSON."""

    op: Literal["set", "raw", "remove", "insert", "move"]
    """`set` gives a value, or adds a field that is missing; of a list or a mapping it changes only
    what differs. `raw` gives a value as lines of YAML. `insert` puts an item before the one with
    that number, or a field at the place `to`. `move` moves an item or a field to the place `to`.
    """
    path: Path
    value: Any = None
    """A text, number, truth value, None, list or mapping, as in JSON."""
    to: int | None = None


Splice = tuple[int, int, str]
"""Where a text is cut out, from and to, and what takes its place."""


def spliced(text: str, splices: list[Splice]) -> str:
    """Return a text with all splices made; what is put in gets the text's own line ends."""
    first = text.partition("\n")[0] if "\n" in text else ""
    ends = "\r\n" if first.endswith("\r") else "\n"
    for start, end, new in sorted(splices, reverse=True):
        text = text[:start] + re.sub(r"(?<!\r)\n", ends, new) + text[end:]
    return text
