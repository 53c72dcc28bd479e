"""The pages on commands, made from their parsers, and on the rules of `masthead check`."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from typing import get_args

from generator.check import OWN_CODES
from generator.check.rules import RULES, Family, Rule
from generator.commands import cli
from tools.reference.structs import one_line
from tools.reference.wording import cell, table

Parser = argparse.ArgumentParser

_ABOUT_CHECK = """`masthead check` reports everything that a build would report, and what a careful
reader would notice. It writes nothing. Each finding has a place, a code, and usually a suggestion:

```
content/index.md:5:8: warning: "TODO" is a placeholder [placeholder-text]
    5 | I lead TODO.
      |        ^
      help: replace or delete it; `check: {ignore: [placeholder-text]}` in site.yaml lets it stand
```

An `error` fails the check (exit code 1); a `warning` does so only with `--strict`, and a `note`
never.

## Silencing

`check` in `site.yaml` names the findings to leave out by their codes. A code may be followed by a
pattern of files, or by words of the finding or of its line:

```yaml
check:
  ignore:
    - page-without-translation
    - picture-too-large static/maps/*
    - person-spelled-twice Gongmin Zhao
```

An entry that names an unknown rule gets a warning (`ignore-unknown`). Errors that stop a build
cannot be silenced.

## Formats

`--format text` is for people. The findings go to the standard output, and a last line with their
number to the error stream.

`--format json` is one object: `version` (1), `findings`, `counts` (of `error`, `warning`, `note`)
and `silenced` (a number). A finding has `file` (in the project), `line` and `column` (from 1; 0 if
there is none), `severity`, `code`, `message` and `hint`. Later versions may add keys.

`--format github` marks the lines with workflow commands of GitHub Actions: on a pull request, on a
commit and on the page of the run. GitHub shows ten marks of each severity; errors come first. The
error stream (the log) has all findings as text.

`--format gitlab` is a Code Quality report for GitLab, shown beside a merge request; the error
stream has all findings as text, too.

## Links to other hosts

Masthead does not check links to other hosts. Use a link checker such as lychee:

```
masthead build
lychee _site
```
"""


def commands() -> dict[str, Parser]:
    """Return the commands of `masthead` by name, including subcommands such as `theme eject`."""
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
    intro = f"{cli.parser().description} Every command takes `--help`; `masthead --version` says "
    codes = next(part for part in (cli.__doc__ or "").split("\n\n") if "Exit codes" in part)
    return "\n\n".join(
        [
            f"{intro}what is installed, for reports of bugs.",
            *(_command(name, command) for name, command in commands().items()),
            f"## Exit codes\n\n{one_line(codes.partition(': ')[2])}",
        ]
    )


def _command(name: str, command: argparse.ArgumentParser) -> str:
    rows = [(f"`{_spelt(action)}`", _help(action)) for action in options(command)]
    head = f"## masthead {name}\n\n{command.description or ''}"
    return f"{head}\n\n{table(('Option', 'What it does'), rows)}" if rows else head


def _help(action: argparse.Action) -> str:
    return argparse.HelpFormatter("masthead")._expand_help(action) if action.help else ""


def help_texts() -> list[str]:
    """Return the `--help` texts of all commands and options, in the current language."""
    return [
        cell(text)
        for command in commands().values()
        for text in (command.description or "", *map(_help, options(command)))
    ]


def _spelt(action: argparse.Action) -> str:
    value = "|".join(action.choices) if action.choices else action.metavar or action.dest.upper()
    if not action.option_strings:
        return str(value)
    flags = ", ".join(action.option_strings)
    return flags if action.nargs == 0 else f"{flags} {value}"


def check_page() -> str:
    """Return the page on `masthead check`: how to silence it, its formats, all codes."""
    parts = [_ABOUT_CHECK.strip(), "## Rules"]
    families = {
        family: [rule for rule in RULES.values() if rule.family == family]
        for family in get_args(Family)
    }
    rows = [(f"`{rule.code}`", rule.severity, _paragraphs(rule)[0]) for rules in families.values()
            for rule in rules]  # fmt: skip
    own = [(f"`{code}`", "", about) for code, about in OWN_CODES.items() if code not in RULES]
    parts.append(table(("Code", "Severity", "What it finds"), [*rows, *own]))
    for family, rules in families.items():
        parts.append(f"## {family}")
        parts += map(_rule, rules)
    return "\n\n".join(parts)


def _rule(rule: Rule) -> str:
    head = [f"### {rule.code}", f"{rule.severity.capitalize()}."]
    return "\n\n".join([*head, *_paragraphs(rule)])


def _paragraphs(rule: Rule) -> list[str]:
    return [one_line(part) for part in (inspect.getdoc(rule.look) or "").split("\n\n")]
