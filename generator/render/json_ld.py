"""Nodes of schema.org as JSON-LD in a page (W3C, "JSON-LD 1.1", section 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from markupsafe import Markup

from generator.model.text import Phrase

_CONTEXT = "https://schema.org"
_ESCAPES = str.maketrans({ch: f"\\u{ord(ch):04x}" for ch in "<>&\u2028\u2029"})
"""Within JSON these stand only in strings, where they may be written as numbers. `</script>` and
`<!--` are then no end and no beginning of anything."""


def written(nodes: list[dict[str, Any]], plain: Callable[[Phrase], str]) -> Markup:
    """Return nodes as one JSON text; `plain` gives the words of Markdown."""
    bare = [_plain(node, plain) for node in nodes]
    whole = {"@context": _CONTEXT, **(bare[0] if len(bare) == 1 else {"@graph": bare})}
    return Markup(msgspec.json.encode(whole).decode("utf-8").translate(_ESCAPES))


def _plain(value: Any, plain: Callable[[Phrase], str]) -> Any:
    if isinstance(value, Phrase):
        return " ".join(plain(value).split())
    if isinstance(value, dict):
        return {name: _plain(inner, plain) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner, plain) for inner in value]
    return value
