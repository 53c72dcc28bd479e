"""The content of a page that readers, browsers and search engines see: words, links and
metadata."""

import posixpath
import re
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

import msgspec

from generator.html import Tag, is_inline, tokens

_UNSEEN = {"script", "style", "template", "svg", "annotation", "annotation-xml", "noscript"}
_HERE = "https://site.invalid"
_DIGEST = re.compile(r"\.[0-9a-f]{10}(\.(?:css|js))$")
_CJK = "\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
_BLANKS = re.compile(r"\s+")
_WORD = re.compile(f"[{_CJK}]|[^\\s{_CJK}]+|\\s+")


class VisibleContent(msgspec.Struct, frozen=True):
    """The visible content of a page."""

    words: tuple[str, ...] = ()
    """The visible words; each Chinese character is one. The blank before a word is part of it; at
    the start of a block, such as a paragraph, it is a line break."""
    links: frozenset[str] = frozenset()
    """The targets of links; within the site, from its root and without the digests of assets."""
    metadata: dict[str, str] = {}
    """`title`, `description`, `canonical`, `hreflang zh`, `citation_author`, … -> the value."""
    leads_to: str = ""
    """The address to which a page redirects."""


def visible_content(page: bytes, address: str) -> VisibleContent:
    """Return the visible content of an HTML page; `address` is from the site's root."""
    reader = _ContentReader(address)
    for token in tokens(page.decode("utf-8", "replace")):
        reader.read(token)
    metadata = {name: "; ".join(values) for name, values in sorted(reader.metadata.items())}
    words = words_of("".join(reader.text))
    return VisibleContent(words, frozenset(reader.links), metadata, reader.leads_to)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, each with the blank or line break before it."""
    words: list[str] = []
    blank = ""
    for piece in _WORD.findall(text):
        if piece.isspace():
            blank = "\n" if "\n" in piece else " "
        else:
            words.append(blank + piece)
            blank = ""
    return tuple(words)


def without_digest(path: str) -> str:
    """Return the path of an asset without the digest of its bytes."""
    return _DIGEST.sub(r"\1", path)


class _ContentReader:
    """Collects the visible content of a page, token by token."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._hidden: list[str] = []
        self._in_title = False
        self.text: list[str] = []
        self.links: set[str] = set()
        self.metadata: dict[str, list[str]] = {}
        self.leads_to = ""

    def read(self, token: str | Tag) -> None:
        """Read the next token of the page."""
        if isinstance(token, str):
            self._words(unescape(token))
        elif token.is_end:
            self._end(token.name)
        elif token.name:
            self._start(token)

    def _start(self, tag: Tag) -> None:
        name, found = tag.name, tag.attributes
        if name in _UNSEEN and not tag.inside.endswith("/"):
            self._hidden.append(name)
        elif name == "title":
            self._in_title = not self._hidden
        elif name == "meta":
            self._meta(found)
        elif name == "link":
            self._head_link(found)
        elif name in ("a", "area") and "href" in found and not self._hidden:
            self.links.add(self._resolved(found["href"]))
        elif name == "img" and found.get("alt") and not self._hidden:
            self.text.append(f" [{found['alt']}] ")
        if not is_inline(name):
            self.text.append("\n")

    def _end(self, name: str) -> None:
        if self._hidden and name == self._hidden[-1]:
            self._hidden.pop()
        if name == "title":
            self._in_title = False
        if not is_inline(name):
            self.text.append("\n")

    def _words(self, text: str) -> None:
        if self._in_title:
            self._note("title", " ".join(text.split()))
        elif not self._hidden:
            self.text.append(_BLANKS.sub(" ", text))

    def _meta(self, found: dict[str, str]) -> None:
        name, content = found.get("name", "").lower(), found.get("content", "")
        if name in ("description", "robots", "author") or name.startswith("citation_"):
            self._note(name, content)
        elif found.get("http-equiv", "").lower() == "refresh":
            target = re.search(r"url\s*=\s*['\"]?([^'\"]+)", content, re.IGNORECASE)
            self.leads_to = self._resolved(target[1]) if target else ""

    def _head_link(self, found: dict[str, str]) -> None:
        kinds, target = found.get("rel", "").lower().split(), found.get("href", "")
        if "canonical" in kinds:
            self._note("canonical", target)
        elif "alternate" in kinds and found.get("hreflang"):
            self._note(f"hreflang {found['hreflang']}", target)
        elif "alternate" in kinds and "atom" in found.get("type", ""):
            self._note("feed", self._resolved(target))

    def _note(self, name: str, value: str) -> None:
        self.metadata.setdefault(name, []).append(value)

    def _resolved(self, link: str) -> str:
        """Return the target of a link: inside the site, from its root; otherwise, as written."""
        link = link.strip()
        if link.startswith("mailto:"):
            return unquote(link)
        try:
            whole = urljoin(_HERE + self._address, link)
            parts = urlsplit(whole)
        except ValueError:
            return link
        if not whole.startswith(_HERE + "/"):
            return whole
        path = without_digest(unquote(parts.path))
        slash = "/" if path.endswith("/") and path != "/" else ""
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{unquote(parts.fragment)}" if parts.fragment else ""
        return posixpath.normpath(path) + slash + query + fragment
