"""Text from anywhere, made fit for a terminal: what would steer it is spelt out, passwords go.

Content, file names, what git or a server says: any of it may hold escape sequences that move the
cursor or make links, marks that turn the direction of a line, or an address with a password.
"""

from __future__ import annotations

import io
import re
from typing import TextIO

# C0 and C1 controls with Escape and Delete, marks of direction (Unicode, UAX #9), line ends of
# Unicode's, the byte order mark, and halves of surrogate pairs. No terminal can show these.
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
"""A name and a password in an address, the password also with an `@` or a `/` that belongs into
no URL. Digits and a slash behind the colon are a port: `https://host:8000/@user` is a page."""


def one_line(text: str) -> str:
    """Return a text as one line on which each character stands for itself.

    What does not, a line's end among it, is written as JSON has it: `\\n`, `\\u001b`.
    """
    return _UNPRINTABLE.sub(_spelt, without_passwords(text))


def blanked(text: str) -> str:
    """Return a text with a blank in the place of each character that does not stand for itself."""
    return _UNPRINTABLE.sub(" ", text)


def printable(text: str) -> str:
    """Return a text of several lines; line ends and tabs stay. JSON remains JSON."""
    return _OF_TEXT.sub(_spelt, without_passwords(text))


def without_passwords(text: str) -> str:
    """Return a text without the names and passwords that addresses in it have."""
    return _LOGIN.sub("", text) if "://" in text else text


_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _spelt(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}"


def whole_characters(text: str) -> list[str]:
    """Return a text in parts that readers take for one character each: an emoji with its skin tone
    or made of several, a flag, a letter with its marks (Unicode, UAX #29, as far as these go)."""
    found: list[str] = []
    for ch in text:
        last = found[-1] if found else ""
        if last and (_joins(ch) or last[-1] == _JOINER or (_is_half(ch) and _is_half(last))):
            found[-1] += ch
        else:
            found.append(ch)
    return found


def whole_character(text: str, index: int) -> str:
    """Return the whole character of a text that the one at an index is part of."""
    for whole in whole_characters(text):
        index -= len(whole)
        if index < 0:
            return whole
    return ""


_JOINER = "\u200d"


def _joins(ch: str) -> bool:
    if ch < "\u0300":
        return False
    import unicodedata  # which only a message needs

    is_tone_or_tag = "\U0001f3fb" <= ch <= "\U0001f3ff" or "\U000e0020" <= ch <= "\U000e007f"
    return ch == _JOINER or is_tone_or_tag or unicodedata.category(ch)[0] == "M"


def _is_half(text: str) -> bool:
    """Whether a text is half a flag: one regional indicator."""
    return len(text) == 1 and "\U0001f1e6" <= text <= "\U0001f1ff"


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(map(_width, whole_characters(text)))


def padded(text: str, width: int) -> str:
    """Return a text with blanks behind it, so that it takes at least so many cells."""
    return text + " " * (width - cells(text))


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most so many cells.

    Chinese breaks between any two characters, but not before a mark that closes.
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
    """A stream that passes on what is written to it, made printable; all else is the stream's.

    It stands in the place of the standard output and of the error stream, so that nothing gets
    past it: no message, no table, no traceback.
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
