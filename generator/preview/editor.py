"""Opens the author's editor at a line."""

from __future__ import annotations

import os
import shlex
import subprocess
import threading
from pathlib import Path, PurePath

_PLACEHOLDERS = ("{file}", "{line}", "{column}")
_ARGUMENTS = {
    **dict.fromkeys(("code", "codium", "cursor"), ("--goto", "{file}:{line}:{column}")),
    **dict.fromkeys(("subl", "zed"), ("{file}:{line}:{column}",)),
    **dict.fromkeys(("emacs", "emacsclient", "gedit", "gvim", "mvim"), ("+{line}", "{file}")),
}
"""The arguments with which some editors open a file at a line. Others need placeholders."""
_IN_TERMINAL = frozenset(("vi", "vim", "nvim", "nano", "hx", "helix", "kak", "micro", "joe", "mg"))
"""Editors that need a terminal, which a button in a page does not have."""


class EditorError(Exception):
    """Why no editor can be opened, in words for the author."""


def command_for(editor: str, file: Path, line: int, column: int) -> list[str]:
    """Return the words of the command that opens a file; it is run without a shell.

    `editor` is what the author configured: a known program, with options or without, or a
    command with `{file}`, `{line}` and `{column}` in it. Raises EditorError if there is no command,
    or one that cannot work.
    """
    hint = "set MASTHEAD_EDITOR, for example to: code --goto {file}:{line}"
    if not editor.strip():
        raise EditorError(f"no editor is configured; {hint}")
    try:
        words = shlex.split(editor, posix=os.name != "nt")
    except ValueError as error:
        raise EditorError(f"the editor's command cannot be read ({error}); {hint}") from None
    name = PurePath(words[0]).name.lower().removesuffix(".exe").removesuffix(".cmd")
    is_template = any(mark in word for word in words for mark in _PLACEHOLDERS)
    in_terminal = name in _IN_TERMINAL or {"-nw", "-t", "-tty", "--tty"} & set(words[1:])
    if in_terminal and not is_template:
        raise EditorError(f"{name} needs a terminal, which a page does not have; {hint}")
    if not is_template:
        words += _ARGUMENTS.get(name, ("{file}",))
    values = {"{file}": str(file), "{line}": str(max(line, 1)), "{column}": str(max(column, 1))}
    return [_filled(word, values) for word in words]


def _filled(word: str, values: dict[str, str]) -> str:
    """Return a word with the values in it; a value that looks like a placeholder stays."""
    for mark, value in values.items():
        if mark in word:
            return value.join(_filled(part, values) for part in word.split(mark))
    return word


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
        raise EditorError(f"cannot run {command[0]}: {error.strerror or error}") from None
    threading.Thread(target=process.wait, daemon=True).start()
