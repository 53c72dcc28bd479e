"""What is to be changed in files, why it may be impossible, and how all or none are written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from generator.disk.own_folder import OwnFolder
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


class NotWritten(Exception):
    """Why files keep what they say."""

    def __init__(self, way: str, error: OSError | None = None) -> None:
        """`way` is the file that stopped it: others have changed it meanwhile, or there was an
        error of the system."""
        super().__init__(way)
        self.way = way
        self.error = error


def read_if_there(folder: OwnFolder, way: str) -> bytes | None:
    """Return the bytes of a file, or None where there is none. Raises OSError."""
    try:
        return folder.read(way)
    except FileNotFoundError:
        return None


def write_all(
    folder: OwnFolder, before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]
) -> None:
    """Write the files of `after`, or remove those without bytes. Raises NotWritten.

    `before` is what they said when they were read. If one cannot be written, or on an interrupt,
    those before it get their old bytes back.
    """
    for way in after:
        try:
            is_as_read = read_if_there(folder, way) == before[way]
        except OSError as error:
            raise NotWritten(way, error) from None
        if not is_as_read:
            raise NotWritten(way)
    done: list[str] = []
    try:
        for way, data in after.items():
            done.append(way)
            _put(folder, way, data)
    except BaseException as error:
        for way in done:
            _put(folder, way, before[way])
        if isinstance(error, OSError):
            raise NotWritten(done[-1], error) from None
        raise


def _put(folder: OwnFolder, way: str, data: bytes | None) -> None:
    if data is not None:
        folder.save(way, data)
    elif read_if_there(folder, way) is not None:
        folder.remove(way)
