"""When have the files come to rest? Pure bookkeeping of changes; the caller brings the clock."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["written", "made", "saved", "came", "gone"]
"""What happened to a file: some bytes were written, it was made, a writer closed it, it came
whole from elsewhere, or it went away."""

QUIET = 0.02
"""Seconds without a change after which a save is over."""
MANY_QUIET = 0.08
"""The same while many files change, as in a checkout."""
MANY = 4
STILL_OPEN = 0.2
"""Seconds to wait for a writer to close a file that it has begun to write."""
LONGEST = 2.0
"""Seconds after the first change at which to build even if there is no rest."""
NEAR = 0.15
"""Seconds after a change within which an error may come of a file that was read half-written."""


class Change(msgspec.Struct, frozen=True):
    """One thing that happened to a file or folder."""

    kind: Kind
    path: str


class Burst:
    """The changes since the last build, and when it is time for the next one."""

    def __init__(self) -> None:
        self.paths: dict[str, Kind] = {}
        self._first = self._last = 0.0
        self._is_whole = True

    def __bool__(self) -> bool:
        return bool(self.paths)

    def note(self, change: Change, now: float) -> None:
        """Add a change."""
        # A file that is replaced or saved in place is whole at once. One that was made or has
        # gone belongs to something that may not be over: a rename, a backup, a checkout.
        before = self.paths.get(change.path)
        in_place = change.kind == "saved" and before in (None, "written", "saved")
        if change.kind not in ("came", "written") and not in_place:
            self._is_whole = False
        self._first = self._first if self.paths else now
        self.paths[change.path] = change.kind
        self._last = now

    def ready_at(self, closes_are_told: bool) -> float:
        """Return the time at which to build if nothing else happens.

        `closes_are_told` is whether the system says when a writer closes a file.
        """
        return min(self._last + self._rest(closes_are_told), self._first + LONGEST)

    def _rest(self, closes_are_told: bool) -> float:
        if closes_are_told and "written" in self.paths.values():
            return STILL_OPEN
        if closes_are_told and self._is_whole and len(self.paths) == 1:
            return 0.0
        return MANY_QUIET if len(self.paths) >= MANY else QUIET
