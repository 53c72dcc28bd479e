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
_SCHEME = "".join(f"&#{ord(ch)};" for ch in "mailto:")


def guarded(page: str) -> str:
    """Return HTML with the addresses of all `mailto:` links out of harvesters' sight."""
    if "mailto:" not in page:
        return page
    return _LINK.sub(lambda link: _guarded_link(link, _split), page)


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
