"""The files of a site at one time: in a folder, or in a commit."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

import msgspec


class Snapshot(Protocol):
    """The files of a site, each with a digest and its bytes."""

    @property
    def digests(self) -> Mapping[str, str]:
        """Path of each file -> its digest as git's object name, so that all kinds compare."""

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""


class Folder(msgspec.Struct, frozen=True):
    """A site on the disk."""

    root: Path
    digests: dict[str, str]
    """Path of each file -> its object name."""
    sizes: dict[str, int]
    """Path of each file -> how many bytes it has."""

    @classmethod
    def of(cls, root: Path, algorithm: str = "sha1") -> Folder:
        """Look through a folder; `.git` in it is no part of a site."""
        digests, sizes = {}, {}
        for path in sorted(_files_below(root)):
            sizes[path], digests[path] = _object_name(root / path, algorithm)
        return cls(root, digests, sizes)

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""
        return (self.root / path).read_bytes()


def _files_below(root: Path) -> Iterator[str]:
    for parent, folders, names in os.walk(root, followlinks=True):
        folders[:] = [name for name in folders if name != ".git"]
        way = Path(parent).relative_to(root)
        yield from ((way / name).as_posix() for name in names if name != ".git")


def _object_name(file: Path, algorithm: str) -> tuple[int, str]:
    """Return a file's size, and its name as a blob of git's (`gitformat-loose`, "blob <size>")."""
    size = file.stat().st_size
    digest = hashlib.new(algorithm, b"blob %d\0" % size, usedforsecurity=False)
    with file.open("rb") as stream:
        while piece := stream.read(1 << 20):
            digest.update(piece)
    return size, digest.hexdigest()
