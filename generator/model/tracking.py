"""What an output reads, recorded as it is read; and the digest of a value.

Stages ask for facts through a `ReadTracker`. The engine looks them up, and keeps what was recorded.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from generator.model.files import blake2b
from generator.model.sections import Section
from generator.model.text import Body

Read = tuple[str | Section, ...]
"""What was asked for: the name of a fact and its arguments."""


def in_words(read: Read) -> str:
    """Return a read in words: `the template post.html`, `the menu (zh)`."""
    name, *rest = read
    if name in ("template", "icon", "file"):
        return f"the {name} {rest[0]}"
    lang, *arguments = rest or [""]
    if name in ("section", "section_faults"):
        return f"the answer to a section ({lang})"
    if name == "target":
        return f'where the link "{arguments[0]}" leads'
    words = str(name).replace("_", " ")
    about = f" {arguments[0]}" if arguments else ""
    return f"the {words}{about} ({lang})"


class Known(NamedTuple):
    """What is known of a read: its digest, and the parts of the site that it is made of."""

    digest: str
    parts: frozenset[str]


Lookup = Callable[[Read], tuple[Any, str]]
"""Read -> value and digest."""


class ReadTracker:
    """Records what one output reads. Templates get everything through it.

    Asking *is* what records the dependency, so no caller can forget to.
    """

    def __init__(self, lookup: Lookup, digest: Callable[[Read], str] | None = None) -> None:
        """`digest` gives the digest of a fact, if possible without working out its value."""
        self._lookup = lookup
        self._digest = digest or (lambda read: lookup(read)[1])
        self.noted: dict[Read, str] = {}

    def get(self, name: str, *args: str | Section) -> Any:
        """Return a fact, and record it with the digest of its value."""
        read = (name, *args)
        value, digest = self._lookup(read)
        self.noted[read] = digest
        return value

    def digest(self, name: str, *args: str) -> str:
        """Return the digest of a fact, and record it as if its value had been read."""
        read = (name, *args)
        self.noted[read] = found = self._digest(read)
        return found

    def note(self, name: str, digest: str, *args: str) -> None:
        """Record something that was read in another way, as a template is."""
        self.noted[(name, *args)] = digest


def fingerprint(value: Any) -> str:
    """Return the digest of a value made of structs, tuples, dicts, texts and numbers.

    The order of mappings counts, since the order of links or menus is part of what is shown. Sets
    have no stable order and are refused with TypeError; a test checks that no fact is one.
    """
    if isinstance(value, (set, frozenset)):
        raise TypeError("a set has no stable order; make it a sorted tuple")
    return blake2b(_encoder.encode(value), digest_size=8).hexdigest()


def _encodable(value: Any) -> Any:
    if isinstance(value, Body):
        return (value.digest, value.lang, value.spot)
    raise TypeError(f"{type(value).__name__} has no digest")


_encoder = msgspec.msgpack.Encoder(enc_hook=_encodable)
