"""A site's copies of theme files: which one is meant, what has changed since, and merging it."""

from __future__ import annotations

import difflib
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from generator import __version__
from generator.disk.temporary import temporary_folder
from generator.ejecting.record import Ejected
from generator.problems import did_you_mean

State = Literal["unchanged", "changed", "gone", "deleted"]
"""Of the packaged file: the same, another one, no longer there. Or: your copy is not there."""


class Standing(msgspec.Struct, frozen=True):
    """How one copy stands to the packaged theme."""

    name: str
    """Path in the theme: `templates/page.html`."""
    state: State
    since: str
    """The version that the copy was made of."""
    then: bytes
    now: bytes
    """The packaged file; nothing where it is gone."""
    mine: bytes

    @property
    def is_own(self) -> bool:
        """Whether the copy was changed at all."""
        return _lines_of(self.mine) != _lines_of(self.then)

    def diff(self) -> str:
        """Return what changed in Masthead since, as a unified diff; for no text, a sentence."""
        if b"\0" in self.then + self.now:
            return f"(no text: {len(self.then):,} bytes then, {len(self.now):,} now)\n"
        lines = difflib.unified_diff(
            _lines_of(self.then),
            _lines_of(self.now),
            f"{self.name} (Masthead {self.since})",
            f"{self.name} (Masthead {__version__})",
        )
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def chosen(typed: str, names: Iterable[str], theme: str) -> str:
    """Return the file that is meant: by its path in the theme, or by the end of that path.

    Raises LookupError, with what may have been meant.
    """
    names = list(names)
    word = typed.replace("\\", "/").removeprefix("./").removeprefix(f"themes/{theme}/")
    if word in names:
        return word
    ends = [name for name in names if name.endswith(f"/{word}")]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise LookupError(f'"{typed}" may be {" or ".join(ends)}')
    last = {name.rpartition("/")[2]: name for name in names}
    near = did_you_mean(word, names)
    if not near and (hint := did_you_mean(word.rpartition("/")[2], last)):
        near = f'did you mean "{last[hint.split(chr(34))[1]]}"?'
    near = near or "`masthead theme list` shows what there is"
    raise LookupError(f'the theme has no file "{typed}"; {near}')


def standings(
    record: dict[str, Ejected],
    upstream: dict[str, str],
    mine: Callable[[str], bytes | None],
    names: Iterable[str] = (),
) -> list[Standing]:
    """Return how a project's copies stand, of all that are recorded or of `names`.

    `mine` returns the bytes of a copy, or None where there is none.
    """
    found = []
    for name in sorted(names or record):
        then = record[name].data()
        now = Path(upstream[name]).read_bytes() if name in upstream else b""
        own = mine(name)
        state: State = "unchanged" if now == then else "changed"
        if name not in upstream:
            state = "gone"
        if own is None:
            found.append(Standing(name, "deleted", record[name].masthead, then, now, b""))
            continue
        found.append(Standing(name, state, record[name].masthead, then, now, own))
    return found


def merged(standing: Standing) -> bytes | None:
    """Return the copy with what is new in Masthead, or None where both changed the same lines.

    A copy that was never changed becomes the new file. Anything else is git's three-way merge
    (`git merge-file`); without git the answer is None, too.
    """
    if not standing.is_own:
        return standing.now
    if b"\0" in standing.mine + standing.now:
        return None
    with temporary_folder() as folder:
        ends = b"\r\n" if b"\r\n" in standing.mine else b"\n"
        for part, data in (("mine", standing.mine), ("then", standing.then), ("now", standing.now)):
            folder.create(part, data.replace(b"\r\n", b"\n"))
        command = ["git", "merge-file", "-p", "mine", "then", "now"]
        try:
            run = subprocess.run(command, cwd=folder.root, capture_output=True, check=False)
        except OSError:
            return None
    return run.stdout.replace(b"\n", ends) if run.returncode == 0 else None


def _lines_of(data: bytes) -> list[str]:
    """Return the lines of a text; how they end is no difference."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return text.splitlines(keepends=True)
