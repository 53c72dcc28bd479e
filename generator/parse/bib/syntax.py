"""BibTeX text -> entries with places, and syntax errors.

A file is split before each entry, a value at its braces, commas and `and`.

Format: Patashnik, "BibTeXing" (1988), and the grammar of his program, bibtex.web. Two habits of
later programs are followed: a line that begins with `%` is a comment, and a brace that is never
closed ends with its entry, not with the file.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.model.records.bibliography import KIND_OF, MONTHS
from generator.problems import did_you_mean

Fault = Callable[..., None]
"""Called with an offset in the text, the code of a message, and its arguments. With `is_lost=True`,
part of the file is lost, so it is an error; otherwise it is a warning."""

_TYPE = r"\w[\w.:+/*-]*"
"""The type of an entry: BibTeX accepts nearly everything, even `@my_type2` and `@буклет`."""
# On a line with other text, an `@` must be followed by something like an entry: not `{GOAT} @
# SIGCOMM (demo)`.
_START = re.compile(
    rf"^[ \t]*@[ \t]*{_TYPE}[ \t\n]*[{{(]"
    r"|(?<=[})])[ \t]*@[ \t]*(?:(?i:comment|preamble)[ \t\n]*[{(]"
    rf"|{_TYPE}[ \t\n]*[{{(]\s*[^\s,{{}}()=]*\s*[,=])"
    rf"|^[^%@{{}}\n]*[ \t]@(?i:{'|'.join(KIND_OF)})\{{\s*[^\s,{{}}()=]+\s*,",
    re.MULTILINE,
)
HEAD = re.compile(rf"\s*@\s*({_TYPE})\s*([{{(])\s*")
_LOST = re.compile(r"^(?![ \t]*%).*[{}=@]", re.MULTILINE)
_ADDRESS = re.compile(r"\w@\w")
_NAMELESS = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]+)\b(?!\s*[{(]).*", re.MULTILINE)
KEY = re.compile(r"[^\s,{}=()\"#%~\\][^\s,{}=\"#%\\]*")


def pieces_of(text: str) -> list[tuple[int, str]]:
    """Return the text split before each entry, with offsets; the first piece precedes all
    entries."""
    starts = [match.start() + match[0].index("@") for match in _START.finditer(text)]
    return [
        (start, text[start:end])
        for start, end in zip([0, *starts], [*starts, len(text)], strict=True)
    ]


def head_of(piece: str) -> tuple[str, str, int]:
    """Return the type of the entry that a piece begins with, its key, and the key's offset."""
    head = HEAD.match(piece)
    if head is None:
        return "", "", 0
    key = KEY.match(piece, head.end())
    return head[1].lower(), key[0] if key else "", head.end()


def read_outside(piece: str, offset: int, fault: Fault) -> None:
    """Report text between entries that looks like a faulty entry."""
    for found in _NAMELESS.finditer(piece):
        word = found[1].lower()
        if word in KIND_OF or word in ("string", "preamble"):
            at = offset + found.start() + found[0].index("@")
            fault(at, "bib-brace-missing", found=found[1], is_lost=True)
            return
    lost = _LOST.search(_ADDRESS.sub("  ", piece))
    if lost and piece.strip("-\n "):
        at = offset + lost.start() + len(lost[0]) - len(lost[0].lstrip())
        fault(at, "bib-text-outside")


class Lines:
    """Offsets of a text -> lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


# ------------------------------------------------------------------ inside a value

_PAIRS = re.compile(r"\\.|[{}]|\$\$?", re.DOTALL)


def ends_of(value: str) -> dict[int, int]:
    """Return, by offset, where each brace and formula closes; unclosed ones are missing.

    A formula ends in the group in which it begins, so a single `$` within braces is a dollar.
    """
    ends: dict[int, int] = {}
    groups: list[int] = []
    dollars = [("", 0)]  # the open formula of each group
    for match in _PAIRS.finditer(value):
        token, at = match[0], match.start()
        if token == "{":
            groups.append(at)
            dollars.append(("", 0))
        elif token == "}" and groups:
            ends[groups.pop()] = at
            dollars.pop()
        elif token[0] == "$":
            opened, begin = dollars[-1]
            if not opened:
                dollars[-1] = token, at
                continue
            if opened in (token, "$"):
                ends[begin] = at
            # After a formula in single dollars, the second of two opens the next: `$a$$b$`.
            dollars[-1] = ("$", at + 1) if opened == "$" != token else ("", 0)
    return ends


def split_names(value: str) -> list[tuple[int, str]]:
    """Return the names of a list as written, split at `and`, with their offsets."""
    parts = _cut(value, r"(?<!\S)and(?!\S)")
    return [(at + len(part) - len(part.lstrip()), part.strip()) for at, part in parts]


def parts_of(raw: str, mark: str) -> list[str]:
    """Return the parts between marks outside of braces; `~` counts as a blank."""
    parts = [part.strip() for _, part in _cut(raw, r"\s+|~" if mark == " " else mark)]
    return parts if mark == "," else [part for part in parts if part]


def _cut(text: str, mark: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between matches of a pattern outside of braces, with their offsets."""
    start = depth = 0
    for match in re.finditer(rf"\\[^&]|[{{}}]|(?P<mark>(?i:{mark}))", text, re.DOTALL):
        if match["mark"] is None:
            depth += {"{": 1, "}": -1}.get(match[0], 0)
        elif depth <= 0:
            yield start, text[start : match.start()]
            start = match.end()
    yield start, text[start:]


_BLANK = re.compile(r"(?:\s+|%[^\n]*)*")
_NAME = re.compile(r"[^\s,{}()=\"'#%0-9][^\s,{}()=\"'#%]*")
_NUMBER = re.compile(r"\d+")
_CLOSING = re.compile(r"\\.|[{}\"]", re.DOTALL)


_SWALLOWED = re.compile(r"[,\n][ \t]*[A-Za-z_]{3,}\s*=\s*[\"{\w]|,[ \t]*\n\s*\Z")
"""What a value contains if its end is missing: the next field, or a comma before the last line."""
_NEXT_FIELD = re.compile(r"\n[ \t]*[A-Za-z_]{3,}[ \t]*=[ \t]*\Z")
"""What precedes the quotation mark of the next field."""
_LONGEST = 100_000
"""The most characters of parts joined with `#`: macros of macros can double with each line."""


class BibtexField(NamedTuple):
    """A field of an entry as written, with its macros expanded."""

    name: str
    """In lower case."""
    value: str
    """Raw LaTeX; outer braces or quotes are gone."""
    offset: int
    """Where the value begins in the text of the file."""
    name_offset: int
    end: int = 0
    """Where the value ends, with its closing brace or quote."""


class BibtexEntry(NamedTuple):
    """An entry."""

    kind: str
    """Its type in lower case: `article`."""
    key: str
    offset: int
    """The place of the key in the text of the file."""
    fields: dict[str, BibtexField]
    start: int = 0
    """Where the piece of the file begins that has the entry."""
    end: int = 0
    """Where the entry ends, with its closing brace."""
    is_open: bool = False
    """Whether the entry, or one of its values, is never closed; a fault says so."""


def ignore(*fault: object, **said: object) -> None:
    """A `Fault` that reports nothing, for an entry that is read again."""


class EntryReader:
    """Reads one piece of a file: an entry and the text after it."""

    def __init__(self, piece: str, offset: int, macros: dict[str, str], fault: Fault) -> None:
        self._text = piece
        self._base = offset
        self._macros = macros
        self._fault_at = fault
        self._at = 0
        self._is_open = False

    def _fault(self, at: int, code: str, **said: Any) -> None:
        self._fault_at(self._base + at, code, **said)

    def entry(self) -> BibtexEntry | None:
        """Return the entry; None for comments, macros, and entries without a key."""
        head = HEAD.match(self._text)
        if head is None:
            read_outside(self._text, self._base, self._fault_at)
            return None
        kind = head[1].lower()
        self._at = head.end()
        self._closer = "}" if head[2] == "{" else ")"
        found: BibtexEntry | None = None
        if kind == "comment":
            self._skip_comment()
        elif kind == "preamble":
            self._value("")
            self._end(head.start(1))
        elif kind == "string":
            self._macro(head.start(1))
        else:
            found = self._entry(kind, head.start(1))
        read_outside(self._text[self._at :], self._base + self._at, self._fault_at)
        return found

    def _skip_comment(self) -> None:
        """Skip a comment to its end, or to the end of the text."""
        if self._closer == ")":
            end: int | None = self._text.find(")", self._at)
        else:
            end = self._closing(self._at, "}")
        self._at = len(self._text) if end in (None, -1) else end + 1

    def _macro(self, start: int) -> None:
        self._blank()
        name = _NAME.match(self._text, self._at)
        if name:
            self._at = name.end()
        self._blank()
        if not name or self._text[self._at : self._at + 1] != "=":
            self._fault(start, "bib-string-empty", is_lost=True)
            self._at = len(self._text)
            return
        self._at += 1
        self._blank()
        value = self._value(name[0])
        if value is not None:
            word = name[0].lower()
            if self._macros.get(word, value) != value and word not in MONTHS:
                self._fault(name.start(), "bib-macro-twice", name=name[0])
            self._macros[word] = value
        self._end(start)

    def _entry(self, kind: str, start: int) -> BibtexEntry | None:
        key = KEY.match(self._text, self._at)
        blank = _BLANK.match(self._text, key.end()) if key else None
        after = blank.end() if blank else self._at
        mark = self._text[after : after + 1]
        if key is None or mark == "=":
            self._fault(start, "bib-entry-without-key", kind=kind)
            self._at = len(self._text)
            return None
        self._at = after
        if mark == ",":
            self._at += 1
        elif mark != self._closer:
            self._fault(key.end(), "bib-comma-after-key", kind=kind, key=key[0])
        fields = self._fields(key[0])
        self._end(start, fields)
        at, end = self._base + key.start(), self._base + self._at
        return BibtexEntry(kind, key[0], at, fields, self._base, end, self._is_open)

    def _fields(self, key: str) -> dict[str, BibtexField]:
        fields: dict[str, BibtexField] = {}
        while True:
            self._blank()
            mark = self._text[self._at : self._at + 1]
            if mark == ",":
                self._at += 1
                continue
            if not mark or mark == self._closer:
                return fields
            name = _NAME.match(self._text, self._at)
            begin = self._at
            if name:
                self._at = name.end()
                self._blank()
            if not name or self._text[self._at : self._at + 1] != "=":
                self._unreadable(begin, key)
                continue
            self._at += 1
            self._blank()
            offset = self._at
            quoted = self._text[offset : offset + 1] in ("{", '"')
            value = self._value(name[0])
            if value is None:
                continue
            word = name[0].lower()
            if word in fields:
                if " ".join(fields[word].value.split()) != " ".join(value.split()):
                    self._fault(begin, "bib-field-twice", word=word)
            else:
                at = self._base + offset + quoted
                fields[word] = BibtexField(
                    word, value, at, self._base + begin, self._base + self._at
                )
            self._separator(name[0])

    def _separator(self, name: str) -> None:
        after = self._at
        self._blank()
        mark = self._text[self._at : self._at + 1]
        if mark and mark not in (",", self._closer):
            self._fault(max(after - 1, 0), "bib-comma-after-field", name=name)

    def _unreadable(self, begin: int, key: str) -> None:
        """Report text where a field is expected, and continue after it."""
        stop = re.compile(r"[,\n]|" + re.escape(self._closer)).search(self._text, begin + 1)
        self._at = stop.start() if stop else len(self._text)
        words = " ".join(self._text[begin : self._at].split())[:40]
        self._fault(begin, "bib-text-is-no-field", words=words, key=key)

    def _end(self, start: int, fields: Mapping[str, BibtexField] = MappingProxyType({})) -> None:
        self._blank()
        if self._text[self._at : self._at + 1] == self._closer:
            self._at += 1
        elif self._at < len(self._text):
            self._fault(self._at, "bib-entry-too-long", closer=self._closer, is_lost=True)
            self._at = len(self._text)
        elif not self._is_open:
            self._is_open = True
            for field in fields.values():
                if _SWALLOWED.search(field.value):
                    self._never_closed(field.offset - 1 - self._base, field.name)
                    return
            self._fault(start, "bib-entry-never-closed", closer=self._closer, is_lost=True)

    def _never_closed(self, begin: int, name: str) -> None:
        """Report that a value is never closed; the rest of the entry is then no further mistake."""
        self._is_open = True
        sort = "brace" if self._text[begin] == "{" else "quotation mark"
        where = f' of the field "{name}"' if name else ""
        self._fault(begin, "bib-value-never-closed", sort=sort, where=where, is_lost=True)

    def _value(self, name: str) -> str | None:
        """Return a value (parts joined with `#`); None, with a fault reported, if there is none."""
        parts: list[str] = []
        begin, length = self._at, 0
        while True:
            part = self._part(name)
            if part is None:
                return None
            parts.append(part)
            length += len(part)
            before = self._at
            if length > _LONGEST and parts[1:]:
                self._fault(begin, "bib-value-too-long", name=name, most=_LONGEST, is_lost=True)
                parts, length = [""], -len(self._text)  # report this only once
            self._blank()
            if self._text[self._at : self._at + 1] != "#":
                self._at = before
                return "".join(parts)
            self._at += 1
            self._blank()

    def _part(self, name: str) -> str | None:
        begin, mark = self._at, self._text[self._at : self._at + 1]
        if mark not in ("{", '"'):
            return self._word(name)
        end = self._closing(begin + 1, "}" if mark == "{" else mark)
        next_field = _NEXT_FIELD.search(self._text, begin + 1, end) if mark == '"' and end else None
        if end is None or next_field:
            self._at = len(self._text)
            self._never_closed(begin, name)
            return None
        self._at = end + 1
        return self._text[begin + 1 : end]

    def _word(self, name: str) -> str | None:
        number = _NUMBER.match(self._text, self._at)
        if number and not _NAME.match(self._text, number.end()):
            self._at = number.end()
            return number[0]
        word = re.compile(r"[^\s,{}()=\"#%]+").match(self._text, self._at)
        if word is None:
            self._fault(self._at, "bib-field-without-value", name=name)
            return None
        begin, self._at = self._at, word.end()
        known = self._macros.get(word[0].lower())
        if known is not None:
            return known
        own = [macro for macro in self._macros if macro not in MONTHS or name == "month"]
        hint = did_you_mean(word[0].lower(), own)
        self._fault(begin, "bib-macro-unknown", hint=hint, macro=word[0], field=name)
        return word[0]

    def _closing(self, start: int, closer: str) -> int | None:
        """Return the offset at which the brace or quotation mark before `start` closes."""
        depth = 0
        for match in _CLOSING.finditer(self._text, start):
            # BibTeX counts escaped braces; in LaTeX, `\{` and `\}` must come in pairs anyway.
            mark = match[0][-1]
            if mark == closer and depth <= 0 and match[0] != '\\"':
                return match.end() - 1
            depth += {"{": 1, "}": -1}.get(mark, 0)
        return None

    def _blank(self) -> None:
        found = _BLANK.match(self._text, self._at)
        self._at = found.end() if found else self._at
