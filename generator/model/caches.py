"""The interfaces of what the engine passes to stages: caches."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class SourceCache:
    """The digests of files by their stamps, and parsed values by the digests of their texts.

    This one is always empty; the engine has one on the disk.
    """

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        """Return the stamp of a file, and the digest that it had with this stamp, or nothing."""
        return "", ""

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return what a text with this digest was parsed to, of the type `kind`, or None."""
        return None

    def put(self, name: str, digest: str, value: Any) -> None:
        """Cache what a text was parsed to."""

    def keep(self, name: str) -> None:
        """Keep a value that this build has not looked up."""


class BlobCache(Protocol):
    """Results of pure functions, each under the digest of everything that went into it."""

    used: set[str]
    """Keys of what was read or made since the engine last emptied this."""

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        ...

    def key(self, kind: str, made_of: bytes) -> str:
        """Return the key of a result; `made_of` is everything that it depends on, but the code."""
        ...

    def get(self, key: str) -> bytes | None:
        """Return the result with a key, or None where there is none that can be trusted."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep a result."""
        ...


class ProcessCache:
    """What a process that builds repeatedly, as a preview does, keeps from build to build.

    Each value is kept with what it was made of, and returned only for exactly that. So no value is
    ever out of date, even if another process has built meanwhile. Only the latest value of a name
    is kept."""

    def __init__(self) -> None:
        self._things: dict[str, tuple[Any, Any]] = {}

    def get(self, name: str, made_of: Any) -> Any:
        """Return the value under a name, if it was made of `made_of`, or None."""
        known = self._things.get(name)
        return known[1] if known is not None and known[0] == made_of else None

    def put(self, name: str, made_of: Any, thing: T) -> T:
        """Keep a value, which must not be changed from now on, and return it."""
        self._things[name] = made_of, thing
        return thing

    def of(self, name: str, made_of: Any, make: Callable[[], T]) -> T:
        """Return the value under a name, or the result of `make`, which is then kept."""
        found: T | None = self.get(name, made_of)
        return self.put(name, made_of, make()) if found is None else found
