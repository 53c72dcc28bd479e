"""The JSON Schemas that editors read, as new as the generator that was last at work.

A site must hold no file of ours that a later version has to change, and an editor must find the
schemas without a network. So they lie in `.cache/`, which nobody commits: a build puts them there,
and puts others there once another version builds. The first lines of data files lead to them.
"""

from __future__ import annotations

from pathlib import Path

from generator.memory.saving import save

FOLDER = "schema"
_VERSION = "version"


def modeline(kind: str, up: int = 1) -> str:
    """Return the line by which editors find the schema of a data file.

    `up` is how many folders deep the file lies in the project: 1 in `content/`. Its form is the
    YAML language server's.
    """
    return f"# yaml-language-server: $schema={'../' * up}.cache/{FOLDER}/{kind}.json\n"


def refresh(cache: Path, packaged: Path, version: str) -> None:
    """Copy the schemas into the cache, unless those of this version lie there already.

    They are a help and no part of a build: where they cannot be written, nothing is said.
    """
    folder = cache / FOLDER
    mark = folder / _VERSION
    try:
        if mark.is_file() and mark.read_text("utf-8") == version:
            return
        new = {path.name: path for path in packaged.glob("*.json")}
        for name, path in new.items():
            save(folder / name, path.read_bytes())
        for path in folder.glob("*.json"):
            if path.name not in new:
                path.unlink()
        save(mark, version.encode("utf-8"))
    except OSError:
        return
