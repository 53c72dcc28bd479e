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

from generator.html_tags import INSIDE, attributes, with_attribute

PLACE = "\x02policy\x02"
"""Stands in a page where the policy will; no text of a site holds the character."""

_LOADING = re.compile(
    rf"<(?P<tag>script|style|link|img|source|video|audio|track|iframe|frame|embed|object|form|input"
    rf"|button|image|use|feimage)(?=[\s/>])(?P<inside>{INSIDE})>",
    re.IGNORECASE,
)
_END = re.compile(r"</(?:script|style)(?=[\s/>])", re.IGNORECASE)
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
    position = 0
    while match := _LOADING.search(page, position):
        position = match.end()
        tag, given = match["tag"].lower(), attributes(match["inside"])
        if tag == "link":
            yield from _link(given)
            continue
        if tag in ("script", "style"):  # what is inside is no HTML
            end = _END.search(page, match.end())
            position = end.start() if end else len(page)
            kind = given.get("type", "").strip().lower()
            if "src" not in given and (tag == "style" or _SCRIPTS.fullmatch(kind)):
                yield f"{tag}-src", _hash(page[match.end() : position])
        for name in _LOADED:
            for address in _addresses(name, given.get(name, "")):
                picture = name in ("poster", "srcset") or (tag == "source" and name == "srcset")
                directive = "img-src" if picture else _DIRECTIVES.get(tag, "img-src")
                source = _source(address)
                if source:
                    yield directive, source
    if "style=" in page:
        for given in with_attribute(page, "style"):
            style = given.get("style")
            if style:
                yield "style-src", "'unsafe-hashes'"
                yield "style-src", _hash(style)


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
    for given in with_attribute(page, "on"):
        for name in given:
            if name.startswith("on") and name not in seen:
                seen.add(name)
                yield name


def _hash(text: str) -> str:
    """Return the source expression for a script or style in the page: `'sha256-…'`."""
    from hashlib import sha256

    digest = sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
