"""Problems of a site: what is wrong, where, and how to fix it, in a language of `messages/`.

Python names the code of a sentence and its arguments. `messages/en.json` is an object by code. A
value is a sentence, a list of a sentence and a hint, or two forms of a sentence: `one` for a
`number` of 1, if the language has such a form, and `other`. A name in braces stands for an
argument, as in `str.format`. Sentences that another language lacks are in English. Programs read
codes and arguments; only people read sentences.

The error family has three members only:

    Problem     one mistake (or warning) of the user's, with its place
    SiteError   a list of Problems: the build stops and reports all of them at once
    anything else that is raised is our own bug, and shows its traceback

At the end is what makes any text safe for a terminal: control characters are spelt out, passwords
removed.
"""

import io
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Literal, TextIO, Union

import msgspec

Argument = Union[str, int, "Message", tuple[str, ...]]
Entry = str | list[str] | dict[str, str]

_language = "en"
_language_here: ContextVar[str] = ContextVar("_language_here")


def speak(language: str) -> None:
    """Set the language of all later messages, by the code of its catalog."""
    global _language
    _language = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of messages within a block; other threads keep theirs."""
    token = _language_here.set(language)
    try:
        yield
    finally:
        _language_here.reset(token)


def speaks() -> str:
    """Return the code of the current language of messages."""
    return _language_here.get(_language)


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence that is not yet in any language."""

    code: str
    """The code of the sentence, in kebab-case."""
    arguments: tuple[tuple[str, Argument], ...] = ()
    """The values for the names in the sentence."""

    @classmethod
    def of(cls, code: str, /, **arguments: Argument) -> "Message":
        """Return a message; the arguments are the names in its sentence."""
        return cls(code, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.in_words()

    def in_words(self, part: int = 0) -> str:
        """Return the sentence, or for part 1 its hint: its own, or that of a message among its
        arguments."""
        entry = _catalog(speaks())[self.code]
        if isinstance(entry, dict):
            is_one = ("number", 1) in self.arguments
            entry = entry["one" if is_one and "one" in entry else "other"]
        parts = [entry] if isinstance(entry, str) else entry
        if part >= len(parts):
            inner = (value for _, value in self.arguments if isinstance(value, Message))
            return next((hint for message in inner if (hint := message.in_words(part))), "")
        return parts[part].format_map({name: _shown(value) for name, value in self.arguments})


def spoken(code: str, /, **arguments: Argument) -> str:
    """Return a sentence in the current language."""
    return str(Message.of(code, **arguments))


def is_said(code: str) -> bool:
    """Whether the catalog has a message with this code."""
    return code in _catalog(speaks())


def _shown(value: Argument) -> Argument:
    return spoken("comma").join(value) if isinstance(value, tuple) else value


@cache
def _catalog(language: str) -> dict[str, Entry]:
    text = (Path(__file__).parent / "messages" / f"{language}.json").read_bytes()
    said = msgspec.json.decode(text, type=dict[str, Entry])
    return said if language == "en" else _catalog("en") | said


# ---------------------------------------------------------------------- problems

Severity = Literal["error", "warning", "note"]
"""An error stops the build, a warning only with `--strict`; a note is only printed."""

_LONGEST = 1000
_SAID = {"error": "printed-error", "warning": "printed-warning", "note": "printed-note"}
"""Severity -> the message that prints problems of that severity."""


class Place(msgspec.Struct, frozen=True, gc=False, order=True, tag=True):
    """A position in a source file: 1-based, 0 where there is no line or column to name."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file, *(str(n) for n in (self.line, self.column) if n)]
        return ":".join(parts)


class Spot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """A value in a source: the file, the path to the value, and an offset in the value's own text.

    Values carry spots instead of places, so that a line inserted above a record changes nothing in
    the cache. The line is looked up when a problem is printed.
    """

    file: str
    path: tuple[str, ...] = ()
    """Keys from the root of the file to the value; a record in a list is named by its id."""
    line: int = 0
    """0-based line inside the value's text."""
    column: int = 0
    """0-based column inside that line."""

    def inside(self, *keys: str) -> "Spot":
        """Return the spot of a value inside this one."""
        return Spot(self.file, (*self.path, *keys), self.line, self.column)

    def key(self, name: str) -> "Spot":
        """Return the spot of the name of a field in this value."""
        return self.inside(f"{name}:")

    def at(self, line: int, column: int) -> "Spot":
        """Return the spot of a position inside this value's text."""
        return Spot(self.file, self.path, line, column)


class Problem(msgspec.Struct, frozen=True):
    """One mistake that the user can fix."""

    where: Place | Spot
    text: Message | str
    way_out: Message | str | None = None
    """If empty, the catalog's hint for the message is used."""
    severity: Severity = "error"
    rule: str = ""
    """The rule that reported it, in kebab-case; empty for most problems of a build."""

    @classmethod
    def of(
        cls,
        where: Place | Spot,
        code: str,
        /,
        *,
        hint: Message | str | None = None,
        severity: Severity = "error",
        rule: str = "",
        **arguments: Argument,
    ) -> "Problem":
        """Return a problem with a sentence of the catalog and the sentence's arguments."""
        return cls(where, Message.of(code, **arguments), hint, severity, rule)

    @property
    def place(self) -> Place:
        """Where it is; only a located problem knows."""
        assert isinstance(self.where, Place), f"not located: {self}"
        return self.where

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self.text)

    @property
    def hint(self) -> str:
        """The hint for people; may be empty."""
        if not self.way_out and isinstance(self.text, Message):
            return self.text.in_words(part=1)
        return str(self.way_out or "")

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def about(self, *codes: str) -> str:
        """Return the subject of a message with one of these codes; empty for other messages.

        The subject is the first argument; without arguments, the code.
        """
        if not isinstance(self.text, Message) or self.text.code not in codes:
            return ""
        return str(self.text.arguments[0][1]) if self.text.arguments else self.text.code


class SiteError(Exception):
    """The site cannot be built as written; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"{len(self.problems)} problem(s)")


def sorted_by_place(problems: Iterable[Problem]) -> list[Problem]:
    """Return each problem once, ordered by file and line; each must have a Place."""
    return sorted(unique(problems), key=lambda p: (p.place, p.severity, p.message))


def unique(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems without repetitions of the same text at the same place."""
    return list({(p.where, p.severity, p.rule, p.message, p.hint): p for p in problems}.values())


def printed(problem: Problem, source_line: Callable[[Place], str | None]) -> str:
    """Return the message as a terminal shows it.

    content/publications.yaml:12:3: error: unknown field "tittle"
       12 |   tittle: GOAT
          |   ^
       help: did you mean "title"?
    """
    place = problem.place
    said = Message.of(_SAID[problem.severity], place=str(place), message=problem.message)
    lines = [_bounded(str(said))]
    text = source_line(place) if place.line else None
    if text is not None and text.strip() and "\0" not in text:
        shown, caret = _window(text, place.column)
        gutter = f"{place.line:>5}"
        lines.append(f"{gutter} | {shown}")
        if place.column:
            lines.append(f"{'':>5} | {caret}^")
    if problem.hint:
        hint = Message.of("printed-hint", hint=problem.hint)
        lines.append(_bounded(f"      {hint}"))
    return "\n".join(lines)


def source_lines(root: Path) -> Callable[[Place], str | None]:
    """Return a function that gives the line of a place below `root`; each file is read once."""

    @cache
    def lines_of(file: str) -> list[str]:
        try:
            return (root / file).read_text("utf-8-sig", "replace").split("\n")
        except (OSError, ValueError):
            return []

    def line_at(place: Place) -> str | None:
        lines = lines_of(place.file)
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None

    return line_at


def _bounded(text: str) -> str:
    """Return a text that quotes a user's text, as one line of bounded length."""
    text = one_line(text)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 4 :]}"
    return text


def annotation(problem: Problem, project: str = ".") -> str:
    """Return the problem in the form that GitHub Actions shows as an annotation of the line.

    Format: GitHub's "Workflow commands", `::error file=…,line=…,col=…::message`. The file's path
    begins at the top of the repository; `project` is the project's path there.
    """
    place = problem.place
    file = posixpath.normpath(posixpath.join(project, place.file))
    file = _escaped(file).replace(":", "%3A").replace(",", "%2C")
    where = [f"file={file}"]
    where += [f"line={place.line}"] if place.line else []
    where += [f"col={place.column}"] if place.column else []
    message = problem.message + (f" ({problem.hint})" if problem.hint else "")
    kind = "notice" if problem.severity == "note" else problem.severity
    return f"::{kind} {','.join(where)}::{_escaped(_bounded(message))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def did_you_mean(word: str, known: Iterable[str], likeness: float = 0.6) -> Message | None:
    """Return a hint with the nearest known word, or None if none is near."""
    import difflib  # takes 6 ms, so only a mistake pays

    near = difflib.get_close_matches(word, [k for k in known if k and k != word], 1, likeness)
    return Message.of("did-you-mean", word=near[0]) if near else None


def which_one(word: str, known: Iterable[str]) -> Message:
    """Return a hint with the nearest known word, or with all of them when none is near."""
    known = list(known)
    return did_you_mean(word, known) or Message.of("there-are", known=tuple(known))


def which_file(target: str, known: Iterable[str]) -> Message | None:
    """Return a hint for a link that leads nowhere: the file or page that was meant, or None.

    `known` are paths from the root. A file that differs only in case is found on some disks but on
    no web server. A `#` begins a fragment, even if a file's name contains one.
    """
    typed = target.lstrip("./")
    known = [path for path in known if path != typed or "#" in path]
    end = f"/{typed.casefold()}"
    same = [path for path in known if f"/{path.casefold()}".endswith(end)] if typed else []
    exact = [path for path in same if f"/{path}".endswith(f"/{typed}")]
    if exact and "#" in typed:
        return Message.of("write-sign-encoded", name=typed.replace("#", "%23"))
    if same and not exact:
        return Message.of("capitals-count", name=same[0])
    if exact:
        return Message.of("did-you-mean", word=exact[0])
    place = _place_of_file(target)
    if place:  # not a page
        known = [path for path in known if "." in path.rpartition("/")[2]]
    near = did_you_mean(typed, known)
    return Message.of("otherwise", first=near, second=place) if near and place else near or place


def _place_of_file(target: str) -> Message | None:
    """Return where to put the file that a link means; None where it means a page."""
    path, _, ending = target.partition("#")[0].lstrip("./").rpartition(".")
    if not path or not ending.isalnum() or ending in ("md", "html") or ".." in target:
        return None
    from urllib.parse import unquote

    return Message.of("put-file", path=f"{unquote(path)}.{ending}")


def _window(text: str, column: int, width: int = 100) -> tuple[str, str]:
    """Return the part of a line around `column`, and the blanks that put a caret under it."""
    text = text.rstrip()
    index = max(column - 1, 0)
    start = max(0, index - width // 2) if len(text) > width else 0
    shown = blanked(text[start : start + width])
    before = shown[: index - start]
    return shown, " " * cells(before)


# ------------------------------------------------------- what is safe for a terminal
#
# Content, file names and answers of git or a server may hold escape sequences that move the cursor
# or make links, marks that reverse a line, or an address with a password.

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


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes: two for a Chinese character or an emoji,
    none for a mark on a letter."""
    if text.isascii():
        return len(text)
    import unicodedata  # only messages need it

    wide = sum(unicodedata.east_asian_width(ch) in "WF" for ch in text)
    return len(text) + wide - sum(unicodedata.category(ch)[0] == "M" for ch in text)


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
