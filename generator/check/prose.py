"""Texts as rules read them, and what rules look for in them: dates, and words that nearly agree.

Code, formulas and comments are replaced by blanks, so that each character stays at its place.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from generator.model.dates import Date, Span, When
from generator.problems import Spot

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_CODE = (
    r"<!--(?:.*?-->|.*)|<(script|style|pre|code)\b(?:.*?</\1>|.*)"
    r"|(?<![`\\])(`++)(?:(?!\n\s*\n).)+?(?<!`)\2(?!`)"
)
_UNREAD = re.compile(
    rf"{_CODE}"
    r"|(?<!\\)\$\$.+?(?<!\\)\$\$|(?<![\\\w$])\$(?![\s$])[^$\n]+?(?<![\s\\])\$(?![\w$])",
    re.DOTALL,
)
_MAY_HAVE_UNREAD = re.compile(r"[<`~$]")
_ADDRESSES = re.compile(
    r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"\n]*\")?\)"  # of links, without titles
    r"|<[^<>\n]+>|\b(?:https?://|www\.)[^\s<>)\]，。；）]+"
    r"|^[ \t>]*\[[^\]\n]+\]:.*$"  # definitions of links and footnotes
    r"|^[ \t]*:[A-Za-z][\w-]*:.*$|\{[^{}\n]*\}",  # options of directives, attributes
    re.MULTILINE,
)

_MAY_HAVE_ADDRESSES = re.compile(r"[<(:\[{]|www\.")
"""A text without these has nothing to blank out. Most texts are names and words, and have none."""


class Prose:
    """A text of the site, in one language, with its place."""

    def __init__(self, text: str, spot: Spot, lang: str = "") -> None:
        self.text = text
        """Markdown source."""
        self.spot = spot
        """Where it starts."""
        self.lang = lang
        """Its language; empty where it was written plainly."""

    @cached_property
    def read(self) -> str:
        """The text with blanks for code, formulas and comments: what a reader sees, and links."""
        if not _MAY_HAVE_UNREAD.search(self.text):
            return self.text
        return _UNREAD.sub(_blank, without_fences(self.text))

    @cached_property
    def words(self) -> str:
        """The same with blanks for addresses, attributes and options: words alone."""
        if not _MAY_HAVE_ADDRESSES.search(self.read):
            return self.read
        return _ADDRESSES.sub(_blank, self.read)

    def at(self, offset: int) -> Spot:
        """Return the spot of a character."""
        line = self.text.count("\n", 0, offset)
        column = offset - (self.text.rfind("\n", 0, offset) + 1)
        return self.spot.at(self.spot.line + line, column if line else self.spot.column + column)

    def find(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Spot]]:
        """Yield the matches of a pattern in the words, each with its place."""
        for match in pattern.finditer(self.words):
            yield match, self.at(match.start())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def without_fences(text: str) -> str:
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


_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE = (
    rf"(?:{_MONTH}\s+(?:19|20)\d\d(?!\d)"
    r"|(?:19|20)\d\d(?:[./](?:1[0-2]|0?[1-9])(?![\d.]\d|\d)|-(?:1[0-2]|0[1-9])(?!\d)"
    r"|\s*年(?:\s*(?:1[0-2]|0?[1-9])\s*月)?|(?!\d)))"
)
_TERM = re.compile(r"\b(?:spring|summer|fall|autumn|winter|terms?|semesters?|years?)[ ,]*$", re.I)
"""Words before an academic year. It is a date and not a duration: `Spring 2019-2020`."""
_SPAN = re.compile(
    rf"(?<![\w./-]){_DATE}\s*(?:[-–—~]{{1,2}}|to\b|至|到)\s*"
    rf"(?:{_DATE}|(?:present|now|ongoing)\b|至?今|现在)(?![-./]?\d)",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    rf"(?:\b(?:last )?updated(?: at| on| in)?:?|更新于|更新时间[:：]?)\s*(?P<date>{_DATE})"
    rf"|(?P<date_before>{_DATE})\s*更新",
    re.IGNORECASE,
)


_MAY_SAY_UPDATED = re.compile(r"updated|更新", re.IGNORECASE)


class Mention(NamedTuple):
    """A span of time in a text."""

    text: str
    span: Span
    spot: Spot
    start: int
    """Where it begins in its text."""


def spans_in(prose: Prose) -> Iterator[Mention]:
    """Yield the spans in a text: `2024.11-present`, `Sep 2020 – Jun 2024`, `2022年6月至今`."""
    for match in _SPAN.finditer(prose.words):
        span = _read(match[0])
        is_term = _TERM.search(prose.words[max(match.start() - 20, 0) : match.start()])
        if span is not None and not is_term:
            yield Mention(" ".join(match[0].split()), span, prose.at(match.start()), match.start())


def updates_in(prose: Prose) -> Iterator[tuple[Date, Spot]]:
    """Yield the dates at which a text says that something was updated: `(updated at 2024.12)`."""
    if not _MAY_SAY_UPDATED.search(prose.words):
        return
    for match in _UPDATED.finditer(prose.words):
        group = "date" if match["date"] else "date_before"
        span = _read(match[group])
        if span is not None:
            yield span.start, prose.at(match.start(group))


def read_date(text: str) -> Date | None:
    """Return the last date of a text that holds dates alone; None for any other text."""
    try:
        return When.from_scalar(text).last
    except ValueError:
        return None


def _read(text: str) -> Span | None:
    text = re.sub(r"\s*([年月])\s*", r"\1", text)
    try:
        return When.from_scalar(text).spans[0]
    except ValueError:
        return None


def fit(first: Date, second: Date) -> bool:
    """Whether two dates may be the same: 2024 and 2024-06 may, 2024-05 and 2024-06 may not."""
    return not first.is_before(second) and not second.is_before(first)


def spans_fit(first: Span, second: Span) -> bool:
    """Whether two spans may be the same; one that goes on fits one whose end is expected."""
    return fit(first.start, second.start) and _ends_fit(first, second)


def share_an_end(first: Span, second: Span) -> bool:
    """Whether one end of two spans may be the same."""
    return fit(first.start, second.start) or (
        first.end is not None and second.end is not None and fit(first.end, second.end)
    )


def _ends_fit(first: Span, second: Span) -> bool:
    if first.present or second.present:
        other = second if first.present else first
        return other.present or other.expected
    if first.end is None or second.end is None:
        return first.end is second.end
    return fit(first.end, second.end)


def in_words(span: Span) -> str:
    """Return a span as a message shows it: `2024-06 – 2025-03`."""
    if span.present:
        return f"{span.start.iso()} – present"
    return f"{span.start.iso()} – {span.end.iso()}" if span.end else span.start.iso()


def is_one_letter_off(first: str, second: str) -> bool:
    """Whether two words differ by one letter that is wrong, missing or one too many.

    Two that differ in a digit are meant to: `wang1` and `wang2`, "Part 1" and "Part 2". Two
    letters that changed places (`Jihn`) count as one.
    """
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    short, long = sorted((first, second), key=len)
    start = next((i for i, ch in enumerate(short) if ch != long[i]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :] and long[start].isalpha()
    if short[start + 1 :] == long[start + 1 :]:
        return short[start].isalpha() and long[start].isalpha()
    swapped = long[start + 1 : start + 2] + long[start]
    return short[start : start + 2] == swapped and short[start + 2 :] == long[start + 2 :]
