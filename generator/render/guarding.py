"""E-mail addresses that people can use and harvesters miss, without a script.

A harvester reads the source: it looks for `name@host.tld`, many decode entities first, and some
strip the tags. So entities alone do little. In our links each letter is percent-encoded, which
every mail program decodes (RFC 6068, section 2; RFC 3986, section 6.2.2.2) and no pattern for
addresses fits. In the text, a `<template>` holds letters that belong to nobody's address: browsers
never show what is in one, with or without a style sheet; it is not read out, not searched and not
copied. Who strips the tags gets an address under `.invalid`, which is nobody's (RFC 2606).
What this does not stop: a harvester that runs a browser. A browser for terminals that does not
know `<template>` shows the letters, too; its links are right.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from urllib.parse import unquote

from generator.html_tags import INSIDE

_LINK = re.compile(
    # `?` behind the pattern: as little of the tag as can be.
    rf"""(?P<start><a\b{INSIDE}?\shref=")mailto:(?P<to>[^"]*)"""
    rf"""(?P<rest>"{INSIDE}>)(?P<text>.*?)(?=</a>)""",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(rf"(<{INSIDE}>)")
_ADDRESS = re.compile(r"([^\s@<>&;,:()\"']+)@([^\s@<>&;,:()\"'.]+(?:\.[^\s@<>&;,:()\"'.]+)+)")
_PLAIN_LINK = re.compile(r"<?mailto:([^\s<>()\"'?]+)(\?[^\s<>()\"']*)?>?", re.IGNORECASE)
_TEXT_LINK = re.compile(r"\[([^\[\]]*)\]\(<?mailto:([^\s<>()?]+)[^\s<>()]*>?\)", re.IGNORECASE)
_AUTOLINK = re.compile(r"<([^\s@<>:/]+@[^\s@<>:/]+\.[^\s@<>:/]+)>")
_RAW = re.compile(
    r"(<(script|style|title|textarea|template)\b[^>]*>.*?</\2\s*>)", re.IGNORECASE | re.DOTALL
)
_READ = re.compile(r"""(?i)\s(?:content|title|alt|label|placeholder|aria-\w+|data-\w+)="[^"]*\"""")
_SCHEME = "".join(f"&#{ord(ch)};" for ch in "mailto:")


def guarded(page: str, own: str = "") -> str:
    """Return HTML with the addresses of all `mailto:` links out of harvesters' sight.

    So is each mention of the person's `own` address, with a link or without.
    """
    if "mailto:" in page:
        page = _LINK.sub(lambda link: _guarded_link(link, _split), page)
    return _without_mentions(page, own) if own and own in page else page


def _without_mentions(page: str, own: str) -> str:
    """Return HTML whose text holds an address as `_split` writes it, and `(at)` where no tag can
    stand: in attributes that are read, in the title, in linked data."""
    mention = re.compile(rf"(?<![\w.+%@-]){re.escape(own)}(?![\w@-]|\.\w)")
    spelled = own.replace("@", " (at) ")
    split = _ADDRESS.sub(_split, own)
    parts = _RAW.split(page)  # what is between, the element, its name
    for at in range(0, len(parts), 3):
        pieces = _TAG.split(parts[at])
        pieces[::2] = (mention.sub(lambda _: split, piece) for piece in pieces[::2])
        pieces[1::2] = (
            _READ.sub(lambda found: mention.sub(spelled, found[0]), tag) for tag in pieces[1::2]
        )
        parts[at] = "".join(pieces)
    for at in range(1, len(parts), 3):
        if parts[at + 1].lower() in ("title", "textarea") or "ld+json" in parts[at][:60]:
            parts[at] = mention.sub(spelled, parts[at])
        parts[at + 1] = ""
    return "".join(parts)


def spelled_out(markup: str) -> str:
    """Return HTML for feeds, whose readers drop `<template>`: the text is `ada (at) x.org`."""
    if "mailto:" not in markup:
        return markup
    return _LINK.sub(lambda link: _guarded_link(link, lambda m: f"{m[1]} (at) {m[2]}"), markup)


def spelled_out_text(text: str, own: str = "") -> str:
    """Return Markdown or plain text without the addresses of its `mailto:` links and of `own`."""
    text = _TEXT_LINK.sub(_named, text)
    text = _PLAIN_LINK.sub(lambda m: unquote(m[1]).replace("@", " (at) "), text)
    text = _AUTOLINK.sub(lambda m: m[1].replace("@", " (at) "), text)
    return without_own(text, own)


def without_own(text: str, own: str) -> str:
    """Return a text of any kind with the person's own address as `ada (at) x.org`."""
    return text.replace(own, own.replace("@", " (at) ")) if own else text


def without_addresses(words: str) -> str:
    """Return words, which have no markup any more, with each address as `ada (at) x.org`."""
    return _ADDRESS.sub(r"\1 (at) \2", words)


def _named(link: re.Match[str]) -> str:
    """Return `write to me (ada (at) x.org)` for a link in Markdown."""
    address = unquote(link[2])
    spelled = address.replace("@", " (at) ")
    return spelled if link[1] == address else f"{link[1]} ({spelled})"


def _guarded_link(link: re.Match[str], written: Callable[[re.Match[str]], str]) -> str:
    to, mark, query = link["to"].partition("?")
    encoded = "".join(map(_encoded, unquote(html.unescape(to))))
    pieces = _TAG.split(link["text"])
    for number, piece in enumerate(pieces):
        is_tag = number % 2 == 1
        pieces[number] = piece.replace("@", "&#64;") if is_tag else _ADDRESS.sub(written, piece)
    rest = link["rest"].replace("@", "&#64;")
    return f"{link['start']}{_SCHEME}{encoded}{mark}{query}{rest}{''.join(pieces)}"


def _encoded(ch: str) -> str:
    """Return a character of an address as a link spells it; what parts addresses stays."""
    if ch in "@,":
        return f"&#{ord(ch)};"
    return "".join(f"%{byte:02X}" for byte in ch.encode("utf-8"))


def _split(address: re.Match[str]) -> str:
    """Return an address as a page shows it, with letters between that nobody sees."""
    host = address[2].replace(".", "&#46;")
    return f"{address[1]}<template>.nobody</template>&#64;{host}<template>.invalid</template>"
