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
from collections.abc import Iterable, Iterator
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
_ENOUGH = 0.5
"""The share of the given words that a record or paragraph must have."""
_ENOUGH_OF_ITS_OWN = 0.8
"""The same for the page's own source. If it is reached, no other file is searched."""
_TELLING = 8
"""If the words have fewer letters, other files are not searched."""
_BESIDES = 0.05
"""The penalty for a word of a record that is not among the given words."""


def line_that_says(text: str, first: str, project: ProjectFolders) -> Place | None:
    """Return the place of the words of `text` in the sources, or None.

    The file `first`, the page's own source, is searched before all others.
    """
    wanted = _words(text[:2000])
    if _weight(wanted) < 3:
        return None
    own = _best(wanted, _ENOUGH_OF_ITS_OWN, [first], project)
    if own or _weight(wanted) < _TELLING:
        return own
    return _best(wanted, _ENOUGH, _sources(project), project)


def _best(
    wanted: frozenset[str], enough: float, files: Iterable[str], project: ProjectFolders
) -> Place | None:
    best, found = 0.0, None
    for file in files:
        for first, lines in _parts(_lines(project.root / file)):
            words = _words("\n".join(lines))
            shared = _weight(words & wanted)
            score = shared - _BESIDES * (_weight(words) - shared)
            if shared >= enough * _weight(wanted) and score > best:
                best, found = score, (file, first, lines)
    if found is None:
        return None
    file, first, lines = found
    number, line = max(enumerate(lines), key=lambda item: _likeness(item[1], wanted))
    return Place(file, first + number + 1, len(line) - len(line.lstrip()) + 1)


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Split a source into paragraphs and records, each with the 0-based number of its first
    line."""
    start = 0
    for number, line in enumerate(lines):
        if not line.strip() or not line[0].isspace():
            yield start, lines[start:number]
            start = number
    yield start, lines[start:]


def _likeness(line: str, wanted: frozenset[str]) -> float:
    words = _words(line)
    return _weight(words & wanted) ** 2 / (_weight(words) or 1)


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
