"""Write the files of the cache as a whole, and open them without following links."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from generator.problems import Place, Problem, SiteError

TEMPORARY = ".masthead-tmp"
"""Ends the names of files that are not whole yet."""


def save(path: Path, data: bytes) -> None:
    """Write a file as a whole, where its bytes are different."""
    if not holds(str(path), data):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + TEMPORARY)
        temporary.write_bytes(data)
        clear_folder(path)
        temporary.replace(path)


def clear_folder(path: Path) -> None:
    """Remove a folder that stands in the place of a file of the cache, where all is ours."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path)


def open_itself(path: Path, mode: str) -> IO[bytes]:
    """Open a file, but not what a link leads to: the folder may have come from a stranger.

    Raises OSError where the path is a link, except on Windows, which has no flag for that.
    """
    return open(path, mode, opener=_without_following)


def _without_following(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def holds(path: str, data: bytes) -> bool:
    """Whether a file is there with these bytes."""
    try:
        if os.stat(path).st_size != len(data):  # noqa: PTH116
            return False
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read() == data
    except OSError:
        return False


@contextmanager
def os_errors_reported() -> Iterator[None]:
    """Turn what the system says of a file that cannot be written into a SiteError."""
    try:
        yield
    except OSError as error:
        name = str(error.filename2 or error.filename or "the output")
        message = f"cannot write this: {error.strerror}"
        raise SiteError([Problem(Place(name), message)]) from error
