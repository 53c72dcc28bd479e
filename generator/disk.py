"""A folder that we write in: no link leads out of it.

A stranger's repository may contain links. If we followed one, we might read, overwrite or remove
files anywhere on the disk. So all written files are in an `OwnFolder`. It does not follow links,
neither in place of a file nor in place of a folder on the way. New files are created exclusively,
and a file is replaced as a whole.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError
from generator.processes import held_back

TEMPORARY = ".masthead-tmp"
"""The ending of files that are still being written."""

_READING = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer would block
    | getattr(os, "O_BINARY", 0)
)
_WRITING = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OUTSIDE = ("", ".", "..")
"""Parts of a path that would not lead further down."""
A_LINK = "this is a link, and Masthead neither reads nor writes through one here"


class OwnFolder:
    """A folder in which we write. A `way` is the path of a file in this folder, with slashes.

    All methods raise OSError, with the path and the reason, if something cannot be done. One reason
    is a way that would lead out of the folder.
    """

    def __init__(
        self, root: str | os.PathLike[str], is_all_ours: bool = False, mode: int = 0o777
    ) -> None:
        """`root` need not exist yet; it must not be a link.

        With `is_all_ours`, only Masthead has files in it, so anything in the way may be removed.
        New folders get the permissions in `mode` that the umask allows.
        """
        self.root = os.fspath(root)
        self.is_all_ours = is_all_ours
        self._mode = mode
        self._found: set[str] = set()
        """Ways of existing folders that are not links; the empty way is this folder."""

    def path(self, way: str) -> str:
        """Return the path of something in the folder. Raises OSError for one that leads out."""
        name = way.rpartition("/")[2]
        if name in _OUTSIDE or "\0" in way or (os.altsep and (os.sep in name or ":" in name)):
            raise OSError(errno.EINVAL, "this is not the name of a file in the folder", way)
        return f"{self.root}/{way}"

    # ------------------------------------------------------------------ folders

    def make(self, way: str = "") -> None:
        """Make a folder in this one, with its parents; without a way, make this folder."""
        if way in self._found:
            return
        if not way:
            os.makedirs(self.root, self._mode, exist_ok=True)
            self._look_at("")
            return
        self.make(way.rpartition("/")[0])
        try:
            os.mkdir(self.path(way), self._mode)
        except FileExistsError:
            self._look_at(way)
        self._found.add(way)

    def enter(self, way: str = "") -> None:
        """Check that a folder exists and that no link leads to it."""
        if way not in self._found:
            if way:
                self.enter(way.rpartition("/")[0])
            self._look_at(way)

    def _look_at(self, way: str) -> None:
        path = self.path(way) if way else self.root
        kind = os.lstat(path).st_mode
        if stat.S_ISLNK(kind):
            raise OSError(errno.ELOOP, A_LINK, path)
        if not stat.S_ISDIR(kind):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        self._found.add(way)

    def entries(self, way: str = "") -> list[os.DirEntry[str]]:
        """Return the entries of a folder in this one."""
        self.enter(way)
        with os.scandir(self.path(way) if way else self.root) as found:
            return list(found)

    # ------------------------------------------------------------------ reading

    def read(self, way: str) -> bytes:
        """Return the bytes of a file."""
        with self.reading(way) as file:
            return file.read()

    def reading(self, way: str) -> IO[bytes]:
        """Open a file to read."""
        path = self.path(way)
        self.enter(way.rpartition("/")[0])
        return os.fdopen(_opened(path, _READING), "rb")

    def holds(self, way: str, data: bytes) -> bool:
        """Whether a file with these bytes exists."""
        try:
            with self.reading(way) as file:
                return os.fstat(file.fileno()).st_size == len(data) and file.read() == data
        except OSError:
            return False

    # ------------------------------------------------------------------ writing

    def save(self, way: str, data: bytes) -> None:
        """Write a file as a whole if its bytes differ."""
        if not self.holds(way, data):
            self.write(way, data)

    def write(self, way: str, data: bytes) -> None:
        """Write a file as a whole, so that readers find either the old or the new bytes.

        An author's file keeps its permissions.
        """
        temporary = f"{way}{TEMPORARY}"
        self.make(way.rpartition("/")[0])
        self.clear(temporary)
        try:
            mode = self._mode_of(way)
            self.create(temporary, data, 0o600 if mode else 0o666)
            if mode:
                os.chmod(self.path(temporary), mode)
            if self.is_all_ours:
                self._clear_folder(way)
            os.replace(self.path(temporary), self.path(way))
        except BaseException:
            with suppress(OSError):
                os.unlink(self.path(temporary))
            raise

    def _mode_of(self, way: str) -> int:
        """Return the permissions of a file that authors may own, too, or 0."""
        with suppress(FileNotFoundError):
            if not self.is_all_ours and stat.S_ISREG(mode := os.lstat(self.path(way)).st_mode):
                return stat.S_IMODE(mode)
        return 0

    def create(self, way: str, data: bytes, mode: int = 0o666) -> None:
        """Write a file that must not exist yet."""
        with self.creating(way, mode) as file:
            file.write(data)

    def creating(self, way: str, mode: int = 0o666) -> IO[bytes]:
        """Open a file to write it in parts. It must not exist yet."""
        path = self.path(way)
        self.make(way.rpartition("/")[0])
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _WRITING, mode)
        return os.fdopen(descriptor, "wb")

    def give_name(self, way: str, name: str) -> None:
        """Rename a file of this folder. Raises FileExistsError if the new name is taken."""
        before, after = self.path(way), self.path(name)
        self.make(name.rpartition("/")[0])
        if os.path.lexists(after):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), after)
        os.rename(before, after)

    def open_file(self, way: str, flags: int = 0) -> int:
        """Open a file, or make it, to read, write or lock; return its descriptor."""
        path = self.path(way)
        self.make(way.rpartition("/")[0])
        if self.is_all_ours:
            self._clear_folder(way)
        return _opened(path, os.O_RDWR | os.O_CREAT | _WRITING | flags)

    def nameless_file(self) -> int:
        """Open a new file to write and read. It has no name, so no other process can open it."""
        path = self.path("share")
        self.make()
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _WRITING, 0o600)
        os.unlink(path)
        return descriptor

    def take(self, staged: str, way: str) -> None:
        """Move a file from elsewhere on the same disk into its place."""
        self.make(way.rpartition("/")[0])
        os.replace(staged, self.path(way))

    # ------------------------------------------------------------------ removing

    def remove(self, way: str) -> None:
        """Remove a file or a link, but never a link's target."""
        path = self.path(way)
        self.enter(way.rpartition("/")[0])
        os.unlink(path)

    def remove_empty(self, way: str = "") -> bool:
        """Remove a folder in this one if it is empty; return whether it is gone."""
        if not way:
            self._found.clear()
            with suppress(OSError):
                os.rmdir(self.root)
            return not os.path.lexists(self.root)
        self._found.discard(way)
        try:
            self.enter(way.rpartition("/")[0])
            os.rmdir(self.path(way))
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError as error:
            if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                return False
            raise
        return True

    def clear(self, way: str) -> None:
        """Remove the entry with a name that only we use, if it exists."""
        self._clear_folder(way)
        with suppress(FileNotFoundError):
            os.unlink(self.path(way))

    def _clear_folder(self, way: str) -> None:
        """Remove a folder that is in the place of a file; links in it are not followed."""
        with suppress(FileNotFoundError):
            if stat.S_ISDIR(os.lstat(self.path(way)).st_mode):
                import shutil

                self._found.clear()
                self.enter(way.rpartition("/")[0])
                shutil.rmtree(self.path(way))


def _opened(path: str, flags: int) -> int:
    """Open a file; refuse a pipe or a device."""
    descriptor = os.open(path, flags, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "this is not a regular file", path)
    return descriptor


@contextmanager
def temporary_folder(inside: str = "", prefix: str = "masthead-") -> Iterator[OwnFolder]:
    """Make a temporary folder whose name begins with `prefix`.

    It is `inside` a folder, by default the system's temporary one. Signals wait while it is made or
    removed, so only SIGKILL can leave it behind.
    """
    import tempfile  # builds do not need it

    with held_back():
        made = tempfile.TemporaryDirectory(
            prefix=prefix, dir=inside or None, ignore_cleanup_errors=True
        )
    try:
        yield OwnFolder(os.path.realpath(made.name))
    finally:
        with held_back():
            made.cleanup()


def read_at(descriptor: int, length: int, offset: int) -> bytes:
    """Read without moving the file's position, because forked processes share it."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, length, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)  # Windows, where processes do not fork
    return os.read(descriptor, length)


# ---------------------------------------------------------------------- what people are told


@contextmanager
def os_errors_reported() -> Iterator[None]:
    """Turn an OSError about writing a file into a SiteError."""
    try:
        yield
    except OSError as error:
        name = str(error.filename2 or error.filename or "the output")
        raise SiteError(
            [Problem.of(Place(name), "write-failed", reason=str(error.strerror))]
        ) from error


def refuse_links(project: ProjectFolders, output: os.PathLike[str] | None = None) -> None:
    """Raise SiteError for links in a project's cache, or on the way to the cache or the output.

    Links outside of the project are followed, because the user has named them.
    """
    root, cache = os.path.realpath(project.root), os.fspath(project.cache)
    found = [_problem(link, root, "cache") for link in _links_to(cache, root)]
    if not found:
        with suppress(OSError), os.scandir(cache) as entries:
            links = sorted(entry.path for entry in entries if entry.is_symlink())
            found = [_problem(link, root, "cache") for link in links]
    if output is not None:
        found += [_problem(link, root, "site") for link in _links_to(os.fspath(output), root)]
    if found:
        raise SiteError(dict.fromkeys(found))


def _links_to(path: str, root: str) -> Iterator[str]:
    """Yield each link inside the project that leads to a path."""
    while path:
        parent, name = os.path.split(path)
        is_inside = f"{os.path.realpath(parent)}/".startswith(f"{root.rstrip('/')}/")
        if name and is_inside and os.path.islink(path):
            yield path
        if parent == path:
            return
        path = parent


def _problem(link: str, root: str, what: str) -> Problem:
    parent, name = os.path.split(link)
    place = os.path.relpath(os.path.join(os.path.realpath(parent), name), root)
    return Problem.of(Place(place), "link-of-output" if what == "site" else "link-of-cache")
