"""Bytes -> disk: atomic, only when different; removes only what it once wrote."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from generator.atomic import TEMPORARY, holds, os_errors_reported, save
from generator.problems import Place, Problem, SiteError
from generator.project import Project


class Written(NamedTuple):
    """Which files were new or different, and how many are gone."""

    changed: tuple[str, ...]
    removed: int


def refuse_dangerous(output: Path, project: Project) -> None:
    """Raise SiteError for a folder that a build must never fill or tidy."""
    output = Path(os.path.realpath(output))
    root = project.root.resolve()
    reason = ""
    if output == root or output in root.parents:
        reason = "it holds the project itself"
    elif output == Path.home().resolve():
        reason = "it is your home folder"
    elif any(output.is_relative_to(root / part) for part in ("content", "static", "themes")):
        reason = "it is a folder of sources"
    elif output == project.cache.resolve():
        reason = "it is where Masthead remembers the last build"
    elif (output / ".git").exists():
        reason = "it holds a .git folder"
    elif output.exists() and not output.is_dir():
        reason = "it is a file"
    if reason:
        hint = "choose another folder with --output"
        message = f"the site cannot be written to this folder: {reason}"
        raise SiteError([Problem(Place(str(output)), message, hint)])


class Staging:
    """New bytes of outputs, on the disk of the output but not yet in their places.

    All of them are there before the first old file goes: a full disk costs nothing.
    """

    def __init__(self, output: Path, folder: Path | None = None) -> None:
        """`folder` is for a build that does not write: outside of the output, which stays as is."""
        self._root = str(output)
        self.folder = folder or output / TEMPORARY
        self.files: dict[str, str] = {}
        """Path of an output -> its staged file."""
        self.placed: list[str] = []
        """Paths of outputs that are in their places already."""
        self._count = 0
        self._is_open = False

    def open(self) -> None:
        """Make the folder, without what a build that died has left in it."""
        if not self._is_open:
            self.clear()
            with os_errors_reported():
                os.makedirs(self.folder, exist_ok=True)  # noqa: PTH103
            self._is_open = True

    def put(self, path: str, data: bytes, is_new: bool = False) -> str:
        """Stage an output, unless the same bytes are in its place; return the staged file.

        `is_new` says that they are not. Raises SiteError where the file cannot be written.
        """
        if not is_new and holds(f"{self._root}/{path}", data):
            return ""
        self.open()
        self._count += 1
        name = f"{self.folder}/{os.getpid():x}-{self._count}"
        with os_errors_reported():
            _put(name, data)
        return name

    def take(self, path: str, staged: str) -> None:
        """Note an output that was staged, perhaps by a copy of this process."""
        if staged:
            self.files[path] = staged

    def read(self, path: str) -> bytes:
        """Return an output as it is going to be."""
        return Path(self.files.get(path) or f"{self._root}/{path}").read_bytes()

    def size(self, path: str) -> int:
        """Return the bytes of an output as it is going to be."""
        return os.stat(self.files.get(path) or f"{self._root}/{path}").st_size  # noqa: PTH116

    def put_in_place(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Put some outputs in their places before all others; return those that have changed.

        Raises SiteError where a file cannot be replaced.
        """
        placed = [path for path in paths if path in self.files]
        with os_errors_reported():
            folders = _Folders(self._root)
            for path in placed:
                folders.make(path)
                os.replace(self.files.pop(path), f"{self._root}/{path}")  # noqa: PTH105
        self.placed += placed
        return tuple(placed)

    def clear(self) -> None:
        """Remove the folder and what is left in it."""
        with suppress(OSError):
            for entry in os.scandir(self.folder):
                os.unlink(entry.path)  # noqa: PTH108
            os.rmdir(self.folder)  # noqa: PTH106


def write(
    staging: Staging, made: AbstractSet[str], kept: AbstractSet[str], output: Path, manifest: Path
) -> Written:
    """Bring the folder `output` to hold what was `made` and what is `kept`, by their paths in it.

    Each file is replaced as a whole; one whose bytes are the same is left alone. Files that an
    earlier build wrote and this one does not are removed, and nothing else ever is. `manifest` is
    where builds note what they wrote.
    """
    before = _read_manifest(manifest)
    gone = sorted(before - made - kept)
    changed = staging.files
    with os_errors_reported():
        if changed or gone:
            os.makedirs(output, exist_ok=True)  # noqa: PTH103
            _list(manifest, before | made | kept)
        removed = sum(_remove(output, path) for path in gone)
        folders = _Folders(str(output))
        for path, staged in changed.items():
            folders.make(path)
            os.replace(staged, f"{output}/{path}")  # noqa: PTH105
        _list(manifest, made | kept)
    return Written((*staging.placed, *changed), removed)


def _put(path: str, data: bytes) -> None:
    """Write a new file. A site has thousands, and `Path` costs as much as the writing."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        written = os.write(descriptor, data)
        while written < len(data):
            written += os.write(descriptor, data[written:])
    finally:
        os.close(descriptor)


class _Folders:
    """Makes the folders of outputs, each once, and lets none of them lead out of the output."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._made = {""}
        """Folders in the root that are there, and in it; itself among them."""

    def make(self, path: str) -> None:
        """Make the folder that a file goes to."""
        name = path.rpartition("/")[0]
        if name in self._made:
            return
        self.make(name)
        folder = f"{self._root}/{name}"
        try:
            os.mkdir(folder)  # noqa: PTH102
        except FileExistsError:
            if not stat.S_ISDIR(os.lstat(folder).st_mode):
                self._follow(folder)
        self._made.add(name)

    def _follow(self, folder: str) -> None:
        """Take a link in the place of a folder, if it leads to another folder of the root."""
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - refuses what is no folder
        root = os.path.realpath(self._root).rstrip(os.sep) + os.sep
        if not (os.path.realpath(folder) + os.sep).startswith(root):
            raise OSError(errno.EINVAL, "a link in the output leads out of it", folder)


def _list(manifest: Path, paths: Iterable[str]) -> None:
    """Write down what the output holds, for the next build to tidy up."""
    save(manifest, msgspec.json.format(msgspec.json.encode(sorted(paths)), indent=0))


def _remove(output: Path, path: str) -> bool:
    """Remove a file that an earlier build wrote, and the folders that it leaves empty.

    A file that is gone already may have left its folders: the build that made or removed it died.
    """
    target = output / path
    if not target.resolve().is_relative_to(output.resolve()):
        return False
    try:
        target.unlink()
        was_there = True
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        was_there = False
    for folder in target.parents:
        if folder == output or not _remove_empty(folder):
            break
    return was_there


def _remove_empty(folder: Path) -> bool:
    """Remove a folder that holds nothing; whether it is gone."""
    try:
        folder.rmdir()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
            return False
        raise
    return True


def _read_manifest(path: Path) -> set[str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=set[str])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return set()
