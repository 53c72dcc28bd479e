"""The command line: parses the arguments, runs one command, and returns its exit code.

Exit codes: 0 fine, 1 mistakes in the site, 2 wrong usage, 130 interrupted, 128 + N ended by another
signal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from generator import processes
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    EXIT_USAGE,
    CommandError,
    Parser,
    print_problems,
    say,
    say_error,
    tell_error,
)
from generator.hosting.installation import installation
from generator.language import language_of
from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError, printed, speak

_COMMANDS = ("new", "import", "export", "build", "preview", "edit", "check", "diff", "deploy",
             "sync", "theme", "upgrade")  # fmt: skip
_MODULES = {"diff": "deploy", "edit": "preview", "export": "import_", "import": "import_"}
"""Command -> its module, where the names differ."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code. Raises KeyboardInterrupt."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    speak(language_of(words))
    try:
        options = parser("".join(words[:1])).parse_args(words)
        is_here = options.project.resolve() == Path.cwd()
        options.words = tuple(words) if arguments is None and is_here else ()
        if getattr(options, "format", "text") in ("json", "github", "gitlab"):
            speak("en")  # a format for programs is the same in every language
        return _run(options)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    except OSError as error:  # not caught by any command
        if sys.flags.dev_mode or processes.behind(error):
            raise
        where = Place(str(error.filename2 or error.filename or "masthead"))
        way = f"python -X dev -m generator {' '.join(words)}"
        reason = error.strerror or str(error)
        problem = Problem.of(where, "system-error", reason=reason, command=way)
        print(printed(problem, lambda place: None), file=sys.stderr)
        return EXIT_MISTAKES


def _run(options: Any) -> int:
    """Run a command on its project, and return the exit code."""
    try:
        if not options.project.is_dir():
            raise CommandError(f"there is no folder {options.project}")
        return options.run(options, ProjectFolders(options.project)) or EXIT_FINE
    except CommandError as error:
        say_error(f"masthead: {error}")
        return error.code
    except SiteError as error:
        print_problems(error.problems, options.project)
        if "ending" in options:
            tell_error(options.ending)
        return EXIT_MISTAKES


class _Version(argparse.Action):
    """Says what is installed, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        for line in installation():
            say(line)
        parser.exit()


def parser(name: str = "") -> argparse.ArgumentParser:
    """Return the parser of one command, so that no other command is loaded.

    Without the name of a command, return a parser of all commands.
    """
    top = Parser(prog="masthead")
    top.add_argument("--version", action=_Version, nargs=0)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    wanted = (name,) if name in _COMMANDS else _COMMANDS
    for module in dict.fromkeys(_MODULES.get(command, command) for command in wanted):
        import_module(f"generator.commands.{module}").add(commands)
    return top
