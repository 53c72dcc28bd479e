"""A file of `content/` as the editor sees it: YAML, BibTeX, or a page with front matter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit, Path
from generator.edit.yaml_file import YamlFile

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
            elif change.op == "set":
                body = _rewritten(body, str(change.value or ""))
            else:
                raise CannotEdit("edit-text-set")
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
        if id:
            raise CannotEdit("edit-one-record")
        return ()

    def raw(self, path: Path) -> str:
        """Return a value as it is written."""
        return self.value["body"] if path == _BODY else self._front.raw(path)

    def is_plain(self, path: Path) -> bool:
        """Whether a form can show a value."""
        return path == _BODY or self._front.is_plain(path)

    def offset(self, path: Path) -> int:
        """Return where a value begins in the text."""
        if path == _BODY:
            return len(self.text) - len(self._body)
        return len(self._open) + (self._front.offset(path) if self._front.text.strip() else 0)

    def path_at(self, offset: int) -> Path:
        """Return the path of the innermost value that an offset lies in."""
        if offset >= len(self.text) - len(self._body):
            return _BODY
        return self._front.path_at(offset - len(self._open))


DataFile = YamlFile | PageFile | BibFile
"""All three say their `value`, `raw` text, what `is_plain`, and can be `changed`."""


def open_file(path: str, data: bytes) -> DataFile:
    """Return a file by the ending of its path. Raises CannotEdit where it cannot be read."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise CannotEdit("edit-not-utf-8") from None
    if path.endswith((".yaml", ".yml")):
        return YamlFile(text)
    if path.endswith(".bib"):
        return BibFile(text)
    if path.endswith((".md", ".markdown")):
        return PageFile(text)
    raise CannotEdit("edit-ending")


def _rewritten(old: str, new: str) -> str:
    """Return a text for another; the lines at both ends that are equal keep their line ends."""
    before = re.findall(r"[^\n]*\n|[^\n]+\Z", old)
    after = re.findall(r"[^\n]*\n|[^\n]+\Z", new.replace("\r\n", "\n"))
    plain = [line.replace("\r\n", "\n").removeprefix(_BOM) for line in before]
    head = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(plain, after, strict=False))))
    rest = zip(reversed(plain[head:]), reversed(after[head:]), strict=False)
    tail = len(list(takewhile(lambda pair: pair[0] == pair[1], rest)))
    end = "\r\n" if "\r\n" in old else "\n"
    middle = [line.replace("\n", end) for line in after[head : len(after) - tail]]
    bom = _BOM if old.startswith(_BOM) and not head else ""
    return bom + "".join([*before[:head], *middle, *before[len(before) - tail :]])
