"""The cache of sources: the digest of each file by its stamp, and parsed values by digest.

A file whose stamp has not changed is not opened; a text whose digest has not changed is not parsed.
Only results without a problem are cached, so a mistake is found again in each build.
"""

import os
from typing import Any

import msgspec

from generator.engine.caches.records import UNDECODABLE, decoder_of
from generator.engine.snapshot import stamp_of
from generator.model.caches import SourceCache
from generator.model.files import Sources
from generator.model.site import Page

FILE = "sources.json"


class _Body(msgspec.Struct):
    files: dict[str, tuple[str, str]] = {}
    """Path -> stamp and digest."""
    values: dict[str, tuple[str, msgspec.Raw]] = {}
    """Kind and place of a value -> digest of its text, and the value as JSON."""


_Decoded = dict[str, tuple[str, Any]]
"""Kind and place of a value -> digest of its text, and the value."""


class DiskSourceCache(SourceCache):
    """The cache that the last build has left, and the one that this build writes."""

    def __init__(self, last: _Body | None = None, decoded: _Decoded | None = None) -> None:
        """`decoded` are values of `last` that this process has decoded already."""
        self.clock = 0
        """The file system's time (ns) at the start of the build; a file that is not older is always
        read."""
        self._last = last or _Body()
        self._decoded = decoded or {}
        self._next = _Body({}, {})
        self._next_decoded: _Decoded = {}

    def following(self) -> "DiskSourceCache":
        """Return the cache of the next build."""
        return DiskSourceCache(self._next, self._next_decoded)

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        """Return the stamp of a file, and the digest that it had with this stamp, or nothing."""
        stamp = stamp_of(status, self.clock)
        known = self._last.files.get(path)
        return stamp, known[1] if known and stamp and known[0] == stamp else ""

    def note(self, path: str, stamp: str, digest: str) -> None:
        """Cache a file's digest under its stamp."""
        if stamp and digest:
            self._next.files[path] = (stamp, digest)

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return what a text with this digest was parsed to, of the type `kind`, or None."""
        known = self._last.values.get(name)
        if known is None or known[0] != digest:
            return None
        decoded = self._decoded.get(name)
        if decoded is None or decoded[0] != digest:
            try:
                decoded = digest, decoder_of(kind).decode(known[1])
            except UNDECODABLE:
                return None
        self._next.values[name] = known
        self._next_decoded[name] = decoded
        return decoded[1]

    def put(self, name: str, digest: str, value: Any) -> None:
        """Cache what a text was parsed to."""
        self._next.values[name] = (digest, msgspec.Raw(msgspec.json.encode(value)))
        self._next_decoded.pop(name, None)

    def keep(self, name: str) -> None:
        """Keep a value that this build has not looked up."""
        if name not in self._next.values and name in self._last.values:
            self._next.values[name] = self._last.values[name]

    def keep_all(self, kind: str) -> None:
        """Keep all values whose names begin with `kind`."""
        for name in self._last.values:
            if name.startswith(kind):
                self.keep(name)

    def encoded(self) -> bytes:
        """Return the cache that this build writes."""
        return msgspec.json.encode(self._next)


def decoded_sources(body: bytes) -> DiskSourceCache:
    """Return the cache that a build has written, as it was then. Raises one of `UNDECODABLE`."""
    cache = DiskSourceCache()
    cache._next = decoder_of(_Body).decode(body)
    return cache


# ------------------------------------------------------------------ read when rendering


def body(sources: Sources, page: Page) -> str:
    """Return the Markdown of a page. Raises SourcesChanged if its file has changed meanwhile."""
    from generator.parse.pages import body_of

    return body_of(sources.content[page.file], page)


def picture_bytes(sources: Sources, address: str) -> bytes:
    """Return a picture by its address without the first slash.

    Raises SourcesChanged if its file has changed meanwhile.
    """
    statics, content = sources.statics, sources.content
    return (statics.get(f"static/{address}") or content[f"content/{address}"]).read()


def page_digest(sources: Sources, page: Page) -> str:
    """Return the digest of a page: of its file, its key and its language."""
    file = sources.content.get(page.file)
    return f"{file.digest() if file else ''} {page.key} {page.lang}"
