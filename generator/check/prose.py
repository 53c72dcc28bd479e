"""Texts as rules read them: without code, formulas and comments, each character at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from generator.problems import Spot

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_UNREAD = re.compile(
    r"<!--.*?-->|<(script|style|pre|code)\b.*?</\1>"
    r"|(?<![`\\])(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\2(?!`)"
    r"|(?<!\\)\$\$.+?(?<!\\)\$\$|(?<![\\\w$])\$(?![\s$])[^$\n]+?(?<![\s\\])\$(?![\w$])",
    re.DOTALL,
)
_ADDRESSES = re.compile(
    r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"\n]*\")?\)"  # of links, without titles
    r"|<[^<>\n]+>|\b(?:https?://|www\.)[^\s<>)\]，。；）]+"
    r"|^[ \t>]*\[[^\]\n]+\]:.*$"  # definitions of links and footnotes
    r"|^[ \t]*:[A-Za-z][\w-]*:.*$|\{[^{}\n]*\}",  # options of directives, attributes
    re.MULTILINE,
)


class Prose:
    """A text of the site, in one language, with its place."""

    def __init__(self, text: str, spot: Spot, lang: str = "", owner: str = "") -> None:
        self.text = text
        """Markdown source."""
        self.spot = spot
        """Where it starts."""
        self.lang = lang
        """Its language; empty where it was written plainly."""
        self.owner = owner
        """Whom the text is about, where it stands in an entry about one person."""

    @cached_property
    def read(self) -> str:
        """The text with blanks for code, formulas and comments: what a reader sees, and links."""
        return _UNREAD.sub(_blank, _without_fences(self.text))

    @cached_property
    def words(self) -> str:
        """The same with blanks for addresses, attributes and options: words alone."""
        return _ADDRESSES.sub(_blank, self.read)

    def at(self, offset: int) -> Spot:
        """Return the spot of a character."""
        line = self.text.count("\n", 0, offset)
        column = offset - (self.text.rfind("\n", 0, offset) + 1)
        return self.spot.at(self.spot.line + line, column if line else self.spot.column + column)

    def find(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Spot]]:
        """Yield what a pattern matches in the words, with its place."""
        for match in pattern.finditer(self.words):
            yield match, self.at(match.start())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _without_fences(text: str) -> str:
    """Return a text with blanks for its fenced blocks of code."""
    if "```" not in text and "~~~" not in text:
        return text
    lines, fence = text.split("\n"), ""
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence or found:
            lines[number] = " " * len(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip(" \t>" + fence[0]):
                fence = ""
        elif found:
            fence = found[1]
    return "\n".join(lines)
