"""MathML, as the site's formulas are, -> nodes of a formula.

MathML Core (W3C, 2025), as far as math-core writes it. One converter from TeX serves the page and
the PDF, so that a formula cannot look right on one and wrong on the other.
"""

from __future__ import annotations

import re
from typing import Any

from generator.render.pdf.elements import Element

Node = dict[str, Any]

_INVISIBLE = dict.fromkeys([*range(0x2061, 0x2065), *range(0xFE00, 0xFE10), 0x200B])
_FENCES = frozenset("()[]{}|‖⌈⌉⌊⌋⟨⟩/\\")
_WIDTH = re.compile(r"(-?[\d.]+)em")
_PAIRS = {"msub": "sub", "msup": "sup", "munder": "under", "mover": "over"}
_TRIPLES = {"msubsup": "subsup", "munderover": "underover"}


def formula(element: Element) -> Node:
    """Return the node of a `<math>`, with the TeX for those who cannot see it."""
    tex = element.all("annotation")
    semantics = [child for child in element.elements if child.tag == "semantics"]
    content = (semantics[0] if semantics else element).elements
    body = [child for child in content if child.tag != "annotation"]
    return {
        "t": "math",
        "tex": tex[0].text if tex else element.text,
        "c": _all(body),
    }


def _all(elements: list[Element]) -> list[Node]:
    return [node for element in elements for node in _node(element)]


def _one(element: Element) -> Node:
    found = _node(element)
    return found[0] if len(found) == 1 else {"t": "row", "c": found}


def _node(element: Element) -> list[Node]:
    tag, inner = element.tag, element.elements
    if tag in ("mi", "mn", "mo", "mtext"):
        return _token(element)
    if tag == "mspace":
        width = _WIDTH.fullmatch(element.get("width"))
        return [{"t": "space", "w": float(width[1])}] if width else []
    if tag in _PAIRS and len(inner) == 2:
        node: Node = {"t": _PAIRS[tag], "c": [_one(child) for child in inner]}
        if tag == "mover":
            node["accent"] = element.get("accent") == "true"
        return [node]
    if tag in _TRIPLES and len(inner) == 3:
        return [{"t": _TRIPLES[tag], "c": [_one(child) for child in inner]}]
    if tag == "mfrac" and len(inner) == 2:
        line = element.get("linethickness") not in ("0", "0px")
        return [{"t": "frac", "line": line, "c": [_one(child) for child in inner]}]
    if tag == "msqrt":
        return [{"t": "sqrt", "c": [{"t": "row", "c": _all(inner)}]}]
    if tag == "mroot" and len(inner) == 2:
        return [{"t": "root", "c": [_one(child) for child in inner]}]
    if tag == "mtable":
        rows = [[{"t": "row", "c": _all(cell.elements)} for cell in row.elements] for row in inner]
        return [{"t": "table", "rows": rows}]
    if tag in ("mstyle", "mrow", "mpadded", "menclose", "merror", "mphantom", "semantics"):
        nodes = _all([child for child in inner if child.tag != "annotation"])
        if element.get("displaystyle"):
            is_display = element.get("displaystyle") == "true"
            return [{"t": "style", "display": is_display, "variant": "", "c": nodes}]
        return nodes if len(nodes) == 1 else [{"t": "row", "c": nodes}] if nodes else []
    return _all(inner)


def _token(element: Element) -> list[Node]:
    text = element.text.translate(_INVISIBLE)
    if not text:
        return []
    kind = {"mi": "i", "mn": "n", "mo": "o", "mtext": "text"}[element.tag]
    node: Node = {"t": kind, "s": text}
    if kind == "o":
        node["stretchy"] = text in _FENCES and element.get("stretchy") != "false"
        if element.get("form"):
            node["form"] = element.get("form")
    if kind == "i" and element.get("mathvariant") == "normal":
        node = {"t": "style", "display": None, "variant": "normal", "c": [node]}
    return [node]
