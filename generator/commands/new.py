"""`masthead new DIR`: a small complete site in a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from generator.commands.terminal import EXIT_FINE, EXIT_USAGE, say
from generator.scaffold.answers import (  # fmt: skip
    QUESTIONS,
    Answers,
    address_of,
    asked,
    email_of,
    languages_of,
    name_of,
    native_of,
    one_line,
)
from generator.scaffold.new_site import TEXTS, in_the_way, origin_of_masthead, site_files, write_new

_SHOWN = 12
"""So many files in the way are named; nobody reads more."""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "new", help="start a site",
        description="Write a small complete site into a folder, with placeholders for what is not "
        "told. Asks at a terminal; nothing that is there already is ever written over.",
    )  # fmt: skip
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder of the new site")
    flag = command.add_argument
    flag("--name", type=_of(name_of), metavar="NAME",
         help="whose site it is: `Jin Fang`, `方缙`")  # fmt: skip
    flag("--native", type=_of(native_of), metavar="NAME",
         help="the same name in another script: `方缙`")  # fmt: skip
    flag("--languages", type=_of(languages_of), metavar="CODES",
         help="the site's languages, the first one first: `en,zh` (default: en)")  # fmt: skip
    flag("--role", type=_of(one_line), metavar="TEXT", help="what you are: `Ph.D. student`")
    flag("--affiliation", type=_of(one_line), metavar="TEXT", help="university or company")
    flag("--email", type=_of(email_of), metavar="ADDRESS", help="your e-mail address")
    flag("--url", type=_of(address_of), metavar="WHERE",
         help="where it will live: a URL, or on GitHub `user` or `user/repository`")  # fmt: skip
    flag("--yes", action="store_true", help="ask nothing")
    command.set_defaults(run=run, project=Path())


def _of(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return what argparse wants: its own error, with the reason in words."""

    def value(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def run(options: Any) -> int:
    """Write the site; print what is there now and what to do next."""
    folder: Path = options.folder
    # Before anything is asked; the languages tell the files, but not those that matter here.
    taken = in_the_way(folder, site_files(Answers(), date.today()))
    if taken:
        return _refuse(folder, taken)
    given = {name: value for name, _, _ in QUESTIONS if (value := getattr(options, name))}
    if not options.yes and sys.stdin.isatty():
        print("A new site. Return leaves a question open: a placeholder stands there then.\n")
        missing = [name for name, _, _ in QUESTIONS if name not in given]
        try:
            given |= asked(missing, input, print)
        except (EOFError, KeyboardInterrupt):
            print("\nstopped; nothing was written", file=sys.stderr)
            return 130
        print()
    url, github = given.pop("url", ("", ""))
    answers = Answers(**given, url=url, github=github)
    files = site_files(answers, date.today(), _has_chinese_font(), origin_of_masthead())
    taken = in_the_way(folder, files)
    if taken:
        return _refuse(folder, taken)
    try:
        write_new(folder, files)
    except OSError as error:
        print(f"masthead: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return EXIT_USAGE
    _tell(folder, answers, files)
    return EXIT_FINE


def _refuse(folder: Path, taken: list[str]) -> int:
    if taken == ["."]:
        print(f"masthead: {folder} is a file, and a site is a folder", file=sys.stderr)
        return EXIT_USAGE
    print(f"masthead: nothing was written, since these are in {folder} already:", file=sys.stderr)
    for path in taken[:_SHOWN]:
        print(f"  {path}", file=sys.stderr)
    if len(taken) > _SHOWN:
        print(f"  and {len(taken) - _SHOWN} more", file=sys.stderr)
    print("Name another folder, or move these away first.", file=sys.stderr)
    return EXIT_USAGE


def _tell(folder: Path, answers: Answers, files: dict[str, bytes]) -> None:
    say(f"{len(files)} files are in {folder} now. What says TODO in them waits for your facts.")
    unknown = [lang for lang in answers.languages if lang.partition("-")[0] not in TEXTS]
    if unknown:
        say(
            f"The texts for {', '.join(unknown)} are in English, and so are the theme's own words: "
            "`words` in content/site.yaml changes those."
        )
    if b"\npdf: none" in b"".join(files.values()):
        say("A CV is a page without a PDF, since no font here has its letters: see its file.")
    if b"TODO" in files["requirements.txt"]:
        say("requirements.txt must name where others find Masthead: see there.")
    top = next((above for above in folder.resolve().parents if (above / ".git").exists()), None)
    if top and not (folder / ".git").exists():
        say(f"GitHub runs workflows from the top of a repository, which is {top}, and not from")
        say("here: `masthead deploy` works all the same, or give the site a repository of its own.")
    say("Next:")
    if folder.resolve() != Path.cwd():
        say(f"  cd {_quoted(str(folder))}")
    say("  masthead preview     shows it, and follows each change")
    say("  masthead check       says what is still to do")
    say("  masthead deploy      sends it to GitHub Pages")


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)


def _has_chinese_font() -> bool:
    """Whether the extra `zh` is installed, which brings the font for Chinese PDFs."""
    from importlib.util import find_spec

    return find_spec("justmytype_intl_cjk") is not None
