"""One build at a time for each project; the system frees the lock of a process that died."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.atomic import clear_folder
from generator.problems import Place, Problem, SiteError


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Hold the lock at `path`, and give its file; wait while another build holds it.

    Raises SiteError where the folder of the lock cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        clear_folder(path)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        place = Place(f"{path.parent.name}/{path.name}")
        hint = f"Masthead remembers the last build in {path.parent.name}/, which is safe to delete"
        problem = Problem(place, f"cannot write this: {error.strerror}", hint)
        raise SiteError([problem]) from error
    try:
        _acquire(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)  # closing frees it


def _acquire(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
            except OSError:
                continue  # it has tried for ten seconds
            return
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
