"""Tags of a finished page, and their attributes.

Format: HTML, 13.1.2 "Elements". What holds for a page as a whole is read from its text, without a
tree: which policy it needs, which places it has, where it leads. An author's own HTML is read by
`render/raw_html.py`, which must say where in the source something stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

INSIDE = r"""(?:[^>"']|"[^"]*"|'[^']*')*"""
"""A pattern: what stands in a tag behind its name. In quotes, `>` is a letter like others."""

_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


def attributes(inside: str) -> dict[str, str]:
    """Return a tag's attributes by their names in small letters; the first of a name counts.

    `inside` is what stands behind the tag's name. An attribute without a value has an empty one.
    """
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        found.setdefault(name.lower(), unescape(double or single or bare))
    return found


def with_attribute(page: str, word: str) -> Iterator[dict[str, str]]:
    """Yield the attributes of the tags that hold a word in small letters, in a name or a value.

    So those are left out, without taking them apart, that cannot have an attribute of this name.
    """
    # Compiled when it is first asked for: few pages have styles, handlers, or links to places.
    for match in re.finditer(rf"<[a-z][^\s/>]*({INSIDE})>", page, re.IGNORECASE):
        if word in match[1].lower():
            yield attributes(match[1])
