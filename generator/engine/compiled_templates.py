"""Where templates that were compiled are kept for the next build: outside of any project."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def compiled_templates_folder(project: Path, version: str) -> Path | None:
    """Return the folder for the templates that this version has compiled; it is made if need be.

    It lies in the user's own cache (`XDG_CACHE_HOME` or `~/.cache`; `LOCALAPPDATA` on Windows).
    None where there is no such cache, where it lies in the `project`, which may be a stranger's,
    or where others may write to it: what is in the folder is run. What another version has
    compiled is removed.
    """
    home = os.environ.get("HOME")
    known = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    top = Path(known or (f"{home}/.cache" if home else ""))
    if not top.is_absolute() or top.resolve().is_relative_to(project.resolve()):
        return None
    ours = top / "masthead"
    folder = ours / f"templates-{version}"
    try:
        if not folder.is_dir():
            ours.mkdir(mode=0o700, parents=True, exist_ok=True)
            _remove_other_versions(ours)
            folder.mkdir(mode=0o700, exist_ok=True)
        for place in (ours, folder):
            status = os.lstat(place)
            is_mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
            if not (stat.S_ISDIR(status.st_mode) and is_mine and not status.st_mode & 0o022):
                return None
    except OSError:
        return None
    return folder


def _remove_other_versions(ours: Path) -> None:
    import shutil

    for other in ours.glob("templates-*"):
        if not other.is_symlink():
            shutil.rmtree(other, ignore_errors=True)
