"""The cheap first question: has any file been touched since the last build?

A snapshot holds size and times of every source and every output. When all are the same, the site
is as it should be, and neither YAML nor Markdown nor a template engine is loaded to say so. When
anything differs, it says nothing about what: the pipeline finds out by digests.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FORMAT = 1

Stamp = list[int]
"""Size, mtime and ctime in ns, inode: a file that was replaced differs at least in the last."""


def stamps(folder: Path) -> dict[str, Stamp]:
    """Return the stamps of all files below a folder by their path in it; folders count, too."""
    return dict(_walk(str(folder), ""))


def _walk(folder: str, prefix: str) -> Iterator[tuple[str, Stamp]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        name = prefix + entry.name
        try:
            status = entry.stat()
        except OSError:
            yield name, []
            continue
        if stat.S_ISDIR(status.st_mode):
            yield name + "/", []
            if not entry.is_symlink():
                yield from _walk(entry.path, name + "/")
        else:
            yield name, [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def take(folders: dict[str, Path], marker: Path) -> dict[str, Any] | None:
    """Return the stamps of some folders, or None while a file in them may still be changing.

    A file whose times are not older than now, by the clock of the file system that holds
    `marker`, could be changed once more without its stamp telling; such a snapshot is worth
    nothing.
    """
    taken = {name: stamps(folder) for name, folder in folders.items()}
    newest = max((s[i] for t in taken.values() for s in t.values() if s for i in (1, 2)), default=0)
    for _ in range(50):
        marker.write_bytes(b"")
        if marker.stat().st_mtime_ns > newest:
            return taken
    return None


def save(path: Path, about: dict[str, str], taken: dict[str, Any], report: dict[str, int]) -> None:
    """Write a snapshot down, with what it holds for and what the build came to."""
    data = {"format": FORMAT, **about, "taken": taken, "report": report}
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
    temporary.replace(path)


def unchanged(path: Path, about: dict[str, str], folders: dict[str, Path]) -> dict[str, int] | None:
    """Return what the last build came to when nothing was touched since, or else None."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    if any(data.get(name) != value for name, value in about.items()):
        return None
    taken = data.get("taken")
    if not isinstance(taken, dict) or taken.keys() != folders.keys():
        return None
    if any(taken[name] != stamps(folder) for name, folder in folders.items()):
        return None
    report = data.get("report")
    return report if isinstance(report, dict) else None
