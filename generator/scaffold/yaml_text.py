"""Text -> YAML that reads as that text again."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[^\W\d_][\w .'()@/+，。：、-]*(?<! )|https?://[\w.~/%+-]+")
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"])


def in_yaml(text: str) -> str:
    """Return a scalar on one line, plain where it can be: fit for block and flow style.

    Anything else is quoted as JSON does it, which YAML 1.2 takes over (section 1.2).
    """
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def mapping(values: dict[str, str]) -> str:
    """Return a mapping of plain keys to texts, on one line."""
    return "{" + ", ".join(f"{key}: {in_yaml(value)}" for key, value in values.items()) + "}"
