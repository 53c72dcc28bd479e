"""Our own HTML -> a tree of elements.

The PDF shows the texts of the site as HTML has them: parsed once, remembered once, with the links
and the language marks that they have on a page. So what is printed is read from that HTML.
"""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = frozenset({"br", "hr", "img", "input", "mspace"})


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
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.stack[0].children


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.stack = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)
        if tag not in _VOID:
            self.stack.append(self.stack[-1].elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if len(self.stack) > 1 and self.stack[-1].tag == tag:
            self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.stack[-1].children.append(Element(tag, attributes))
