"""Our own HTML -> a tree of elements.

The PDF shows the texts of the site as HTML has them: parsed once, remembered once, with the links
and the language marks that they have on a page. So what is printed is read from that HTML.
"""

from __future__ import annotations

from html import unescape

from generator.html import tokens

_VOID = frozenset({"br", "hr", "img", "input", "mspace", "wbr"})


class Element:
    """An element with what is in it."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[str | Element] = []

    def get(self, name: str) -> str:
        """Return an attribute, or nothing."""
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        """The words of its class."""
        return self.get("class").split()

    @property
    def elements(self) -> list[Element]:
        """What is in it, without the text between."""
        return [child for child in self.children if isinstance(child, Element)]

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, *tags: str) -> list[Element]:
        """Return the elements of some tags in it, not looking into those that were found."""
        found = []
        for child in self.elements:
            found += [child] if child.tag in tags else child.all(*tags)
        return found


def parsed(html: str) -> list[str | Element]:
    """Return what is in a piece of HTML that our own writer wrote, and that is well-formed."""
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
