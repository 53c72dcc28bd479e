"""Your changes and Masthead's in one file, where they do not touch the same lines."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.ejecting.copies import Standing


def merged(standing: Standing) -> bytes | None:
    """Return the copy with what is new in Masthead, or None where both changed the same lines.

    A copy that was never changed becomes the new file. Anything else is git's three-way merge
    (`git merge-file`); without git the answer is None, too.
    """
    if not standing.is_own:
        return standing.now
    if b"\0" in standing.mine + standing.now:
        return None
    with TemporaryDirectory() as name:
        folder = Path(name)
        ends = b"\r\n" if b"\r\n" in standing.mine else b"\n"
        for part, data in (("mine", standing.mine), ("then", standing.then), ("now", standing.now)):
            (folder / part).write_bytes(data.replace(b"\r\n", b"\n"))
        command = ["git", "merge-file", "-p", "mine", "then", "now"]
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        except OSError:
            return None
    return run.stdout.replace(b"\n", ends) if run.returncode == 0 else None
