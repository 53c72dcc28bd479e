"""Records: the cache of sources and the ledgers, each a file with a checksum.

A record is a line of JSON, its head, and then a body. The head holds the version of what the body
depends on besides the sources, and a checksum, because a letter that changed on the disk would show
up on a page. Nothing in a record is ever run, so one from a stranger's repository does no harm. A
record of another version is treated as missing, and so is a damaged one, with a warning.
"""

import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec

from generator.disk.own_folder import OwnFolder
from generator.interrupts import held_back
from generator.messages import Message
from generator.model.caches import ProcessCache
from generator.problems import Place, Problem

T = TypeVar("T")

UNDECODABLE = (msgspec.MsgspecError, ValueError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


class _Head(msgspec.Struct):
    version: str = ""
    checksum: int = 0


class Records:
    """The records in a folder."""

    def __init__(self, folder: OwnFolder, shown: str, process_cache: ProcessCache) -> None:
        """`shown` is the folder's name in warnings; `process_cache` keeps what was decoded."""
        self._folder = folder
        self._shown = shown
        self._process_cache = process_cache
        self.problems: list[Problem] = []
        """Warnings about records that cannot be used."""

    def read(self, name: str, version: str, decode: Callable[[bytes], T]) -> T | None:
        """Return what was saved, or None where nothing can be used.

        `decode` gets the body, and raises one of `UNDECODABLE` where it is damaged.
        """
        try:
            body = body_of(self._folder.read(name), version)
            if body is None:
                return None
            known: T | None = self._process_cache.get(name, body)
            return decode(body) if known is None else known
        except FileNotFoundError:
            return None
        except OSError as error:
            message = Message.of("cache-unreadable", reason=str(error.strerror))
        except UNDECODABLE:
            message = Message.of("cache-damaged")
        place = Place(f"{self._shown}/{name}")
        self.problems.append(Problem(place, message, severity="warning"))
        return None

    def save(self, name: str, version: str, body: bytes, value: object) -> None:
        """Save a body, and keep its `value` for the next build of this process."""
        self._folder.save(name, record(version, body))
        self._process_cache.put(name, body, value)


def record(version: str, body: bytes) -> bytes:
    """Return the bytes of a record."""
    return msgspec.json.encode(_Head(version, zlib.crc32(body))) + b"\n" + body


def body_of(data: bytes, version: str) -> bytes | None:
    """Return the body of a record, or None for another version.

    Raises one of `UNDECODABLE` for one that was cut off or changed.
    """
    line, _, body = data.partition(b"\n")
    head = decoder_of(_Head).decode(line)
    if head.version != version:
        return None
    if zlib.crc32(body) != head.checksum:
        raise ValueError("another checksum")
    return body


@cache
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type."""
    with held_back():  # msgspec (0.22) crashes if Ctrl-C arrives while it inspects a type
        return msgspec.json.Decoder(kind)
