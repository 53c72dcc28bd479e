"""The files of a site: in a folder, or in a commit."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from generator.hosting.git import Git, GitError


def is_read(path: str) -> bool:
    """Whether the content of a file is compared: only that of pages is."""
    return path.endswith(".html")


class Folder(msgspec.Struct, frozen=True):
    """A site on the disk."""

    root: Path
    digests: dict[str, str]
    """Path of each file -> its object name in git, so that folders and commits compare."""

    @classmethod
    def of(cls, root: Path) -> "Folder":
        """Read a folder; `.git` and links in it are not part of a site."""
        paths = sorted(_files_below(root))
        return cls(root, {path: _object_name(root / path) for path in paths})

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""
        return (self.root / path).read_bytes()


def _files_below(root: Path) -> Iterator[str]:
    for parent, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        way = Path(parent).relative_to(root)
        files = (name for name in names if name != ".git" and (root / way / name).is_file())
        yield from (
            (way / name).as_posix() for name in files if not (root / way / name).is_symlink()
        )


def _object_name(file: Path) -> str:
    """Return the name of a file as a blob of git's (`gitformat-loose`, "blob <size>").

    A repository with SHA-256 has different names, so every file there seems changed. GitHub has no
    such repositories.
    """
    head = b"blob %d\0" % file.stat().st_size
    digest = hashlib.sha1(head, usedforsecurity=False)
    with file.open("rb") as stream:
        while piece := stream.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


class Tree(msgspec.Struct, frozen=True):
    """A site in a commit."""

    digests: dict[str, str]
    texts: dict[str, bytes]

    @classmethod
    def of(cls, git: Git, commit: str, known: Mapping[str, str] | None = None) -> "Tree":
        """Read a commit: the names of all files, and the bytes of pages.

        The bytes of files that are equal in `known` are not needed and left out.
        """
        digests: dict[str, str] = {}
        for entry in git.run_bytes("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            kind, _, name = entry.partition(b"\t")
            if kind[7:11] == b"blob":
                digests[name.decode("utf-8", "surrogateescape")] = kind.split()[2].decode()
        known = known or {}
        wanted = [path for path in digests if is_read(path)]
        wanted = [path for path in wanted if known.get(path) != digests[path]]
        return cls(digests, _read(git, wanted, digests))

    def read(self, path: str) -> bytes:
        """Return the bytes of a page."""
        return self.texts[path]


def _read(git: Git, paths: list[str], digests: Mapping[str, str]) -> dict[str, bytes]:
    """Return the bytes of many blobs, in a single call (git-cat-file, "BATCH OUTPUT")."""
    texts: dict[str, bytes] = {}
    if not paths:
        return texts
    names = "".join(f"{digests[path]}\n" for path in paths).encode()
    answer, start = git.run_bytes("cat-file", "--batch", stdin=names), 0
    for path in paths:
        begin = answer.index(b"\n", start) + 1
        head = answer[start:begin].split()
        if len(head) < 3:
            raise GitError(f"the content of {path} is missing ({digests[path]})")
        end = begin + int(head[2])
        texts[path] = answer[begin:end]
        start = end + 1
    return texts


SiteFiles = Folder | Tree
