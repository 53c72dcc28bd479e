"""The `<meta>` that holds a page's policy, and warnings of what the policy blocks.

Format: W3C, "Content Security Policy Level 3", sections 2.2 and 3.3 (delivery in a <meta>).
"""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from generator.html import in_small_letters, start_tags
from generator.problems import Place, Problem
from generator.render.policy.sources import UNSAFE_HASHES, Source, sources_in

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


class Blocked(NamedTuple):
    """Something in a page that its policy does not let in."""

    directive: str
    """`script-src`; empty for a handler, since no policy of ours lets one in."""
    source: str
    """A hash, an origin, or the name of the handler."""


def with_policy(
    page: str, allowed: frozenset[Source], further: dict[str, str] | None
) -> tuple[str, list[Blocked]]:
    """Return a page with its policy, and what in the page the policy does not let in.

    The policy is the same for all pages, with `allowed`, what the author's own texts hold, and
    `further`, sources by directive that the site adds; None leaves the policy out.
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
    content = words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    blocked = [Blocked(*one) for one in found if not _lets_in(policy.get(one[0], ()), one[1])]
    handlers = (Blocked("", name) for name in _handlers(page, small))
    return page.replace(PLACE, meta), [*blocked, *handlers]


_ASKED = {
    "script-src": "a script",
    "style-src": "a style sheet",
    "img-src": "a picture",
    "media-src": "a film or a sound",
    "frame-src": "a frame",
    "object-src": "an object",
    "form-action": "a place to send a form to",
}


def problems(blocked: Iterable[Blocked], where: Place) -> Iterator[Problem]:
    """Yield a warning for each thing that is blocked in a page, whose source `where` is."""
    for directive, source in blocked:
        if not directive:
            yield Problem.of(where, "handler-blocked", source=source, severity="warning")
        elif source.startswith("'"):
            kind = directive.removesuffix("-src")
            yield Problem.of(where, "script-blocked", kind=kind, severity="warning")
        else:
            asked = f"{source} for {_ASKED[directive]}"
            yield Problem.of(
                where,
                "host-blocked",
                asked=asked,
                directive=directive,
                source=source,
                severity="warning",
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
