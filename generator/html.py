"""Finished HTML as a browser reads it: the one tokenizer, for whoever asks something of a page.

Format: HTML, 13.1.2 "Elements", 13.2.5 "Tokenization". No tree is built: which policy a page needs,
which places it has, where it leads and what can be read in it follow from its tags in their order.
An author's own HTML is read by `render/markdown/raw_html.py`, which must also say where in the
source something stands and mend what is not closed.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from html import unescape
from itertools import groupby
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
"""What stands in a tag behind its name. In a value in quotes, `>` is a letter like others; a quote
that begins no value is one, too."""
_COMMENT = r"!--(?:-?>|.*?(?:--!?>|\Z))|[!?][^>]*+(?:>|\Z)"
_TOKEN = re.compile(
    rf"<(?:{_COMMENT}|(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<inside>{_INSIDE})(?:>|(?P<open>\Z)))",
    re.DOTALL,
)
"""Whatever begins here ends somewhere, if need be where the page does, so that no part of a page is
looked through more than once. Browsers drop a tag that never ends (HTML, "eof-in-tag")."""
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class Tag(NamedTuple):
    """A tag, or a comment or a tag that never ends: these have no name."""

    name: str
    """In small letters."""
    is_end: bool
    inside: str
    """What stands behind the name, as it is written."""
    source: str
    """The whole tag, as it is written."""
    end: int
    """Where in the page it ends."""

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes, see `attributes_in`."""
        return attributes_in(self.inside)


def attributes_in(inside: str) -> dict[str, str]:
    """Return attributes by their names in small letters; the first of a name counts.

    `inside` is what stands behind the name of a tag. One without a value has an empty one.
    References (`&amp;`) are resolved.
    """
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        found.setdefault(name.lower(), unescape(double or single or bare))
    return found


def tokens(page: str) -> Iterator[str | Tag]:
    """Yield all of some HTML: text as it is written, tags and comments."""
    position = done = 0
    while position >= 0:
        for match in _TOKEN.finditer(page, position):
            start, end = match.span()
            if start > done:
                yield page[done:start]
            done = end
            tag = _tag(match, page)
            yield tag
            if tag.name in RAW and not tag.is_end:
                if text := raw_text(page, tag):
                    yield text
                    done += len(text)
                position = done
                break
        else:
            position = -1
    if done < len(page):
        yield page[done:]


def start_tags(page: str, names: tuple[str, ...] = (), having: str = "") -> Iterator[Tag]:
    """Yield the start tags of some names, or of all.

    With `having`, those are left out that do not hold this word in small letters, in a name or a
    value: they need not be taken apart.
    """
    search = _beginnings(names).match if names else _TOKEN.search
    position = 0
    while match := search(page, position):
        position = match.end()
        if not match["name"] or match["end"]:
            continue
        tag = _tag(match, page)
        if not tag.name:
            continue
        if tag.name in RAW:
            position += len(raw_text(page, tag))
        if (not names or tag.name in names) and (not having or having in tag.inside.lower()):
            yield tag


def in_small_letters(html: str) -> bytes:
    """Return HTML in lower case as bytes: a search in them is many times faster than one in text
    that ignores case."""
    return html.encode("utf-8", "replace").lower()


def without_tags(page: str) -> str:
    """Return some HTML without tags and comments: a blank stands for what sets words apart."""
    return _TOKEN.sub(lambda match: _BLANKS[match["name"]], page)


def raw_text(page: str, tag: Tag) -> str:
    """Return the text in an element of `RAW`, whose start tag this is."""
    if is_closed(page, tag):
        return ""
    close = _ends(tag.name).search(page, tag.end)
    return page[tag.end : close.start() if close else len(page)]


def is_closed(page: str, tag: Tag) -> bool:
    """Whether a start tag is an end tag as well: so is `<title/>` in a drawing or a formula.

    Elsewhere, browsers overlook the `/` (HTML, "Foreign elements").
    """
    if not tag.inside.endswith("/"):
        return False
    for places, are_open in _foreign(page):
        last = bisect_left(places, tag.end) - 1
        if last >= 0 and are_open[last]:
            return True
    return False


@lru_cache(maxsize=2)
def _foreign(page: str) -> tuple[tuple[list[int], list[bool]], ...]:
    """Return where the tags of drawings and those of formulas begin, and which of them open one."""
    found: dict[str, tuple[list[int], list[bool]]] = {"svg": ([], []), "math": ([], [])}
    for match in re.finditer(r"<(/?)(svg|math)", page):
        places, are_open = found[match[2]]
        places.append(match.start())
        are_open.append(not match[1])
    return tuple(found.values())


def is_inline(name: str) -> bool:
    """Whether an element sets nothing apart: the letters before and after it may be one word.

    So are phrases and all elements of a formula, whose names in MathML begin with `m`.
    """
    return name in _INLINE or (name[:1] == "m" and name not in _NO_FORMULA)


class _Blanks(dict[str | None, str]):
    """By the name of an element as it is written, what stands for its tags among words."""

    def __missing__(self, name: str | None) -> str:
        blank = self[name] = "" if name is None or is_inline(name.lower()) else " "
        return blank


_BLANKS = _Blanks()


def _tag(match: re.Match[str], page: str) -> Tag:
    end, name, inside = match["end"] or "", match["name"] or "", match["inside"] or ""
    if match.re is _TOKEN and match["open"] is not None:
        name = ""
    start = match.start("tag") if "tag" in match.re.groupindex else match.start()
    return Tag(name.lower(), end != "", inside, page[start : match.end()], match.end())


@cache
def _beginnings(names: tuple[str, ...]) -> re.Pattern[str]:
    """All of a page up to the next start tag of these names, or of a `RAW` element, and that tag.

    The other tags and comments are passed over here, a page has hundreds; with them whatever looks
    like a tag in their values. One that never ends goes to the end. First letters stand in sets of
    their own, which are looked up before a name is compared.
    """
    by_letter = groupby(sorted({*names, *RAW}), key=lambda name: name[0])
    either = "|".join(
        rf"[{letter}{letter.upper()}](?ai:{'|'.join(name[1:] for name in those)})"
        for letter, those in by_letter
    )
    wanted = rf"(?:{either})(?=[\s/>])"
    return re.compile(
        rf"[^<]*+(?:<(?!{wanted}{_INSIDE}>)(?:/?[a-zA-Z]{_INSIDE}(?:>|\Z)|{_COMMENT})?+[^<]*+)*+"
        rf"(?P<tag><(?P<end>)(?P<name>{either})(?=[\s/>])(?P<inside>{_INSIDE})>)",
        re.DOTALL,
    )


@cache
def _ends(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
