"""How the steps of a release say what they did, and what to do where they fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class CannotRelease(Exception):
    """A step failed, or must not begin; each fault has its way out."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        self.faults = faults
        super().__init__("; ".join(said for said, _ in faults))

    def lines(self) -> list[str]:
        """Return what to print: two lines for each fault."""
        return [line for said, way in self.faults for line in (f"stop  {said}", f"      -> {way}")]


def done(step: str, said: str) -> None:
    """Say in one line what a step has done."""
    print(f"ok    {step:10} {said}", flush=True)


def run(
    *command: str | Path,
    cwd: Path,
    way_out: str,
    environ: Mapping[str, str] | None = None,
    umask: int = -1,
) -> str:
    """Run a program to its end and return what it printed.

    Raises CannotRelease with its last lines and the `way_out` where it fails or is not there.
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
    """Run git in a repository and return what it printed, without the last line's end."""
    return run("git", *words, cwd=root, way_out=way_out).rstrip("\n")


def python(*words: str | Path, cwd: Path, way_out: str, **more: str) -> str:
    """Run a module with this very Python."""
    return run(sys.executable, "-m", *words, cwd=cwd, way_out=way_out, environ=more or None)
