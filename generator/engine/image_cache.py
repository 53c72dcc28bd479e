"""Pictures that took long to make, each a file under the digest of all that it was made of.

They are social cards, and smaller copies of an author's pictures. They do not depend on pages, so
they outlast what an output's own entry in the ledger does: a lost `_site/`, a picture's new name,
another branch and back.

They are too large and too many for the shelf, which holds what is fresh in memory until the end of
a build. Each file is sealed by itself and renamed into its place, so processes that draw at the
same time, or die, leave whole files or none. A file that is cut, garbled or of another version is
as good as none. Nothing is lost with the folder but time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from generator.atomic import TEMPORARY, open_itself
from generator.engine.store import sealed, unsealed
from generator.model.files import blake2b

FORMAT = 1
"""The shape of a file; another number means that it is not ours to read."""

_NAME = re.compile(rf"[0-9a-f]{{32}}(\.\d+{re.escape(TEMPORARY)})?")
_SMALL = 50_000_000
"""Bytes that are never worth the work of looking what is still of use."""


def key_of(made_of: bytes) -> str:
    """Return the key of an image, which is the name of its file."""
    return blake2b(made_of, digest_size=16).hexdigest()


class DiskImageCache:
    """The pictures in one folder."""

    def __init__(self, folder: Path, version: str, is_trusted: bool = True) -> None:
        """`version` tells what draws from any other; unless it `is_trusted`, nothing is given out,
        and what is there is written anew."""
        self._folder = folder
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
        with suppress(OSError), open_itself(self._folder / key, "rb") as file:
            return unsealed(file.read(), FORMAT, self._sealed_for(key))[0]
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
        temporary = self._folder / f"{key}.{os.getpid()}{TEMPORARY}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with open_itself(temporary, "xb") as file:
                file.write(sealed(FORMAT, self._sealed_for(key), image))
            temporary.replace(self._folder / key)
            return
        with suppress(OSError):
            temporary.unlink()

    def _sealed_for(self, key: str) -> str:
        """Return what a file is sealed with: under another name it is another file."""
        return f"{self._version} {key}"

    def prune(self, live: Collection[str]) -> None:
        """Remove what is of no use, once that is more than half of much.

        `live` are the keys of all that the outputs of today show. Others stay for a while: of a
        branch that somebody may go back to, or of another output folder.
        """
        if self._folder.is_symlink():  # whatever lies there is not ours
            return
        with suppress(OSError), os.scandir(self._folder) as entries:
            found = [(e, e.stat(follow_symlinks=False).st_size) for e in entries
                     if _NAME.fullmatch(e.name)]  # fmt: skip
            worth = sum(size for entry, size in found if entry.name in live)
            if sum(size for _, size in found) <= max(_SMALL, 2 * worth):
                return
            for entry, _ in found:
                if entry.name not in live:
                    with suppress(OSError):
                        os.unlink(entry.path)  # noqa: PTH108
