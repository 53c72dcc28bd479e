"""The page on commands, made from the parser that reads them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from generator import cli
from tools.reference.docstrings import one_line
from tools.reference.wording import table

Parser = argparse.ArgumentParser


def commands() -> dict[str, Parser]:
    """Return the commands of `masthead` by name, `theme eject` among them."""
    return dict(_below(cli.parser(), ""))


def _below(parser: Parser, prefix: str) -> Iterator[tuple[str, Parser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield f"{prefix}{name}", command
                yield from _below(command, f"{prefix}{name} ")


def options(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options of a command, without `--help`, which all commands have."""
    return [
        action
        for action in command._actions
        if "--help" not in action.option_strings
        and not isinstance(action, argparse._SubParsersAction)
    ]


def commands_page() -> str:
    """Return the page on commands: their options, and the exit codes."""
    intro = f"{cli.parser().description} Every command takes `--help`; `masthead --version` prints "
    codes = next(part for part in (cli.__doc__ or "").split("\n\n") if "Exit codes" in part)
    return "\n\n".join(
        [
            f"{intro}the version.",
            *(_command(name, command) for name, command in commands().items()),
            f"## Exit codes\n\n{one_line(codes.partition(': ')[2])}",
        ]
    )


def _command(name: str, command: argparse.ArgumentParser) -> str:
    rows = [(f"`{_spelt(action)}`", (action.help or "") % vars(action))
            for action in options(command)]  # fmt: skip
    head = f"## masthead {name}\n\n{command.description or ''}"
    return f"{head}\n\n{table(('Option', 'What it does'), rows)}" if rows else head


def _spelt(action: argparse.Action) -> str:
    value = str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return value
    flags = ", ".join(action.option_strings)
    return flags if action.nargs == 0 else f"{flags} {value}"
