"""Makes the sdist and the wheel of a commit several times, and checks that the bytes are the same.

`SOURCE_DATE_EPOCH` (reproducible-builds.org) is the time of the commit, so the same commit gives
the same bytes with the same hatchling (pinned in .github/requirements.lock).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.release.steps import CannotRelease, done, git, python, run

_WAY = "run `make` once, which installs what builds the files; then the same command again"
_SURROUNDINGS = (
    {"TZ": "UTC", "PYTHONHASHSEED": "1", "LC_ALL": "C"},
    {"TZ": "Asia/Shanghai", "PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8"},
)
"""Environments of the two builds, with settings that differ between machines."""


@contextmanager
def checked_out(root: Path, commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder, without any other files of the author."""
    with TemporaryDirectory(prefix="masthead-release-") as name:
        tree = Path(name) / "masthead"
        git(root, "worktree", "add", "--quiet", "--detach", tree, commit)
        try:
            yield tree
        finally:
            git(root, "worktree", "remove", "--force", tree)


def make_files(root: Path, commit: str, target: Path) -> list[Path]:
    """Write the sdist and the wheel of a commit into a folder, with their hashes in SHA256SUMS.

    They are made twice, in different folders and environments, and the wheel once more from the
    sdist. Raises CannotRelease if the bytes differ.
    """
    made: list[dict[str, bytes]] = []
    for number, surroundings in enumerate(_SURROUNDINGS):
        with checked_out(root, commit) as tree, TemporaryDirectory() as name:
            epoch = git(tree, "log", "-1", "--format=%ct")
            environ = {**os.environ, **surroundings, "SOURCE_DATE_EPOCH": epoch}
            _build(tree, Path(name), environ, "--sdist", "--wheel", umask=(0o022, 0o077)[number])
            made.append({path.name: path.read_bytes() for path in sorted(Path(name).iterdir())})
    one, other = made
    _refuse_unless_same(one, other, "two builds of the same commit")
    done("files", f"{' and '.join(one)}: made twice, the same bytes")
    (sdist,) = (name for name in one if name.endswith(".tar.gz"))
    (wheel,) = (name for name in one if name.endswith(".whl"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / sdist).write_bytes(one[sdist])
        shutil.unpack_archive(folder / sdist, folder)
        environ = {**os.environ, "SOURCE_DATE_EPOCH": epoch}
        _build(folder / sdist.removesuffix(".tar.gz"), folder / "again", environ, "--wheel")
        again = {wheel: (folder / "again" / wheel).read_bytes()}
    _refuse_unless_same(
        {wheel: one[wheel]}, again, "the wheel of the checkout and that of the sdist"
    )
    done("sdist", "builds the same wheel")
    target.mkdir(parents=True, exist_ok=True)
    sums = "".join(f"{_digest(data)}  {name}\n" for name, data in one.items())
    for name, data in {**one, "SHA256SUMS": sums.encode()}.items():
        (target / name).write_bytes(data)
    for line in sums.splitlines():
        done("sha256", line)
    return [target / name for name in one]


def check_descriptions(files: list[Path]) -> None:
    """Check with twine that an index can show the files' descriptions."""
    way = "the words come from README.md and pyproject.toml; twine comes from an index"
    with TemporaryDirectory() as name:
        folder = Path(name)
        python("venv", folder / "twine", cwd=folder, way_out=way)
        program = programs_of(folder / "twine") / "python"
        run(program, "-m", "pip", "install", "--quiet", "twine", cwd=folder, way_out=way)
        run(program, "-m", "twine", "check", "--strict", *files, cwd=folder, way_out=way)
    done("twine", "check --strict is content")


def programs_of(environment: Path) -> Path:
    """Return the folder of programs in a virtual environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin")


def _build(tree: Path, target: Path, environ: dict[str, str], *what: str, umask: int = -1) -> None:
    run(
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        *what,
        "--outdir",
        target,
        tree,
        cwd=tree,
        way_out=_WAY,
        environ=environ,
        umask=umask if os.name == "posix" else -1,
    )


def _refuse_unless_same(one: dict[str, bytes], other: dict[str, bytes], what: str) -> None:
    differ = [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
    if differ:
        way = (
            "unpack both and compare them (diffoscope does): a date, an order or a path is in there"
        )
        raise CannotRelease((f"{what} differ: {', '.join(differ)}", way))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
