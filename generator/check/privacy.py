"""Rules on what a site gives away of its readers to other hosts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from generator.check.outputs import all_tags, source_of
from generator.check.rules import CheckContext, Found, rule
from generator.html import raw_text, start_tags
from generator.model.files import Output

_ASKING = {
    "script": "a script",
    **dict.fromkeys(("img", "image", "use"), "a picture"),
    **dict.fromkeys(("source", "video", "audio", "track"), "a film or a sound"),
    **dict.fromkeys(("iframe", "embed", "object"), "what is shown in a frame"),
}
"""Elements that a browser loads something for by itself, and what that is."""
_LOADED = ("src", "srcset", "poster", "data")
_LINKED = frozenset({"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect",
                     "dns-prefetch", "manifest"})  # fmt: skip
"""Of `<link rel>`, what makes a browser ask (HTML, 4.6.7 "Link types")."""
_ELSEWHERE = re.compile(r"(?:https?:|wss?:)?//([^/?#\\\s]+)", re.IGNORECASE)
_IN_STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""", re.I)


@rule("other-host-asked", "warning", "Links and pictures")
def other_host_asked(context: CheckContext) -> Iterator[Found]:
    """A page has its readers' browsers ask another host, which learns so who reads the page.

    A picture, a film in a frame, a counter, a font: each address is named with the first page that
    asks for it. Links, which readers follow themselves, are none. What the Content-Security-Policy
    of a page blocks is named all the same. Silence this for hosts that may know your readers.
    """
    own = urlsplit(context.index.base_url).netloc.lower()
    asked: dict[str, tuple[str, dict[str, Output]]] = {}
    for output, what, address in _requests(context):
        host = _ELSEWHERE.match(address)
        if host and host[1].lower() != own:
            asked.setdefault(address, (what, {}))[1].setdefault(output.path, output)
    for address, (what, outputs) in asked.items():
        first = next(iter(outputs.values()))
        more = len(outputs) - 1
        pages = (
            f"{first.url} and {more} more page{'s' * (more > 1)} ask"
            if more
            else f"{first.url} asks"
        )
        message = f"{pages} another host for {what}: {address}"
        hint = "put the file under static/, unless that host may know who reads the page"
        yield Found(source_of(context, first, address), message, hint)


def _requests(context: CheckContext) -> Iterator[tuple[Output, str, str]]:
    """Yield what browsers load for each page and style sheet: what it is, and its address."""
    for output, tag, given in all_tags(context):
        if tag == "link" and _LINKED & set(given.get("rel", "").lower().split()):
            yield output, "a style sheet or the like", given.get("href", "").strip()
        elif tag in _ASKING:
            loaded = [given.get(name, "") for name in _LOADED if name != "srcset"]
            loaded += [
                piece.split()[0] for piece in given.get("srcset", "").split(",") if piece.strip()
            ]
            if tag in ("image", "use"):
                loaded += [given.get("href", ""), given.get("xlink:href", "")]
            for address in loaded:
                yield output, _ASKING[tag], address.strip()
    for output, text in _styles(context):
        for address in _IN_STYLE.findall(text):
            yield output, "a picture or a font of a style", address


def _styles(context: CheckContext) -> Iterator[tuple[Output, str]]:
    for output, html in context.pages():
        for tag in start_tags(html, ("style",)):
            yield output, raw_text(html, tag)
        if "url(" in html:
            for tag in start_tags(html, having="url("):
                yield output, tag.attributes.get("style", "")
    for output in context.index.outputs:
        if output.path.endswith(".css"):
            yield output, context.read(output).decode("utf-8", "replace")
