"""Value -> digest."""

from __future__ import annotations

from typing import Any

import msgspec

from generator.model.files import blake2b
from generator.model.text import Body


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
