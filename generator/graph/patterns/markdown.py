"""Pieces of Markdown that fill a pattern, and the punctuation where two of them meet."""

from __future__ import annotations

import re

from generator.model.text import Phrase

_SPECIAL = re.compile(r"([\\`*_\[\]{}<&^~$@])")
_CLOSING = re.compile(r"(?:\]\(<[^>]*>\)\{[^{}]*\}|\]\([^()]*\)|\]\{[^{}]*\}|(?<!\\)[*_])$")
_CLOSING_QUOTES = ("”", "“", "»", "«", "’", "‘", "」", "』")
_UNSEEN = re.compile(r"\]\([^)]*\)|\{[^{}]*\}")
_DROPPED = {
    ".": ".", "?": ".?", "!": ".!", ",": ",", ";": ";.,", ":": ":.,",
    "。": "。.", "，": "，,", "；": "；;", "：": "：:", "？": "？。.", "！": "！。.",
}  # fmt: skip
"""A sign that stands already -> the signs that it makes superfluous (as in citeproc-js)."""


def escaped(text: str) -> str:
    """Return plain text as Markdown that shows it as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def spanned(markdown: str, lang: str, kind: str = "") -> str:
    """Return Markdown as a span with a language or a class, where there is one to set."""
    marks = " ".join(filter(None, (f".{kind}" if kind else "", f"lang={lang}" if lang else "")))
    return f"[{markdown}]{{{marks}}}" if marks and is_balanced(markdown) else markdown


def linked(markdown: str, url: str, mark: str = "{.quiet}") -> str:
    """Return Markdown as a link; its `mark` gives it the colour of its line.

    Markdown with a link or a span stays as it is: CommonMark allows a link in a span, but neither
    a link nor a span in a link.
    """
    if "](" in markdown or "]{" in markdown or "<" in url or not is_balanced(markdown):
        return markdown
    return f"[{markdown}](<{url}>){mark}"


def phrased(phrase: Phrase, url: str = "") -> str:
    """Return a text as Markdown with its language, as a link where it has an address."""
    if not phrase:
        return ""
    return spanned(linked(phrase.text, url) if url else phrase.text, phrase.lang)


def set_apart(markdown: str, direction: str) -> str:
    """Return a number such as 11-C-2093 so that no part of it moves in Arabic or Hebrew."""
    is_mixed = markdown.isascii() and re.search(r"\d.*[A-Za-z]|[A-Za-z].*\d", markdown)
    return f"[{markdown}]{{dir=ltr}}" if direction == "rtl" and is_mixed else markdown


def is_balanced(markdown: str) -> bool:
    """Whether each square bracket has its partner, so that the text may stand in brackets."""
    depth = 0
    for sign in re.findall(r"\\.|[\[\]]", markdown):
        depth += {"[": 1, "]": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def met(before: str, after: str) -> str:
    """Return two pieces as one: no sign stands twice, no blank beside a blank.

    `et al.` and `.` make one full stop; a question mark needs none, nor does one in quotes.
    """
    if not before or not after:
        return before or after
    end = last_seen(before)
    inner = last_seen(before[: before.rfind(end)]) if end in _CLOSING_QUOTES else ""
    if after[0] in _DROPPED.get(end, "") + _DROPPED.get(inner, ""):
        after = after[1:]
    if after[:1] in _CLOSING_QUOTES and after[1:2] == "." and end in (*".?!", "？", "！"):
        after = after[0] + after[2:]
    if after[:1] == "." and before.endswith(","):
        before = before[:-1]
    if after[:1] == " " and before.endswith((" ", "　")):
        after = after.lstrip(" ")
    return before + after


def spoken(markdown: str) -> str:
    """Return Markdown without what no reader sees: addresses, classes and languages."""
    return _UNSEEN.sub("", markdown)


def last_seen(markdown: str) -> str:
    """Return the last character that a reader sees."""
    while (found := _CLOSING.search(markdown)) and found[0]:
        markdown = markdown[: found.start()]
    return markdown[-1:]
