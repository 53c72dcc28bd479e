"""E-mail addresses that people can use and harvesters miss, without a script.

A harvester reads the source: it looks for `name@host.tld`, many decode entities first, and some
strip the tags. So entities alone do little. In our links each letter is percent-encoded, which
every mail program decodes (RFC 6068, section 2; RFC 3986, section 6.2.2.2) and no pattern for
addresses fits. In the text, a `<template>` holds letters that belong to nobody's address: browsers
never show what is in one, with or without a style sheet; it is not read out, not searched and not
copied. A harvester that strips the tags gets an address under `.invalid`, which does not exist (RFC
2606). This does not stop a harvester that runs a browser. A text browser that does not know
`<template>` shows the letters, too; its links are right.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache
from urllib.parse import unquote

from generator.html import Tag, in_small_letters, is_closed, start_tags, tokens
from generator.model.tracking import ReadTracker

AT_SIGN = re.compile(r"@|&#0*64(?!\d)|&#x0*40(?![\da-f])|&commat;|%40", re.IGNORECASE)
"""An `@` as HTML and URLs may spell it."""
_LINK = re.compile(
    r"""(?<=\shref)\s*=\s*(?:"\s*mailto:([^"]*)"|'\s*mailto:([^']*)'|mailto:([^\s"'>]*))""",
    re.IGNORECASE,
)
_END = re.compile(r"</?a(?=[\s/>])", re.IGNORECASE)
"""Where a link ends: there is none in another, so the next one ends it, too."""
_ADDRESS = re.compile(r"([^\s@<>&;,:()\"']+)@([^\s@<>&;,:()\"'.]+(?:\.[^\s@<>&;,:()\"'.]+)+)")
_PLAIN_LINK = re.compile(r"<?mailto:([^\s<>()\"'?]+)(\?[^\s<>()\"']*)?>?", re.IGNORECASE)
_TEXT_LINK = re.compile(r"\[([^\[\]]*)\]\(<?mailto:([^\s<>()?]+)[^\s<>()]*>?\)", re.IGNORECASE)
_AUTOLINK = re.compile(r"<([^\s@<>:/]+@[^\s@<>:/]+\.[^\s@<>:/]+)>")
_APART = frozenset({"script", "style", "title", "textarea", "template"})
"""Elements whose text can hold no tag, or is not displayed."""
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""")
_URLS = frozenset({"action", "cite", "data", "formaction", "href", "ping", "poster", "src",
                   "srcset", "xlink:href"})  # fmt: skip
"""Attributes that hold addresses, in which letters may be percent-encoded."""
_SCHEME = "".join(f"&#{ord(ch)};" for ch in "mailto:")


GUARDED = ("html", "txt", "xml")
"""The ends of the names of templates whose outputs hide addresses."""


def kept_from_harvesters(text: str, ending: str, reads: ReadTracker, lang: str) -> str:
    """Return an output's text without addresses that could be gathered from it.

    In feeds that is the person's own alone; the filter `content` has seen to the links.
    """
    if not AT_SIGN.search(text) or not reads.get("guards_email", lang):
        return text
    own: str = reads.get("person", lang).email
    if ending == "html":
        return guarded(text, own)
    return without_own(text, own) if ending == "xml" else spelled_out_text(text, own)


def guarded(page: str, own: str = "") -> str:
    """Return HTML with the addresses of all `mailto:` links out of harvesters' sight.

    So is each mention of the person's `own` address, with a link or without.
    """
    if b"mailto:" in in_small_letters(page):
        page = _with_links(_without_comments(page), _split)
    return _without_mentions(page, own) if own and _mentions(page, own) else page


def _mentions(page: str, own: str) -> bool:
    """Whether an address stands in a page in any spelling but the one that `_target` gives it."""
    local, _, host = own.partition("@")
    spelled, behind = _spellings(own), _behind_sign(host)
    for sign in AT_SIGN.finditer(page):
        if not behind.match(page, sign.end()):
            continue  # few signs are those of addresses
        start = max(sign.start() - _LONGEST * len(local), 0)
        found = spelled.finditer(page, start, sign.end() + _LONGEST * len(host))
        if not all(page.endswith(_SCHEME, 0, match.start()) for match in found):
            return True
    return False


@cache
def _behind_sign(host: str) -> re.Pattern[str]:
    """Return a pattern for what follows `AT_SIGN` in an address at a host."""
    return re.compile(rf";?\}}?{''.join(map(_spelling, host))}", re.IGNORECASE)


_LONGEST = 12
"""The most characters that spell one; more zeros in a reference are nobody's habit."""


@cache
def _spellings(own: str, is_whole: bool = True) -> re.Pattern[str]:
    """Return a pattern for an address in every spelling that HTML, URLs or TeX give its letters.

    If it `is_whole`, longer addresses that it is a part of are left alone.
    """
    found = "".join(map(_spelling, own))
    if is_whole:
        found = rf"(?:(?<![\w.+%@-])|(?<=%[\da-f]{{2}})){found}(?![\w@-]|\.\w)"
    return re.compile(found, re.IGNORECASE)


def _spelling(ch: str) -> str:
    codes = {ord(ch.lower()[0]), ord(ch.upper()[0]), ord(ch)}
    ways = [f"&#0*{code}(?!\\d);?|&#x0*{code:x}(?![\\da-f]);?" for code in codes]
    ways += ["".join(f"%{byte:02X}" for byte in form.encode()) for form in {ch, ch.swapcase()}]
    if name := _NAMES.get(ch):
        ways.append(f"&{name};")
    plain = re.escape(ch) if ch.isalnum() else rf"\\?\{{?{re.escape(ch)}\}}?"  # TeX: \_, {{@}}
    return f"(?:{'|'.join([plain, *ways])})"


_NAMES = {"@": "commat", ".": "period", "_": "(?:lowbar|UnderBar)", "+": "plus"}
"""References with a name (HTML, 13.5); letters and digits have none."""


def spelled_out(markup: str) -> str:
    """Return HTML for feeds, whose readers drop `<template>`: the text is `ada (at) x.org`."""
    if "mailto:" not in markup.lower():
        return markup
    return _with_links(_without_comments(markup), lambda address: f"{address[1]} (at) {address[2]}")


def _with_links(page: str, written: Callable[[re.Match[str]], str]) -> str:
    """Return HTML with each link to an address guarded; `written` is an address in its text."""
    parts: list[str] = []
    done = 0
    for tag in start_tags(page, ("a", "area"), having="mailto:"):
        link = _LINK.search(tag.source)
        if not link:
            continue
        start = tag.end - len(tag.source)
        rest = tag.source[link.end() :].replace("@", "&#64;")
        target = _target(link[1] or link[2] or link[3] or "")
        parts += page[done:start], tag.source[: link.start()], f'="{target}"', rest
        done = tag.end
        if tag.name == "area":  # which has no text
            continue
        end = _END.search(page, tag.end)  # one that is not closed goes to the end of all
        inside = page[tag.end : end.start() if end else len(page)]
        for token in tokens(inside):
            if isinstance(token, str):
                parts.append(_ADDRESS.sub(written, token))
            else:
                parts.append(token.source.replace("@", "&#64;"))
        done = tag.end + len(inside)
    return "".join((*parts, page[done:]))


def _without_comments(page: str) -> str:
    """Return HTML whose comments hold each address as `ada (at) x.org`: no tag can stand there."""
    if "<!--" not in page:
        return page
    return "".join(
        token
        if isinstance(token, str)
        else without_addresses(_PLAIN_LINK.sub(_plain, token.source))
        if _is_comment(token)
        else token.source
        for token in tokens(page)
    )


def _is_comment(tag: Tag) -> bool:
    return tag.source.startswith("<!--")


def _without_mentions(page: str, own: str) -> str:
    """Return HTML whose text holds an address as `_split` writes it, and `(at)` where no tag can
    stand: in attributes that are read, in the title, in linked data."""
    mention = _spellings(own)
    spelled = own.replace("@", " (at) ")
    split = _ADDRESS.sub(_split, own)
    parts: list[str] = []
    around: Tag | None = None
    """The element of `_APART` around."""
    for token in tokens(page):
        text = token if isinstance(token, str) else token.source
        if around is None and isinstance(token, str):
            text = mention.sub(lambda _: split, text)
        elif around is None and isinstance(token, Tag) and token.name in _APART:
            around = None if token.is_end or is_closed(page, token) else token
            text = mention.sub(lambda _: spelled, text) if _has_words(token) else text
        elif around is None and isinstance(token, Tag) and not token.name:
            text = mention.sub(lambda _: spelled, text)
        elif around is None:
            text = _ATTRIBUTE.sub(lambda found: _hidden(found, mention, own), text)
        elif isinstance(token, Tag) and token.is_end and token.name == around.name:
            around = None
        elif _has_words(around):
            text = mention.sub(lambda _: spelled, text)
        parts.append(text)
    return "".join(parts)


def _hidden(attribute: re.Match[str], mention: re.Pattern[str], own: str) -> str:
    """Return an attribute without an address that it mentions; a link leads where it led."""
    name, between, value = attribute.groups()
    if not mention.search(value):
        return attribute[0]
    is_link = name.lower() in _URLS
    hidden = "".join(map(_encoded, own)) if is_link else own.replace("@", " (at) ")
    value = mention.sub(lambda _: hidden, value)
    return f"{name}{between}{value}" if value[0] in "\"'" else f'{name}{between}"{value}"'


def _has_words(tag: Tag) -> bool:
    """Whether the element that a tag of `_APART` begins holds words that somebody reads."""
    return tag.name in ("title", "textarea") or "ld+json" in tag.inside


def spelled_out_text(text: str, own: str = "") -> str:
    """Return Markdown or plain text without the addresses of its `mailto:` links and of `own`."""
    text = _TEXT_LINK.sub(_named, text)
    text = _PLAIN_LINK.sub(_plain, text)
    text = _AUTOLINK.sub(lambda m: m[1].replace("@", " (at) "), text)
    return without_own(text, own)


def without_own(text: str, own: str) -> str:
    """Return a text of any kind with the person's own address as `ada (at) x.org`."""
    if not own or not AT_SIGN.search(text):
        return text
    return _spellings(own, is_whole=False).sub(lambda _: own.replace("@", " (at) "), text)


def without_addresses(words: str) -> str:
    """Return words, which have no markup any more, with each address as `ada (at) x.org`."""
    return _ADDRESS.sub(r"\1 (at) \2", words)


def _plain(link: re.Match[str]) -> str:
    """Return `ada (at) x.org` for `mailto:ada@x.org`."""
    return unquote(link[1]).replace("@", " (at) ")


def _named(link: re.Match[str]) -> str:
    """Return `write to me (ada (at) x.org)` for a link in Markdown."""
    address = unquote(link[2])
    spelled = address.replace("@", " (at) ")
    return spelled if link[1] == address else f"{link[1]} ({spelled})"


def _target(address: str) -> str:
    """Return the target of a link to an address as a page spells it; `address` is as in HTML."""
    to, mark, query = address.partition("?")
    encoded = "".join(map(_encoded, unquote(html.unescape(to))))
    return f"{_SCHEME}{encoded}{mark}{query}"


def _encoded(ch: str) -> str:
    """Return a character of an address as a link spells it; what parts addresses stays."""
    if ch in "@,":
        return f"&#{ord(ch)};"
    return "".join(f"%{byte:02X}" for byte in ch.encode("utf-8"))


def _split(address: re.Match[str]) -> str:
    """Return an address as a page shows it, with letters between that nobody sees."""
    host = address[2].replace(".", "&#46;")
    return f"{address[1]}<template>.nobody</template>&#64;{host}<template>.invalid</template>"
