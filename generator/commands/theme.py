"""`masthead theme`: lists themes, and copies single files of the site's theme."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.api import packaged_theme, themes
from generator.commands.terminal import (
    CommandError,
    add_command,
    say,
    say_all,
    say_bytes,
    tell,
)
from generator.disk import OwnFolder
from generator.model.files import ProjectFolders
from generator.problems import Message, did_you_mean, spoken

if TYPE_CHECKING:
    from generator.model.theme import Theme

_WIDTH = 96
"""The most columns of `masthead theme list`."""


def add(commands: Any) -> None:
    """Add the command and its own commands to the command line."""
    theme = add_command(commands, "theme", None, "")
    kinds = theme.add_subparsers(dest="action", required=True, metavar="ACTION")
    add_command(kinds, "list", _list, "project")
    add_command(kinds, "files", _files, "project")
    read = add_command(kinds, "print", _print, "project")
    read.add_argument("file", metavar="FILE")
    eject = add_command(kinds, "eject", _eject, "project")
    eject.add_argument("files", nargs="+", metavar="FILE")
    diff = add_command(kinds, "diff", _diff, "project")
    diff.add_argument("files", nargs="*", metavar="FILE")


class ThemeFiles:
    """The packaged files of a site's theme, and the site's copies of them."""

    def __init__(self, project: OwnFolder, theme: str, packaged: dict[str, str]) -> None:
        """`packaged` maps each file's path in the theme to its path on the disk."""
        self.project = project
        self.theme = theme
        self.packaged = packaged

    def copy(self, name: str) -> str:
        """Return the path of a file's copy in the project. The copy need not exist."""
        return f"themes/{self.theme}/{name}"

    def is_copied(self, name: str) -> bool:
        """Whether a copy exists. Raises OSError if its place is a link or outside."""
        try:
            self.project.reading(self.copy(name)).close()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def read(self, name: str) -> bytes:
        """Return the bytes of a packaged file."""
        return Path(self.packaged[name]).read_bytes()

    def named(self, typed: str) -> str:
        """Return the file with this path in the theme, or with this end of its path.

        Raises CommandError with suggestions.
        """
        word = typed.replace("\\", "/").removeprefix("./").removeprefix(f"themes/{self.theme}/")
        if word in self.packaged:
            return word
        ends = [name for name in self.packaged if name.endswith(f"/{word}")]
        if len(ends) == 1:
            return ends[0]
        if ends:
            raise CommandError(f'"{typed}" may be {" or ".join(ends)}')
        last = {name.rpartition("/")[2]: name for name in self.packaged}
        hint = did_you_mean(word.rpartition("/")[2], last)
        near = last[str(hint.arguments[0][1])] if hint else ""
        way = Message.of("did-you-mean", word=near) if near else Message.of("theme-files")
        raise CommandError(f'the theme has no file "{typed}"; {way}')


def _theme_files(project: ProjectFolders) -> ThemeFiles:
    if not project.content.is_dir():
        raise CommandError(f"there is no content/ folder in {project.root}")
    return ThemeFiles(OwnFolder(project.root.resolve()), *packaged_theme(project))


def _files(_: Any, project: ProjectFolders) -> None:
    files = _theme_files(project)
    for name, file in files.packaged.items():
        theme = Path(file).as_posix().removesuffix(f"/{name}").rpartition("/")[2]
        say(f"{'*' if files.is_copied(name) else ' '} {name}  ({theme})")
    say("")
    tell("theme-files-shown", number=len(files.packaged), theme=files.theme)
    tell("theme-print-hint")


def _print(options: Any, project: ProjectFolders) -> None:
    files = _theme_files(project)
    say_bytes(files.read(files.named(options.file)))


def _eject(options: Any, project: ProjectFolders) -> None:
    files = _theme_files(project)
    names = [files.named(file) for file in options.files]
    taken = [files.copy(name) for name in names if files.is_copied(name)]
    if taken:
        raise CommandError(spoken("theme-nothing-copied", files=tuple(taken)))
    for name in names:
        files.project.create(files.copy(name), files.read(name))
        tell("theme-copied", file=files.copy(name))
    tell("theme-diff-hint")


def _diff(options: Any, project: ProjectFolders) -> None:
    files = _theme_files(project)
    names = [files.named(file) for file in options.files]
    for name in names:
        if not files.is_copied(name):
            raise CommandError(spoken("theme-not-copied", name=name))
    names = names or sorted(filter(files.is_copied, files.packaged))
    for name in names:
        found = _difference(name, files.read(name), files.project.read(files.copy(name)))
        say_all("".join(f"{line}\n" for line in found))
    if not names:
        tell("theme-no-copies", theme=files.theme)


def _difference(name: str, packaged: bytes, copy: bytes) -> Iterable[str]:
    """Return the lines of a unified diff of a copy; line ends do not count."""
    before, after = (data.replace(b"\r\n", b"\n") for data in (packaged, copy))
    if before == after:
        return [spoken("theme-same", name=name)]
    if b"\0" in before + after:
        return [f"{name}: not text; {len(packaged):,} bytes in Masthead, {len(copy):,} in the copy"]
    theirs, mine = (data.decode("utf-8", "replace").split("\n") for data in (before, after))
    sides = f"{name} (Masthead)", f"{name} (yours)"
    return difflib.unified_diff(theirs, mine, *sides, lineterm="")


# ---------------------------------------------------------------------- themes to choose from


def _list(_: Any, project: ProjectFolders) -> None:
    """Print all themes with their characteristics; the site's theme is marked."""
    chosen, found = themes(project)
    for theme in found:
        say(f"{'*' if theme.name == chosen else ' '} {theme.name}")
        for line in _about(theme):
            say(f"    {line}")
    say("")
    tell("theme-list-mark")
    tell("theme-list-preview")


def _about(theme: Theme) -> Iterator[str]:
    yield from _wrapped(theme.description or theme.title)
    below = [name for name in theme.layers[1:] if name != "base"]
    if below:
        yield spoken("theme-extends", themes=tuple(below))
    if theme.skins:
        yield from _wrapped(spoken("theme-skins", skins=tuple(theme.skins)))


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), _WIDTH - 4)
