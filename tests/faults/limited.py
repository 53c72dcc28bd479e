"""Runs a command under limits of memory and of the processor's time."""

import os
from pathlib import Path
from typing import NamedTuple

from tests.commands import Limits, run_command

CPU = 30
"""Seconds of processor time, ten times what a busy machine needs for a small site."""
MEMORY = 2 << 30
"""Bytes of address space for each process of a build; a small site takes 150 MB."""


class Ran(NamedTuple):
    code: int
    """The exit code; negative for a signal."""
    said: str
    """What it printed, on both streams."""


def limited(folder: Path, *words: str, cpu: int = CPU, memory: int = MEMORY) -> Ran:
    """Run a command in a folder, with so many seconds of the processor and bytes of memory."""
    ran = run_command(words, folder, os.environ, limits=Limits(cpu, memory))
    return Ran(ran.returncode, ran.stdout + ran.stderr)
