"""The copies of pictures that outputs show: from the cache, or made by `encoding`.

Pillow and PDFium are loaded only where a copy must be made.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from generator.model.caches import BlobCache
from generator.model.files import Output, Rendered, SourceFile, Variant
from generator.problems import Place, Problem


class _Base(Protocol):
    def encoded(self, variant: Variant) -> bytes: ...


class Copies:
    """Makes copies of pictures; the picture that was decoded last is kept for its next copy."""

    def __init__(self, cache: BlobCache) -> None:
        self._cache = cache
        self._base: tuple[tuple[str, int], _Base] | None = None
        self._faulty: set[str] = set()
        """Digests of pictures of which no copy can be made; each is tried and reported once."""

    def render(self, output: Output, source: SourceFile) -> Rendered:
        """Return one copy, or what is wrong with its picture."""
        variant, digest = output.variant, source.digest()
        assert variant is not None
        if digest in self._faulty:
            return Rendered()
        key = self._cache.key("picture", digest.encode() + msgspec.json.encode(variant))
        known = self._cache.get(key)
        if known is not None:
            return Rendered(known)
        try:
            copy = self._decoded(source, digest, variant).encoded(variant)
        except _FAULTS as error:
            self._faulty.add(digest)
            return Rendered(b"", [_problem(source.path, error)])
        self._cache.put(key, copy)
        return Rendered(copy)

    def forget(self) -> None:
        """Free the memory of the picture that was decoded last."""
        self._base = None

    def _decoded(self, source: SourceFile, digest: str, variant: Variant) -> _Base:
        wanted = digest, variant.base
        if self._base is None or self._base[0] != wanted:
            self._base = None  # free it before the next one is decoded
            data = source.read()
            if data.startswith(b"%PDF-"):
                from generator.render.images.encoding import FirstPage

                self._base = wanted, FirstPage(data, variant)
            else:
                from generator.render.images.encoding import Base

                self._base = wanted, Base(data, variant)
        return self._base[1]


_FAULTS = (OSError, ValueError, SyntaxError, RuntimeError, EOFError, MemoryError)
"""What Pillow and PDFium raise for a faulty file; any other exception is our own bug."""


def _problem(path: str, error: Exception) -> Problem:
    reason = "there is too little memory" if isinstance(error, MemoryError) else str(error)
    return Problem.of(Place(path), "copy-fails", reason=reason, path=path.partition("/")[2])
