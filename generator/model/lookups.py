"""Lookups of stages: facts, whose reads are recorded, and cached results of earlier builds.

Stages ask for facts through a `ReadTracker`. The engine computes them and keeps the recorded reads.
It passes the caches to the stages.
"""

import os
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from generator.model.sections import Section
from generator.model.text import Body
from generator.problems import Message

T = TypeVar("T")
Read = tuple[str | Section, ...]
"""The name of a fact and its arguments."""


_FILES = {"template": "read-template", "icon": "read-icon", "file": "read-file"}


def in_words(read: Read) -> Message:
    """Return a read in words: `the template post.html`, `the menu (zh)`."""
    name, *rest = map(str, read)
    if name in _FILES:
        return Message.of(_FILES[name], name=rest[0])
    lang, *arguments = rest or [""]
    if name in ("section", "section_faults"):
        return Message.of("read-section", lang=lang)
    if name == "target":
        return Message.of("read-target", target=arguments[0])
    about = f" {arguments[0]}" if arguments else ""
    return Message.of("read-fact", name=name.replace("_", " "), about=about, lang=lang)


class Known(NamedTuple):
    """The digest of a read, and the parts of the site on which it depends.

    Files and templates depend on no parts.
    """

    digest: str
    parts: frozenset[str] = frozenset()


class ReadTracker:
    """Records the reads of one output. Templates get everything through it.

    Reading records the dependency, so a caller cannot forget to.
    """

    def __init__(self, lookup: Callable[[Read], tuple[Any, str]]) -> None:
        """`lookup` returns the value and the digest of a read."""
        self._lookup = lookup
        self.noted: dict[Read, str] = {}

    def get(self, name: str, *args: str | Section) -> Any:
        """Return a fact, and record it with the digest of its value."""
        read = (name, *args)
        value, digest = self._lookup(read)
        self.noted[read] = digest
        return value

    def word(self, lang: str, key: str) -> str:
        """Return a word of the interface."""
        word: str = self.get("word", lang, key)
        return word

    def note(self, name: str, digest: str, *args: str) -> None:
        """Record a read that is not a fact, such as a template."""
        self.noted[(name, *args)] = digest


def fingerprint(value: Any) -> str:
    """Return the digest of a value made of structs, tuples, dicts, texts and numbers.

    The order of mappings counts, since the order of links and menus is visible. Sets have no stable
    order, so passing one raises TypeError; a test checks that no fact contains one.
    """
    if isinstance(value, (set, frozenset)):
        raise TypeError("a set has no stable order; make it a sorted tuple")
    return blake2b(_encoder.encode(value), digest_size=8).hexdigest()


def _encodable(value: Any) -> Any:
    if isinstance(value, Body):
        return (value.digest, value.lang, value.spot)
    raise TypeError(f"{type(value).__name__} has no digest")


_encoder = msgspec.msgpack.Encoder(enc_hook=_encodable)


# ------------------------------------------------------------------ caches


class SourceCache:
    """The digests of files by their stamps, and parsed values by the digests of their texts.

    This one is always empty; the engine's is on the disk.
    """

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        """Return the stamp of a file, and the digest known for this stamp, or an empty one."""
        return "", ""

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return the value of type `kind` that the text with this digest was parsed to, or None."""
        return None

    def last(self, name: str, kind: Any) -> Any:
        """Return the value of type `kind` that the text was parsed to in the last build, or
        None."""
        return None

    def put(self, name: str, digest: str, value: Any) -> None:
        """Cache the value that a text was parsed to."""


NO_CACHE = SourceCache()


class BlobCache(Protocol):
    """Results of pure functions, each under the digest of all its inputs."""

    def key(self, kind: str, made_of: bytes) -> str:
        """Return the key of a result; `made_of` is everything that it depends on except the
        code."""
        ...

    def get(self, key: str) -> bytes | None:
        """Return the result with a key, or None if there is none that can be trusted."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep a result."""
        ...
