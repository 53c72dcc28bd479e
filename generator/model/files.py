"""The files of a project as they were read."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec


class SourceFile(msgspec.Struct, frozen=True):
    """One file: its path in the project, where it lies, and its bytes if they were wanted."""

    path: str
    """With slashes, relative to the project, in Unicode's NFC: `content/posts/goat.md`."""
    absolute: Path
    data: bytes | None = None

    def read(self) -> bytes:
        """Return the bytes, from the disk if need be."""
        return self.absolute.read_bytes() if self.data is None else self.data

    def digest(self) -> str:
        """Return the BLAKE2b digest of the bytes (16 hex digits)."""
        return digest_of(self.read())


class Sources(msgspec.Struct, frozen=True):
    """All files of a project by path."""

    content: dict[str, SourceFile] = {}
    statics: dict[str, SourceFile] = {}
    themes: dict[str, SourceFile] = {}
    """Files of packaged themes carry `masthead:` before their path."""

    def static(self, path: str) -> SourceFile:
        """Return a file that is copied as it is: from `static/`, or from beside a page."""
        return self.statics.get(path) or self.content[path]


def digest_of(data: bytes) -> str:
    """Return the BLAKE2b digest of some bytes (16 hex digits)."""
    return blake2b(data, digest_size=8).hexdigest()


_LITTER = (".swp", ".swo", "~", ".tmp", ".bak", ".orig", ".DS_Store", "Thumbs.db")


def is_litter(name: str) -> bool:
    """Whether a file or folder of this name is no source: hidden, or an editor's or a system's."""
    is_hidden = name.startswith(".") and name not in (".well-known", ".nojekyll", ".htaccess")
    return is_hidden or name.endswith(_LITTER) or (name.startswith("#") and name.endswith("#"))
