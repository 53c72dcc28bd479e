"""Reads and changes a `.bib` file, and leaves all other bytes alone.

Values are raw LaTeX, without the braces or quotes around it. See `yaml_file`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from generator.edit.changes import CannotEdit, Edit, Path, Splice, spliced
from generator.edit.yaml_tree import text_of
from generator.model.dates import Date, Span, When
from generator.model.files import SourceFile
from generator.model.names import Name
from generator.model.records.bibliography import (
    HOLDER_OF,
    KIND_NAMES,
    LINKS,
    KindNames,
    bibtex_name,
    latex,
    protected,
)
from generator.model.records.works import Publication
from generator.parse.bib.bib_file import parse_bib
from generator.parse.bib.latex import words_of
from generator.parse.bib.syntax import (
    HEAD,
    BibtexEntry,
    BibtexField,
    EntryReader,
    ignore,
    pieces_of,
)
from generator.problems import Problem

_TEXTS = ("volume", "number", "pages", "isbn", "publisher", "edition", "series", "abstract",
          "award", "note")  # fmt: skip
_FIELDS = {"id", "title", "authors", "venue", "date", "kind", "arxiv", "doi", "place", "tags",
           "selected", "links", *_TEXTS}  # fmt: skip
"""Fields of a paper that have a place in BibTeX."""
TYPE, KEY = "ENTRYTYPE", "ID"
"""The names of an entry's type and key among its fields."""


def read_bib(name: str, data: bytes) -> tuple[list[Publication], tuple[Problem, ...]]:
    """Return the papers of a `.bib` and its problems; `name` is its name in messages."""
    parsed = parse_bib(SourceFile(name, name, data))
    return list(parsed.values), parsed.problems


def plain_words(value: str) -> str:
    """Return what a value in LaTeX says, as plain text."""
    return words_of(value, ignore, markdown=False)


def fits_bibtex(fields: Mapping[str, Any]) -> bool:
    """Whether an entry can hold all that the fields of a paper say."""
    links = fields.get("links", {})
    texts = (value for name, value in fields.items() if name != "links")
    has_parts = any(isinstance(one, Mapping) for one in (*texts, *links.values()))
    return not has_parts and fields.keys() <= _FIELDS and links.keys() <= {*LINKS.values()}


class BibFile:
    """The text of a `.bib` file; each change makes a new one."""

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def value(self) -> dict[str, dict[str, str]]:
        """The entries by key; of a repeated key, the first counts."""
        found: dict[str, dict[str, str]] = {}
        for said in _said(self.text):
            found.setdefault(said.get(KEY, ""), said)
        found.pop("", None)
        return found

    def path_of(self, id: str) -> Path:
        """Return the path of an entry by its key. Raises CannotEdit."""
        _entry_of(self.text, id)
        return (id,)

    def raw(self, path: Path) -> str:
        """Return an entry, or the value of a field, as written."""
        entry = _entry_of(self.text, path[0])
        start, end = entry.start, entry.end
        if path[1:]:
            start, end = _span(self.text, _field_of(entry, path[1]))
        return self.text[start:end].replace("\r\n", "\n")

    def is_plain(self, path: Path) -> bool:
        """Whether a value is a number or one text in braces or quotes, without a macro."""
        if path[1:] in ((), (TYPE,), (KEY,)):
            return True
        field = _field_of(_entry_of(self.text, path[0]), path[1])
        written = self.raw(path)
        value = field.value.replace("\r\n", "\n")
        return written in (f"{{{value}}}", f'"{value}"') or written.isdigit()

    def offset(self, path: Path) -> int:
        """Return the offset of a value in the text."""
        entry = _entry_of(self.text, path[0])
        if path[1:] in ((), (TYPE,), (KEY,)):
            return entry.start
        return _span(self.text, _field_of(entry, path[1]))[0]

    def path_at(self, offset: int) -> Path:
        """Return the path of the entry or field at an offset."""
        for entry in _entries(self.text):
            if entry.key and entry.start <= offset < entry.end:
                names = [n for n, field in entry.fields.items() if field.name_offset <= offset]
                return (entry.key, *names[-1:])
        return ()

    def changed(self, edits: Sequence[Edit]) -> BibFile:
        """Return the file with all edits made. Raises CannotEdit."""
        text, meant = self.text, _said(self.text)
        for edit in edits:
            edited = _field_edited if edit.path[1:] else _entry_edited
            text = edited(text, edit, meant)
        if _said(text) != meant:
            raise CannotEdit("edit-unsafe")
        return BibFile(text)

    def with_entry(self, id: str, fields: Mapping[str, Any]) -> BibFile:
        """Return the file with a new entry for the fields of a paper. Raises CannotEdit."""
        kind = KIND_NAMES.get(str(fields.get("kind")), KindNames()).bibtex
        return self.changed([Edit("insert", (id,), {TYPE: kind, **_values(fields, kind)})])

    def with_fields(self, id: str, fields: Mapping[str, Any]) -> BibFile:
        """Return the file with further fields of a paper. Raises CannotEdit."""
        entry = _entry_of(self.text, id)
        new = {n: v for n, v in _values(fields, entry.kind).items() if n not in entry.fields}
        if "year" in entry.fields or "date" in entry.fields:
            new = {n: v for n, v in new.items() if n not in ("year", "month", "day", "date")}
        if not new:
            raise CannotEdit("edit-bib-no-field")
        return self.changed([Edit("set", (id, name), value) for name, value in new.items()])


@lru_cache(maxsize=2)
def _entries(text: str) -> list[BibtexEntry]:
    """Return all pieces of a text; comments, macros and preambles have an empty key."""
    found = []
    for start, piece in pieces_of(text)[1:]:
        other = BibtexEntry("", "", start, {}, start, start + len(piece.rstrip()))
        found.append(EntryReader(piece, start, {}, ignore).entry() or other)
    return found


def _field_of(entry: BibtexEntry, name: str | int) -> BibtexField:
    if str(name) not in entry.fields:
        raise CannotEdit("edit-bib-lacks", entry=entry.key, name=name)
    return entry.fields[str(name)]


def _entry_of(text: str, key: str | int) -> BibtexEntry:
    for entry in _entries(text):
        if entry.key and entry.key == str(key):
            if text[entry.end - 1] not in "})":
                raise CannotEdit("edit-bib-open", name=key)
            return entry
    raise CannotEdit("edit-not-there", name=key)


def _said(text: str) -> list[dict[str, str]]:
    """Return the values of each entry, in order; other pieces are a single text."""
    found = []
    for entry in _entries(text):
        if not entry.key:
            found.append({"": text[entry.start : entry.end].replace("\r\n", "\n")})
            continue
        values = {name: field.value.replace("\r\n", "\n") for name, field in entry.fields.items()}
        found.append({TYPE: entry.kind, KEY: entry.key, **values})
    return found


def _span(text: str, field: BibtexField) -> tuple[int, int]:
    """Return the start and end of a value, including its braces or quotes."""
    return field.offset - (text[field.offset - 1] in '{"'), field.end


def _entry_edited(text: str, edit: Edit, meant: list[dict[str, str]]) -> str:
    key, entries = str(edit.path[0]), _entries(text)
    named = [number for number, entry in enumerate(entries) if entry.key]
    keys = [entries[number].key for number in named]
    if edit.op == "insert" and isinstance(edit.value, dict):
        if key in keys:
            raise CannotEdit("edit-taken", name=key)
        return _with_entry(text, key, edit, meant)
    entry = _entry_of(text, key)
    number = named[keys.index(key)]
    if edit.op != "remove":
        raise CannotEdit("edit-unsafe")
    del meant[number]
    blank = re.compile(r"[ \t]*(?:\r?\n[ \t]*)*(?:\r?\n|\Z)").match(text, entry.end)
    return spliced(text, [(entry.start, blank.end() if blank else entry.end, "")])


def _with_entry(text: str, key: str, edit: Edit, meant: list[dict[str, str]]) -> str:
    fields = {str(n): str(v) for n, v in edit.value.items() if n not in (TYPE, KEY)}
    kind = str(edit.value.get(TYPE, "misc"))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    new = f"@{kind}{{{key},\n{lines}}}"
    said = {TYPE: kind, KEY: key, **fields}
    meant.append(said)
    body = text.rstrip("\r\n")
    return spliced(text, [(len(body), len(text), ("\n\n" if body else "") + new + "\n")])


def _field_edited(text: str, edit: Edit, meant: list[dict[str, str]]) -> str:
    key, name = str(edit.path[0]), str(edit.path[1])
    entry = _entry_of(text, key)
    said = next(one for one in meant if one.get(KEY) == key)
    value = str(edit.value)
    if edit.op == "remove":
        field = _field_of(entry, name)
        del said[name]
        return spliced(text, [_without(text, entry, field)])
    if name in (TYPE, KEY):
        head = HEAD.match(text, entry.start)
        assert head is not None
        start, end = head.span(1) if name == TYPE else (entry.offset, entry.offset + len(key))
        said[name] = value.lower() if name == TYPE else value
        return spliced(text, [(start, end, value)])
    if edit.op == "set":
        said[name] = value
        if name not in entry.fields:
            return spliced(text, [_added(text, entry, name, value)])
        start, end = _span(text, _field_of(entry, name))
        return spliced(text, [(start, end, _delimited(value, text[start]))])
    start, end = _span(text, _field_of(entry, name))
    text = spliced(text, [(start, end, value)])
    said[name] = _field_of(_entry_of(text, key), name).value
    return text


def _delimited(value: str, opener: str) -> str:
    """Return a value in the quotes of the old one, or in braces."""
    if opener.isdigit() and value.isdigit():
        return value
    return f'"{value}"' if opener == '"' and '"' not in value else f"{{{value}}}"


def _without(text: str, entry: BibtexEntry, field: BibtexField) -> Splice:
    """Return the splice that removes a field: its lines, or the text between two commas."""
    line = text.rfind("\n", 0, field.name_offset) + 1
    rest = re.compile(r"[ \t]*,?[ \t]*(?:\r?\n|\Z)").match(text, field.end)
    if rest and not text[line : field.name_offset].strip():
        return line, rest.end(), ""
    before = [one.end for one in entry.fields.values() if one.end < field.name_offset]
    return max(before, default=entry.offset + len(entry.key)), field.end, ""


def _added(text: str, entry: BibtexEntry, name: str, value: str) -> Splice:
    """Return the splice for a new field after the last one, with the blanks of its `=`."""
    if not entry.fields:
        at = entry.offset + len(entry.key)
        comma = re.compile(r"\s*,").match(text, at)
        at = comma.end() if comma else at
        return at, at, ("" if comma else ",") + f"\n  {name} = {{{value}}}\n"
    last = list(entry.fields.values())[-1]
    start, end = _span(text, last)
    equals = text[last.name_offset + len(last.name) : start]
    new = f"{name}{equals if equals.strip(' ') == '=' else ' = '}{{{value}}}"
    indent = text[text.rfind("\n", 0, last.name_offset) + 1 : last.name_offset]
    if indent.strip():
        return end, end, ", " + new
    comma = re.compile(r"\s*,[ \t]*(?:%[^\r\n]*)?").match(text, end)
    if comma:
        return comma.end(), comma.end(), "\n" + indent + new + ","
    return end, end, ",\n" + indent + new


def _values(fields: Mapping[str, Any], kind: str) -> dict[str, str]:
    """Return the fields of a paper as BibTeX's, in the same order; `kind` is the entry's type."""
    found: dict[str, str] = {}
    for name, value in fields.items():
        if name == "title":
            found["title"] = protected(latex(str(value)))
        elif name == "authors":
            found["author"] = " and ".join(map(_author, value))
        elif name == "venue" and kind in HOLDER_OF:
            found[HOLDER_OF[kind]] = latex(str(value))
        elif name == "date":
            found |= _date(str(value))
        elif name in ("arxiv", "versions"):  # of versions, only an arXiv id has a field in BibTeX
            ids = [value] if name == "arxiv" else [one.get("arxiv") for one in value]
            if any(ids):
                found |= {"eprint": str(next(filter(None, ids))), "archiveprefix": "arXiv"}
        elif name == "tags":
            found["keywords"] = ", ".join(value)
        elif name == "links":
            found |= value
        elif name in ("doi", "selected"):
            found[name] = text_of(value)
        elif name in ("place", *_TEXTS):
            found["address" if name == "place" else name] = latex(str(value))
    return found


def _date(text: str) -> dict[str, str]:
    """Return a year, month or day in the fields of BibTeX, and any other text as `date`."""
    with suppress(ValueError):
        when = When.from_scalar(text)
        first = when.first
        if when == When((Span(Date(first.year, first.month, first.day)),)):
            parts = {"year": first.year, "month": first.month, "day": first.day}
            return {name: str(part) for name, part in parts.items() if part}
    return {"date": latex(text.replace("/", "–"))}  # in BibTeX, a slash is between two dates


def _author(text: object) -> str:
    try:
        return bibtex_name(Name.from_scalar(str(text)))
    except ValueError:
        return f"{{{latex(str(text))}}}"
