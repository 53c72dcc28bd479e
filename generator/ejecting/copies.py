"""Copies of theme files held against what they were made of, and against this version."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from generator import __version__
from generator.ejecting.record import Ejected

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


def standings(
    record: dict[str, Ejected], upstream: dict[str, str], folder: Path, names: Iterable[str] = ()
) -> list[Standing]:
    """Return how the copies in a folder stand, of all that are recorded or of `names`."""
    found = []
    for name in sorted(names or record):
        then = record[name].data()
        now = Path(upstream[name]).read_bytes() if name in upstream else b""
        copy = folder / name
        state: State = "unchanged" if now == then else "changed"
        if name not in upstream:
            state = "gone"
        if not copy.is_file():
            found.append(Standing(name, "deleted", record[name].masthead, then, now, b""))
            continue
        found.append(Standing(name, state, record[name].masthead, then, now, copy.read_bytes()))
    return found


def _lines_of(data: bytes) -> list[str]:
    """Return the lines of a text; how they end is no difference."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return text.splitlines(keepends=True)
