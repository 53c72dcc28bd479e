"""Trials of the wheel: in a new environment of each Python, it builds a new site and the sample
site."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.release.distributions import programs_of
from tools.release.steps import CannotRelease, done, run

OLDEST = (3, 11)
"""The version in `requires-python` of pyproject.toml."""
_NEWEST_MINOR = 40
_WAY = "in that environment, `masthead build` says more; mend it, commit, and begin again"
_ASK = "import sys; v = sys.version_info; print(v[0], v[1], v[2], v[3], sys.implementation.name)"


class Interpreter(NamedTuple):
    """A Python of this machine."""

    version: tuple[int, int, int]
    program: Path

    def __str__(self) -> str:
        return ".".join(map(str, self.version))


def interpreters() -> list[Interpreter]:
    """Return one CPython of each supported version, the oldest first.

    They are searched on the PATH, and among those of pyenv and uv.
    """
    found: dict[tuple[int, int], Interpreter] = {}
    for program in _candidates():
        one = _asked(program)
        if one and one.version[:2] >= OLDEST:
            found.setdefault(one.version[:2], one)
    return [found[version] for version in sorted(found)]


def _candidates() -> Iterator[Path]:
    yield Path(sys.executable)
    for minor in range(OLDEST[1], _NEWEST_MINOR):
        if program := shutil.which(f"python3.{minor}"):
            yield Path(program)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob("versions/3.*/bin/python3"))
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or Path.home() / ".local/share/uv/python")
    yield from sorted(uv.glob("cpython-3.*/bin/python3"))


def _asked(program: Path) -> Interpreter | None:
    """Ask a program for its version; return None if it does not answer or is not a final
    CPython."""
    try:
        said = run(program, "-c", _ASK, cwd=Path.home(), way_out="").split()
    except CannotRelease:
        return None
    major, minor, micro, level, name = said
    version = (int(major), int(minor), int(micro))
    return Interpreter(version, program) if (level, name) == ("final", "cpython") else None


def try_wheel(wheel: Path, tree: Path, python: Interpreter, folder: Path) -> str:
    """Install a wheel into a new environment, and build a new site and the sample site with it.

    Return the digest of the sample site. Raises CannotRelease if a step fails. `tree` is the
    checkout with the sample's sources; `folder` is for this Python only.
    """
    folder.mkdir()
    environ = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    environ.pop("PYTHONPATH", None)
    environment = folder / "environment"
    run(python.program, "-m", "venv", environment, cwd=folder,
        way_out=f"{python.program} cannot make environments: install its module venv")  # fmt: skip
    programs = programs_of(environment)
    run(programs / "python", "-m", "pip", "install", "--quiet", f"{wheel}[zh]", cwd=folder,
        way_out=f"pip finds no wheel of a library for Python {python}, or no index")  # fmt: skip

    def masthead(*words: str | Path) -> None:
        run(programs / "masthead", *words, cwd=folder, way_out=_WAY, environ=environ)

    masthead("new", "new-site", "--yes", "--name", "Ada Example", "--languages", "en,zh")
    masthead("build", "--strict", "--project", "new-site")
    masthead("check", "--project", "new-site")
    for name in ("content", "static"):
        shutil.copytree(tree / name, folder / "sample" / name)
    masthead("build", "--strict", "--project", "sample")
    digest = digest_of(folder / "sample/_site")
    done("try", f"Python {python}: a new site and the sample site, {digest[:16]}…")
    return digest


def try_everywhere(wheel: Path, tree: Path, folder: Path) -> list[Path]:
    """Try a wheel on each Python of this machine; return the environments' folders of programs.

    Raises CannotRelease if one fails, or if its sample site differs from the others'.
    """
    found = interpreters()
    made = {one: try_wheel(wheel, tree, one, folder / str(one)) for one in found}
    if len({*made.values()}) > 1:
        said = ", ".join(f"{one}: {digest[:16]}" for one, digest in made.items())
        way = "a site must be the same bytes everywhere: compare the folders with --keep"
        raise CannotRelease((f"the sample site differs from Python to Python ({said})", way))
    return [programs_of(folder / str(one) / "environment") for one in found]


def digest_of(folder: Path) -> str:
    """Return the SHA-256 of all files of a folder, with their names."""
    whole = hashlib.sha256()
    for path in _sorted_files(folder.rglob("*")):
        whole.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _sorted_files(paths: Iterable[Path]) -> list[Path]:
    return sorted(path for path in paths if path.is_file())
