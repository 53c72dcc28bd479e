"""Compiled templates, kept in the user's own cache: Jinja's own, made private.

What is kept is run. A project may be a stranger's, so it lies outside of any. Compiling takes a
third of the CPU that a small site in the default theme takes from nothing. This module loads Jinja.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from generator.disk.own_folder import OwnFolder

_BROUGHT = (".git", ".hg", ".svn", "content/site.yaml")
"""What the top of a repository or a project holds."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's cache, for one version of Masthead. Where a file cannot be read or written, or is
    damaged, its template is compiled again."""

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(str(folder))
        self._version = version

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(f"{self._version}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever comes of damaged data
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def private_folder(project: Path) -> Path | None:
    """Return the folder for compiled templates; it is made if need be.

    It lies in `XDG_CACHE_HOME` or `~/.cache`, on Windows in `LOCALAPPDATA`. None where there is no
    such cache, where it lies in the `project` or inside any other or any repository, which could
    have brought what is in it, or where others may write to it.
    """
    try:
        ours = _users_cache() / "masthead"
        above = ours.resolve().parents
        if not ours.is_absolute() or project.resolve() in (ours.resolve(), *above):
            return None
        if any((folder / name).exists() for folder in above for name in _BROUGHT):
            return None
        folder = OwnFolder(ours, mode=0o700)
        folder.make()
        if not _is_private(ours):
            return None
        folder.make("templates")
        return ours / "templates" if _is_private(ours / "templates") else None
    except (OSError, RuntimeError):  # a loop of links is a RuntimeError
        return None


def _users_cache() -> Path:
    """Return the folder of the user's cache; a path that is not absolute where none is known."""
    home = os.environ.get("HOME")
    known = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(known or (f"{home}/.cache" if home else ""))


def _is_private(folder: Path) -> bool:
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
