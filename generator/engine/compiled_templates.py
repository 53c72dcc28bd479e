"""Compiled templates in the user's own cache, outside of any project, since they are run."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from generator.disk.own_folder import OwnFolder
from generator.model.files import blake2b

_DIGEST = 16
"""Bytes of a digest."""
_MONTH = 30 * 24 * 3600
"""Seconds."""


class DiskTemplateCache:
    """Compiled templates, each in a file that begins with a digest: damaged code is not run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = OwnFolder(folder, is_all_ours=True)

    def get(self, key: str, source: str) -> bytes | None:
        """Return the code of the template `key`, if it was made of the text with this digest."""
        try:
            data = self._files.read(key)
        except OSError:
            return None
        digest, code = data[:_DIGEST], data[_DIGEST:]
        return code if digest == self._digest(source, code) else None

    def put(self, key: str, source: str, code: bytes) -> None:
        """Keep the code of a template. Where it cannot be written, it is compiled again."""
        with suppress(OSError):
            self._files.write(key, self._digest(source, code) + code, writer=str(os.getpid()))

    def _digest(self, source: str, code: bytes) -> bytes:
        return blake2b(source.encode() + code, digest_size=_DIGEST).digest()


def template_cache(project: Path, version: str) -> DiskTemplateCache | None:
    """Return the cache of templates that this version has compiled."""
    folder = compiled_templates_folder(project, version)
    return None if folder is None else DiskTemplateCache(folder)


def compiled_templates_folder(project: Path, version: str) -> Path | None:
    """Return the folder for the templates that this version has compiled; it is made if need be.

    It lies in the user's own cache (`XDG_CACHE_HOME` or `~/.cache`; `LOCALAPPDATA` on Windows).
    None where there is no such cache, where it lies in the `project`, which may be a stranger's,
    or where others may write to it: what is in the folder is run. What other versions have
    compiled is removed after a month.
    """
    try:
        ours = _users_cache() / "masthead"
        if not ours.is_absolute() or ours.resolve().is_relative_to(project.resolve()):
            return None
        caches = OwnFolder(ours, mode=0o700)
        folder = ours / f"templates-{version}"
        is_new = not folder.is_dir()
        caches.make(folder.name)
        if not (_is_private(ours) and _is_private(folder)):
            return None
        if is_new:
            _remove_unused(caches, folder.stat().st_mtime)
    except (OSError, RuntimeError):  # a loop of links is a RuntimeError
        return None
    return folder


def _users_cache() -> Path:
    """Return the folder of the user's cache; a path that is not absolute where none is known."""
    home = os.environ.get("HOME")
    known = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(known or (f"{home}/.cache" if home else ""))


def _is_private(folder: Path) -> bool:
    """Whether it is a folder, no link, of this user's, to which nobody else may write."""
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        return False
    # Windows has neither owners nor modes of this kind; its folder is in the user's profile.
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )


def _remove_unused(caches: OwnFolder, now: float) -> None:
    """Remove the folders of versions that have compiled nothing for a month before `now`, a time
    of the file system."""
    for other in caches.entries():
        is_ours = other.name.startswith("templates-") and _is_private(Path(other.path))
        if is_ours and now - other.stat().st_mtime > _MONTH:
            with suppress(OSError):
                caches.remove_tree(other.name)
