"""The folder of the user's own cache in which we keep code: it outlasts a process, and no project.

A project may be a stranger's, so nothing that is run may come out of it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from generator.disk.own_folder import OwnFolder


def users_cache(project: Path) -> OwnFolder | None:
    """Return our folder in the user's own cache; it is made if need be.

    It lies in `XDG_CACHE_HOME` or `~/.cache`, on Windows in `LOCALAPPDATA`. None where there is no
    such cache, where it lies in the `project`, or where others may write to it.
    """
    try:
        ours = _users_cache() / "masthead"
        if not ours.is_absolute() or ours.resolve().is_relative_to(project.resolve()):
            return None
        folder = OwnFolder(ours, mode=0o700)
        folder.make()
        return folder if is_private(ours) else None
    except (OSError, RuntimeError):  # a loop of links is a RuntimeError
        return None


def is_private(folder: Path) -> bool:
    """Whether it is a folder, no link, of this user's, to which nobody else may write.

    Raises OSError where it cannot be looked at.
    """
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        return False
    # Windows has neither owners nor modes of this kind; its folder is in the user's profile.
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )


def _users_cache() -> Path:
    """Return the folder of the user's cache; a path that is not absolute where none is known."""
    home = os.environ.get("HOME")
    known = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(known or (f"{home}/.cache" if home else ""))
