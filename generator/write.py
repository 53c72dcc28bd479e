"""Bytes -> disk: atomic, only when different; removes only what it once wrote."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from generator.memory.saving import TEMPORARY, save, told
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


def write(
    files: Mapping[str, bytes], kept: AbstractSet[str], output: Path, project: Project
) -> Written:
    """Bring the folder `output` to hold `files`, by their paths in it, and what is `kept` there.

    Each file is replaced as a whole; one whose bytes are the same is left alone. Files that an
    earlier build wrote and this one does not are removed, and nothing else ever is.
    """
    manifest = project.memory("written", output)
    before = _read_manifest(manifest)
    root = str(output)
    changed = [path for path, data in files.items() if not _holds(f"{root}/{path}", data)]
    gone = sorted(before - files.keys() - kept)
    staging = f"{root}/{TEMPORARY}"
    try:
        with told():
            if changed or gone:
                # All bytes are on the disk before the first old file goes: a full disk costs
                # nothing.
                _clear(staging)
                os.makedirs(staging)  # noqa: PTH103
                for number, path in enumerate(changed):
                    _put(f"{staging}/{number}", files[path])
                _list(manifest, before | files.keys() | kept)
            removed = sum(_remove(output, path) for path in gone)
            folders = _Folders(root)
            for number, path in enumerate(changed):
                folders.make(path)
                os.replace(f"{staging}/{number}", f"{root}/{path}")  # noqa: PTH105
            _list(manifest, files.keys() | kept)
    finally:
        if changed or gone:
            _clear(staging)
    return Written(tuple(changed), removed)


def _holds(path: str, data: bytes) -> bool:
    """Whether a file is there with these bytes."""
    try:
        if os.stat(path).st_size != len(data):  # noqa: PTH116
            return False
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read() == data
    except OSError:
        return False


def _clear(staging: str) -> None:
    """Remove the staging folder, with what a build that died has left in it."""
    with suppress(OSError):
        for entry in os.scandir(staging):
            os.unlink(entry.path)  # noqa: PTH108
        os.rmdir(staging)  # noqa: PTH106


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
        self._real = os.path.realpath(root)
        self._made: set[str] = set()

    def make(self, path: str) -> None:
        """Make the folder that a file goes to."""
        folder = f"{self._root}/{path.rpartition('/')[0]}"
        if folder in self._made:
            return
        self._made.add(folder)
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        real = os.path.realpath(folder)
        if real != self._real and not real.startswith(self._real.rstrip(os.sep) + os.sep):
            raise OSError(errno.EINVAL, "a link in the output leads out of it", folder)


def _list(manifest: Path, paths: Iterable[str]) -> None:
    """Write down what the output holds, for the next build to tidy up."""
    save(manifest, json.dumps(sorted(paths), ensure_ascii=False, indent=0).encode())


def _remove(output: Path, path: str) -> bool:
    """Remove a file that an earlier build wrote, and the folders that it leaves empty."""
    target = output / path
    if not target.resolve().is_relative_to(output.resolve()):
        return False
    try:
        target.unlink()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False
    for folder in target.parents:
        if folder == output or any(os.scandir(folder)):
            break
        folder.rmdir()
    return True


def _read_manifest(path: Path) -> set[str]:
    try:
        listed = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return set()
    return {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else set()
