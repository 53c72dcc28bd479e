"""What a process that builds again and again keeps between its builds: the preview's haste.

Each thing is kept together with what it was made of, and is given out for the very same only. So
nothing that is kept can be out of date, whoever else has built or edited meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """The things that are kept, each under its name; of a name there is only the latest."""

    def __init__(self) -> None:
        self._things: dict[str, tuple[Any, Any]] = {}

    def get(self, name: str, made_of: Any) -> Any:
        """Return what is kept under a name, if it was made of the same, or None."""
        known = self._things.get(name)
        return known[1] if known is not None and known[0] == made_of else None

    def put(self, name: str, made_of: Any, thing: T) -> T:
        """Keep a thing, which nobody may change from now on, and return it."""
        self._things[name] = made_of, thing
        return thing

    def of(self, name: str, made_of: Any, make: Callable[[], T]) -> T:
        """Return what is kept under a name, or what `make` makes, which then is kept."""
        found: T | None = self.get(name, made_of)
        return self.put(name, made_of, make()) if found is None else found
