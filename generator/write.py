"""Bytes -> disk: atomic, only when different; removes only what it once wrote."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from generator.problems import Place, Problem, SiteError
from generator.project import Project

TEMPORARY = ".masthead-tmp"


class Written(NamedTuple):
    """How many files were new or different, and how many are gone."""

    changed: int
    removed: int


def refuse_dangerous(output: Path, project: Project) -> None:
    """Raise SiteError for a folder that a build must never fill or tidy."""
    output = output.resolve()
    root = project.root.resolve()
    reason = ""
    if output == root or output in root.parents:
        reason = "it holds the project itself"
    elif output == Path.home().resolve():
        reason = "it is your home folder"
    elif any(output.is_relative_to(root / part) for part in ("content", "static", "themes")):
        reason = "it is a folder of sources"
    elif (output / ".git").exists():
        reason = "it holds a .git folder"
    elif output.exists() and not output.is_dir():
        reason = "it is a file"
    if reason:
        hint = "choose another folder with --output"
        message = f"the site cannot be written to this folder: {reason}"
        raise SiteError([Problem(Place(str(output)), message, hint)])


def write(files: Mapping[str, bytes], output: Path, project: Project) -> Written:
    """Bring the folder `output` to hold `files`, by their paths in it.

    Each file is replaced as a whole; one whose bytes are the same is left alone. Files that an
    earlier build wrote and this one does not are removed, and nothing else ever is.
    """
    manifest = _manifest_path(output, project)
    before = _read_manifest(manifest)
    changed = 0
    try:
        for path, data in files.items():
            changed += _put(output / path, data)
        removed = sum(_remove(output, path) for path in sorted(before - files.keys()))
        _put(manifest, json.dumps(sorted(files), ensure_ascii=False, indent=0).encode())
    except OSError as error:
        name = str(error.filename or output).removesuffix(TEMPORARY)
        message = f"cannot write this: {error.strerror}"
        raise SiteError([Problem(Place(name), message)]) from error
    return Written(changed, removed)


def _put(path: Path, data: bytes) -> bool:
    """Write one file whole; return whether anything was different."""
    try:
        if path.read_bytes() == data:
            return False
    except (FileNotFoundError, NotADirectoryError):
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return True


def _remove(output: Path, path: str) -> bool:
    """Remove a file that an earlier build wrote, and the folders that it leaves empty."""
    target = output / path
    if not target.resolve().is_relative_to(output.resolve()):
        return False
    try:
        target.unlink()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False
    for folder in target.parents:
        if folder == output or any(os.scandir(folder)):
            break
        folder.rmdir()
    return True


def _manifest_path(output: Path, project: Project) -> Path:
    """Return the list of what was written to a folder; one for each, outside of it."""
    name = os.path.relpath(output.resolve(), project.root.resolve())
    return project.cache / f"written-{blake2b(name.encode(), digest_size=4).hexdigest()}.json"


def _read_manifest(path: Path) -> set[str]:
    try:
        listed = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return set()
    return {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else set()
