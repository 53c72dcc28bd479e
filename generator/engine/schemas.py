"""The JSON Schemas that editors read, as new as the generator that was last at work.

A site must hold no file of ours that a later version has to change, and an editor must find the
schemas without a network. So they lie in `.cache/`, which nobody commits: a build puts them there,
and puts others there once another version builds. The first lines of data files lead to them.
"""

from __future__ import annotations

import os
from pathlib import Path

from generator.atomic import save

_VERSION = "version"


def refresh(folder: Path, packaged: Path, version: str) -> None:
    """Copy the schemas into a folder, unless those of this version lie there already.

    They are a help and no part of a build: where they cannot be written, nothing is said.
    """
    mark = folder / _VERSION
    try:
        wanted = _sizes(packaged)
        if mark.is_file() and mark.read_text("utf-8") == version and _sizes(folder) == wanted:
            return
        for name in wanted:
            save(folder / name, (packaged / name).read_bytes())
        for name in _sizes(folder).keys() - wanted.keys():
            (folder / name).unlink()
        save(mark, version.encode("utf-8"))
    except (OSError, UnicodeError):
        return


def _sizes(folder: Path) -> dict[str, int]:
    """Return the schemas in a folder by name, with their sizes: a power cut leaves files empty."""
    names = (entry for entry in os.scandir(folder) if entry.name.endswith(".json"))
    return {entry.name: entry.stat().st_size for entry in names}
