"""Size, times and inode of files: the cheap sign that nothing has happened to one.

This module is loaded before anything else, to find out whether there is something to do at all;
it imports nothing that Python has not loaded already.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

UNSURE = ""
"""The stamp of a file that may change once more without its times telling."""


ANY_TIME = 1 << 100
"""A clock that is later than all files."""


def stamp_of(status: os.stat_result, clock: int = ANY_TIME) -> str:
    """Return what tells this state of a file from any other, or `UNSURE`.

    A file that is replaced differs at least in its inode, one whose times were set back in its
    ctime. One that was changed at or after `clock` (ns) could be changed again within the same
    tick of the file system's clock; it is read, not trusted (as git does with its index).
    """
    newest = max(status.st_mtime_ns, status.st_ctime_ns)
    if newest >= clock:
        return UNSURE
    return f"{status.st_size:x}.{status.st_mtime_ns:x}.{status.st_ctime_ns:x}.{status.st_ino:x}"


def clock_of(descriptor: int) -> int:
    """Return the time (ns) that the file system would give a file that is written now.

    It is taken from a real write, since that clock is coarser than the system's and, on a
    network, another one.
    """
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, b"\n")
    return os.fstat(descriptor).st_mtime_ns


def folder_stamps(folder: str, name: str, clock: int = ANY_TIME) -> Iterator[str]:
    """Yield a line for each file below a folder, in a stable order; folders count, too.

    The lines call the folder `name`. A link is told by what it says and by what it leads to.
    """
    open_folders = [(folder, name)]
    while open_folders:
        path, name = open_folders.pop()
        try:
            entries = sorted(os.scandir(path), key=_name)
        except OSError:
            continue
        for entry in entries:
            here = f"{name}/{entry.name}"
            link = os.readlink(entry.path) if entry.is_symlink() else ""  # noqa: PTH115
            try:
                status = entry.stat()
            except OSError:
                yield f"{here}\0{link}"
                continue
            if not stat.S_ISDIR(status.st_mode):
                yield f"{here}\0{link}\0{stamp_of(status, clock) or _NEVER}"
                continue
            yield f"{here}/\0{link}"
            if not link:  # what it leads to lies in another folder of sources
                open_folders.append((entry.path, here))


_NEVER = "?"
"""Stands for the stamp of a file that is not trusted, and equals none."""


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name
