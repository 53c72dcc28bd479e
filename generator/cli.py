"""The command line: parses the arguments, runs one command, and returns its exit code.

Exit codes: 0 fine, 1 mistakes in the site, 2 wrong usage, 130 interrupted, 128 + N ended by another
signal.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from generator import __version__, interrupts
from generator.commands.terminal import EXIT_MISTAKES, EXIT_USAGE

if TYPE_CHECKING:
    import argparse


def main(
    arguments: Sequence[str] | None = None, started: tuple[int, int, int] | None = None
) -> int:
    """Run the command line and return the exit code. Raises KeyboardInterrupt.

    `started` is a worker of the build; see `engine/prewarmed_worker.py`.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        options = _plain_build(words) or parser().parse_args(words)
        options.started = started
        options.words = tuple(words) if arguments is None and _is_here(options) else ()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    try:
        code: int = options.run(options)
        return code
    except OSError as error:  # of a file for which nobody has words of his own
        if sys.flags.dev_mode or interrupts.behind(error):
            raise
        from generator.problems import Place, Problem, printed

        where = Place(str(error.filename2 or error.filename or "masthead"))
        way = f"python -X dev -m generator {' '.join(words)}"
        hint = f"the last good site is still there; {way} shows more"
        problem = Problem(where, error.strerror or str(error), hint)
        print(printed(problem, lambda place: None), file=sys.stderr)
        return EXIT_MISTAKES


def _is_here(options: Any) -> bool:
    """Whether the command was given in the project's own folder."""
    return Path(options.project).resolve() == Path.cwd()


def _plain_build(words: Sequence[str]) -> SimpleNamespace | None:
    """Return the options of a build with nothing but switches, or None.

    The parser says the same (a test compares), but takes as long to load as a small build's work.
    """
    if words[:1] != ["build"] or not set(words[1:]) <= _SWITCHES:
        return None
    from generator.commands.build import run

    switches = {switch[2:]: switch in words for switch in _SWITCHES}
    return SimpleNamespace(
        command="build",
        project=Path(),
        output=None,
        cache=None,
        base_url="",
        theme="",
        run=run,
        **switches,
    )


_SWITCHES = {"--strict", "--drafts", "--force", "--explain", "--quiet"}


def parser() -> argparse.ArgumentParser:
    """Return the whole command line; the reference is made from it."""
    import argparse

    from generator.commands import (
        build,
        check,
        deploy,
        diff,
        doctor,
        export,
        import_,
        new,
        preview,
        sync,
        theme,
        upgrade,
    )

    top = argparse.ArgumentParser(
        prog="masthead", description="A static academic homepage generator."
    )
    top.add_argument("--version", action="version", version=f"masthead {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (
        *(new, import_, export, build, preview, check, diff, deploy, sync, theme, doctor, upgrade),
    ):
        command.add(commands)
    return top
