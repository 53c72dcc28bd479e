"""Shared by the commands: options, printing of lines and problems, and exit codes.

The parser of arguments uses the language of the terminal, with texts of the catalog. For `masthead
theme print FILE`, these are `command-theme-print` (its line in the list of commands),
`about-theme-print` and `argument-theme-print-file`, or `argument-file` if several commands share
it. argparse's own words are there as `argparse: usage: `.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from generator.hosting.installation import with_command
from generator.language import known_language, languages
from generator.model.files import ProjectFolders
from generator.problems import (
    Argument,
    Problem,
    cells,
    is_said,
    one_line,
    printed,
    source_lines,
    spoken,
)

EXIT_FINE, EXIT_MISTAKES, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


class CommandError(Exception):
    """A command cannot be run as requested; carries the reason and the exit code."""

    def __init__(self, reason: str, code: int = EXIT_USAGE) -> None:
        super().__init__(reason)
        self.code = code


def way_to(project: Path) -> str:
    """Return the path of a project relative to the folder where GitHub or GitLab looks for files:
    the top of the repository in a workflow, otherwise the working directory."""
    whole = project.resolve()
    for top in (os.environ.get("GITHUB_WORKSPACE"), os.environ.get("CI_PROJECT_DIR"), "."):
        if top and whole.is_relative_to(Path(top).resolve()):
            return whole.relative_to(Path(top).resolve()).as_posix()
    return project.as_posix()


def print_problems(problems: Iterable[Problem], project: Path) -> None:
    """Print problems on the error stream."""
    source_line = source_lines(project)
    for problem in map(with_command, problems):
        print(printed(problem, source_line), file=sys.stderr)


def refuse_output(file: Path, force: bool) -> None:
    """Raise CommandError if a file that an option names must not be written.

    A result replaces a file only if the author says so, and never a site's source.
    """
    place = file.resolve()
    for folder in place.parents:
        is_source = folder.name in ("content", "static", "themes")
        if is_source and (folder.parent / "content/site.yaml").exists():
            reason = spoken("output-is-source", file=str(file), folder=folder.name)
            raise CommandError(reason)
    if file.is_dir() or not place.parent.is_dir():
        raise CommandError(spoken("output-no-folder", file=str(file)))
    if os.path.lexists(file) and not force:
        raise CommandError(spoken("output-taken", file=str(file)))


def can_ask() -> bool:
    """Whether there is a person at a terminal who can answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def say(line: str) -> None:
    """Print a line; if its reader has closed the pipe, as `head` does, continue.

    Line breaks in file names and in others' texts become visible, so that it stays one line.
    """
    say_all(one_line(line) + "\n")


def tell(code: str, /, **arguments: Argument) -> None:
    """Print a message of the catalog, as `say` does."""
    say(spoken(code, **arguments))


def tell_error(code: str, /, **arguments: Argument) -> None:
    """Print a message of the catalog on the error stream."""
    say_error(spoken(code, **arguments))


def say_all(text: str) -> None:
    """Print a text of several lines. It ends with a newline."""
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_bytes(data: bytes) -> None:
    """Print the raw bytes of a file, for a program that reads them."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_error(line: str) -> None:
    """Print a line on the error stream: a mistake, or a note that is not part of the result."""
    print(one_line(line), file=sys.stderr, flush=True)


def padded(text: str, width: int) -> str:
    """Return a text padded on the right with blanks to at least this many cells."""
    return text + " " * (width - cells(text))


_COUNTED = {"error": "count-error", "warning": "count-warning", "note": "count-note"}


def counted_by_severity(counts: Mapping[str, int]) -> str:
    """Return `1 error, 2 warnings, 3 notes`, or ""."""
    said = [spoken(_COUNTED[word], number=number) for word, number in counts.items() if number]
    return spoken("comma").join(said)


# ---------------------------------------------------------------------- the parser


_VALUES: dict[str, dict[str, Any]] = {
    "project": {"type": Path, "default": Path(), "metavar": "DIR"},
    "output": {"type": Path, "metavar": "DIR"},
    "base-url": {"default": "", "metavar": "URL"},
    "theme": {"default": "", "metavar": "NAME"},
    "remote": {"default": "", "metavar": "NAME"},
    "branch": {"default": "gh-pages", "metavar": "NAME"},
}
"""The values of options that several commands have."""


Run = Callable[[Any, ProjectFolders], int | None]
"""Runs a command with its parsed options on its project. None is the exit code EXIT_FINE."""


def add_command(
    commands: Any, name: str, run: Run | None, options: str, **more: Any
) -> argparse.ArgumentParser:
    """Add a command to those of a parser, and return its own parser.

    `options` are words: an option takes a value if `_VALUES` names one, otherwise it is a flag. The
    parsed options include `run` and `more`; `ending` is the code of the message that follows the
    mistakes that stop the command.
    """
    whole = "-".join([*commands._prog_prefix.split()[1:], name])
    command: argparse.ArgumentParser = commands.add_parser(name, help=spoken(f"command-{whole}"))
    for word in options.split():
        command.add_argument(f"--{word}", **_VALUES.get(word, {"action": "store_true"}))
    command.set_defaults(run=run, **more)
    return command


class Parser(argparse.ArgumentParser):
    """A parser with texts of the catalog, and with the option `--lang`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=_Formatter)
        name = self._name()
        self.description = spoken(f"about-{name or 'masthead'}")
        if name != "export":  # there it is the language of the site's texts
            self.add_argument("--lang", type=_language, metavar="CODE")

    def _name(self) -> str:
        return "-".join(self.prog.split()[1:])

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument with its text in the catalog."""
        action = super().add_argument(*names, **settings)
        dest = action.dest.replace("_", "-")
        own = f"argument-{self._name()}-{dest}"
        code = own if is_said(own) else f"argument-{dest}"
        action.help = spoken(code)
        return action


class _Formatter(argparse.HelpFormatter):
    """Breaks lines of Chinese, whose characters are two cells wide, after half as many."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return super()._split_lines(text, _width_for(text, width))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(text, _width_for(text, width), indent)


def _width_for(text: str, width: int) -> int:
    return width // 2 if cells(text) > len(text) else width


def _language(code: str) -> str:
    found = known_language(code)
    if not found:
        known = ", ".join(languages())
        raise argparse.ArgumentTypeError(spoken("language-of-messages", code=code, known=known))
    return found


def _own_words(text: str) -> str:
    code = f"argparse: {text}"
    return spoken(code) if is_said(code) else text


# argparse uses gettext, but gettext reads only its own file format.
vars(argparse).update(
    _=_own_words, ngettext=lambda one, many, n: _own_words(one if n == 1 else many)
)
