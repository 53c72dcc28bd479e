"""Tells the samples of a template from what its users wrote: by content, never by name.

What is in the sites of several users word for word, or byte for byte, is their template's. The
project keeps digests of that, and none of its content.
"""

import hashlib
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from generator.importing.source_tree import SourceTree

_ENTRY = re.compile(r"^[ \t]*@\w+[ \t]*[{(]", re.MULTILINE)
_DIGESTS = Path(__file__).parent / "sample_digests.txt"


class Samples:
    """Knows the samples of templates by digests."""

    def __init__(self, takes_all: bool = False, digests: Collection[str] | None = None) -> None:
        """`takes_all` has samples taken for what people wrote."""
        self._digests = _known() if digests is None else frozenset(digests)
        self._takes_all = takes_all

    def holds(self, text: str) -> bool:
        """Whether a text is that of a template: the same words, whatever stands between them."""
        if self._takes_all or not text.strip():
            return False
        return digest_of(text) in self._digests

    def holds_file(self, tree: SourceTree, path: str) -> bool:
        """Whether a file is that of a template, byte for byte."""
        if self._takes_all or tree.sizes[path] > 8 << 20:
            return False
        try:
            return self.holds_bytes(tree.read(path))
        except OSError:
            return False

    def without(self, bib: str) -> tuple[str, int]:
        """Return a bibliography without the entries of a template, and how many those were."""
        head, *entries = in_entries(bib)
        kept = [entry for entry in entries if not self.holds(entry)]
        return head + "".join(kept), len(entries) - len(kept)

    def holds_bytes(self, data: bytes) -> bool:
        """Whether the bytes of a file are those of a template's."""
        return not self._takes_all and digest_of_bytes(data) in self._digests


def in_entries(bib: str) -> list[str]:
    """Return a bibliography in BibTeX in parts: what stands before the first entry, then each."""
    starts = [match.start() for match in _ENTRY.finditer(bib)]
    parts = zip([0, *starts], [*starts, len(bib)], strict=True)
    return [bib[start:end] for start, end in parts]


def digest_of(text: str) -> str:
    """Return a digest of the words of a text, without marks, blanks and capitals."""
    words = re.findall(r"\w+", text.casefold())
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]


def digest_of_bytes(data: bytes) -> str:
    """Return a digest of a file."""
    return hashlib.sha256(data).hexdigest()[:16]


@cache
def _known() -> frozenset[str]:
    lines = _DIGESTS.read_text("ascii").split("\n")
    return frozenset(line for line in lines if line and not line.startswith("#"))
