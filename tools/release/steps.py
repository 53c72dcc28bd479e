"""Reports of the steps of a release: results, and hints after a failure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class CannotRelease(Exception):
    """A step failed or must not begin; each fault has a hint."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        self.faults = faults
        super().__init__("; ".join(said for said, _ in faults))

    def lines(self) -> list[str]:
        """Return what to print: two lines for each fault."""
        return [line for said, way in self.faults for line in (f"stop  {said}", f"      -> {way}")]


def done(step: str, said: str) -> None:
    """Print the result of a step on one line."""
    print(f"ok    {step:10} {said}", flush=True)


def run(
    *command: str | Path,
    cwd: Path,
    way_out: str,
    environ: Mapping[str, str] | None = None,
    umask: int = -1,
) -> str:
    """Run a program and return its output.

    Raises CannotRelease, with its last lines and the `way_out`, if it fails or is missing.
    """
    try:
        ended = subprocess.run(
            [str(word) for word in command],
            cwd=cwd, env=environ, umask=umask, stdin=subprocess.DEVNULL,
            capture_output=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
    except OSError as error:
        raise CannotRelease((f"{command[0]} cannot be run: {error.strerror}", way_out)) from None
    if ended.returncode:
        words = " ".join(Path(str(word)).name for word in command[:4])
        said = "\n      ".join(f"{ended.stdout}\n{ended.stderr}".strip().splitlines()[-8:])
        raise CannotRelease((f"`{words} …` failed:\n      {said}", way_out))
    return ended.stdout


def git(root: Path, *words: str | Path, way_out: str = "`git status` says more") -> str:
    """Run git in a repository and return its output, without the final line end."""
    return run("git", *words, cwd=root, way_out=way_out).rstrip("\n")


def python(*words: str | Path, cwd: Path, way_out: str, **more: str) -> str:
    """Run a module with this Python."""
    return run(sys.executable, "-m", *words, cwd=cwd, way_out=way_out, environ=more or None)
