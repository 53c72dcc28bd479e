"""What HTML needs from a Content-Security-Policy: hashes of scripts and styles, hosts to load from.

Format: W3C, "Content Security Policy Level 3", section 2.3.1. JSON-LD needs nothing: a <script>
of another type is data and is not run (HTML, "prepare the script element", step 10 and before).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import lru_cache

from generator.html import attributes_in, in_small_letters, raw_text, start_tags

Source = tuple[str, str]
"""A directive and what it lets in: `img-src`, `https://pics.example.org`."""

UNSAFE_HASHES = "'unsafe-hashes'"
"""Lets hashes hold for `style` in tags, too."""

_LOADING = (
    *("script", "style", "link", "img", "source", "video", "audio", "track", "iframe", "frame"),
    *("embed", "object", "form", "input", "button", "image", "use", "feimage"),
)
"""Elements that load something, or that hold what runs."""
_LOADS = re.compile(rf"<(?:{'|'.join(_LOADING)})[\s/>]".encode())
_ORIGIN = re.compile(r"(?:(https?:|wss?:))?//([^/?#\\\s;,'\"]+)", re.IGNORECASE)
_SCRIPTS = re.compile(r"|module|importmap|(?:text|application)/(?:x-)?(?:java|ecma)script")
_STYLED = re.compile(rb"style\s*=")
_DIRECTIVES = {
    **dict.fromkeys(("img", "image", "use", "feimage", "input"), "img-src"),
    **dict.fromkeys(("video", "audio", "source", "track"), "media-src"),
    **dict.fromkeys(("iframe", "frame"), "frame-src"),
    **dict.fromkeys(("embed", "object"), "object-src"),
    **dict.fromkeys(("form", "button"), "form-action"),
    "script": "script-src",
}
_LOADED = ("src", "srcset", "poster", "data", "action", "formaction", "href", "xlink:href")


def sources_in(html: str, small: bytes | None = None) -> Iterator[Source]:
    """Yield all that a policy must let in for some HTML to work; the same perhaps several times.

    `small` is the HTML `in_small_letters`, for callers that need it, too.
    """
    small = small or in_small_letters(html)
    places = [match.start() for match in _LOADS.finditer(small)]
    for tag in start_tags(html, _LOADING) if places else ():
        begins_text, loaded = _asked_by(tag.name, tag.inside)
        if begins_text:
            yield f"{tag.name}-src", _hash(raw_text(html, tag))
        yield from loaded
        if tag.end > places[-1]:  # most of a page is behind the last one; bytes are not fewer
            break
    if _STYLED.search(small):
        for tag in start_tags(html, having="style"):
            style = tag.attributes.get("style")
            if style:
                yield "style-src", UNSAFE_HASHES
                yield "style-src", _hash(style)


def _is_inline(name: str, attributes: dict[str, str]) -> bool:
    """Whether a tag begins a style sheet, or a script that would run, in the page itself."""
    if name == "style":
        return True
    kind = attributes.get("type", "").strip().lower()
    return name == "script" and "src" not in attributes and _SCRIPTS.fullmatch(kind) is not None


@lru_cache(maxsize=1024)  # the same few stand on every page
def _asked_by(name: str, inside: str) -> tuple[bool, tuple[Source, ...]]:
    """Return whether a tag begins a style sheet or a script, and what it loads."""
    given = attributes_in(inside)
    if name == "link":
        return False, tuple(_link(given))
    return _is_inline(name, given), tuple(_loaded(name, given))


def _loaded(tag: str, given: dict[str, str]) -> Iterator[Source]:
    for name in _LOADED:
        for address in _addresses(name, given.get(name, "")):
            is_picture = name in ("poster", "srcset")
            directive = "img-src" if is_picture else _DIRECTIVES.get(tag, "img-src")
            if source := _source(address):
                yield directive, source


def _link(given: dict[str, str]) -> Iterator[Source]:
    words = given.get("rel", "").lower().split()
    source = _source(given.get("href", ""))
    for word, directive in (("stylesheet", "style-src"), ("icon", "img-src")):
        if word in words and source:
            yield directive, source


def _addresses(name: str, value: str) -> list[str]:
    if name != "srcset":
        return [value] if value else []
    return [piece.split()[0] for piece in value.split(",") if piece.split()]


def _source(address: str) -> str:
    """Return the source expression for an address: its origin; nothing for one of this site."""
    address = address.strip()
    found = _ORIGIN.match(address)
    if found:
        return f"{found[1] or 'https:'}//{found[2].lower()}"
    scheme = re.match(r"(data|blob|mediastream):", address, re.IGNORECASE)
    return scheme[0].lower() if scheme else ""


@lru_cache(maxsize=64)
def _hash(text: str) -> str:
    """Return the source expression for a script or style in the page: `'sha256-…'`."""
    from hashlib import sha256

    digest = sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
