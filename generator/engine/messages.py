"""Messages through a pipe, each with its length before it, so that none is read too far."""

from __future__ import annotations

import os

_LENGTH = 8
"""Bytes of the length."""


def send(pipe: int, message: bytes) -> None:
    """Write a message to a pipe's descriptor, and wait until all of it is in the pipe.

    Raises OSError where nobody reads any more.
    """
    rest = memoryview(len(message).to_bytes(_LENGTH, "big") + message)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def receive(pipe: int) -> bytes:
    """Wait for a message, and read it and nothing behind it.

    Raises EOFError where nobody writes any more.
    """
    return _exactly(pipe, int.from_bytes(_exactly(pipe, _LENGTH), "big"))


def _exactly(pipe: int, size: int) -> bytes:
    pieces = []
    while size:
        piece = os.read(pipe, size)
        if not piece:
            raise EOFError
        pieces.append(piece)
        size -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
