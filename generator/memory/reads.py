"""The door: gives a value, and notes that it was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Read = tuple[str, ...]
"""What was asked for: the name of a fact and its arguments."""


class Known(NamedTuple):
    """What is known of a read: its digest, and the parts of the site that it is made of."""

    digest: str
    parts: frozenset[str]


Lookup = Callable[[Read], tuple[Any, str]]
"""Read -> value and digest."""


class Reads:
    """What one output read. Nothing reaches a template but through here.

    Asking *is* what records the dependency, so no caller can forget to.
    """

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.noted: dict[Read, str] = {}

    def get(self, name: str, *args: str) -> Any:
        """Return a fact, and note it with the digest of its value."""
        read = (name, *args)
        value, digest = self._lookup(read)
        self.noted[read] = digest
        return value

    def note(self, name: str, digest: str, *args: str) -> None:
        """Note something that was read elsewhere, as a template is."""
        self.noted[(name, *args)] = digest
