"""What stages may ask of what the engine hands in: caches, and the way to other hosts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Ask = Callable[[Iterable[str]], dict[str, str]]
"""Called with the URLs of other hosts; returns those that lead nowhere, each with the reason."""


class SourceCache:
    """What was known of sources: digests of files by their stamps, and what texts were parsed to.

    This one knows nothing and remembers nothing; the engine has one that does.
    """

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        """Return the stamp of a file, and the digest that it had with this stamp, or nothing."""
        return "", ""

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return what a text with this digest was parsed to, of the type `kind`, or None."""
        return None

    def put(self, name: str, digest: str, value: Any) -> None:
        """Remember what a text was parsed to."""

    def keep(self, name: str) -> None:
        """Go on remembering something that nobody had to ask for."""


CacheRecord = tuple[bytes, tuple[str, ...]]
"""A record's bytes, and the keys of the records that went into it."""


class RenderCache(Protocol):
    """Results of pure functions, under the digest of everything that went into them."""

    used: set[str]
    """Keys that were got or put, and the inner keys of their records."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored."""
        ...

    def get(self, key: str) -> bytes | None:
        """Return the bytes under a key, or None where there are none that can be trusted."""
        ...

    def put(self, key: str, data: bytes, inner: tuple[str, ...] = ()) -> None:
        """Keep bytes under a key; `inner` are the keys of other records that went into them."""
        ...


class ImageCache(Protocol):
    """Images that took long to make, each known by all that it was made of."""

    def get(self, made_of: bytes) -> bytes | None:
        """Return an image, or None where there is none that can be trusted."""
        ...

    def get_or(self, made_of: bytes, make: Callable[[], bytes]) -> bytes:
        """Return an image; where there is none that can be trusted, it is made, and kept."""
        ...

    def put(self, made_of: bytes, image: bytes) -> None:
        """Keep an image."""
        ...


class ProcessCache:
    """What a process that builds again and again keeps from build to build: in a preview.

    Each thing is kept with what it was made of, and is given out for the very same only. So
    nothing can be out of date, whoever else has built or edited meanwhile. Of a name there is
    only the latest.
    """

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
