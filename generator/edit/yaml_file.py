"""Reads and changes a YAML file, and leaves all other bytes alone.

Text is inserted and removed at known places. The rest is never rewritten, so comments, order and
quoting stay. After each edit, the file is read again and must have exactly the intended values.
Otherwise `CannotEdit` says why, and nothing has changed.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

import msgspec

from generator.edit.changes import CannotEdit, Edit, Key, Path, Splice, spliced
from generator.edit.yaml_text import Habits, begins_line, in_flow, insertion, move, removal, scalar
from generator.edit.yaml_tree import (
    Piece,
    as_read,
    column_of,
    line_end,
    piece_at,
    tree_of,
    value_of,
)
from generator.parse.decode import decoder_of
from generator.parse.source_text import decoded
from generator.problems import Problem, SiteError

_ORDER = ("id", "key", "title", "authors", "venue", "kind", "status", "date", "volume", "number",
          "pages", "publisher", "place", "edition", "series", "doi", "arxiv", "isbn", "versions",
          "links")  # fmt: skip
"""Fields in the order in which people write them; others come later."""

T = TypeVar("T")


def read_yaml(path: str, data: bytes, wanted: type[T]) -> T | None:
    """Return the value of a YAML file as a struct; None for an empty file.

    Raises SiteError with all mistakes, each with its place in `path`.
    """
    problems: list[Problem] = []
    decoder = decoder_of(path, decoded(data, path, problems) or "", problems)
    value = None if decoder.root is None else decoder.decode(decoder.root, wanted)
    if any(problem.is_error for problem in problems):
        raise SiteError(problems)
    return value if isinstance(value, wanted) else None


class YamlFile:
    """The text of a YAML file; each change makes a new one."""

    def __init__(self, text: str) -> None:
        """Raises CannotEdit for a text that is not YAML, or has several documents."""
        self._bom = text[: text.startswith("\ufeff")]
        self._body = text.removeprefix("\ufeff")
        self._root = tree_of(self._body)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._bom + self._body

    @property
    def value(self) -> Any:
        """The value of the file: None, lists, mappings, and texts (including dates and numbers). If
        a field is repeated, the first counts."""
        return value_of(self._root)

    def path_of(self, id: str) -> Path:
        """Return the path of a record, given its id, its key, or its number in a list.

        An empty name means the whole file, as does the name of a file with one record.
        """
        records = self.value
        if isinstance(records, list):
            ids = [one.get("id") if isinstance(one, dict) else None for one in records]
            if id in ids:
                return (ids.index(id),)
            if id.isdigit() and int(id) < len(records):
                return (int(id),)
        if not id or records is None or (isinstance(records, dict) and not self.is_mapping_of_ids):
            return ()
        if isinstance(records, dict) and id in records:
            return (id,)
        raise CannotEdit("edit-not-there", name=id)

    @property
    def is_mapping_of_ids(self) -> bool:
        """Whether the file maps ids to records."""
        records = self.value
        return isinstance(records, dict) and all(isinstance(r, dict) for r in records.values())

    def raw(self, path: Path) -> str:
        """Return a value as written, with comments, as lines without indentation."""
        piece, parent = self._piece(path), self._piece(path[:-1])
        number = parent.number_of(path[-1]) if path else None
        lead = parent.entries[number].lead if number is not None else piece.start
        written = self._body[min(lead, piece.start) : piece.end].replace("\r\n", "\n")
        first, newline, rest = written.partition("\n")
        return first.strip() + newline * bool(first.strip()) + textwrap.dedent(rest)

    def is_plain(self, path: Path) -> bool:
        """Whether no mapping in a value has a field twice, and no brackets contain a comment.

        Comments on their own lines stay in place when values around them change.
        """
        piece = self._piece(path)
        inside = list(piece.all_inside())
        for one in inside:
            keys = {entry.key.text for entry in one.entries
                    if entry.key and entry.key.kind == "text"}  # fmt: skip
            if one.kind == "mapping" and len(keys) != len(one.entries):
                return False
        return not any(self._has_comment(one) for one in inside if one.is_flow)

    def _has_comment(self, piece: Piece) -> bool:
        gaps, at = [], piece.start
        for one in piece.all_inside():
            if one.kind == "text" and one.end > one.start:
                gaps.append(self._body[at : one.start])
                at = one.end
        gaps.append(self._body[at : piece.end])
        return any(re.search(r"(?:\s|\A)#", gap) for gap in gaps)

    def offset(self, path: Path) -> int:
        """Return the offset of a value in the text."""
        return len(self._bom) + self._piece(path).start

    def path_at(self, offset: int) -> Path:
        """Return the path of the innermost value that contains an offset."""
        path: Path = ()
        piece, offset = self._root, offset - len(self._bom)
        while piece is not None and offset > piece.start:
            before = [n for n, entry in enumerate(piece.entries) if entry.start <= offset]
            if not before:
                break
            entry = piece.entries[before[-1]]
            path = (*path, before[-1] if entry.key is None else entry.key.text)
            piece = entry.value
        return path

    def _piece(self, path: Path) -> Piece:
        found = piece_at(self._root, path)
        if found is None:
            raise CannotEdit("edit-not-there", name=".".join(map(str, path)))
        return found

    # ------------------------------------------------------------------ changes

    def changed(self, edits: Sequence[Edit]) -> YamlFile:
        """Return the file with all edits made, one after the other. Raises CannotEdit."""
        new = copy(self)
        for edit in edits:
            before = new.value
            new._make(edit)
            if not new._is_as_meant(before, edit):
                raise CannotEdit("edit-unsafe")
        return new

    def _make(self, edit: Edit) -> None:
        if edit.op == "set":
            self._set(edit.path, edit.value)
        elif edit.op == "raw":
            self._set_raw(edit)
        elif edit.op == "insert":
            self._insert(edit.path, edit.value, edit.to)
        elif edit.op == "remove":
            self._remove(edit.path)
        else:
            self._move(edit.path, edit.to or 0)

    def _is_as_meant(self, before: Any, edit: Edit) -> bool:
        """Whether the value of the file is the one before with an edit, in the same order."""
        return json.dumps(_edited(before, edit, self.value)) == json.dumps(self.value)

    def _entry(self, path: Path) -> tuple[Piece, int]:
        """Return the list or mapping that contains a value, and the value's index in it."""
        parent = self._piece(path[:-1])
        number = parent.number_of(path[-1]) if path else None
        if number is None:
            raise CannotEdit("edit-not-there", name=".".join(map(str, path)))
        return parent, number

    def _splice(self, *splices: Splice) -> None:
        self._body = spliced(self._body, list(splices))
        self._root = tree_of(self._body)

    def _column(self, offset: int) -> int:
        return column_of(self._body, offset)

    # ------------------------------------------------------------------ set

    def _set(self, path: Path, value: Any) -> None:
        piece = piece_at(self._root, path)
        if piece is None and path:
            self._insert(path, value, None)
        elif piece is None:
            self._set_root(value)
        elif value_of(piece) != as_read(value):
            self._replace(path, piece, value)

    def _set_root(self, value: Any) -> None:
        """Write the value of an empty file, in place or below its comments."""
        new, end = "\n".join(Habits("", None).lines("", value, 0)), len(self._body)
        if self._root is not None and self._root.end > self._root.start:
            self._splice((self._root.start, self._root.end, new))
        else:
            gap = "" if not self._body or self._body.endswith("\n") else "\n"
            self._splice((end, end, f"{gap}{new}\n"))

    def _replace(self, path: Path, piece: Piece, value: Any) -> None:
        if not path:
            self._set_root(value)
            return
        parent, number = self._entry(path)
        entry = parent.entries[number]
        is_scalar = not isinstance(value, (dict, list))
        if is_scalar and piece.kind == "text" and piece.end > piece.start:
            new = self._rewritten(parent, entry.start, piece, value)
            if new[0] in "|>" and piece.style not in ("|", ">"):
                self._put(piece.start, piece.end, new)
            else:
                self._splice((piece.start, piece.end, new))
            return
        if parent.is_flow:
            new = in_flow(value)
            if piece.start == piece.end:
                new = (" " if self._body[entry.lead - 1] == ":" else ": ") + new
            self._splice((piece.start, piece.end, new))
            return
        habits = Habits(self._body, self._root)
        if entry.key is not None:
            new = habits.behind(entry.key.text, value, self._column(entry.start))
        else:
            new = habits.item(_list_name(path), value, self._column(entry.start))[1:]
        if value is None:
            new = " null" * (piece.end > piece.start)
        self._put(entry.lead, piece.end, new)

    def _put(self, start: int, end: int, new: str) -> None:
        """Replace the text after a colon or dash; a comment after it stays on its line."""
        stop = line_end(self._body, end)
        rest = self._body[end:stop]
        if "\n" in new and rest:
            first, _, below = new.partition("\n")
            self._splice((start, stop, f"{first}{rest.rstrip()}\n{below}"))
        else:
            self._splice((start, end, new))

    def _rewritten(self, parent: Piece, start: int, piece: Piece, value: Any) -> str:
        """Return a new value in the style of the text that it replaces."""
        old = self._body[piece.start : piece.end]
        if value is None:
            return "null"
        style, indent = piece.style, self._column(start) + 2
        first, _, below = old.partition("\n")
        lines = [line for line in below.split("\n") if line.strip()]
        if lines:
            indent = len(lines[0]) - len(lines[0].lstrip(" "))
        if style in ("|", ">"):
            style = re.sub(r"\d", "", first.rstrip())
        return scalar(value, style, max(indent, 1), parent.is_flow, old.replace("\r", ""))

    def _set_raw(self, edit: Edit) -> None:
        """Set a value given as lines of YAML, in the first form that changes nothing else."""
        path, before = edit.path, self.value
        if not path:
            raise CannotEdit("edit-whole-file")
        if piece_at(self._root, path) is None:
            self._insert(path, None, None)
        parent, number = self._entry(path)
        entry = parent.entries[number]
        column = self._column(entry.start) + Habits(self._body, self._root).step
        rows = [row.rstrip("\r") for row in str(edit.value).strip("\n").split("\n")]
        below = "".join("\n" + " " * column * bool(row) + row for row in rows)
        body, root = self._body, self._root
        lead = entry.lead if not parent.is_flow or entry.key is not None else entry.value.start
        blank = " " * (lead == entry.lead)
        for new in (blank + below.lstrip(), *([below] if not parent.is_flow else ())):
            try:
                self._splice((lead, max(entry.value.end, lead), new))
                if self._is_as_meant(before, edit):
                    return
                reason = CannotEdit("edit-too-much")
            except CannotEdit as error:
                reason = error
            self._body, self._root = body, root
        raise reason

    # ------------------------------------------------------------------ insert

    def _insert(self, path: Path, value: Any, to: int | None) -> None:
        key, parent = path[-1], piece_at(self._root, path[:-1])
        if parent is None or parent.is_null or (not parent.entries and parent.kind != "text"):
            self._set_new(path, value)
            return
        is_list = isinstance(key, int)
        if parent.kind != ("list" if is_list else "mapping"):
            raise CannotEdit("edit-no-field", name=key)
        if not is_list and parent.number_of(key) is not None:
            raise CannotEdit("edit-taken", name=key)
        number = int(key) if is_list else self._number_for(parent, str(key), to)
        number = min(max(number, 0), len(parent.entries))
        if parent.is_flow:
            new = in_flow(value) if is_list else in_flow({str(key): value})[1:-1]
        else:
            habits = Habits(self._body, self._root)
            column = self._column(parent.entries[0].start)
            if is_list:
                new = habits.item(_list_name(path), value, column)
            else:
                new = habits.field(str(key), value, column)
        self._splice(*insertion(self._body, parent, number, new))

    def _set_new(self, path: Path, value: Any) -> None:
        """Make a list or mapping with one value, where there is none or an empty one."""
        key = path[-1]
        new = [value] if isinstance(key, int) else {key: value}
        parent = piece_at(self._root, path[:-1])
        if parent is None:
            self._set(path[:-1], new)
        else:
            self._replace(path[:-1], parent, new)

    def _number_for(self, parent: Piece, name: str, to: int | None) -> int:
        """Return the index at which people expect a field."""
        if to is not None:
            return to
        names = [entry.key.text if entry.key else "" for entry in parent.entries]
        ranks = [_ORDER.index(one) if one in _ORDER else len(_ORDER) for one in (*names, name)]
        later = (n for n, rank in enumerate(ranks[:-1]) if n and rank > ranks[-1])
        # If no field has a conventional order, as for a person, a new one comes last.
        return next(later, len(names)) if min(ranks[:-1]) < len(_ORDER) else len(names)

    # ------------------------------------------------------------------ remove and move

    def _remove(self, path: Path) -> None:
        parent, number = self._entry(path)
        if len(parent.entries) == 1:
            self._empty(path[:-1], parent)
            return
        self._splice(*removal(self._body, parent, number))

    def _empty(self, path: Path, parent: Piece) -> None:
        """Remove the only entry of a list or mapping."""
        new = "[]" if parent.kind == "list" else "{}"
        start, end = parent.start, parent.end
        if path and not parent.is_flow and begins_line(self._body, start):
            above, number = self._entry(path)
            lead = above.entries[number].lead
            stop = line_end(self._body, lead)
            self._splice((lead, lead, " " + new), (stop, line_end(self._body, end), ""))
        else:
            self._splice((start, end, new))

    def _move(self, path: Path, to: int) -> None:
        parent, number = self._entry(path)
        self._splice(*move(self._body, parent, number, to))


def _list_name(path: Path) -> str:
    """Return the field whose value is a list, or a list that contains it."""
    return next((str(key) for key in reversed(path) if isinstance(key, str)), "")


def _edited(value: Any, edit: Edit, now: Any) -> Any:
    """Return a value after an edit.

    `now` is the value that has been read after the edit. It tells the meaning of raw lines, the
    position of a new field, and the order of fields in a mapping that is set.
    """
    if not edit.path:
        meant = as_read(edit.value)
        return now if edit.op == "raw" or now == meant else meant
    first, *rest = edit.path
    if value is None:
        value = [] if isinstance(first, int) else {}
    key: Any = first if isinstance(value, list) else str(first)
    entries: list[Any] = list(enumerate(value) if isinstance(value, list) else value.items())
    number = next((n for n, (name, _) in enumerate(entries) if name == key), len(entries))
    if edit.op == "remove" and not rest:
        del entries[number]
    elif edit.op == "move" and not rest:
        entries.insert(edit.to or 0, entries.pop(number))
    else:
        names = list(now) if isinstance(now, dict) else []
        is_new = number == len(entries) or (edit.op == "insert" and not rest)
        old = None if is_new else entries.pop(number)[1]
        if is_new and key in names:
            number = names.index(key)
        deeper = msgspec.structs.replace(edit, path=tuple(rest))
        entries.insert(number, (key, _edited(old, deeper, _part(now, key))))
    return [one for _, one in entries] if isinstance(value, list) else dict(entries)


def _part(value: Any, key: Key) -> Any:
    if isinstance(value, list):
        return value[key] if isinstance(key, int) and key < len(value) else None
    return value.get(key) if isinstance(value, dict) else None
