"""Temporary folders that are removed when their command ends, even if it is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from generator.disk.own_folder import OwnFolder

_PREFIX = "masthead-"
_LOCK = ".lock"
"""A file in each temporary folder, on which its command holds a lock."""


@contextmanager
def temporary_folder(inside: str = "", prefix: str = _PREFIX) -> Iterator[OwnFolder]:
    """Make a folder that is removed afterwards, and remove those that killed commands have left.

    It lies `inside` a folder, left out in the system's own for such; its name begins with `prefix`.
    Nobody holds the lock of such a folder, since the system frees a lock when its process ends. On
    Windows, which has no such locks, the system removes them some day.
    """
    import tempfile

    parent = os.path.realpath(inside or tempfile.gettempdir())
    _remove_left(OwnFolder(parent), prefix)
    folder = OwnFolder(tempfile.mkdtemp(prefix=prefix, dir=parent))
    try:
        lock = folder.open_file(f"{_LOCK}.new")
        try:
            if _is_locked(lock):  # only then may others find it
                folder.take(folder.path(f"{_LOCK}.new"), _LOCK)
            yield folder
        finally:
            os.close(lock)
    finally:
        _remove(folder)


def _remove(folder: OwnFolder) -> None:
    """Remove a temporary folder; the lock goes last, so that whoever is killed here leaves it."""
    import shutil

    with suppress(OSError):
        for entry in folder.entries():
            if entry.name != _LOCK and entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
    shutil.rmtree(folder.root, ignore_errors=True)


def _remove_left(parent: OwnFolder, prefix: str) -> None:
    with suppress(OSError):
        for entry in parent.entries():
            if entry.name.startswith(prefix) and entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    path = parent.path(f"{entry.name}/{_LOCK}")
                    lock = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
                    try:
                        if _is_locked(lock):
                            _remove(OwnFolder(entry.path))
                    finally:
                        os.close(lock)


def _is_locked(lock: int) -> bool:
    """Lock a file, unless another process has done so; whether it is ours now."""
    try:
        import fcntl
    except ImportError:  # Windows
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
