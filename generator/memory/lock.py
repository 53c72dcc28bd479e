"""One build at a time for each project; the system frees the lock of a process that died."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock at `path`; wait while another build holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _acquire(descriptor)
        yield
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
