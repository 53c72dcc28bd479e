"""The one form in which builds remember: records in `.cache/`, each with a checksum.

A record is a line of JSON, its head, and a body. The head says of which form the body is, what its
truth depends on (the version of the generator, say), and its checksum: a letter that was changed
would show on a page. Nothing in a record is ever run, so one from a stranger's repository does no
harm, and none is read or written through a link. A record of another version is as good as none,
and so is one that was cut or garbled, which is worth a warning.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from generator.disk.own_folder import TEMPORARY, OwnFolder
from generator.model.files import blake2b

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


LAST_BUILD = "what the last build remembered"


class _Head(msgspec.Struct):
    format: int
    version: str = ""
    checksum: int = 0


def record(format: int, version: str, body: bytes) -> bytes:
    """Return the bytes of a record.

    `format` is the shape of the body; `version` names all that the body's truth depends on.
    """
    return msgspec.json.encode(_Head(format, version, zlib.crc32(body))) + b"\n" + body


def read_record(
    folder: OwnFolder, name: str, format: int, version: str, what: str = LAST_BUILD
) -> tuple[bytes | None, str]:
    """Return the body of a record, or None and perhaps a warning, which calls it `what`.

    A file that is not there, or was written by another version, is no fault: nothing in it
    holds. One of a newer format, and one that was cut or garbled, is worth a word.
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
    """Return the body of a record's bytes, see `read_record`."""
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
    """Return the warning for a record that was cut or garbled."""
    return f"{what} is damaged"


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


# ------------------------------------------------------------------ images

IMAGE_FORMAT = 1
"""The form of an image's record; a higher number means that it is not ours to read."""

_IMAGE_NAME = re.compile(rf"[0-9a-f]{{32}}(\.\d+{re.escape(TEMPORARY)})?")
_FEW_IMAGES = 50_000_000
"""Bytes that are never worth the work of looking what is still of use."""


def key_of(made_of: bytes) -> str:
    """Return the key of an image, which is the name of its file."""
    return blake2b(made_of, digest_size=16).hexdigest()


class DiskImageCache:
    """Images that took long to make: social cards, or copies of pictures; a record for each.

    They do not depend on pages, so they outlast an output's entry in the ledger: a lost `_site/`,
    a picture's new name, another branch and back. They are too large for the render cache, which
    holds what is new in memory until the end of a build. Each is renamed into its place, so
    processes that draw at the same time, or die, leave whole files or none.
    """

    def __init__(self, folder: Path, version: str, is_trusted: bool = True) -> None:
        """`version` tells what draws from any other; unless it `is_trusted`, nothing is given out,
        and what is there is written anew."""
        self._folder = OwnFolder(folder, is_all_ours=True)
        self._version = version
        self._is_trusted = is_trusted
        self.used: set[str] = set()
        """Keys that were got or put since somebody last made this empty: for one output, say."""
        self.is_changed = False
        """Whether something was put, here or by a process that shared the work."""

    def get(self, made_of: bytes) -> bytes | None:
        """Return an image, or None where there is none that can be trusted.

        `made_of` says all that decides what it looks like.
        """
        key = key_of(made_of)
        self.used.add(key)
        if not self._is_trusted:
            return None
        with suppress(OSError):
            data = self._folder.read(key)
            return body_of(data, IMAGE_FORMAT, self._sealed_for(key))[0]
        return None

    def get_or(self, made_of: bytes, make: Callable[[], bytes]) -> bytes:
        """Return a picture; where there is none that can be trusted, it is made, and kept."""
        image = self.get(made_of)
        if image is None:
            image = make()
            self.put(made_of, image)
        return image

    def put(self, made_of: bytes, image: bytes) -> None:
        """Keep an image. Where it cannot be written, the next build draws it again."""
        key = key_of(made_of)
        self.used.add(key)
        self.is_changed = True
        with suppress(OSError):
            data = record(IMAGE_FORMAT, self._sealed_for(key), image)
            self._folder.write(key, data, writer=str(os.getpid()))

    def _sealed_for(self, key: str) -> str:
        """Return what a file is sealed with: under another name it is another file."""
        return f"{self._version} {key}"

    def prune(self, live: Collection[str]) -> None:
        """Remove what is of no use, once that is more than half of much.

        `live` are the keys of all that the outputs of today show. Others stay for a while: of a
        branch that somebody may go back to, or of another output folder.
        """
        with suppress(OSError):
            found = [(e, e.stat(follow_symlinks=False).st_size) for e in self._folder.entries()
                     if _IMAGE_NAME.fullmatch(e.name)]  # fmt: skip
            worth = sum(size for entry, size in found if entry.name in live)
            if sum(size for _, size in found) <= max(_FEW_IMAGES, 2 * worth):
                return
            for entry, _ in found:
                if entry.name not in live:
                    with suppress(OSError):
                        self._folder.remove(entry.name)
