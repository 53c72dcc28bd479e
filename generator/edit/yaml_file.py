"""Reads and changes a YAML file, and leaves all other bytes alone.

Text is inserted and removed at known places. The rest is never rewritten, so comments, order and
quoting stay. After the changes, the file is read again and must have exactly the intended values.
Otherwise `CannotEdit` says why, and nothing has changed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from generator.edit.changes import CannotEdit, Edit, Path
from generator.edit.yaml_edit import YamlEditor
from generator.edit.yaml_tree import Piece, piece_at, tree_of, value_of
from generator.parse.decode import decoder_of
from generator.parse.source_text import decoded
from generator.problems import Problem, SiteError

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
        self.text = text
        self._bom = text[: text.startswith("\ufeff")]
        self._body = text.removeprefix("\ufeff")
        self._root = tree_of(self._body)

    @property
    def value(self) -> Any:
        """The value of the file: None, lists, mappings, and texts (including dates and numbers). If
        a field is repeated, the first counts."""
        return None if self._root is None else value_of(self._root)

    def changed(self, changes: Sequence[Edit]) -> YamlFile:
        """Return the file with all changes made, one after the other. Raises CannotEdit."""
        editor = YamlEditor(self._body, self._root)
        editor.make(changes)
        new = copy(self)
        new.text, new._body, new._root = self._bom + editor.text, editor.text, editor.root
        return new

    def path_of(self, id: str) -> Path:
        """Return the path of a record, given its id, its key, or its number in a list.

        An empty name means the whole file, as does the name of a file with one record.
        """
        root = self._root
        if not id or root is None:
            return ()
        for number, entry in enumerate(root.entries):
            if root.kind == "list":
                own = entry.value.number_of("id")
                if own is not None and entry.value.entries[own].value.text == id:
                    return (number,)
        if root.kind == "list" and id.isdigit() and int(id) < len(root.entries):
            return (int(id),)
        if root.kind == "mapping" and not self.is_mapping_of_ids:
            return ()
        if root.number_of(id) is not None:
            return (id,)
        raise CannotEdit("edit-not-there", name=id)

    @property
    def is_mapping_of_ids(self) -> bool:
        """Whether the file maps ids to records."""
        root = self._root
        return (
            root is not None
            and root.kind == "mapping"
            and all(entry.value.kind == "mapping" for entry in root.entries)
        )

    def raw(self, path: Path) -> str:
        """Return a value as written, with comments, as lines without indentation."""
        piece, parent = self._piece(path), self._piece(path[:-1])
        number = parent.number_of(path[-1]) if path else None
        lead = parent.entries[number].lead if number is not None else piece.start
        written = self._body[min(lead, piece.start) : piece.end].replace("\r\n", "\n")
        first, newline, rest = written.partition("\n")
        return first.strip() + newline * bool(first.strip()) + textwrap.dedent(rest)

    def is_plain(self, path: Path) -> bool:
        """Whether a value consists only of texts, lists and mappings, without comments inside
        brackets.

        Comments on their own lines stay in place when values around them change.
        """
        piece = self._piece(path)
        inside = list(piece.all_inside())
        for one in inside:
            keys = [
                entry.key.text for entry in one.entries if entry.key and entry.key.kind == "text"
            ]
            if len(keys) != len(set(keys)):
                return False
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
