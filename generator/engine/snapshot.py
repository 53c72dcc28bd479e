"""The cheap first question: is everything as the last build left it?

A snapshot is of one command in one project: the generator, every source and every output by its
stamp. While all are the same there is nothing to do, and neither YAML nor Markdown nor a template
engine is loaded to say so. When anything differs it says nothing about what: the pipeline finds
out by digests.

This module imports nothing that Python has not loaded already. A snapshot is a few sections of
lines, which are compared as they stand; it holds no absolute path.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence

FILE = "snapshot"
_FOLDER = ".cache"
_FORMAT = "masthead snapshot 1"
_SECTION = "\n\x1e\n"


def unchanged(words: Sequence[str]) -> tuple[int, int] | None:
    """Return how many pages and files the site in this folder has, if it is as it should be.

    `words` are those of the command. None says that a build must find out.
    """
    return compared(words)[0]


def compared(words: Sequence[str]) -> tuple[tuple[int, int] | None, bool]:
    """Return what `unchanged` does, and whether the Markdown of a page may be another.

    The second is only a guess at what a build will need.
    """
    if os.path.islink(_FOLDER):  # noqa: PTH114
        return None, True
    try:
        with open(f"{_FOLDER}/{FILE}", encoding="utf-8", errors="surrogateescape",
                  newline="", opener=_without_following) as file:  # fmt: skip
            head, sources, outputs = file.read().split(_SECTION)
        title, command, count = head.split("\n")
        pages, files = map(int, count.split())
    except (OSError, ValueError):
        return None, True
    now = source_lines()
    if title != _FORMAT or command != _command(words):
        return None, True
    if sources != "\n".join(now):
        return None, any(
            map(_tells_of_markdown, set(now).symmetric_difference(sources.split("\n")))
        )
    for line in outputs.split("\n"):
        path, _, stamp = line.rpartition("\0")
        try:
            if stamp_of(os.lstat(path)) != stamp:
                return None, False
        except (OSError, ValueError):
            return None, False
    return (pages, files), False


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _tells_of_markdown(line: str) -> bool:
    """Whether a line is a page's, or the generator's own, after whose change all is rendered."""
    path, nul, _ = line.partition("\0")
    return path.endswith(".md") or not nul


def source_lines(clock: int | None = None) -> list[str]:
    """Return the lines of all that the site in this folder is made from.

    With a `clock` (ns), those files that are not older are none that a snapshot trusts.
    """
    times = () if clock is None else (clock,)
    lines = list(version_lines())
    for name in ("content", "static", "themes", "fonts"):
        lines += folder_stamps(name, name, *times)
    return lines + [line for theme in _packaged() for line in folder_stamps(theme, "", *times)]


def snapshot(
    words: Sequence[str], sources: Iterable[str], outputs: Iterable[str], counts: tuple[int, int]
) -> bytes:
    """Return the file of a snapshot; `outputs` are lines of path and stamp, see `output_line`."""
    head = f"{_FORMAT}\n{_command(words)}\n{counts[0]} {counts[1]}"
    text = _SECTION.join((head, "\n".join(sources), "\n".join(outputs)))
    return text.encode("utf-8", "surrogateescape")


def output_line(path: str, stamp: str) -> str:
    """Return the line of an output by its path from the project's folder."""
    return f"{path}\0{stamp}"


def _command(words: Sequence[str]) -> str:
    return repr(list(words))


def _packaged() -> Iterator[str]:
    """The themes that came with Masthead: inside of the package, or beside it in a checkout."""
    yield os.path.join(PACKAGE, "_themes")  # noqa: PTH118
    beside = os.path.dirname(PACKAGE)  # noqa: PTH120
    if beside != os.getcwd():  # noqa: PTH109
        yield os.path.join(beside, "themes")  # noqa: PTH118


# ------------------------------------------------------------------ stamps of files

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


# ------------------------------------------------------------------ versions

LIBRARIES = (
    "jinja2",
    "justmytype_intl_cjk",
    "markdown_it_py",
    "markupsafe",
    "math_core",
    "mdit_py_plugins",
    "msgspec",
    "pillow",
    "pygments",
    "pypdfium2",
    "pyyaml",
    "typst",
)
"""What outputs are rendered with; a new version may render differently."""

_WITHOUT_CODE = ("__pycache__", "_schema", "_themes", "site")
"""Folders of ours that have no say in what a build makes."""

PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120


def generator_version() -> str:
    """Return a digest of the generator's own files, of Python and of its libraries.

    A changed generator makes every output stale by itself; nobody has to remember a number.
    """
    from generator.model.files import blake2b

    return blake2b("\n".join(version_lines()).encode(), digest_size=8).hexdigest()


def picture_version() -> str:
    """Return a digest of what makes copies of pictures: two libraries and our code that calls them.

    So a new Masthead need not make them all again.
    """
    from generator.model.files import blake2b

    digest = blake2b(digest_size=8)
    for line in version_lines():
        if line.lower().startswith(("pillow", "pypdfium2")):
            digest.update(f"{line}\n".encode())
    with open(f"{PACKAGE}/render/images/encoding.py", "rb") as file:  # noqa: PTH123
        digest.update(file.read())
    return digest.hexdigest()


def version_lines() -> Iterator[str]:
    """Yield what tells this generator from any other.

    Our own files are known by size and time, and a library by the name of its `.dist-info`
    folder, which holds its version: asking `importlib.metadata` would take longer than a build
    with nothing to do.
    """
    yield sys.version.replace("\n", " ")
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            if name.endswith(".dist-info") and name.lower().startswith(LIBRARIES):
                yield name
    yield from _files(PACKAGE, "")


def _files(folder: str, prefix: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith((".py", ".json")):
            status = entry.stat()
            yield f"{prefix}{entry.name} {status.st_size} {status.st_mtime_ns}"
        elif entry.is_dir() and entry.name not in _WITHOUT_CODE:
            yield from _files(entry.path, f"{prefix}{entry.name}/")
