"""Pictures that were made of others, each in a file of its own under a digest of all that made it.

They are dear and do not depend on pages, so they outlast what an output's own entry does: a lost
`_site/`, a picture's new name, another branch and back. They are too large for the shelf, whose
records are read and moved together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from generator.memory.saving import TEMPORARY, clear_folder
from generator.memory.version import version_lines
from generator.model.digest import blake2b

_SPARE = 64_000_000
"""Bytes of pictures that no output holds, which are kept all the same: of another branch."""
_CHECKSUM = 8


class Encoded:
    """The files of one project. Several processes may use them at the same time."""

    def __init__(self, folder: Path, is_new: bool = False) -> None:
        """`is_new` takes nothing of what is there: all is made again, and replaces it."""
        self._folder = folder
        self._is_new = is_new
        self._maker = ""
        self.has_grown = False
        """Whether anything was added in this process."""

    def key(self, *made_of: str) -> str:
        """Return the name for what is made of some words by today's libraries."""
        if not self._maker:
            self._maker = _makers()
        words = "\0".join((self._maker, *made_of))
        return blake2b(words.encode(), digest_size=16).hexdigest()

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the bytes under a key; they are made where there are none that can be trusted.

        That they cannot be kept is no fault: the next build makes them again.
        """
        path = self._folder / key
        if not self._is_new:
            with suppress(OSError):
                checksum, data = _parted(_read(path))
                if checksum == _sum(key, data):
                    return data
        data = make()
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f"{key}{os.getpid():x}{TEMPORARY}")
            temporary.write_bytes(_sum(key, data) + data)
            clear_folder(path)
            temporary.replace(path)
            self.has_grown = True
        return data

    def tidy(self, live: Collection[str]) -> None:
        """Remove what is not under one of the `live` keys, where that has come to be much."""
        with suppress(OSError):
            spare = {
                entry.path: entry.stat(follow_symlinks=False).st_size
                for entry in os.scandir(self._folder)
                if entry.name not in live
            }
            if sum(spare.values()) > _SPARE:
                for path in spare:
                    with suppress(OSError):
                        os.unlink(path)  # noqa: PTH108


def _makers() -> str:
    """Return what tells the encoders from any others: our own code and the libraries."""
    folder = Path(__file__).parent.parent / "render"
    code = [(folder / name).read_bytes().hex() for name in ("pictures.py", "thumbnails.py")]
    named = [line for line in version_lines() if line.lower().startswith(("pillow", "pypdfium2"))]
    return blake2b("\n".join((*named, *code)).encode(), digest_size=16).hexdigest()


def _read(path: Path) -> bytes:
    # Not what a link leads to: the folder may have come from a stranger.
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(file, "rb") as opened:
        return opened.read()


def _parted(data: bytes) -> tuple[bytes, bytes]:
    return data[:_CHECKSUM], data[_CHECKSUM:]


def _sum(key: str, data: bytes) -> bytes:
    """Return the checksum that stands before some bytes; their key counts, too."""
    return b"%08x" % crc32(data, crc32(key.encode()))
