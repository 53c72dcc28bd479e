"""`masthead new DIR`: a small complete site in a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from generator.api import themes
from generator.commands.parser import add_command
from generator.commands.terminal import EXIT_FINE, EXIT_INTERRUPTED, EXIT_USAGE, say, say_error
from generator.hosting.requirements import NoWheel, own_wheel, requirement
from generator.installation import has_extra, origin, quoted
from generator.model.languages import known_code
from generator.problems import which_one
from generator.project import ProjectFolders
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
from generator.scaffold.new_site import in_the_way, site_files, write_new

_SHOWN = 12
"""How many files in the way are named."""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "new")
    command.add_argument("folder", type=Path, metavar="DIR")
    flag = command.add_argument
    flag("--kind", choices=("person", "group"), default="person")
    flag("--name", type=_of(name_of), metavar="NAME")
    flag("--native", type=_of(native_of), metavar="NAME")
    flag("--languages", type=_of(languages_of), metavar="CODES")
    flag("--role", type=_of(one_line), metavar="TEXT")
    flag("--affiliation", type=_of(one_line), metavar="TEXT")
    flag("--email", type=_of(email_of), metavar="ADDRESS")
    flag("--url", type=_of(address_of), metavar="WHERE")
    flag("--theme", type=_of(_theme_of), default="broadsheet", metavar="NAME")
    flag("--yes", action="store_true")
    command.set_defaults(run=run, project=Path())


def _of(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function for argparse's `type`, whose errors it shows to the user."""

    def value(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def _theme_of(text: str) -> str:
    """Return the name of a packaged theme. Raises ValueError for another one."""
    names = [theme.name for theme in themes(ProjectFolders(Path()))[1]]
    if text in names:
        return text
    raise ValueError(f'there is no theme "{text}"; {which_one(text, names)}')


def run(options: Any) -> int:
    """Write the site; print what is there now and what to do next."""
    folder: Path = options.folder
    # Before anything is asked. The files depend on the languages, but not those that matter here.
    taken = in_the_way(folder, site_files(Answers(kind=options.kind), date.today()))
    if taken:
        return _refuse(folder, taken)
    came = origin()
    try:
        wheel = None if requirement(came) else own_wheel()
    except NoWheel as error:
        say_error(f"masthead: no wheel can be made for the site's workflow, since {error}")
        return EXIT_USAGE
    given = {name: value for name in QUESTIONS if (value := getattr(options, name))}
    is_group = options.kind == "group"
    if not options.yes and sys.stdin.isatty():
        say("A new site. Press Return to skip a question: the site then has a TODO there.")
        say("")
        unasked = {*given, "role"} if is_group else given  # a group has no role
        missing = [name for name in QUESTIONS if name not in unasked]
        try:
            given |= asked(missing, input, say, given.get("languages", ("en",))[0], is_group)
        except (EOFError, KeyboardInterrupt):
            say_error("")
            say_error("stopped; nothing was written")
            return EXIT_INTERRUPTED
        say("")
    url, github = given.pop("url", ("", ""))
    answers = Answers(**given, kind=options.kind, url=url, github=github, theme=options.theme)
    files = site_files(answers, date.today(), has_extra("zh"), came, wheel)
    taken = in_the_way(folder, files)
    if taken:
        return _refuse(folder, taken)
    try:
        write_new(folder, files)
    except OSError as error:
        say_error(f"masthead: cannot write {error.filename}: {error.strerror}")
        return EXIT_USAGE
    _tell(folder, answers, files)
    return EXIT_FINE


def _refuse(folder: Path, taken: list[str]) -> int:
    if taken == ["."]:
        say_error(f"masthead: {folder} is a file, and a site needs a folder")
        return EXIT_USAGE
    say_error(f"masthead: nothing was written: these files already exist in {folder}:")
    for path in taken[:_SHOWN]:
        say_error(f"  {path}")
    if len(taken) > _SHOWN:
        say_error(f"  and {len(taken) - _SHOWN} more")
    say_error("Choose another folder, or move these files away first.")
    return EXIT_USAGE


def _tell(folder: Path, answers: Answers, files: dict[str, bytes]) -> None:
    say(f"Wrote {len(files)} files to {folder}. Replace each TODO in them with your own text.")
    unknown = [lang for lang in answers.languages if not known_code(lang)]
    if unknown:
        say(
            f"The texts for {', '.join(unknown)} are in English, and so are the theme's words: "
            "translate those under `words` in content/site.yaml."
        )
    if b"\npdf: none" in b"".join(files.values()):
        say("One CV has no PDF, because no installed font has its letters: its file says more.")
    top = next((above for above in folder.resolve().parents if (above / ".git").exists()), None)
    if top and not (folder / ".git").exists():
        say(f"This folder is inside the repository {top}, and GitHub runs only the workflows at a")
        say("repository's top. Use `masthead deploy`, or give the site a repository of its own.")
    say("Next:")
    if folder.resolve() != Path.cwd():
        say(f"  cd {quoted(str(folder))}")
    say("  masthead preview     shows the site in your browser while you edit it")
    say("  masthead check       lists the TODOs that are left, and other mistakes")
    say("  masthead deploy      publishes it on GitHub Pages")
