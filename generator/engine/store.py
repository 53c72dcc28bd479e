"""Files of the memory: a head, and a body whose checksum the head holds.

Plain JSON, so reading one from a stranger's repository runs nothing. A letter that was changed
in the body would show on a page; the checksum finds it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


class _Head(msgspec.Struct):
    format: int
    version: str
    checksum: int


def sealed(format: int, version: str, body: bytes) -> bytes:
    """Return the bytes of a memory file.

    `format` is the shape of the body; `version` names all that the body's truth depends on.
    """
    return msgspec.json.encode(_Head(format, version, zlib.crc32(body))) + b"\n" + body


def read_sealed(path: Path, format: int, version: str) -> tuple[bytes | None, str]:
    """Return a memory file's body, or None and perhaps a warning.

    A file that is not there, or was written by another version, is no fault: nothing in it
    holds. One of a newer format, and one that was cut or garbled, is worth a word.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return None, f"cannot read what the last build remembered: {error.strerror}"
    return unsealed(data, format, version)


def unsealed(data: bytes, format: int, version: str) -> tuple[bytes | None, str]:
    """Return the body of a memory file's bytes, see `read_sealed`."""
    line, _, body = data.partition(b"\n")
    try:
        head = decoder_of(_Head).decode(line)
    except UNDECODABLE:
        return None, DAMAGED
    if head.format > format:
        return None, "what the last build remembered is of a newer Masthead"
    if (head.format, head.version) != (format, version):
        return None, ""
    return (body, "") if zlib.crc32(body) == head.checksum else (None, DAMAGED)


DAMAGED = "what the last build remembered is damaged"


@cache
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a type."""
    with _uninterrupted():
        return msgspec.json.Decoder(kind)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back: msgspec (0.22) crashes when it comes while it looks at a type."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
