"""Edits of files, reasons why they are impossible, and writing all files or none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from generator.disk import OwnFolder
from generator.problems import Argument, Message

Key = str | int
Path = tuple[Key, ...]
"""Keys of mappings and numbers of list items (from 0), from a file's root to a value."""


class CannotEdit(Exception):
    """A file cannot be changed safely; the reason is the end of a sentence."""

    def __init__(self, code: str, /, **arguments: Argument) -> None:
        """`code` is the message's code."""
        self.reason = Message.of(code, **arguments)

    def __str__(self) -> str:
        return str(self.reason)


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """An edit of one value, decodable from JSON."""

    op: Literal["set", "raw", "remove", "insert", "move"]
    """`set` sets a value, or adds a missing field. `raw` sets a value given as lines of YAML.
    `insert` puts an item before the one with this number, or a field at the position `to`. `move`
    moves an item or a field to the position `to`."""
    path: Path
    value: Any = None
    """A text, number, truth value, None, list or mapping, as in JSON."""
    to: int | None = None


Splice = tuple[int, int, str]
"""The start and end of a cut in a text, and its replacement."""


def spliced(text: str, splices: list[Splice]) -> str:
    """Return a text with all splices made; inserted text gets the text's own line ends."""
    first = text.partition("\n")[0] if "\n" in text else ""
    ends = "\r\n" if first.endswith("\r") else "\n"
    for start, end, new in sorted(splices, reverse=True):
        text = text[:start] + re.sub(r"(?<!\r)\n", ends, new) + text[end:]
    return text


class ChangedMeanwhile(Exception):
    """A file, which the exception names, has changed since it was read."""


def read_if_there(folder: OwnFolder, way: str) -> bytes | None:
    """Return the bytes of a file, or None if it does not exist. Raises OSError."""
    try:
        return folder.read(way)
    except FileNotFoundError:
        return None


def write_all(
    folder: OwnFolder, before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]
) -> None:
    """Write the files of `after`, or remove those without bytes. Raises OSError or
    ChangedMeanwhile.

    `before` has their bytes when they were read. If one cannot be written, or on an interrupt,
    those already written get their old bytes back.
    """
    for way in after:
        if read_if_there(folder, way) != before[way]:
            raise ChangedMeanwhile(way)
    done: list[str] = []
    try:
        for way, data in after.items():
            done.append(way)
            _put(folder, way, data)
    except BaseException:
        for way in done:
            _put(folder, way, before[way])
        raise


def _put(folder: OwnFolder, way: str, data: bytes | None) -> None:
    if data is not None:
        folder.save(way, data)
    elif read_if_there(folder, way) is not None:
        folder.remove(way)
