"""A page's Content-Security-Policy: what the page itself loads may be loaded, and nothing else.

Format: W3C, "Content Security Policy Level 3", sections 2.2 and 3.3 (delivery in a <meta>). The
policy is made of the finished page. So it never stands in the way of what its author has written,
such as a film in a frame, and leaves no room for what anybody may have slipped into a text. JSON-LD
needs no leave: a <script> of another type is data and is not run (HTML, "prepare the script
element", step 10 and before).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from generator.html import raw_text, start_tags

PLACE = "\x02policy\x02"
"""Stands in a page where the policy will; no text of a site holds the character."""

_LOADING = (
    *("script", "style", "link", "img", "source", "video", "audio", "track", "iframe", "frame"),
    *("embed", "object", "form", "input", "button", "image", "use", "feimage"),
)
"""Elements that load something, or that hold what runs."""
_HANDLER = re.compile(r"[\s\"']on[a-z]+\s*=", re.IGNORECASE)
_ORIGIN = re.compile(r"(?:(https?:|wss?:))?//([^/?#\\\s;,'\"]+)", re.IGNORECASE)
_SCRIPTS = re.compile(r"|module|importmap|(?:text|application)/(?:x-)?(?:java|ecma)script")
_BASE = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
}
_DIRECTIVES = {
    **dict.fromkeys(("img", "image", "use", "feimage", "input"), "img-src"),
    **dict.fromkeys(("video", "audio", "source", "track"), "media-src"),
    **dict.fromkeys(("iframe", "frame"), "frame-src"),
    **dict.fromkeys(("embed", "object"), "object-src"),
    **dict.fromkeys(("form", "button"), "form-action"),
    "script": "script-src",
}
_LOADED = ("src", "srcset", "poster", "data", "action", "formaction", "href", "xlink:href")


def with_policy(page: str, further: dict[str, str] | None) -> tuple[str, tuple[str, ...]]:
    """Return a page with its policy, and the handlers in it that the policy will not let run.

    `further` are sources by directive that the site adds; None leaves the policy out.
    """
    if PLACE not in page:
        return page, ()
    if further is None:
        return page.replace(PLACE, ""), ()
    policy = {name: list(sources) for name, sources in _BASE.items()}
    for name, source in _sources(page):
        if source not in policy.setdefault(name, []):
            policy[name].append(source)
    for name, sources in further.items():
        known = policy.setdefault(name, [])
        known += [source for source in sources.split() if source not in known]
    words = "; ".join(f"{name} {' '.join(_order(sources))}" for name, sources in policy.items())
    content = words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    return page.replace(PLACE, meta), tuple(_handlers(page))


def _order(sources: list[str]) -> list[str]:
    """Return sources in one order, whatever the page's: `'none'` only where it is alone."""
    rest = sorted(source for source in sources if source not in ("'self'", "'none'"))
    return [*(["'self'"] if "'self'" in sources else []), *rest] or ["'none'"]


def _sources(page: str) -> Iterator[tuple[str, str]]:
    """Yield directive and source of all that the page loads or holds itself."""
    for tag in start_tags(page, _LOADING):
        given = tag.attributes
        if tag.name == "link":
            yield from _link(given)
            continue
        if tag.name in ("script", "style") and "src" not in given:
            kind = given.get("type", "").strip().lower()
            if tag.name == "style" or _SCRIPTS.fullmatch(kind):
                yield f"{tag.name}-src", _hash(raw_text(page, tag))
        yield from _loaded(tag.name, given)
    if "style=" in page:
        for tag in start_tags(page, having="style"):
            if style := tag.attributes.get("style"):
                yield "style-src", "'unsafe-hashes'"
                yield "style-src", _hash(style)


def _loaded(tag: str, given: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name in _LOADED:
        for address in _addresses(name, given.get(name, "")):
            is_picture = name in ("poster", "srcset")
            directive = "img-src" if is_picture else _DIRECTIVES.get(tag, "img-src")
            if source := _source(address):
                yield directive, source


def _link(given: dict[str, str]) -> Iterator[tuple[str, str]]:
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


def _handlers(page: str) -> Iterator[str]:
    if not _HANDLER.search(page):
        return
    seen = set()
    for tag in start_tags(page, having="on"):
        for name in tag.attributes:
            if name.startswith("on") and name not in seen:
                seen.add(name)
                yield name


def _hash(text: str) -> str:
    """Return the source expression for a script or style in the page: `'sha256-…'`."""
    from hashlib import sha256

    digest = sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
