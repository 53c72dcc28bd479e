"""Finished HTML as a browser reads it: the one tokenizer, and what a page asks browsers to load.

Format: HTML, 13.1.2 "Elements", 13.2.5 "Tokenization". No tree is built: the tags in their order
are enough to find a page's policy, ids, links and words. `render/markdown/raw_html.py` reads an
author's own HTML, because it must also give places in the source and close open elements.

`sources_in` yields what a Content-Security-Policy must allow for some HTML to work: hashes of
scripts and styles, hosts to load from. Format: W3C, "Content Security Policy Level 3", 2.2 and
2.3.1. JSON-LD needs nothing: a <script> of another type is data and is not run (HTML, "prepare the
script element", step 10 and before).
"""

import base64
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from html import unescape
from typing import NamedTuple

RAW = frozenset({"script", "style", "textarea", "title"})
"""Elements that hold text only, even if it looks like tags."""

_INLINE = frozenset({
    "a", "abbr", "b", "bdi", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "mark",
    "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "template",
    "time", "u", "var", "wbr", "annotation", "semantics",
})  # fmt: skip
_NO_FORMULA = frozenset({"main", "map", "menu", "meta", "meter"})

_INSIDE = r"""[^>=]*+(?:=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+[^>=]*+)*+"""
"""A tag's text after its name. A `>` inside a quoted value is an ordinary character, and so is a
quote that begins no value."""
_COMMENT = r"!--(?:-?>|.*?(?:--!?>|\Z))|[!?][^>]*+(?:>|\Z)"
_TOKEN = re.compile(
    rf"<(?:{_COMMENT}|(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<inside>{_INSIDE})(?:>|(?P<open>\Z)))",
    re.DOTALL,
)
"""A match always ends, at the latest where the page does, so no part of a page is searched twice.
Browsers drop a tag that never ends (HTML, "eof-in-tag")."""
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class Tag(NamedTuple):
    """A tag, a comment, or a tag that never ends. The last two have no name."""

    name: str
    """In lower case."""
    is_end: bool
    inside: str
    """The text after the name, as written."""
    source: str
    """The whole tag, as written."""
    end: int
    """The offset in the page at which it ends."""

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes, see `attributes_in`."""
        return attributes_in(self.inside)


def attributes_in(inside: str) -> dict[str, str]:
    """Return attributes by their names in lower case; of repeated names, the first counts.

    `inside` is a tag's text after its name. A missing value is empty. References (`&amp;`) are
    resolved.
    """
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        found.setdefault(name.lower(), unescape(double or single or bare))
    return found


def tokens(page: str) -> Iterator[str | Tag]:
    """Yield the text (as written), tags and comments of some HTML."""
    done = 0
    while match := _TOKEN.search(page, done):
        if match.start() > done:
            yield page[done : match.start()]
        tag = _tag(match)
        done = tag.end
        yield tag
        if tag.name in RAW and not tag.is_end and (text := raw_text(page, tag)):
            yield text
            done += len(text)
    if done < len(page):
        yield page[done:]


def start_tags(page: str, names: tuple[str, ...] = ()) -> Iterator[Tag]:
    """Yield the start tags with these names, or all start tags."""
    for token in tokens(page):
        if isinstance(token, str) or token.is_end or not token.name:
            continue
        if not names or token.name in names:
            yield token


def without_tags(page: str) -> str:
    """Return HTML without tags and comments; a tag that separates words becomes a blank."""
    return _TOKEN.sub(lambda match: _blank(match["name"]), page)


def raw_text(page: str, tag: Tag) -> str:
    """Return the text in an element of `RAW`, given its start tag.

    A tag that ends in `/` is empty, as `<title/>` in a drawing. Browsers agree only in drawings
    (HTML, "Foreign elements"); elsewhere it is a slip of its author.
    """
    if tag.inside.endswith("/"):
        return ""
    close = _ends(tag.name).search(page, tag.end)
    return page[tag.end : close.start() if close else len(page)]


def is_inline(name: str) -> bool:
    """Whether an element separates no words: the letters before and after it may be one word.

    This holds for phrases and for all elements of MathML, whose names begin with `m`.
    """
    return name in _INLINE or (name[:1] == "m" and name not in _NO_FORMULA)


@lru_cache(1024)
def _blank(name: str | None) -> str:
    """Return what replaces a tag of this name (as written) in a text: a blank, or nothing."""
    return "" if name is None or is_inline(name.lower()) else " "


def _tag(match: re.Match[str]) -> Tag:
    name = "" if match["open"] is not None else match["name"] or ""
    end, inside = match["end"] or "", match["inside"] or ""
    return Tag(name.lower(), end != "", inside, match[0], match.end())


@cache
def _ends(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)


Source = tuple[str, str]
"""A directive of a policy and what it allows: `img-src`, `https://pics.example.org`."""
UNSAFE_HASHES = "'unsafe-hashes'"
"""Makes hashes apply to `style` attributes, too."""

_ORIGIN = re.compile(r"(?:(https?:|wss?:))?//([^/?#\\\s;,'\"]+)", re.IGNORECASE)
_SCRIPTS = re.compile(r"|module|importmap|(?:text|application)/(?:x-)?(?:java|ecma)script")
_DIRECTIVES = {
    **dict.fromkeys(("img", "image", "use", "feimage", "input"), "img-src"),
    **dict.fromkeys(("video", "audio", "source", "track"), "media-src"),
    **dict.fromkeys(("iframe", "frame"), "frame-src"),
    **dict.fromkeys(("embed", "object"), "object-src"),
    **dict.fromkeys(("form", "button"), "form-action"),
    "script": "script-src",
}
_LOADING = (*_DIRECTIVES, "link", "style")
_LOADED = ("src", "srcset", "poster", "data", "action", "formaction", "href", "xlink:href")
_LOADING_TAG = re.compile(rf"<(?:{'|'.join(_LOADING)})[\s/>]", re.IGNORECASE)


def sources_in(html: str) -> Iterator[Source]:
    """Yield all that a policy must allow for some HTML to work, perhaps with repetitions."""
    if not _LOADING_TAG.search(html) and "style" not in html.lower():
        return  # most texts end here, long before all their tags are read
    for tag in start_tags(html):
        if tag.name in _LOADING or "style" in tag.inside.lower():
            begins_text, sources = _asked_by(tag.name, tag.inside)
            yield from sources
            if begins_text:
                yield f"{tag.name}-src", _hash(raw_text(html, tag))


@lru_cache(maxsize=1024)  # every page has the same few
def _asked_by(name: str, inside: str) -> tuple[bool, tuple[Source, ...]]:
    """Return whether a tag begins an inline style sheet or script, and what its attributes load."""
    given = attributes_in(inside)
    loaded = loaded_by(name, given)
    sources = [
        (directive, found) for directive, one in loaded if (found := _source(one, directive))
    ]
    if style := given.get("style"):
        sources += ("style-src", UNSAFE_HASHES), ("style-src", _hash(style))
    kind = given.get("type", "").strip().lower()
    is_script = name == "script" and "src" not in given and _SCRIPTS.fullmatch(kind) is not None
    return name == "style" or is_script, tuple(sources)


def loaded_by(name: str, attributes: Mapping[str, str]) -> Iterator[Source]:
    """Yield what browsers load for a start tag: the directive that must allow it, and the
    address."""
    for attribute in _LOADED if name in _DIRECTIVES else ():
        addresses = [attributes.get(attribute, "")]
        if attribute == "srcset":
            addresses = [piece.split()[0] for piece in addresses[0].split(",") if piece.strip()]
        directive = "img-src" if attribute in ("poster", "srcset") else _DIRECTIVES[name]
        yield from ((directive, address) for address in addresses if address)
    if name == "form" and re.match("[^_]", attributes.get("target", "")):  # which names a frame
        yield "frame-src", attributes.get("action", "")
    if name == "link":
        kinds = {"stylesheet": "style-src", "icon": "img-src"}
        for word in attributes.get("rel", "").lower().split():
            if word in kinds:
                yield kinds[word], attributes.get("href", "")


def _source(address: str, directive: str) -> str:
    """Return the source expression for an address: its origin. An address of this site needs none,
    because every policy allows all of the site except frames."""
    address = address.strip()
    found = _ORIGIN.match(address)
    if found:
        return f"{found[1] or 'https:'}//{found[2].lower()}"
    scheme = re.match(r"(data|blob|mediastream):", address, re.IGNORECASE)
    is_framed = address and directive in ("frame-src", "object-src")
    return scheme[0].lower() if scheme else "'self'" if is_framed else ""


@lru_cache(maxsize=64)
def _hash(text: str) -> str:
    """Return the source expression for a script or style in the page: `'sha256-…'`."""
    from hashlib import sha256

    digest = sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
