"""A parser of arguments that speaks the language of the terminal.

Its texts stand in the catalog. For `masthead theme show NAME`, these are `command-theme-show` (its
line in the list of commands), `about-theme-show` and `argument-theme-show-name`, or `argument-name`
where several commands say the same. argparse's own words are there as `argparse: usage: `.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generator.language import known_language, languages
from generator.messages import is_said, spoken
from generator.printable import cells, wrapped

_VALUES: dict[str, dict[str, Any]] = {
    "project": {"type": Path, "default": Path(), "metavar": "DIR"},
    "output": {"type": Path, "metavar": "DIR"},
    "cache": {"type": Path, "metavar": "DIR"},
    "base-url": {"default": "", "metavar": "URL"},
    "theme": {"default": "", "metavar": "NAME"},
    "remote": {"default": "", "metavar": "NAME"},
    "branch": {"default": "gh-pages", "metavar": "NAME"},
}
"""The values of options that several commands have."""


def add_command(
    commands: Any, name: str, run: Callable[[Any], int], options: str, **more: Any
) -> argparse.ArgumentParser:
    """Add a command to those of a parser, and return its own parser.

    `options` are words: an option takes the value that `_VALUES` names, or else it is a flag. `run`
    and `more` are among the parsed options.
    """
    whole = "-".join([*commands._prog_prefix.split()[1:], name])
    command: argparse.ArgumentParser = commands.add_parser(name, help=spoken(f"command-{whole}"))
    for word in options.split():
        command.add_argument(f"--{word}", **_VALUES.get(word, {"action": "store_true"}))
    command.set_defaults(run=run, **more)
    return command


class Parser(argparse.ArgumentParser):
    """Takes its texts from the catalog, and the option `--lang`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=_Formatter)
        name = self._name()
        self.description = spoken(f"about-{name or 'masthead'}")
        if name != "export":  # where it is the language of the site's texts
            self.add_argument("--lang", type=_language, metavar="CODE")

    def _name(self) -> str:
        return "-".join(self.prog.split()[1:])

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument with the text that the catalog has for it."""
        action = super().add_argument(*names, **settings)
        dest = action.dest.replace("_", "-")
        own = f"argument-{self._name()}-{dest}"
        code = own if is_said(own) else f"argument-{dest}"
        action.help = spoken(code)
        return action


class _Formatter(argparse.HelpFormatter):
    """Breaks lines of Chinese: it has no blanks, and its characters are two cells wide."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        is_wide = cells(text) > len(text)
        return wrapped(text, width) if is_wide else super()._split_lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        is_wide = cells(text) > len(text)
        lines = wrapped(text, width - len(indent))
        whole = "\n".join(indent + line for line in lines)
        return whole if is_wide else super()._fill_text(text, width, indent)


def _language(code: str) -> str:
    found = known_language(code)
    if not found:
        known = ", ".join(languages())
        raise argparse.ArgumentTypeError(spoken("language-of-messages", code=code, known=known))
    return found


def _own_words(text: str) -> str:
    code = f"argparse: {text}"
    return spoken(code) if is_said(code) else text


def _own_words_of_number(one: str, many: str, number: int) -> str:
    return _own_words(one if number == 1 else many)


# argparse asks gettext. That reads only files of its own format.
vars(argparse).update(_=_own_words, ngettext=_own_words_of_number)
