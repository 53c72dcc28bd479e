"""Bytes -> disk: atomic, only when different; removes only what it once wrote."""

import errno
import os
import re
import stat
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from generator.disk import A_LINK, TEMPORARY, OwnFolder, os_errors_reported
from generator.model.files import ProjectFolders, digest_of
from generator.problems import Message, Place, Problem, SiteError

_KEPT = ("content", "static", "themes", "fonts", ".git", ".github", "_unpublished", ".cache")
"""Folders of a project that must never hold a built site."""
_STAGED = re.compile(r"[0-9a-f]+-[0-9]+|share")
"""Names of files in a staging folder."""


class Written(NamedTuple):
    """Which files were new or different, how many were removed, and which could not be removed."""

    changed: tuple[str, ...] = ()
    removed: int = 0
    problems: tuple[Problem, ...] = ()
    """A warning for each file that was not removed because it had been changed."""


def refuse_dangerous(output: Path, project: ProjectFolders, is_preview: bool = False) -> None:
    """Raise SiteError for a folder in which a build must never write or remove files.

    Only a preview's output is in the folder of the caches.
    """
    output = Path(os.path.realpath(output))
    root = project.root.resolve()
    memory = Path(os.path.realpath(project.cache))
    is_ours = is_preview and output.is_relative_to(memory)
    kept = ".cache" if output.is_relative_to(memory) else _kept(output, root)
    reason = None
    if output == root or output in root.parents:
        reason = Message.of("folder-holds-project")
    elif output == _home():
        reason = Message.of("folder-is-home")
    elif kept and not is_ours:
        reason = Message.of("folder-is-kept", name=kept)
    elif os.path.lexists(output / ".git"):
        reason = Message.of("folder-holds-git")
    elif output.exists() and not output.is_dir():
        reason = Message.of("folder-is-file")
    if reason:
        raise SiteError([Problem.of(Place(str(output)), "output-folder", reason=reason)])


def _home() -> Path | None:
    """Return the user's home folder; None for a user unknown to the system."""
    try:
        return Path.home().resolve()
    except RuntimeError:
        return None


def _kept(folder: Path, root: Path) -> str:
    """Return the folder of `_KEPT` that contains this folder, by its name; empty if there is none.

    A `.git` may be anywhere.
    """
    if any(part.casefold() == ".git" for part in folder.parts):
        return ".git"
    first = folder.relative_to(root).parts[:1] if folder.is_relative_to(root) else ()
    name = unicodedata.normalize("NFC", first[0]).casefold() if first else ""
    return name if name in _KEPT else ""


class Staging:
    """New bytes of outputs, on the output's disk but not yet in place.

    All are staged before the first old file is replaced, so a full disk does no harm.
    """

    def __init__(self, output: OwnFolder, folder: OwnFolder | None = None) -> None:
        """`folder` is for a build that does not write. It is outside of the output."""
        self.output = output
        self.folder = folder or OwnFolder(f"{output.root}/{TEMPORARY}")
        self.files: dict[str, str] = {}
        """Path of an output -> its staged file."""
        self.placed: list[str] = []
        """Paths of outputs that are already in place."""
        self._count = 0
        self._is_open = False

    def open(self) -> None:
        """Make the folder, and empty it of what an aborted build left."""
        if not self._is_open:
            self.clear()
            with os_errors_reported():
                self.folder.make()
            self._is_open = True

    def put(self, path: str, data: bytes, is_new: bool = False) -> str:
        """Stage an output unless the same bytes are in place; return the staged file's name, or "".

        With `is_new`, the bytes are known to differ. Raises SiteError where the file cannot be
        written.
        """
        if not is_new and self.output.holds(path, data):
            return ""
        self.open()
        self._count += 1
        name = f"{os.getpid():x}-{self._count}"
        with os_errors_reported():
            self.folder.create(name, data)
        return name

    def read(self, path: str) -> bytes:
        """Return the new bytes of an output."""
        staged = self.files.get(path)
        return self.folder.read(staged) if staged else self.output.read(path)

    def size(self, path: str) -> int:
        """Return the new size of an output in bytes."""
        staged = self.files.get(path)
        whole = self.folder.path(staged) if staged else self.output.path(path)
        return os.lstat(whole).st_size

    def put_in_place(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Put some outputs in place before all others; return those that have changed.

        An output that cannot be replaced is tried again, and reported, with all others.
        """
        placed = []
        with suppress(OSError):
            for path in paths:
                if path in self.files:
                    self.place(path, self.files[path])
                    del self.files[path]
                    placed.append(path)
        self.placed += placed
        return tuple(placed)

    def place(self, path: str, staged: str) -> None:
        """Put an output in place. Raises OSError."""
        self.output.take(self.folder.path(staged), path)

    def clear(self) -> None:
        """Remove the folder and our files in it."""
        with suppress(OSError):
            for entry in self.folder.entries():
                if _STAGED.fullmatch(entry.name):
                    self.folder.clear(entry.name)
            self.folder.remove_empty()


def write(
    staging: Staging, outputs: Mapping[str, str], memory: OwnFolder, manifest: str
) -> Written:
    """Make a folder hold the `outputs`: path in it -> digest of the bytes.

    Each file is replaced as a whole; unchanged ones are left alone. Files that an earlier build
    wrote and this one does not are removed, and no others. The `manifest`, a file in `memory`,
    lists what builds wrote. A file is removed only if it has the bytes noted there, so a forged
    manifest does no harm.
    """
    folder, changed = staging.output, staging.files
    before, after = _noted(memory, manifest), dict(outputs)
    gone = before.keys() - after.keys()
    problems = []
    removed = 0
    with os_errors_reported():
        if changed or gone:
            folder.make()
            _look_ahead(folder.root, changed, gone)
            memory.save(manifest, msgspec.json.encode(_either(before, after)))
        for path in sorted(gone):
            state = _state(folder, path, before[path])
            if state == "ours":
                _remove(folder, path)
                removed += 1
            elif state == "gone":
                _remove_empty(folder, path)
            elif state == "foreign":
                place = Place(f"{folder.root}/{path}")
                problems.append(Problem.of(place, "output-changed-by-hand", severity="warning"))
                after[path] = before[path]
        for path, staged in changed.items():
            staging.place(path, staged)
        memory.save(manifest, msgspec.json.encode(after))
    return Written((*staging.placed, *changed), removed, tuple(problems))


def _look_ahead(root: str, changed: Collection[str], gone: Collection[str]) -> None:
    """Raise OSError where something is in the way of an output, before anything is changed.

    Paths in `gone` will be removed first, so they are not in the way.
    """
    known = {""}

    def look(folder: str) -> None:
        if folder in known:
            return
        known.add(folder)
        look(folder.rpartition("/")[0])
        with suppress(FileNotFoundError, NotADirectoryError):
            kind = os.lstat(f"{root}/{folder}").st_mode
            if not stat.S_ISDIR(kind) and folder not in gone:
                reason = A_LINK if stat.S_ISLNK(kind) else os.strerror(errno.ENOTDIR)
                raise OSError(errno.ENOTDIR, reason, f"{root}/{folder}")

    for path in changed:
        look(path.rpartition("/")[0])
        with suppress(FileNotFoundError, NotADirectoryError):
            is_folder = stat.S_ISDIR(os.lstat(f"{root}/{path}").st_mode)
            if is_folder and not any(other.startswith(f"{path}/") for other in gone):
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), f"{root}/{path}")


def _state(folder: OwnFolder, path: str, digests: str) -> str:
    """Return the state of a noted file: `ours` if unchanged, `foreign` if changed, or `gone`.

    The state is empty if no build can have written the file.
    """
    try:
        folder.enter(path.rpartition("/")[0])
        whole = folder.path(path)
    except (FileNotFoundError, NotADirectoryError):
        return "gone"
    except OSError:  # a link leads elsewhere, or a build never writes such a path
        return ""
    with suppress(OSError):
        if folder.is_all_ours or digest_of(folder.read(path)) in digests.split():
            return "ours"
    return "foreign" if os.path.lexists(whole) else "gone"


def _remove(folder: OwnFolder, path: str) -> None:
    """Remove a file, and the folders that it leaves empty."""
    with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
        folder.remove(path)
    _remove_empty(folder, path)


def _remove_empty(folder: OwnFolder, path: str) -> None:
    """Remove the folders that a removed file left empty; an aborted build may have removed the
    file."""
    way = path.rpartition("/")[0]
    while way and folder.remove_empty(way):
        way = way.rpartition("/")[0]


_Noted = dict[str, str]
"""Path of a file that builds wrote -> the digest of its bytes. Two digests, with a blank between
them, mean that an aborted build may have left either."""


def _either(before: _Noted, after: _Noted) -> _Noted:
    """Return the entries that hold while files are being replaced: both digests of each changed
    file."""
    changed = {p: f"{d} {after[p]}" for p, d in before.items() if after.get(p, d) != d}
    return {**before, **after, **changed}


def _noted(memory: OwnFolder, manifest: str) -> _Noted:
    try:
        return msgspec.json.decode(memory.read(manifest), type=_Noted)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
