"""A file of `content/` for the editor: YAML, BibTeX, or a page with front matter and parts.

A part of a page's Markdown is moved, removed or edited as a whole. It is a heading with the text
below it, a section of the site without a heading, or text between these. A part has at most one
section: `:::{publications}` with its options.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit, Path
from generator.edit.yaml_file import YamlFile
from generator.edit.yaml_text import in_flow
from generator.model.sections import ANY_KINDS
from generator.model.site import KINDS, NO_KINDS
from generator.model.text import without_fences

_FRONT = re.compile(
    r"(?P<open>\ufeff?---[ \t]*\r?\n)(?P<front>.*?)"
    r"(?P<close>^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z))",
    re.MULTILINE | re.DOTALL,
)
_BODY: Path = ("body",)
_BOM = "\ufeff"


class PageFile:
    """The text of a page: the fields of its front matter, and its Markdown as the field `body`."""

    def __init__(self, text: str) -> None:
        """Raises CannotEdit for front matter that cannot be read."""
        self.text = text
        found = _FRONT.match(text)
        if found is None and re.match(r"\ufeff?---[ \t]*\r?\n", text):
            raise CannotEdit("edit-front-open")
        if re.match(r"\ufeff?---[ \t]*\r(?!\n)", text):
            raise CannotEdit("edit-old-lines")
        self._open, self._close = (found["open"], found["close"]) if found else ("", "")
        self._body = text[found.end() :] if found else text
        self._front = YamlFile(found["front"] if found else "")

    @property
    def value(self) -> dict[str, Any]:
        """The fields of the front matter, and `body` with a line feed at the end of each line."""
        fields = self._front.value
        body = self._body.removeprefix(_BOM).replace("\r\n", "\n")
        return {**(fields if isinstance(fields, dict) else {}), "body": body}

    def changed(self, changes: Sequence[Edit]) -> PageFile:
        """Return the page with all changes made. Raises CannotEdit."""
        body = self._body
        fields: list[Edit] = []
        for change in changes:
            if change.path != _BODY:
                fields.append(change)
            else:
                body = _rewritten(body, str(change.value or ""))
        front = self._front.changed(fields).text
        opening, closing = self._open, self._close
        if front and not opening:
            end = "\r\n" if "\r\n" in body else "\n"
            opening, closing = f"{body[: body.startswith(_BOM)]}---{end}", f"---{end}"
            front = re.sub(r"(?<!\r)\n", end, front)
            body = body.removeprefix(_BOM)
        elif front and not front.endswith("\n"):
            front += "\n"
        page = PageFile(opening + front + closing + body)
        if page._body != body:
            raise CannotEdit("edit-text-front")
        return page

    def path_of(self, id: str) -> Path:
        """Return the path of the page's one record: the whole file."""
        return ()

    def raw(self, path: Path) -> str:
        """Return a value as written."""
        return self.value["body"] if path == _BODY else self._front.raw(path)

    def is_plain(self, path: Path) -> bool:
        """Whether a form can show a value."""
        return path == _BODY or self._front.is_plain(path)

    def offset(self, path: Path) -> int:
        """Return the offset of a value in the text."""
        if path == _BODY:
            return len(self.text) - len(self._body)
        return len(self._open) + (self._front.offset(path) if self._front.text.strip() else 0)

    def path_at(self, offset: int) -> Path:
        """Return the path of the innermost value at an offset."""
        if offset >= len(self.text) - len(self._body):
            return _BODY
        return self._front.path_at(offset - len(self._open))


DataFile = YamlFile | PageFile | BibFile
"""All three have `value`, `raw`, `is_plain` and `changed`."""


def open_file(path: str, data: bytes) -> DataFile:
    """Return a file, in the class for its path's ending. Raises CannotEdit if it cannot be read."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise CannotEdit("edit-not-utf-8") from None
    if path.endswith((".yaml", ".yml")):
        return YamlFile(text)
    if path.endswith(".bib"):
        return BibFile(text)
    return PageFile(text)


def _rewritten(old: str, new: str) -> str:
    """Return a text that replaces another; equal lines keep their line ends."""
    before = re.findall(r"[^\n]*\n|[^\n]+\Z", old.removeprefix(_BOM))
    after = re.findall(r"[^\n]*\n|[^\n]+\Z", new.replace("\r\n", "\n"))
    equal = SequenceMatcher(None, [line.replace("\r\n", "\n") for line in before], after)
    end = "\r\n" if "\r\n" in old else "\n"
    lines = [line.replace("\n", end) for line in after]
    for first, at, size in equal.get_matching_blocks():
        lines[at : at + size] = before[first : first + size]
    return _BOM * old.startswith(_BOM) + "".join(lines)


# ---------------------------------------------------------------------- parts of a page


_HEADING_OR_SECTION = re.compile(
    r"^ {0,3}#{1,2}[ \t]+(?P<heading>.*?)[ \t#]*$"
    r"|^:{3,}[ \t]*\{[ \t]*(?P<section>[A-Za-z][\w-]*)[ \t]*\}.*$",
    re.MULTILINE,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CLOSING = re.compile(r"^:{3,}[ \t]*$", re.MULTILINE)
_OPTIONS = re.compile(r"(?::[A-Za-z][^\n]*\n(?:[ \t]*\n|[ \t]{2,}[^\n]*\n)*)*")


class PagePart(msgspec.Struct):
    """A part of a page as written."""

    text: str
    heading: str = ""
    """The words of its heading."""
    name: str = ""
    """The name of its section, `publications`, or ""."""
    start: int = 0
    """The offsets at which the lines of the section's options begin and end."""
    end: int = 0

    @property
    def options(self) -> dict[str, Any]:
        """The section's options, as in JSON. Raises CannotEdit if they are not valid YAML."""
        value = YamlFile(_as_yaml(self.text[self.start : self.end])).value
        return value if isinstance(value, dict) else {}

    def with_options(self, options: dict[str, Any]) -> PagePart:
        """Return the part with new options; lines of unchanged options stay the same."""
        before, lines = self.options, self.text[self.start : self.end]
        edits = [
            Edit("set", (name,), value) if name in before else Edit("raw", (name,), in_flow(value))
            for name, value in options.items()
            if name not in before or before[name] != value
        ]
        edits += [Edit("remove", (name,)) for name in before if name not in options]
        if not edits:
            return self
        new = ""
        if options:
            # A first field, whose indentation all others follow.
            file = YamlFile(f" first: 1\n{_as_yaml(lines)}")
            new = file.changed(edits).text.partition("\n")[2]
            new = re.sub(r"^ (?=\S)", ":", new, flags=re.MULTILINE)
        text = self.text[: self.start] + new + self.text[self.end :]
        return msgspec.structs.replace(self, text=text, end=self.start + len(new))


class NewPart(msgspec.Struct):
    """A part in its new state: an existing part, or a new section."""

    was: int | None = None
    """Its number among the existing parts."""
    name: str = ""
    value: dict[str, Any] | None = None
    """The options of its section; None if they do not change."""


def parts_of(body: str) -> list[PagePart]:
    """Return the parts of a text in order, with the blank lines below each."""
    body = body.lstrip("\n")
    parts, cuts = [PagePart("")], [0]

    def begin(at: int, heading: str = "") -> None:
        parts.append(PagePart("", heading))
        cuts.append(at)

    readable = _COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), without_fences(body))
    for found in _HEADING_OR_SECTION.finditer(readable):
        name = (found["section"] or "").lower()
        if not name:
            begin(found.start(), found["heading"])
        elif name in KINDS or name in ANY_KINDS or name not in NO_KINDS:
            if parts[-1].name or not parts[-1].heading:
                begin(found.start())
            below = min(found.end() + 1, len(body))
            options = _OPTIONS.match(body, below)
            end = options.end() if options else below
            part, closing = parts[-1], _CLOSING.match(body, end)
            part.name = name
            part.start, part.end = below - cuts[-1], end - cuts[-1]
            if not part.heading:
                begin(closing.end() if closing else end)
    filled: list[PagePart] = []
    for part, start, stop in zip(parts, cuts, [*cuts[1:], len(body)], strict=True):
        part.text = body[start:stop]
        if part.text.strip():
            filled.append(part)
        elif filled:
            filled[-1].text += part.text
    return filled


def arranged(body: str, parts: Sequence[NewPart]) -> str:
    """Return a text with its parts in their new states. Raises CannotEdit.

    A part that is only moved keeps each line.
    """
    there = parts_of(body)
    texts: list[str] = []
    for number, new in enumerate(parts):
        if new.was is None:
            opening = f":::{{{new.name}}}\n"
            part = PagePart(f"{opening}:::\n\n", "", new.name, len(opening), len(opening))
        elif 0 <= new.was < len(there):
            part = there[new.was]
        else:
            raise CannotEdit("edit-other-parts")
        text = (part if new.value is None else part.with_options(new.value)).text
        follows = parts[number + 1].was if number + 1 < len(parts) else len(there)
        if new.was is None or follows != new.was + 1:
            text = text.rstrip("\n") + ("\n\n" if number + 1 < len(parts) else "\n")
        texts.append(text)
    return body[: len(body) - len(body.lstrip("\n"))] + "".join(texts)


def _as_yaml(lines: str) -> str:
    """Return lines of options with a blank in place of each leading colon."""
    return re.sub(r"^:", " ", lines, flags=re.MULTILINE)
