"""Opens the author's editor at the source of words on a page.

Texts of pages, and output of some themes, have no marks that tell their source. So this searches
for the words to which the author points. It picks the record or paragraph with most of these words
and few others, and then the line in it by the same rule.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path, PurePath

from generator.model.files import ProjectFolders, is_litter
from generator.problems import Place, spoken

_PLACEHOLDER = re.compile(r"\{(file|line|column)\}")
_ARGUMENTS = {
    **dict.fromkeys(("code", "codium", "cursor"), ("--goto", "{file}:{line}:{column}")),
    **dict.fromkeys(("subl", "zed"), ("{file}:{line}:{column}",)),
    **dict.fromkeys(("emacs", "emacsclient", "gedit", "gvim", "mvim"), ("+{line}", "{file}")),
}
"""Arguments with which some editors open a file at a line. Others need placeholders."""
_IN_TERMINAL = frozenset(("vi", "vim", "nvim", "nano", "hx", "helix", "kak", "micro", "joe", "mg"))
"""Editors that need a terminal. A button in a page has none."""


class EditorError(Exception):
    """No editor can be opened; carries the reason for the author."""


def command_for(editor: str, file: Path, line: int, column: int) -> list[str]:
    """Return the arguments of the command that opens a file, to be run without a shell.

    `editor` is the author's setting: a known program, perhaps with options, or a command with
    `{file}`, `{line}` and `{column}`. Raises EditorError if it is missing or cannot work.
    """
    hint = spoken("editor-hint", command="code --goto {file}:{line}")
    if not editor.strip():
        raise EditorError(spoken("editor-none", hint=hint))
    try:
        words = shlex.split(editor, posix=os.name != "nt")
    except ValueError as error:
        raise EditorError(spoken("editor-command", error=str(error), hint=hint)) from None
    name = PurePath(words[0]).name.lower().removesuffix(".exe").removesuffix(".cmd")
    is_template = any(map(_PLACEHOLDER.search, words))
    in_terminal = name in _IN_TERMINAL or {"-nw", "-t", "-tty", "--tty"} & set(words[1:])
    if in_terminal and not is_template:
        raise EditorError(spoken("editor-in-terminal", name=name, hint=hint))
    if not is_template:
        words += _ARGUMENTS.get(name, ("{file}",))
    values = {"file": str(file), "line": str(max(line, 1)), "column": str(max(column, 1))}
    return [_PLACEHOLDER.sub(lambda mark: values[mark[1]], word) for word in words]


def open_editor(command: list[str]) -> None:
    """Run the command without waiting for it. Raises EditorError if it cannot be run."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise EditorError(spoken("editor-cannot-run", name=command[0], error=reason)) from None
    threading.Thread(target=process.wait, daemon=True).start()


_CHINESE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
# Chinese has no blanks between words, so each two neighbouring characters count as a word.
_WORD = re.compile(rf"(?=([{_CHINESE}]{{2}}))|([^\W_{_CHINESE}]+)")
_READ = (".md", ".markdown", ".yaml", ".yml", ".bib")
_LONGEST = 1_000_000
_TELLING = 8
"""If the words have fewer letters, only the page's own source is searched."""
_BESIDES = 0.01
"""The penalty for a letter of a record that is not in the given words."""


def line_that_says(text: str, first: str, project: ProjectFolders) -> Place | None:
    """Return the place of the words of `text` in the sources, or None.

    A record or paragraph must have half of the words. The file `first`, the page's own source, is
    searched before all others.
    """
    wanted = _words(text[:2000])
    place = _best(wanted, [first], project)
    if place or _weight(wanted) < _TELLING:
        return place
    return _best(wanted, _sources(project), project)


def _best(wanted: frozenset[str], files: list[str], project: ProjectFolders) -> Place | None:
    best, place = _weight(wanted) / 2, None
    for file in files:
        for start, lines in _parts(_lines(project.root / file)):
            score = _likeness("\n".join(lines), wanted)
            if score > best:
                number, line = max(enumerate(lines), key=lambda at: _likeness(at[1], wanted))
                column = len(line) - len(line.lstrip()) + 1
                best, place = score, Place(file, start + number + 1, column)
    return place


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Split a source into paragraphs and records, each with the 0-based number of its first
    line."""
    start = 0
    for number, line in enumerate(lines):
        if not line.strip() or not line[0].isspace():
            yield start, lines[start:number]
            start = number
    yield start, lines[start:]


def _likeness(text: str, wanted: frozenset[str]) -> float:
    words = _words(text)
    shared = _weight(words & wanted)
    return shared - _BESIDES * (_weight(words) - shared)


def _words(text: str) -> frozenset[str]:
    return frozenset("".join(found) for found in _WORD.findall(text.casefold()))


def _weight(words: frozenset[str]) -> int:
    """Return the weight of words: their number of letters, where a Chinese character counts as
    two."""
    return sum(len(word) if word < "\u3040" else 2 for word in words)


def _lines(path: Path) -> list[str]:
    try:
        if path.suffix not in _READ or path.stat().st_size > _LONGEST:
            return []
        return path.read_text("utf-8-sig", "replace").split("\n")
    except OSError:
        return []


def _sources(project: ProjectFolders) -> list[str]:
    """Return the texts of a project. Data files come first, since all pages draw from them."""
    found = []
    for path in project.content.rglob("*"):
        relative = path.relative_to(project.root)
        if path.suffix in _READ and not any(map(is_litter, relative.parts)):
            found.append(relative.as_posix())
    return sorted(found, key=lambda file: (file.endswith(_READ[:2]), file))
