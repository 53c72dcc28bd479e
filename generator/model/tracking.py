"""What an output reads, noted as it is read; and the digest of a value.

Stages ask through a `ReadTracker`. The engine looks the values up, and keeps what was noted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from generator.model.files import blake2b
from generator.model.text import Body

Read = tuple[str, ...]
"""What was asked for: the name of a fact and its arguments."""


class Known(NamedTuple):
    """What is known of a read: its digest, and the parts of the site that it is made of."""

    digest: str
    parts: frozenset[str]


Lookup = Callable[[Read], tuple[Any, str]]
"""Read -> value and digest."""


class ReadTracker:
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


def fingerprint(value: Any) -> str:
    """Return the digest of a value made of structs, tuples, dicts, texts and numbers.

    Mappings count in their order, since the order of links or menus is part of what is shown.
    Sets have no stable order and are refused with TypeError; a test holds that no fact is one.
    """
    if isinstance(value, (set, frozenset)):
        raise TypeError("a set has no stable order; make it a sorted tuple")
    return blake2b(_encoder.encode(value), digest_size=8).hexdigest()


def _encodable(value: Any) -> Any:
    if isinstance(value, Body):
        return (value.digest, value.lang, value.spot)
    raise TypeError(f"{type(value).__name__} has no digest")


_encoder = msgspec.msgpack.Encoder(enc_hook=_encodable)
