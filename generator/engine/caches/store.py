"""The format of the index and of ledgers: records with a checksum.

A record is a line of JSON, its head, and then a body. The head holds the format of the body, the
version of the program whose result the body is, and a checksum, because a letter that changed on
the disk would show up on a page. Nothing in a record is ever run, so one from a stranger's
repository does no harm. A record of another version is treated as missing, and so is a damaged
one, with a warning.
"""

import zlib
from functools import cache
from typing import Any

import msgspec

from generator.disk.own_folder import OwnFolder
from generator.interrupts import held_back

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


LAST_BUILD = "what the last build remembered"


class _Head(msgspec.Struct):
    format: int
    version: str = ""
    checksum: int = 0


def record(format: int, version: str, body: bytes) -> bytes:
    """Return the bytes of a record.

    `format` is the number of the body's format. `version` stands for everything besides the inputs
    that the body depends on: the generator and its libraries.
    """
    return msgspec.json.encode(_Head(format, version, zlib.crc32(body))) + b"\n" + body


def read_record(
    folder: OwnFolder, name: str, format: int, version: str, what: str = LAST_BUILD
) -> tuple[bytes | None, str]:
    """Return the body of a record, or None and perhaps a warning, which calls the file `what`.

    A file that does not exist, or was written by another version, gives no warning. One of a newer
    format does, and so does a damaged one.
    """
    try:
        data = folder.read(name)
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return None, f"cannot read {what}: {error.strerror}"
    return body_of(data, format, version, what)


def body_of(
    data: bytes, format: int, version: str, what: str = LAST_BUILD
) -> tuple[bytes | None, str]:
    """Return the body of a record that was read already; see `read_record`."""
    line, _, body = data.partition(b"\n")
    try:
        head = decoder_of(_Head).decode(line)
    except UNDECODABLE:
        return None, damaged(what)
    if head.format > format:
        return None, f"{what} is of a newer Masthead"
    if (head.format, head.version) != (format, version):
        return None, ""
    return (body, "") if zlib.crc32(body) == head.checksum else (None, damaged(what))


def damaged(what: str = LAST_BUILD) -> str:
    """Return the warning for a record that was cut off or changed."""
    return f"{what} is damaged"


@cache
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type."""
    with held_back():  # msgspec (0.22) crashes if Ctrl-C arrives while it inspects a type
        return msgspec.json.Decoder(kind)
