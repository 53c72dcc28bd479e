"""A formula in plain text: `O(\\log n)` of a title is `O(log n)` where no formula can stand.

It is used in `<title>`, in metadata, feeds and exports, and on social cards.
"""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

from generator.render.markdown.formulas.mathml import MathFault, to_mathml

_APPLIED = "\u2061"
"""Ends a function, and what is raised: a blank parts it from a letter that follows."""
_END = re.compile(rf"{_APPLIED}(?![\w√∑∏∫])")
_UNSAYABLE = ("mtable", "menclose", "mmultiscripts", "mroot")
_APART = re.compile(r"[=<>×·⋅±∓∘∣∥⟂←-⇿∈-∋∖∝∧-∪∼-⋯]")
"""Relations and operators with a blank on both sides."""
_RAISED = {"msup": "^", "msub": "_", "msubsup": "_^", "mover": "^", "munder": "_",
           "munderover": "_^"}  # fmt: skip
_MARKS = {"∗": "*", "′": "′", "∘": "°"}
"""What is raised and says so by itself."""
_STYLED = re.compile("[\U0001d400-\U0001d537\U0001d56c-\U0001d7ff]")
"""Letters in a style of mathematics, but those of sets."""
_INSIDE = re.compile(r"(?<=[(\[{|^_/]) | (?=[)\]},;^_/])")


def formula_words(tex: str) -> str:
    """Return a formula as one line of text; the TeX itself where a part of it cannot be said so."""
    try:
        mathml = to_mathml(tex, display=False).replace("&ApplyFunction;", _APPLIED)
        words = _words(ElementTree.fromstring(mathml))
    except (MathFault, ValueError, ElementTree.ParseError):
        return tex
    words = _END.sub("", words).replace(_APPLIED, " ")
    return _INSIDE.sub("", " ".join(words.split())) or tex


def _words(node: ElementTree.Element) -> str:
    """Return the words of an element. Raises ValueError where they cannot stand in a line."""
    tag, text = node.tag, node.text or ""
    if tag in _UNSAYABLE or node.get("accent"):
        raise ValueError
    inside = [_words(child) for child in node if child.tag != "annotation"]
    if tag == "mspace":
        return " " if node.get("width") else ""
    if tag == "mo":
        text = text.replace("⋅", "·")
        return f" {text} " if _APART.fullmatch(text) else _plain(text)
    if tag == "mfrac" and node.get("linethickness"):  # a binomial coefficient
        raise ValueError
    if tag == "mfrac":
        return "/".join(map(_held, inside))
    if tag == "msqrt":
        return "√" + _held("".join(inside))
    if tag in _RAISED:
        raised = [one.strip() for one in inside[1:]]
        signs = zip(_RAISED[tag], raised, strict=True)
        said = "".join(_MARKS.get(one) or sign + _held(one) for sign, one in signs)
        return f"{inside[0]}{said}{_APPLIED}"
    return _plain(text) + "".join(inside)


def _held(words: str) -> str:
    """Return words in brackets, unless they are one number or letter."""
    words = words.strip()
    return words if words.isalnum() or len(words) == 1 else f"({words})"


def _plain(text: str) -> str:
    """Return letters without the style of mathematics: a bold x is an x."""
    text = text.replace("\ufe00", "").replace("−", "-")
    return _STYLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
