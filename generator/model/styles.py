"""Styles of patterns: the grammar of a pattern, and the built-in styles.

A pattern is Markdown with fields, `{authors}, “{title},” in *{venue.short}*[, {year}].`
docs/reference/patterns.md explains the grammar to users:

    pattern  = line { newline line }            lines of one entry
    line     = part { " | " part }              columns; of several lines, what is at their ends
    part     = { text | field | group | emphasis }
    field    = "{" name { " or " name } [ ":" format { "," format } ] "}"
    format   = word [ argument ]                the argument is a number or a "text"
    group    = "[" part { "|" part } "]"        the first part that lacks no field
    emphasis = "*" part "*" | "**" part "**"

A backslash escapes the character after it, as in Markdown.

`generator/styles/` has the built-in styles. They print the same as CSL's styles of these names;
`tests/csl` compares them. Chicago is author-date; GB/T 7714 is the numeric style of 2015.
"""

import re
from functools import cache, lru_cache
from typing import Literal

import msgspec

from generator.model.config import Style
from generator.model.files import packaged_data
from generator.problems import Message


class PatternError(ValueError):
    """The mistake in a pattern, and its column, counted from 0."""

    def __init__(self, message: Message, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


class Format(msgspec.Struct, frozen=True):
    """A format of a field: `initials`, `max 3`, `join "; "`."""

    word: str
    argument: str | None = None
    """None if the word has no argument."""
    column: int = 0
    """Its place in the pattern."""


class Field(msgspec.Struct, frozen=True):
    """A value of the record: the first of several fields that is not empty."""

    names: tuple[str, ...]
    formats: tuple[Format, ...] = ()
    column: int = 0
    """Its place in the pattern."""

    def argument(self, word: str) -> str | None:
        """Return the argument of a format: empty if it has none, None if the format is missing."""
        return next((f.argument or "" for f in self.formats if f.word == word), None)

    def given(self, word: str) -> str | None:
        """Return the argument of a format, or None if there is none."""
        return next((f.argument for f in self.formats if f.word == word), None)

    def has(self, *words: str) -> bool:
        """Whether the field has one of these formats."""
        return any(f.word in words for f in self.formats)


class Group(msgspec.Struct, frozen=True):
    """Alternatives: the first part whose fields all have a value is printed, if any."""

    parts: "tuple[Part, ...]"


class Emphasis(msgspec.Struct, frozen=True):
    """A part in italics or bold."""

    mark: str
    """`*` or `**`."""
    inside: "Part"


Node = str | Field | Group | Emphasis
Part = tuple[Node, ...]


_DATES = frozenset(("date", "dates", "year", "month", "day", "since", "until"))


class Pattern(msgspec.Struct, frozen=True):
    """A parsed pattern."""

    lines: tuple[tuple[Part, ...], ...]
    """The columns of each line."""

    def fields(self) -> list[Field]:
        """Return all fields in it, in order."""
        return [field for line in self.lines for column in line for field in _fields(column)]

    def has_dates(self, column: int) -> bool:
        """Whether a column, of several, contains only dates."""
        first, *others = self.lines
        names = [field.names for field in _fields(first[column])]
        bases = {name.partition(".")[0] for found in names for name in found}
        return not others and len(first) > 1 and bool(bases) and bases <= _DATES


def _fields(part: Part) -> list[Field]:
    found: list[Field] = []
    for node in part:
        if isinstance(node, Field):
            found.append(node)
        elif isinstance(node, Group):
            found += [field for inner in node.parts for field in _fields(inner)]
        elif isinstance(node, Emphasis):
            found += _fields(node.inside)
    return found


@lru_cache(maxsize=512)
def pattern_of(text: str) -> Pattern:
    """Read a pattern. Raises PatternError."""
    return _Reader(text).pattern()


def pattern_or_none(text: str) -> Pattern | None:
    """Read a pattern; return None if it is wrong. `graph/section_checks.py` reports that."""
    try:
        return pattern_of(text)
    except PatternError:
        return None


_WORDS = re.compile(r"[^\\{}\[\]|*]+")
_COLUMNS = re.compile(r"[^\S\n]+\|[^\S\n]+")
_NAME = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)?")
_FORMAT = re.compile(
    r'\s*(?P<word>[a-z][a-z-]*)(?:\s+(?:(?P<number>\d{1,9})|"(?P<text>(?:[^"\\]|\\.)*)"))?\s*'
)
_FIELD = re.compile(r'\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}')
_DEEPEST = 20
"""Levels of nested groups and emphases."""


class _Reader:
    """Reads one pattern from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def pattern(self) -> Pattern:
        lines = [[self._part("")]]
        while self._at < len(self._text):
            if self._text[self._at] == "\n":
                self._at += 1
                lines.append([self._part("")])
                continue
            between = _COLUMNS.match(self._text, self._at)
            if between is None:
                sign = self._text[self._at]
                if sign == "|":
                    raise self._error(Message.of("pattern-bar"))
                raise self._error(Message.of("pattern-closes-nothing", sign=sign))
            self._at = between.end()
            lines[-1].append(self._part(""))
        return Pattern(tuple(tuple(line) for line in lines if any(line)))

    def _part(self, end: str) -> Part:
        """Read up to the end of a part: `|` or `]` in a group, the mark in an emphasis."""
        nodes: list[Node] = []
        while self._at < len(self._text) and not self._ends(end):
            sign = self._text[self._at]
            if sign == "\\":
                nodes.append(self._text[self._at : self._at + 2])
                self._at += 2
            elif sign == "{":
                nodes.append(self._field())
            elif sign == "[":
                nodes.append(self._group())
            elif sign == "*":
                nodes.append(self._emphasis())
            elif sign in "}]|":
                break
            else:
                nodes.append(self._words(end))
        return tuple(_joined(nodes))

    def _words(self, end: str) -> str:
        found = _WORDS.match(self._text, self._at)
        assert found is not None
        stop = found.end()
        if end == "" and "\n" in found[0]:
            stop = self._at + found[0].index("\n")
        elif end == "" and self._text.startswith("|", stop):  # drop the blanks before it
            stop = self._at + len(found[0].rstrip())
            if _COLUMNS.match(self._text, stop) is None:
                stop = found.end()
        words = self._text[self._at : stop]
        self._at = stop
        return words.replace("\n", "\\\n")  # a line break in a group stays one in Markdown

    def _ends(self, end: str) -> bool:
        if end == "":
            is_newline = self._text[self._at] == "\n"
            return is_newline or _COLUMNS.match(self._text, self._at) is not None
        if end == "]":
            return self._text[self._at] in "]|"
        if end == "*" and self._text.startswith("**", self._at):
            return False
        return self._text.startswith(end, self._at)

    def _field(self) -> Field:
        start = self._at
        found = _FIELD.match(self._text, start)
        if found is None:
            raise self._error(Message.of("pattern-brace"))
        names, colon, formats = found[0][1:-1].partition(":")
        fields = [name.strip() for name in re.split(r"\s+or\s+", names.strip())]
        for name in fields:
            if not _NAME.fullmatch(name):
                raise self._error(Message.of("pattern-field-name", name=name))
        read = self._formats(formats, start + 1 + len(names) + 1) if colon else ()
        self._at = found.end()
        return Field(tuple(fields), read, start)

    def _formats(self, text: str, start: int) -> tuple[Format, ...]:
        found: list[Format] = []
        at = 0
        while True:
            one = _FORMAT.match(text, at)
            if one is None or text[one.end() : one.end() + 1] not in ("", ","):
                self._at = start + at
                raise self._error(Message.of("pattern-format"))
            argument = one["number"] if one["text"] is None else one["text"]
            found.append(Format(one["word"], argument, start + one.start("word")))
            at = one.end() + 1
            if one.end() == len(text):
                return tuple(found)

    def _inner(self, end: str) -> Part:
        """Read a part of a group or an emphasis."""
        if self._depth == _DEEPEST:
            raise self._error(Message.of("pattern-too-deep", most=_DEEPEST))
        self._depth += 1
        part = self._part(end)
        self._depth -= 1
        return part

    def _group(self) -> Group:
        start = self._at
        parts: list[Part] = []
        while not parts or self._text.startswith("|", self._at):
            self._at += 1
            parts.append(self._inner("]"))
        if not self._text.startswith("]", self._at):
            self._at = start
            raise self._error(Message.of("pattern-bracket"))
        self._at += 1
        return Group(tuple(parts))

    def _emphasis(self) -> Emphasis:
        start = self._at
        mark = "**" if self._text.startswith("**", start) else "*"
        self._at += len(mark)
        inside = self._inner(mark)
        if not self._text.startswith(mark, self._at):
            self._at = start
            raise self._error(Message.of("pattern-emphasis", mark=mark))
        self._at += len(mark)
        return Emphasis(mark, inside)

    def _error(self, message: Message) -> PatternError:
        return PatternError(message, self._at)


def _joined(nodes: list[Node]) -> list[Node]:
    """Return the nodes with neighbouring texts merged."""
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, str) and result and isinstance(result[-1], str):
            result[-1] += node
        else:
            result.append(node)
    return result


# ------------------------------------------------------------------ styles of the field

PRESETS = ("ieee", "acm", "apa", "chicago", "vancouver", "gbt7714")
"""The styles that have a file in `generator/styles/`."""


class AuthorYear(msgspec.Struct, frozen=True):
    """The form of citations by author and year."""

    has_comma: bool = True
    """Whether a comma separates names and year."""
    ampersand: bool = False
    """Whether `&` joins names in brackets."""
    is_sorted: bool = False
    """Whether the works of one citation are sorted like their list."""
    groups_people: bool = False
    """Whether works by the same people are grouped in a citation, with the names only once."""
    pages: tuple[str, str] | None = None
    """The words before one page, and before several; None leaves pages as typed."""


class Preset(Style, frozen=True, kw_only=True):
    """A built-in style, for kinds of papers, patents and talks."""

    names: str
    """The text that replaces `@` in patterns."""
    citations: Literal["author-year", "numbered", "superscript"]
    """The form of citations in a text."""
    in_text: AuthorYear = AuthorYear()
    """The form of a citation by author and year."""


@cache
def preset(name: str) -> Preset:
    """Return one of `PRESETS`."""
    found = packaged_data(f"styles/{name}", Preset)
    patterns = {
        kind: text.replace("@", found.names)
        for kinds, text in found.patterns.items()
        for kind in kinds.split(", ")
    }
    return msgspec.structs.replace(found, patterns=patterns)
