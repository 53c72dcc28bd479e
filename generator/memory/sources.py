"""What the sources were: digests by the files' stamps, and what was parsed by its digest.

A file whose stamp is the same is not opened; a text whose digest is the same is not parsed.
Only results without a problem are remembered, so whatever is wrong is found again each time.
"""

from __future__ import annotations

from typing import Any

import msgspec

from generator.memory.sealed import DAMAGED, decoder_of, read_sealed, sealed
from generator.project import Project

FORMAT = 1
FILE = "sources.json"


class _Body(msgspec.Struct):
    files: dict[str, tuple[str, str]] = {}
    """Path -> stamp and digest."""
    values: dict[str, tuple[str, msgspec.Raw]] = {}
    """What it is and where it stands -> digest of its text, and the value as JSON."""


class SourceMemory:
    """The memory of the last build's sources, and that of this build's."""

    def __init__(self, last: _Body | None = None) -> None:
        self._last = last or _Body()
        self._next = _Body({}, {})

    def digest(self, path: str, stamp: str) -> str:
        """Return the digest that a file with this stamp has, or nothing."""
        known = self._last.files.get(path)
        return known[1] if known and stamp and known[0] == stamp else ""

    def note(self, path: str, stamp: str, digest: str) -> None:
        """Remember a file's digest for as long as its stamp stays."""
        if stamp and digest:
            self._next.files[path] = (stamp, digest)

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return what a text with this digest was parsed to, of the type `kind`, or None."""
        known = self._last.values.get(name)
        if known is None or known[0] != digest:
            return None
        try:
            value = decoder_of(kind).decode(known[1])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        self._next.values[name] = known
        return value

    def put(self, name: str, digest: str, value: Any) -> None:
        """Remember what a text was parsed to."""
        self._next.values[name] = (digest, msgspec.Raw(msgspec.json.encode(value)))

    def keep(self, name: str) -> None:
        """Go on remembering something that nobody had to ask for."""
        if name not in self._next.values and name in self._last.values:
            self._next.values[name] = self._last.values[name]

    def keep_all(self, kind: str) -> None:
        """Go on remembering all whose names begin with `kind`."""
        for name in self._last.values:
            if name.startswith(kind):
                self.keep(name)

    def data(self, version: str) -> bytes:
        """Return the file of this build's memory."""
        return sealed(FORMAT, version, msgspec.json.encode(self._next))


def read_sources(project: Project, version: str) -> tuple[SourceMemory, str]:
    """Return the memory of a project's sources, and a warning where it cannot be used."""
    body, fault = read_sealed(project.cache / FILE, FORMAT, version)
    if body is not None:
        try:
            return SourceMemory(decoder_of(_Body).decode(body)), ""
        except (msgspec.MsgspecError, UnicodeDecodeError):
            fault = DAMAGED
    return SourceMemory(), fault
