"""A cheap first test: has anything changed since the last build? Also defines the stamps of files.

A snapshot belongs to one command in one project. It lists the files of the generator, every source
and every output, each with its stamp: size, times and inode. If all stamps are the same, there is
nothing to do, and msgspec, YAML, Markdown and the template engine are not loaded. Otherwise a build
finds by digests what must be made.

This file imports only modules that load within a few hundred microseconds. A snapshot is a text of
three sections, compared line by line. Paths in it are relative to the project.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

FILE = "snapshot"
_FOLDER = ".cache"
_FORMAT = "masthead snapshot 1"
_SECTION = "\n\x1e\n"
ANY_TIME = 1 << 100
"""A time (ns) later than all files."""


def unchanged(words: Sequence[str]) -> tuple[int, int] | None:
    """Return how many pages and files the site has, or None if anything may have changed.

    `words` are those of the command.
    """
    if os.path.islink(_FOLDER):  # noqa: PTH114
        return None
    try:
        with open(f"{_FOLDER}/{FILE}", encoding="utf-8", errors="surrogateescape",
                  newline="", opener=_without_following) as file:  # fmt: skip
            head, sources, outputs = file.read().split(_SECTION)
        title, command, count = head.split("\n")
        pages, files = map(int, count.split())
    except (OSError, ValueError):
        return None
    now = source_lines()
    if title != _FORMAT or command != repr(list(words)) or sources != "\n".join(now):
        return None
    for line in outputs.split("\n"):
        path, _, stamp = line.rpartition("\0")
        try:
            if stamp_of(os.lstat(path)) != stamp:
                return None
        except (OSError, ValueError):
            return None
    return pages, files


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def source_lines(clock: int = ANY_TIME) -> list[str]:
    """Return a line for each file that the site in this folder is made from.

    A line begins with the file's path in the project and a NUL. A file that is not older than
    `clock` (ns) gets a line that never equals a later one.
    """
    lines = [*version_lines()]
    folders = [(name, name) for name in ("content", "static", "themes", "fonts")]
    for folder, name in (*folders, *((theme, "") for theme in _packaged())):
        _add_stamps(lines, folder, name, clock)
    return lines


def snapshot(
    words: Sequence[str], sources: Iterable[str], outputs: Mapping[str, str], pages: int
) -> bytes:
    """Return a snapshot as bytes.

    `outputs` maps the paths of the outputs, relative to the project, to their stamps.
    """
    head = f"{_FORMAT}\n{list(words)!r}\n{pages} {len(outputs)}"
    lines = [f"{path}\0{stamp}" for path, stamp in outputs.items()]
    text = _SECTION.join((head, "\n".join(sources), "\n".join(lines)))
    return text.encode("utf-8", "surrogateescape")


def _packaged() -> Iterator[str]:
    """Yield the folders of the packaged themes: in the package, or beside it in a checkout."""
    yield os.path.join(PACKAGE, "_themes")  # noqa: PTH118
    beside = os.path.dirname(PACKAGE)  # noqa: PTH120
    if beside != os.getcwd():  # noqa: PTH109
        yield os.path.join(beside, "themes")  # noqa: PTH118


# ------------------------------------------------------------------ stamps of files

UNSURE = ""
"""The stamp of a file that could change again without a change of its times."""


def stamp_of(status: os.stat_result, clock: int = ANY_TIME) -> str:
    """Return a text that changes whenever the file does, or `UNSURE`.

    Replacing a file changes its inode, and setting its times back changes its ctime. A file changed
    at or after `clock` (ns) could change again within the same tick of the file system's clock. It
    is not trusted but read, as git does with its index.
    """
    newest = max(status.st_mtime_ns, status.st_ctime_ns)
    if newest >= clock:
        return UNSURE
    return f"{status.st_size:x}.{status.st_mtime_ns:x}.{status.st_ctime_ns:x}.{status.st_ino:x}"


def size_in(stamp: str) -> int:
    """Return the size of a file in bytes by its stamp; 0 if the stamp is `UNSURE`."""
    return int(stamp.partition(".")[0] or "0", 16)


def clock_of(descriptor: int) -> int:
    """Return the modification time (ns) that the file system gives a file written now.

    It comes from a real write, because the file system's clock is coarser than the system's, and on
    a network it is another machine's.
    """
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, b"\n")
    return os.fstat(descriptor).st_mtime_ns


def _add_stamps(lines: list[str], folder: str, name: str, clock: int) -> None:
    """Add a line for each file and folder below a folder, in a stable order.

    The lines call the folder `name`. A link has a stamp of its own, and is not followed.
    """
    open_folders = [(folder, name)]
    while open_folders:
        path, name = open_folders.pop()
        try:
            entries = sorted(os.scandir(path), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            here = f"{name}/{entry.name}"
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                lines.append(here)
                continue
            if not stat.S_ISDIR(status.st_mode):
                stamp = stamp_of(status, clock) or "?"  # equals no stamp: the file is not trusted
                lines.append(f"{here}\0{stamp}")
                continue
            lines.append(f"{here}/")
            open_folders.append((entry.path, here))


# ------------------------------------------------------------------ versions

_WITHOUT_CODE = ("__pycache__", "_schema", "_themes", "site")
"""Folders of the package that no output depends on."""

PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120


def generator_version() -> str:
    """Return a digest of the generator's own files, of Python and of the installed packages.

    A changed generator thus makes every output stale, without a version number to maintain.
    """
    from hashlib import blake2b

    return blake2b("\n".join(version_lines()).encode(), digest_size=8).hexdigest()


_version: list[str] = []


def version_lines() -> list[str]:
    """Return lines that differ between versions of the generator and its libraries.

    Our own files are identified by size and time, installed packages by the names of their
    `.dist-info` folders, because these contain the versions. `importlib.metadata` would take longer
    than a build with nothing to do. The lines are made once, because this process keeps running the
    code that it has loaded.
    """
    if not _version:
        _version.extend(_version_lines())
    return _version


def _version_lines() -> Iterator[str]:
    yield sys.version.replace("\n", " ")
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            if name.endswith(".dist-info"):
                yield name
    yield from _files(PACKAGE, "")


def _files(folder: str, prefix: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith((".py", ".json")):
            status = entry.stat()
            yield f"{prefix}{entry.name} {status.st_size} {status.st_mtime_ns}"
        elif entry.is_dir() and entry.name not in _WITHOUT_CODE:
            yield from _files(entry.path, f"{prefix}{entry.name}/")
