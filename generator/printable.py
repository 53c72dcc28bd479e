"""Makes any text safe for a terminal: control characters are spelt out, passwords removed.

Content, file names and answers of git or a server may hold escape sequences that move the cursor or
make links, marks that reverse a line, or an address with a password.
"""

from __future__ import annotations

import io
import re
from typing import TextIO

# C0 and C1 controls with Escape and Delete, marks of direction (Unicode, UAX #9), Unicode's line
# ends, the byte order mark, and lone surrogates. No terminal can show these.
_STEERING = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"
_UNPRINTABLE = re.compile(f"[{_STEERING}]")
_OF_TEXT = re.compile(f"(?![\n\t])[{_STEERING}]")
_LOGIN = re.compile(
    r"""(?<=://)(?:
        [^\s/@:"'<>\\]*+ : (?!\d*+(?:[/?\#\s]|$)) [^\s"'<>\\]{0,300} @  # user:pass/w@rd@
        | [^\s/"'<>\\]{0,300} @                                          # user@, token@
    )""",
    re.VERBOSE,
)
"""A name and a password in an address, even a password with an `@` or a `/`, though a URL must not
have these. Digits and a slash after the colon are a port: `https://host:8000/@user` is a page."""


def one_line(text: str) -> str:
    """Return a text as one line in which every character prints as itself.

    All others, including line ends, are escaped as in JSON: `\\n`, `\\u001b`.
    """
    return _UNPRINTABLE.sub(_spelt, without_passwords(text))


def blanked(text: str) -> str:
    """Return a text with a blank for each character that a terminal would not print as itself."""
    return _UNPRINTABLE.sub(" ", text)


def printable(text: str) -> str:
    """Return a text of several lines, escaped, with its line ends and tabs. JSON remains JSON."""
    return _OF_TEXT.sub(_spelt, without_passwords(text))


def without_passwords(text: str) -> str:
    """Return a text without the names and passwords in its addresses."""
    return _LOGIN.sub("", text) if "://" in text else text


_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _spelt(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}"


def whole_characters(text: str) -> list[str]:
    """Return a text in parts that readers see as one character each: an emoji with its skin tone or
    made of several, a flag, a letter with its marks (Unicode, UAX #29, as far as these go)."""
    found: list[str] = []
    for ch in text:
        last = found[-1] if found else ""
        if last and (_joins(ch) or last[-1] == _JOINER or (_is_half(ch) and _is_half(last))):
            found[-1] += ch
        else:
            found.append(ch)
    return found


def whole_character(text: str, index: int) -> str:
    """Return the whole character that includes the code point at an index."""
    for whole in whole_characters(text):
        index -= len(whole)
        if index < 0:
            return whole
    return ""


_JOINER = "\u200d"


def _joins(ch: str) -> bool:
    if ch < "\u0300":
        return False
    import unicodedata  # only messages need it

    is_tone_or_tag = "\U0001f3fb" <= ch <= "\U0001f3ff" or "\U000e0020" <= ch <= "\U000e007f"
    return ch == _JOINER or is_tone_or_tag or unicodedata.category(ch)[0] == "M"


def _is_half(text: str) -> bool:
    """Whether a text is half a flag: one regional indicator."""
    return len(text) == 1 and "\U0001f1e6" <= text <= "\U0001f1ff"


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(map(_width, whole_characters(text)))


def padded(text: str, width: int) -> str:
    """Return a text padded on the right with blanks to at least this many cells."""
    return text + " " * (width - cells(text))


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most this many cells.

    Chinese may break between any two characters, but not before a closing mark.
    """
    lines = [""]
    for piece in re.findall(_UNBROKEN, " ".join(text.split())):
        if lines[-1] and cells(lines[-1] + piece) > width:
            lines.append(piece.lstrip())
        else:
            lines[-1] += piece
    return lines


_HAN = "\u2e80-\uffef"
_CLOSING = "，。、；：！？）》”…"
_UNBROKEN = rf" ?(?:[“（《]*[{_HAN}]|[^\s{_HAN}“（《{_CLOSING}]+|[“（《{_CLOSING}])[{_CLOSING}]*"


def _width(whole: str) -> int:
    """Return how many cells of a terminal a character takes: a Chinese one and an emoji two."""
    if whole < "\u0300":
        return 1
    import unicodedata

    is_wide = unicodedata.east_asian_width(whole[0]) in "WF" or whole[1:2] >= "\U0001f1e6"
    return 2 if is_wide or "\ufe0f" in whole else 1


class PrintableStream:
    """Wraps a stream: makes written text printable and passes all other calls through.

    It replaces the standard output and error streams, so it covers messages, tables and tracebacks.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        if isinstance(stream, io.TextIOWrapper):  # letters that the encoding lacks, too
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write a text."""
        self._stream.write(printable(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
