"""The files of a new site -> a folder, and nothing that was there is ever touched."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def in_the_way(folder: Path, paths: Iterable[str]) -> list[str]:
    """Return what is there already and must not be: paths from the folder, sorted.

    Those are the files that would be written, whatever stands where a folder must be, and any file
    in `content/`, which would become a part of the site. Other files, and `.git/`, may be there.
    """
    found: set[str] = set()
    if os.path.lexists(folder) and not folder.is_dir():
        return ["."]
    for path in paths:
        if os.path.lexists(folder / path):
            found.add(path)
        for parent in list(Path(path).parents)[:-1]:
            place = folder / parent
            if os.path.lexists(place) and not place.is_dir():
                found.add(parent.as_posix())
    for name, _, files in os.walk(folder / "content"):
        found |= {(Path(name) / file).relative_to(folder).as_posix() for file in files}
    return sorted(found)


def write_new(folder: Path, files: dict[str, bytes]) -> None:
    """Write files that are not there yet, all or none.

    Raises OSError; what had been written is removed then. A file that appeared meanwhile is not
    written over (mode `x`).
    """
    written: list[Path] = []
    try:
        for path, data in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                written.append(target)
                file.write(data)
    except OSError:
        for target in written:
            target.unlink(missing_ok=True)
        raise
