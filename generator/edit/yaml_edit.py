"""Changes a YAML text step by step, each change as a few splices.

The intended values are kept beside the text, so that the result can be compared with them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from generator.edit.changes import CannotEdit, Edit, Path, Splice, spliced
from generator.edit.yaml_text import Habits, begins_line, in_flow, insertion, move, removal, scalar
from generator.edit.yaml_tree import (
    Piece,
    column_of,
    line_end,
    piece_at,
    said,
    said_of,
    tree_of,
    value_of,
)

_ORDER = ("id", "key", "title", "authors", "venue", "kind", "status", "date", "volume", "number",
          "pages", "publisher", "place", "edition", "series", "doi", "arxiv", "isbn", "versions",
          "links")  # fmt: skip
"""Fields in the order in which people write them; others come later."""


class YamlEditor:
    """A text while it is being changed."""

    def __init__(self, text: str, root: Piece | None) -> None:
        self.text = text
        self.root = root
        self._meant = said(root) if root is not None else None

    def make(self, changes: Sequence[Edit]) -> None:
        """Make all changes. Raises CannotEdit if the text would not have the intended values."""
        for change in changes:
            self._make(change)
        if (said(self.root) if self.root is not None else None) != self._meant:
            raise CannotEdit("edit-unsafe")

    def _make(self, change: Edit) -> None:
        if change.op == "set":
            self._set(change.path, change.value)
        elif change.op == "raw":
            self._set_raw(change.path, str(change.value))
        elif change.op == "insert":
            self._insert(change.path, change.value, change.to)
        elif change.op == "remove":
            self._remove(change.path)
        else:
            self._move(change.path, change.to or 0)

    # ------------------------------------------------------------------ where things are

    def _entry(self, path: Path) -> tuple[Piece, int]:
        """Return the list or mapping that contains a value, and the value's index in it."""
        piece_at(self.root, path)
        parent = piece_at(self.root, path[:-1]) if path else None
        number = parent.number_of(path[-1]) if parent is not None else None
        if parent is None or number is None:
            raise CannotEdit("edit-not-there", name=".".join(map(str, path)))
        return parent, number

    def _meant_at(self, path: Path) -> Any:
        """Return the part of `said` that has the entries of a list or mapping."""
        meant: Any = self._meant
        piece = self.root
        for key in path:
            assert piece is not None
            number = piece.number_of(key)
            assert number is not None
            meant = meant[number + 1]
            meant = meant[1] if piece.kind == "mapping" else meant
            piece = piece.entries[number].value
        return meant

    def _mean(self, path: Path, new: Any) -> None:
        """Note an intended value."""
        if not path:
            self._meant = new
            return
        parent, number = self._entry(path)
        holder = self._meant_at(path[:-1])
        if parent.kind == "mapping":
            holder[number + 1][1] = new
        else:
            holder[number + 1] = new

    def _splice(self, *splices: Splice) -> None:
        self.text = spliced(self.text, list(splices))
        self.root = tree_of(self.text)

    def _column(self, offset: int) -> int:
        return column_of(self.text, offset)

    # ------------------------------------------------------------------ set

    def _set(self, path: Path, value: Any) -> None:
        piece = piece_at(self.root, path)
        if piece is None and path:
            self._add(path, value)
        elif piece is None:
            self._set_root(value)
        elif piece.kind == "mapping" and isinstance(value, dict) and value and piece.entries:
            names = [entry.key.text for entry in piece.entries if entry.key is not None]
            for name, inner in value.items():
                self._set((*path, name), inner)
            for name in names:
                if name not in value:
                    self._remove((*path, name))
        elif piece.kind == "list" and isinstance(value, list) and value and piece.entries:
            self._set_items(path, piece, value)
        elif said(piece) != said_of(value) and said_of(value_of(piece)) != said_of(value):
            self._replace(path, piece, value)

    def _add(self, path: Path, value: Any) -> None:
        """Add a field, with any missing mappings around it."""
        parent = piece_at(self.root, path[:-1])
        if parent is None or parent.is_null:
            if isinstance(path[-1], int):
                raise CannotEdit("edit-list-gone")
            self._set(path[:-1], {path[-1]: value})
        elif parent.kind == "mapping":
            self._insert(path, value, None)
        else:
            raise CannotEdit("edit-no-field", name=path[-1])

    def _set_root(self, value: Any) -> None:
        """Write the value of an empty file, in place or below its comments."""
        if not isinstance(value, (dict, list)):
            raise CannotEdit("edit-no-root")
        habits = Habits("", None)
        if isinstance(value, dict):
            lines = [habits.field(str(name), inner, 0) for name, inner in value.items()]
        else:
            lines = [habits.item("", one, 0) for one in value]
        self._meant = said_of(value)
        new, end = "\n".join(lines), len(self.text)
        if self.root is not None and self.root.end > self.root.start:
            self._splice((self.root.start, self.root.end, new))
        else:
            gap = "" if not self.text or self.text.endswith("\n") else "\n"
            self._splice((end, end, f"{gap}{new}\n"))

    def _set_items(self, path: Path, piece: Piece, value: list[Any]) -> None:
        """Edit, add and remove only those items of a list that differ."""
        old = [repr(said(entry.value)) for entry in piece.entries]
        new = [repr(said_of(one)) for one in value]
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        both = min(len(old), len(new)) - tail
        for number in reversed(range(both, len(old) - tail)):
            self._remove((*path, number))
        for number in range(head, both):
            self._set((*path, number), value[number])
        for number in range(both, len(new) - tail):
            self._insert((*path, number), value[number], None)

    def _replace(self, path: Path, piece: Piece, value: Any) -> None:
        if not path:
            self._set_root(value)
            return
        parent, number = self._entry(path)
        entry = parent.entries[number]
        is_scalar = not isinstance(value, (dict, list))
        self._mean(path, said_of(value))
        if is_scalar and piece.kind == "text" and piece.end > piece.start:
            new = self._rewritten(parent, entry.start, piece, value)
            if new[0] in "|>" and piece.style not in ("|", ">"):
                self._put(piece.start, piece.end, new)
            else:
                self._splice((piece.start, piece.end, new))
            return
        if parent.is_flow:
            new = in_flow(value)
            if piece.end > piece.start:
                self._splice((piece.start, piece.end, new))
            elif self.text[entry.lead - 1] == ":":
                self._splice((entry.lead, entry.lead, " " + new))
            else:
                self._splice((entry.lead, entry.lead, ": " + new))
            return
        habits = Habits(self.text, self.root)
        if entry.key is not None:
            new = habits.behind(entry.key.text, value, self._column(entry.start))
        else:
            new = habits.item(_list_name(path), value, self._column(entry.start))[1:]
        if value is None:
            new = " null" * (piece.end > piece.start)
        self._put(entry.lead, piece.end, new)

    def _put(self, start: int, end: int, new: str) -> None:
        """Replace the text after a colon or dash; a comment after it stays on its line."""
        stop = line_end(self.text, end)
        rest = self.text[end:stop]
        if "\n" in new and rest:
            first, _, below = new.partition("\n")
            self._splice((start, stop, f"{first}{rest.rstrip()}\n{below}"))
        else:
            self._splice((start, end, new))

    def _rewritten(self, parent: Piece, start: int, piece: Piece, value: Any) -> str:
        """Return a new value in the style of the text that it replaces."""
        old = self.text[piece.start : piece.end]
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

    def _set_raw(self, path: Path, lines: str) -> None:
        """Set a value given as lines of YAML, in the first form that changes nothing else."""
        if not path:
            raise CannotEdit("edit-whole-file")
        if piece_at(self.root, path) is None:
            self._add(path, None)
        parent, number = self._entry(path)
        entry = parent.entries[number]
        column = self._column(entry.start) + Habits(self.text, self.root).step
        rows = [row.rstrip("\r") for row in lines.strip("\n").split("\n")]
        below = "".join("\n" + " " * column * bool(row) + row for row in rows)
        before, root, meant = self.text, self.root, self._meant
        lead = entry.lead if not parent.is_flow or entry.key is not None else entry.value.start
        blank = " " * (lead == entry.lead)
        for new in (below.lstrip(), *([below] if not parent.is_flow else ())):
            text = blank + new if not new.startswith("\n") else new
            end = max(entry.value.end, lead)
            try:
                self._splice((lead, end, text))
                found = piece_at(self.root, path)
                if found is not None and self._is_same_but(path, found):
                    return
            except CannotEdit as error:
                reason = error
            else:
                reason = CannotEdit("edit-too-much")
            self.text, self.root, self._meant = before, root, meant
        raise reason

    def _is_same_but(self, path: Path, found: Piece) -> bool:
        """Whether the text differs from the intended values in one piece only; if so, accept that
        piece."""
        before = self._meant_at(path)
        self._mean(path, said(found))
        if self.root is not None and said(self.root) == self._meant:
            return True
        self._mean(path, before)
        return False

    # ------------------------------------------------------------------ insert

    def _insert(self, path: Path, value: Any, to: int | None) -> None:
        if not path:
            raise CannotEdit("edit-into-itself")
        piece_at(self.root, path)
        key, parent = path[-1], piece_at(self.root, path[:-1])
        if parent is None or parent.is_null or (not parent.entries and parent.kind != "text"):
            self._set_new(path, value)
            return
        is_list = isinstance(key, int)
        if parent.kind != ("list" if is_list else "mapping"):
            raise CannotEdit("edit-no-list" if is_list else "edit-no-mapping")
        if not is_list and parent.number_of(key) is not None:
            raise CannotEdit("edit-taken", name=key)
        number = int(key) if is_list else self._number_for(parent, str(key), to)
        number = min(max(number, 0), len(parent.entries))
        meant = said_of(value) if is_list else [str(key), said_of(value)]
        self._meant_at(path[:-1]).insert(number + 1, meant)
        if parent.is_flow:
            new = in_flow(value) if is_list else in_flow({str(key): value})[1:-1]
        else:
            habits = Habits(self.text, self.root)
            column = self._column(parent.entries[0].start)
            if is_list:
                new = habits.item(_list_name(path), value, column)
            else:
                new = habits.field(str(key), value, column)
        self._splice(*insertion(self.text, parent, number, new))

    def _set_new(self, path: Path, value: Any) -> None:
        """Make a list or mapping with one value, where there is none or an empty one."""
        key = path[-1]
        new = [value] if isinstance(key, int) else {key: value}
        parent = piece_at(self.root, path[:-1])
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
        del self._meant_at(path[:-1])[number + 1]
        self._splice(*removal(self.text, parent, number))

    def _empty(self, path: Path, parent: Piece) -> None:
        """Remove the only entry of a list or mapping."""
        del self._meant_at(path)[1:]
        new = "[]" if parent.kind == "list" else "{}"
        start, end = parent.start, parent.end
        if path and not parent.is_flow and begins_line(self.text, start):
            above, number = self._entry(path)
            lead = above.entries[number].lead
            stop = line_end(self.text, lead)
            self._splice((lead, lead, " " + new), (stop, line_end(self.text, end), ""))
        else:
            self._splice((start, end, new))

    def _move(self, path: Path, to: int) -> None:
        parent, number = self._entry(path)
        if not 0 <= to < len(parent.entries):
            raise CannotEdit("edit-no-place", number=to)
        holder = self._meant_at(path[:-1])
        holder.insert(to + 1, holder.pop(number + 1))
        self._splice(*move(self.text, parent, number, to))


def _list_name(path: Path) -> str:
    """Return the field whose value is a list, or a list that contains it."""
    return next((str(key) for key in reversed(path) if isinstance(key, str)), "")


def _common(old: list[str], new: list[str]) -> int:
    """Return the number of equal items at the beginning of two lists."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))
