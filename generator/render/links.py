"""The links of one output, and e-mail addresses hidden from harvesters.

A harvester of addresses looks for `name@host.tld` in the source of a page. So the `@` is written as
a character reference (HTML, 13.1.4) or as an escape of JSON (RFC 8259, 7), which browsers and
programs decode. People can still read, hear, copy and follow the address. A harvester that decodes
the source is not stopped.
"""

from __future__ import annotations

import re

from generator.messages import Message
from generator.model.files import FragmentLink, Output
from generator.model.links import is_external, relative
from generator.model.lookups import ReadTracker
from generator.model.site import is_page_body
from generator.model.text import Body, Phrase
from generator.problems import Place, Problem, Spot, which_file
from generator.render.fragment import LinkSlot

MarkdownText = Phrase | Body
"""Markdown with its language and place; a page's own text is read only when needed."""


class Links:
    """The links of one output, and the problems of its content."""

    def __init__(self, output: Output, reads: ReadTracker) -> None:
        self._output = output
        self._reads = reads
        self._lang = output.lang
        # GitHub Pages serves 404.html at any depth, so its links must start at the root.
        self._is_rootless = output.layout == "404"
        self.is_absolute = not output.path.endswith(".html")
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []
        path, mark, name = output.target.partition("#")
        if mark and not is_external(path):
            where = Spot(output.source, ("redirects",)).key(output.subject)
            self.fragment_links.append(FragmentLink(path, name, where))

    def href(self, target: str) -> str:
        """Return the link from this page to an address, see the filter `href`."""
        if is_external(target) or target.startswith("#"):
            return target
        if self._is_rootless:
            base: str = self._reads.get("info", self._lang).base_path
            return base.rstrip("/") + target
        if self.is_absolute:
            return self.absolute(target)
        return relative(target, self._output.url)

    def absolute(self, target: str) -> str:
        """Return the URL of an address, see the filter `absolute`."""
        if is_external(target):
            return target
        base: str = self._reads.get("info", self._lang).url
        return base.rstrip("/") + target

    def in_text(self, slot: LinkSlot, phrase: MarkdownText) -> str:
        """Return a link of Markdown in the form for this output; note its problems."""
        target = slot.target
        if is_external(target) or not target:
            return self.href(target) if target else ""
        address = self.address_of(target, phrase)
        where = self.where(phrase, slot.line, slot.column)
        if address is None:
            self.note_broken(slot, phrase, where)
            return target
        if target.startswith("#") and is_page_body(phrase.spot):
            # The text may be on another page, as an excerpt or in a feed.
            name = phrase.spot.file.rpartition("/")[2] if phrase.spot else ""
            address = (self.address_of(name, phrase) or "") + target
        path, mark, name = address.partition("#")
        if mark and name and isinstance(where, Spot):
            self.fragment_links.append(FragmentLink(path, name, where))
        return self.href(address)

    def address_of(self, target: str, phrase: MarkdownText) -> str | None:
        """Return the address of a target in a text, or None if it is dead."""
        file = phrase.spot.file if phrase.spot else ""
        address: str | None = self._reads.get("target", self._lang, target, file)
        return address

    def note_broken(self, slot: LinkSlot, phrase: MarkdownText, where: Place | Spot) -> None:
        """Note that a link is dead, unless its target could not be read and is already reported."""
        target = slot.target
        if slot.kind == "zoom" or self._reads.get("leads_to_broken", self._lang, target):
            return
        what = "picture" if slot.kind == "image" else "link"
        hint = which_file(target, self._reads.get("known_targets", self._lang))
        message = Message.of("link-broken", target=target, what=what)
        self.problems.append(Problem(where, message, hint, rule="link-broken"))

    def where(self, phrase: MarkdownText, line: int, column: int) -> Place | Spot:
        """Return the spot or place of a line and column in a text."""
        spot = phrase.spot
        if spot is None:
            return Place(self._output.source)
        return spot.at(spot.line + line, column if line else spot.column + column)


# The pattern begins with the `@` and looks back, so that the search can skip all other text.
_AT = re.compile(r"@(?<=[\w.+%-]@)(?=(?:<wbr>)?[\w-]{1,64}\.[\w-])")
"""The `@` of an e-mail address."""
_RAW = re.compile(r"(<(?:script|style)\b.*?(?:</(?:script|style)|\Z))", re.IGNORECASE | re.DOTALL)
"""Elements in which character references are not decoded."""


def guarded_text(text: str, ending: str, reads: ReadTracker, lang: str) -> str:
    """Return an output with its e-mail addresses guarded, if the site wants that.

    `ending` tells the output's format. In plain text and BibTeX, the person's own address becomes
    `ada (at) x.org`.
    """
    if "@" not in text or not reads.get("guards_email", lang):
        return text
    if ending in ("html", "xml"):
        return guarded(text)
    if ending == "json":
        return _AT.sub(r"\\u0040", text)
    own: str = reads.get("person", lang).email
    spelled = own.replace("@", " (at) ")
    return re.sub(re.escape(own), lambda _: spelled, text, flags=re.IGNORECASE) if own else text


def guarded(page: str) -> str:
    """Return HTML or XML in which the `@` of each e-mail address is a character reference."""
    if not _AT.search(page):
        return page
    parts = _RAW.split(page)
    parts[::2] = (_AT.sub("&#64;", part) for part in parts[::2])
    return "".join(parts)
