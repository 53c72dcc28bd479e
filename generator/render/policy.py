"""A page's Content-Security-Policy: the site's own files, what its author has written, no more.

`sources_in` tells what some HTML needs: hashes of scripts and styles, hosts to load from. Markdown
asks it about the author's own texts. `with_policy` takes a finished page, and the sources that they
and `content_policy` in site.yaml let in; it returns the page with its `<meta>`, and what that
blocks. Nothing is let in because the finished page holds it: a value may have slipped it in.

Format: W3C, "Content Security Policy Level 3", sections 2.2, 2.3.1 and 3.3 (delivery in a <meta>).
JSON-LD needs nothing: a <script> of another type is data and is not run (HTML, "prepare the script
element", step 10 and before).
"""

import base64
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache

from generator.html import attributes_in, in_small_letters, raw_text, start_tags
from generator.problems import Place, Problem
from generator.render.fragment import quoted

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


PLACE = "\x02policy\x02"
"""Marks the place of the policy in a page; no text of a site holds the character."""

_HANDLER = re.compile(rb"on(?<=[ \t\r\n\f\"']on)[a-z]+\s*=")
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


def with_policy(
    page: str, allowed: frozenset[Source], further: dict[str, str] | None, where: Place
) -> tuple[str, list[Problem]]:
    """Return a page with its policy, and warnings of what in the page the policy does not let in.

    The policy is the same for all pages, with `allowed`, what the author's own texts hold, and
    `further`, sources by directive that the site adds; None leaves the policy out. No policy of
    ours lets in a handler. `where` is the page's source.
    """
    if PLACE not in page:
        return page, []
    if further is None:
        return page.replace(PLACE, ""), []
    policy = {name: list(sources) for name, sources in _BASE.items()}
    added = [(name, one) for name, sources in further.items() for one in sources.split()]
    for name, source in (*sorted(allowed), *added):
        if source not in policy.setdefault(name, []):
            policy[name].append(source)
    small = in_small_letters(page)
    found = dict.fromkeys(sources_in(page, small))
    words = "; ".join(f"{name} {' '.join(_order(sources))}" for name, sources in policy.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{quoted(words)}">'
    blocked = [
        _blocked(name, source, where)
        for name, source in found
        if not _lets_in(policy.get(name, ()), source)
    ]
    for name in _handlers(page, small):
        blocked.append(Problem.of(where, "handler-blocked", source=name, severity="warning"))
    return page.replace(PLACE, meta), blocked


_ASKED = {
    "script-src": "a script",
    "style-src": "a style sheet",
    "img-src": "a picture",
    "media-src": "a film or a sound",
    "frame-src": "a frame",
    "object-src": "an object",
    "form-action": "a place to send a form to",
}


def _blocked(directive: str, source: str, where: Place) -> Problem:
    """Return a warning about a hash or an origin that a policy does not let in."""
    if source.startswith("'"):
        kind = directive.removesuffix("-src")
        return Problem.of(where, "script-blocked", kind=kind, severity="warning")
    asked = f"{source} for {_ASKED[directive]}"
    return Problem.of(
        where, "host-blocked", severity="warning", asked=asked, directive=directive, source=source
    )


def _lets_in(given: Iterable[str], source: str) -> bool:
    """Whether sources of a directive let one in (CSP Level 3, 6.7.2.8); roughly, for a warning."""
    if source == UNSAFE_HASHES or source in given:
        return True
    if source.startswith("'"):
        return "'unsafe-inline'" in given
    for one in given:
        origin = one if "//" in one or one.endswith(":") else f"*//{one}"
        if (one.endswith(":") and source.startswith(one)) or fnmatchcase(
            source, origin.rstrip("/")
        ):
            return True
        if origin.startswith(f"{source}/"):
            return True
    return False


def _order(sources: list[str]) -> list[str]:
    """Return sources in one order, whatever the page's: `'none'` only where it is alone."""
    rest = sorted(source for source in sources if source not in ("'self'", "'none'"))
    return [*(["'self'"] if "'self'" in sources else []), *rest] or ["'none'"]


def _handlers(page: str, small: bytes) -> Iterator[str]:
    """Yield the names of event handlers in a page, `onclick`, each once."""
    if not _HANDLER.search(small):
        return
    seen = set()
    for tag in start_tags(page, having="on"):
        for name in tag.attributes:
            if name.startswith("on") and name not in seen:
                seen.add(name)
                yield name
