"""Tells the samples of a template from what its users wrote: by content, never by name."""

import hashlib
import re
from collections.abc import Collection


class Samples:
    """Knows the samples of templates by digests of their words, and by digests of phrases."""

    def __init__(self, digests: Collection[str] = (), takes_all: bool = False) -> None:
        """`takes_all` has samples taken for what people wrote."""
        self._digests = frozenset(digests)
        self._takes_all = takes_all

    def holds(self, text: str) -> bool:
        """Whether a text is that of a template: the same words, whatever stands between them."""
        return not self._takes_all and digest_of(text) in self._digests


def digest_of(text: str) -> str:
    """Return a digest of the words of a text, without marks, blanks and capitals."""
    words = re.findall(r"\w+", text.casefold())
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
