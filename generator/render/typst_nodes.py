"""HTML -> the nodes from which a Typst design makes its content, including formulas in MathML.

A PDF shows the same texts as the pages, with the same links and language marks. So they are read
from the pages' HTML, parsed and cached only once.

A node is plain data, so a user's text is never read as Typst markup. The theme's `parts.typ` has a
function for each kind of node, and documents them, as does docs/reference/cv.md.

Only the part of MathML Core (W3C, 2025) that math-core writes is read. One converter from TeX
serves pages and PDFs, so that a formula cannot be right on one and wrong on the other.
"""

import re
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any, Union

import msgspec

from generator.html import tokens

_VOID = frozenset({"br", "hr", "img", "input", "mspace", "wbr"})


class Element(msgspec.Struct, eq=False):
    """An element with its content."""

    tag: str
    attributes: dict[str, str]
    children: list[Union[str, "Element"]] = []

    def get(self, name: str) -> str:
        """Return an attribute, or ""."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        """The words in its class attribute."""
        return self.get("class").split()

    @property
    def elements(self) -> list["Element"]:
        """The child elements, without the text between them."""
        return [child for child in self.children if isinstance(child, Element)]

    @property
    def text(self) -> str:
        """All text in the element."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, *tags: str) -> list["Element"]:
        """Return the descendants with these tags, but none inside each other."""
        found = []
        for child in self.elements:
            found += [child] if child.tag in tags else child.all(*tags)
        return found


def parsed(html: str) -> list[str | Element]:
    """Return the content of a piece of well-formed HTML by our own writer."""
    stack = [Element("", {})]
    for token in tokens(html):
        if isinstance(token, str):
            stack[-1].children.append(unescape(token))
        elif token.is_end:
            if len(stack) > 1 and stack[-1].tag == token.name:
                stack.pop()
        elif token.name:
            element = Element(token.name, token.attributes)
            stack[-1].children.append(element)
            if token.name not in _VOID and not token.inside.endswith("/"):
                stack.append(element)
    return stack[0].children


Node = dict[str, Any]
Inline = str | Node

_BLOCKS = {"p", "ul", "ol", "dl", "blockquote", "pre", "hr", "table", "div", "section"}
_BLOCKS |= {"aside", "details", "figure", "svg", "h1", "h2", "h3", "h4", "h5", "h6"}
_BREAK: Node = {"t": "br"}
_WRAPS = {"em": "emph", "strong": "strong", "s": "strike", "del": "strike", "sup": "sup",
          "sub": "sub"}  # fmt: skip
_SPACE = re.compile(r"[ \t\n]+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_INVISIBLE = dict.fromkeys([*range(0x2061, 0x2065), *range(0xFE00, 0xFE10), 0x200B])
_FENCES = frozenset("()[]{}|‖⌈⌉⌊⌋⟨⟩/\\")
_WIDTH = re.compile(r"(-?[\d.]+)em")
_SCRIPTS = {"msub": "sub", "msup": "sup", "msubsup": "subsup",
            "munder": "under", "mover": "over", "munderover": "underover"}  # fmt: skip
_MOVABLE = frozenset("∏∐∑⋀⋁⋂⋃⨀⨁⨂⨃⨄⨅⨆")
"""Operators whose limits are beside them in inline formulas (MathML Core: `movablelimits`)."""


def leads_somewhere(url: str) -> bool:
    """Whether a link works in a PDF: without the site's URL, local links do not."""
    return _SCHEME.match(url) is not None


def inlines(html: str) -> list[Inline]:
    """Return the nodes of inline content."""
    return trimmed(_inlines(parsed(html)))


def blocks(html: str) -> list[Node]:
    """Return the nodes of paragraphs, lists and other blocks."""
    return _blocks(parsed(html))


def _inlines(children: Sequence[str | Element]) -> list[Inline]:
    nodes: list[Inline] = []
    for child in children:
        if isinstance(child, str):
            nodes.append(_SPACE.sub(" ", child))
        else:
            nodes += _inline(child)
    return joined(nodes)


def _inline(element: Element) -> list[Inline]:
    tag = element.tag
    if tag in _WRAPS:
        return [{"t": _WRAPS[tag], "c": _inlines(element.children)}]
    if tag == "code":
        return [{"t": "code", "s": element.text}]
    if tag == "a":
        return _link(element)
    if tag == "br":
        return [_BREAK]
    if tag == "img":
        return [{"t": "emph", "c": [element.get("alt")]}] if element.get("alt") else []
    if tag == "math":
        return [formula(element)]
    if tag == "input":  # a task's check box
        return ["[x] " if "checked" in element.attributes else "[ ] "]
    inner = _inlines(element.children)
    if "role" in element.classes:
        return [{"t": "role", "s": element.text.replace("\ufe0e", "")}]
    if "self" in element.classes:
        inner = [{"t": "self", "c": inner}]
    if "whole" in element.classes and {"author", "self", "rank"} & set(element.classes):
        inner = [{"t": "whole", "c": inner}]
    if "end" in element.classes:
        inner = [{"t": "end", "c": inner}]
    if element.get("dir") == "auto":
        inner = [{"t": "bdi", "c": inner}]
    if element.get("lang"):
        return [{"t": "lang", "lang": element.get("lang"), "c": inner}]
    return inner


def _link(element: Element) -> list[Inline]:
    inner, url = _inlines(element.children), element.get("href")
    if "footnote-back" in element.classes:
        return []
    if not leads_somewhere(url):
        return inner
    return [{"t": "quiet" if "quiet" in element.classes else "link", "url": url, "c": inner}]


def _blocks(children: Sequence[str | Element]) -> list[Node]:
    """Return blocks; text between them becomes paragraphs."""
    found: list[Node] = []
    loose: list[str | Element] = []

    def end() -> None:
        line = trimmed(_inlines(loose))
        loose.clear()
        if line:
            found.append({"t": "p", "c": line})

    for child in children:
        if isinstance(child, Element) and (child.tag in _BLOCKS or _is_display(child)):
            end()
            found.extend(_block(child))
        else:
            loose.append(child)
    end()
    return found


def _block(element: Element) -> list[Node]:
    make = _MAKERS.get(element.tag)
    if make is not None:
        return [make(element)]
    if element.tag == "p":
        inside = [child for child in element.elements if _is_display(child)]
        if inside and not element.text.replace(inside[0].text, "").strip():
            return [formula(inside[0])]
        return [{"t": "p", "c": trimmed(_inlines(element.children))}]
    if element.tag == "math":
        return [formula(element)]
    if element.tag == "svg":
        return []
    return _blocks(element.children)


def _is_display(element: Element) -> bool:
    return element.tag == "math" and element.get("display") == "block"


def _heading(element: Element) -> Node:
    return {"t": "h", "level": int(element.tag[1]), "c": trimmed(_inlines(element.children))}


def _list(element: Element) -> Node:
    items = [item for item in element.elements if item.tag == "li"]
    node: Node = {
        "t": element.tag,
        "tight": not any(child.tag == "p" for item in items for child in item.elements),
        "c": [_blocks(item.children) for item in items],
    }
    if element.tag == "ol":
        node["start"] = int(element.get("start") or 1)
    return node


def _terms(element: Element) -> Node:
    groups: list[Node] = []
    for child in element.elements:
        if child.tag == "dt":
            groups.append({"term": trimmed(_inlines(child.children)), "defs": []})
        elif groups:
            groups[-1]["defs"].append(_blocks(child.children))
    return {"t": "dl", "c": groups}


def _side(cell: Element) -> str:
    """Return the alignment of a column, from a class on its cells such as `align-right`."""
    sides = (name.removeprefix("align-") for name in cell.classes if name.startswith("align-"))
    return next(sides, "")


def _table(element: Element) -> Node:
    rows = element.all("tr")
    cells = [[cell for cell in row.elements if cell.tag in ("th", "td")] for row in rows]
    lines = [[trimmed(_inlines(cell.children)) for cell in row] for row in cells]
    align = [_side(cell) for cell in (cells or [[]])[0]]
    return {"t": "table", "align": align, "head": lines[0] if lines else [], "rows": lines[1:]}


def _code(element: Element) -> Node:
    name = next((c.get("class") for c in element.elements if c.tag == "code"), "")
    return {"t": "pre", "s": element.text.rstrip("\n"), "lang": name.removeprefix("language-")}


def _quote(element: Element) -> Node:
    return {"t": "quote", "c": _blocks(element.children)}


_MAKERS: dict[str, Callable[[Element], Node]] = {
    "ul": _list,
    "ol": _list,
    "dl": _terms,
    "table": _table,
    "pre": _code,
    "blockquote": _quote,
    "aside": _quote,
    "hr": lambda _: {"t": "hr"},
    **{f"h{level}": _heading for level in range(1, 7)},
}


def joined(nodes: list[Inline]) -> list[Inline]:
    """Return the nodes with neighbouring texts merged, and without blanks beside line breaks."""
    result: list[Inline] = []
    for node in nodes:
        if isinstance(node, str):
            if result and isinstance(result[-1], str):
                result[-1] = _SPACE.sub(" ", result[-1] + node)
                continue
            if result and result[-1] == _BREAK:
                node = node.lstrip()
        elif node == _BREAK and result and isinstance(result[-1], str):
            result[-1] = result[-1].rstrip()
        if node != "":
            result.append(node)
    return result


def trimmed(nodes: list[Inline]) -> list[Inline]:
    """Return the nodes of a line without blanks at both ends."""
    if nodes and isinstance(nodes[0], str):
        nodes = [nodes[0].lstrip(), *nodes[1:]]
    if nodes and isinstance(nodes[-1], str):
        nodes = [*nodes[:-1], nodes[-1].rstrip()]
    return [node for node in nodes if node != ""]


def formula(element: Element) -> Node:
    """Return the node of a `<math>`, with its TeX as the alternative text."""
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
        return _space(element.get("width"))
    if tag in _SCRIPTS:
        node: Node = {"t": _SCRIPTS[tag], "c": [_one(child) for child in inner]}
        if tag == "mover":
            node["accent"] = element.get("accent") == "true"
        return [node | _movable(inner[0])]
    if tag == "mfrac":
        line = element.get("linethickness") not in ("0", "0px")
        return [{"t": "frac", "line": line, "c": [_one(child) for child in inner]}]
    if tag == "msqrt":
        return [{"t": "sqrt", "c": [{"t": "row", "c": _all(inner)}]}]
    if tag == "mroot":
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


def _space(width: str) -> list[Node]:
    em = _WIDTH.fullmatch(width)
    return [{"t": "space", "w": float(em[1])}] if em else []


def _movable(base: Element) -> Node:
    is_movable = base.text in _MOVABLE and base.get("movablelimits") != "false"
    return {"movable": True} if is_movable else {}


def _token(element: Element) -> list[Node]:
    text = element.text.translate(_INVISIBLE)
    if not text:  # what applies a function, which may have a space: `log n`
        return _space(element.get("lspace"))
    kind = {"mi": "i", "mn": "n", "mo": "o", "mtext": "text"}[element.tag]
    node: Node = {"t": kind, "s": text}
    if kind == "o":
        node["stretchy"] = text in _FENCES and element.get("stretchy") != "false"
        if element.get("form"):
            node["form"] = element.get("form")
    if kind == "i" and element.get("mathvariant") == "normal":
        node = {"t": "style", "display": None, "variant": "normal", "c": [node]}
    return [node]
