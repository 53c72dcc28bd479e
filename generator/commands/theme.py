"""`masthead theme`: which themes there are, and files of the site's theme, copied out to be changed
and followed from then on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generator import __version__
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    EXIT_USAGE,
    add_project,
    print_problems,
    say,
    say_all,
    say_bytes,
    say_error,
)
from generator.commands.theme_list import list_themes, show_theme
from generator.disk.own_folder import OwnFolder
from generator.engine.build import packaged_theme
from generator.problems import SiteError
from generator.project import ProjectFolders
from generator.theme_overrides import (
    CopyStatus,
    EjectedFile,
    chosen,
    copy_statuses,
    ejected,
    merged,
    read_record,
    save_record,
)

_WHICH = "`templates/page.html`, or the end of its path: `page.html`"


def add(commands: Any) -> None:
    """Add the command and its own commands to the command line."""
    theme = commands.add_parser(
        "theme", help="see what themes there are; change single files of the site's",
        description="See which themes there are. Copy files of the site's theme into the project, "
        "where they go before the packaged ones, and see what has changed in those since.",
    )  # fmt: skip
    kinds = theme.add_subparsers(dest="action", required=True, metavar="ACTION")
    known = kinds.add_parser(
        "list", help="show which themes there are",
        description="Show all themes that a site can choose, with what defines each. Works without "
        "a site, too.",
    )  # fmt: skip
    add_project(known)
    known.set_defaults(run=list_themes)
    one = kinds.add_parser(
        "show", help="show what a theme offers",
        description="Show the skins, the options and the designs for CVs of a theme.",
    )  # fmt: skip
    add_project(one)
    one.add_argument("name", nargs="?", metavar="NAME", help="the theme (default: the site's)")
    one.set_defaults(run=show_theme)
    _action(
        kinds, "files", _files, "show what can be copied",
        "Show the files of the site's theme, and which theme each comes from; those that the "
        "project has copied are marked.",
    )  # fmt: skip
    read = _action(
        kinds, "print", _print, "print a file of the theme",
        "Print a file of the theme as Masthead has it, to read it without copying it.",
    )  # fmt: skip
    read.add_argument("file", metavar="FILE", help=_WHICH)
    eject = _action(
        kinds, "eject", _eject, "copy files of the theme",
        "Copy files of the theme into `themes/`, where they can be changed. Which version they "
        "came from is remembered in `.ejected.json` beside them: commit it, too.",
    )  # fmt: skip
    eject.add_argument("files", nargs="+", metavar="FILE", help=_WHICH)
    diff = _action(
        kinds, "diff", _diff, "show what changed in Masthead since",
        "Show what has changed in Masthead in the files that the project has copied, since it "
        "copied them.",
    )  # fmt: skip
    diff.add_argument("files", nargs="*", metavar="FILE", help="only these")
    update = _action(
        kinds, "update", _update, "take over what changed in Masthead since",
        "Merge what has changed in Masthead into the copies (git does it, where you changed them, "
        "too). A copy where both changed the same lines is left alone.",
    )  # fmt: skip
    update.add_argument("files", nargs="*", metavar="FILE", help="only these")
    about = "change no copy, but count it as up to date from now on"
    update.add_argument("--mine", action="store_true", help=about)


def _action(
    kinds: Any, name: str, work: Callable[[Any, _Copies], int], about: str, description: str
) -> Any:
    action = kinds.add_parser(name, help=about, description=description)
    add_project(action)
    action.set_defaults(run=run, work=work)
    return action


class _Copies:
    """The theme of a project, and the copies that the project has of its files."""

    def __init__(self, project: ProjectFolders) -> None:
        self.project = OwnFolder(project.root.resolve())
        self.theme, self.upstream = packaged_theme(project)
        self.record = read_record(self.project, self.theme)

    def chosen(self, files: list[str]) -> list[str]:
        """Return which copies are meant. Raises LookupError."""
        return [self._copy(file) for file in files]

    def _copy(self, file: str) -> str:
        try:
            return chosen(file, self.record, self.theme)
        except LookupError:
            name = chosen(file, self.upstream, self.theme)
            message = (
                f'"{name}" was not copied out of the theme; `masthead theme eject {name}` does it'
            )
            raise LookupError(message) from None

    def copy_statuses(self, files: list[str]) -> list[CopyStatus]:
        return copy_statuses(self.record, self.upstream, self.copy_of, self.chosen(files))

    def way(self, name: str) -> str:
        """Return where the copy of a theme's file lies in the project."""
        return f"themes/{self.theme}/{name}"

    def copy_of(self, name: str) -> bytes | None:
        """Return the bytes of a copy, or None where there is none. Raises OSError for a link."""
        try:
            return self.project.read(self.way(name))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def save(self, record: dict[str, EjectedFile]) -> None:
        save_record(self.project, self.theme, record)


def run(options: Any) -> int:
    """Do what the second word says."""
    if not (options.project / "content").is_dir():
        return _fault(f"there is no content/ folder in {options.project}", EXIT_USAGE)
    try:
        code: int = options.work(options, _Copies(ProjectFolders(options.project)))
    except LookupError as error:
        return _fault(str(error.args[0]), EXIT_USAGE)
    except SiteError as error:
        print_problems(error.problems, options.project)
        return EXIT_MISTAKES
    except OSError as error:
        return _fault(f"{error.filename}: {error.strerror}", EXIT_MISTAKES)
    return code


def _files(_: Any, place: _Copies) -> int:
    of_themes: dict[str, list[str]] = {}
    for name, file in place.upstream.items():
        theme = Path(file).as_posix().removesuffix(f"/{name}").rpartition("/")[2]
        of_themes.setdefault(theme, []).append(name)
    for theme in sorted(of_themes, key=lambda theme: theme == "base"):
        say(f"of {theme}:")
        for name in of_themes[theme]:
            copied = os.path.lexists(place.project.path(place.way(name)))
            say(f"{'*' if copied else ' '} {name}")
        say("")
    say(f"{len(place.upstream)} files; those with * are in themes/{place.theme}/ already.")
    say("`masthead theme print FILE` shows one of them.")
    return EXIT_FINE


def _print(options: Any, place: _Copies) -> int:
    name = chosen(options.file, place.upstream, place.theme)
    say_bytes(Path(place.upstream[name]).read_bytes())
    return EXIT_FINE


def _eject(options: Any, place: _Copies) -> int:
    names = [chosen(file, place.upstream, place.theme) for file in options.files]
    taken = [name for name in names if os.path.lexists(place.project.path(place.way(name)))]
    if taken:
        there = ", ".join(f"themes/{place.theme}/{name}" for name in taken)
        return _fault(f"nothing was copied, since there is already: {there}", EXIT_USAGE)
    record = dict(place.record)
    for name in names:
        data = Path(place.upstream[name]).read_bytes()
        place.project.create(place.way(name), data)
        record[name] = ejected(data, __version__)
        say(f"themes/{place.theme}/{name} is yours now, and goes before Masthead's")
    place.save(record)
    say("`masthead theme diff` will show what later versions change in it.")
    return EXIT_FINE


def _diff(options: Any, place: _Copies) -> int:
    found = place.copy_statuses(options.files)
    for status in found:
        say(_said(status))
        if status.state == "changed":
            say_all(status.diff().removesuffix("\n") + "\n")
    changed = sum(status.state == "changed" for status in found)
    if not found:
        say("Nothing was copied out of the theme by `masthead theme eject`.")
    elif changed:
        say("")
        say(f"{changed} of {len(found)} changed: `masthead theme update` takes that over.")
    return EXIT_FINE


def _said(status: CopyStatus) -> str:
    own = "" if status.is_own else "; your copy is as it was, and could be deleted"
    return {
        "unchanged": f"{status.name}: unchanged since Masthead {status.since}{own}",
        "changed": f"{status.name}: changed since Masthead {status.since}",
        "gone": f"{status.name}: Masthead {__version__} has no such file any more",
        "deleted": f"{status.name}: your copy was deleted, so Masthead's is used",
    }[status.state]


def _update(options: Any, place: _Copies) -> int:
    code = EXIT_FINE
    record = dict(place.record)
    for status in place.copy_statuses(options.files):
        name = status.name
        if status.state == "deleted":
            del record[name]
            say(f"{name}: forgotten, since your copy was deleted")
        if status.state != "changed":
            continue
        text = status.mine if options.mine else merged(status)
        if text is None:
            code = EXIT_MISTAKES
            hint = "change your copy by hand, then: masthead theme update --mine"
            _fault(f"{name}: you and Masthead changed the same lines; {hint} {name}", code)
            continue
        place.project.save(place.way(name), text)
        record[name] = ejected(status.now, __version__)
        say(f"{name}: {'as you have it' if options.mine else 'has what is new'}")
    if record != place.record:
        place.save(record)
    elif code == EXIT_FINE:
        say("Nothing has changed since.")
    return code


def _fault(message: str, code: int) -> int:
    say_error(f"masthead: {message}")
    return code
