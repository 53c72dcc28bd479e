"""`masthead theme`: which themes there are, and files of the site's theme, copied out to be changed
and followed from then on.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from generator.disk.own_folder import OwnFolder
from generator.engine.build import packaged_theme, themes
from generator.problems import SiteError, which_one
from generator.project import ProjectFolders
from generator.theme_overrides import CopyStatus, ThemeCopies, ejected, merged

if TYPE_CHECKING:
    from generator.model.theme import OptionSpec, Theme

_WIDTH = 96
"""Columns that the lists of `masthead theme list` and `show` take at most."""
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
    known.set_defaults(run=_list)
    one = kinds.add_parser(
        "show", help="show what a theme offers",
        description="Show the skins, the options and the designs for CVs of a theme.",
    )  # fmt: skip
    add_project(one)
    one.add_argument("name", nargs="?", metavar="NAME", help="the theme (default: the site's)")
    one.set_defaults(run=_show)
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
    kinds: Any, name: str, work: Callable[[Any, ThemeCopies], int], about: str, description: str
) -> Any:
    action = kinds.add_parser(name, help=about, description=description)
    add_project(action)
    action.set_defaults(run=run, work=work)
    return action


def run(options: Any) -> int:
    """Do what the second word says."""
    if not (options.project / "content").is_dir():
        return _fault(f"there is no content/ folder in {options.project}", EXIT_USAGE)
    try:
        project = ProjectFolders(options.project)
        copies = ThemeCopies(OwnFolder(project.root.resolve()), *packaged_theme(project))
        code: int = options.work(options, copies)
    except LookupError as error:
        return _fault(str(error.args[0]), EXIT_USAGE)
    except SiteError as error:
        print_problems(error.problems, options.project)
        return EXIT_MISTAKES
    except OSError as error:
        return _fault(f"{error.filename}: {error.strerror}", EXIT_MISTAKES)
    return code


def _files(_: Any, copies: ThemeCopies) -> int:
    of_themes: dict[str, list[str]] = {}
    for name, file in copies.upstream.items():
        theme = Path(file).as_posix().removesuffix(f"/{name}").rpartition("/")[2]
        of_themes.setdefault(theme, []).append(name)
    for theme in sorted(of_themes, key=lambda theme: theme == "base"):
        say(f"of {theme}:")
        for name in of_themes[theme]:
            copied = copies.is_there(name)
            say(f"{'*' if copied else ' '} {name}")
        say("")
    say(f"{len(copies.upstream)} files; those with * are in themes/{copies.theme}/ already.")
    say("`masthead theme print FILE` shows one of them.")
    return EXIT_FINE


def _print(options: Any, copies: ThemeCopies) -> int:
    name = copies.file(options.file)
    say_bytes(copies.packaged(name))
    return EXIT_FINE


def _eject(options: Any, copies: ThemeCopies) -> int:
    names = [copies.file(file) for file in options.files]
    taken = [name for name in names if copies.is_there(name)]
    if taken:
        there = ", ".join(map(copies.way, taken))
        return _fault(f"nothing was copied, since there is already: {there}", EXIT_USAGE)
    record = dict(copies.record)
    for name in names:
        data = copies.packaged(name)
        copies.project.create(copies.way(name), data)
        record[name] = ejected(data, __version__)
        say(f"{copies.way(name)} is yours now, and goes before Masthead's")
    copies.save(record)
    say("`masthead theme diff` will show what later versions change in it.")
    return EXIT_FINE


def _diff(options: Any, copies: ThemeCopies) -> int:
    found = copies.statuses(options.files)
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


def _update(options: Any, copies: ThemeCopies) -> int:
    code = EXIT_FINE
    record = dict(copies.record)
    for status in copies.statuses(options.files):
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
        copies.project.save(copies.way(name), text)
        record[name] = ejected(status.now, __version__)
        say(f"{name}: {'as you have it' if options.mine else 'has what is new'}")
    if record != copies.record:
        copies.save(record)
    elif code == EXIT_FINE:
        say("Nothing has changed since.")
    return code


def _fault(message: str, code: int) -> int:
    say_error(f"masthead: {message}")
    return code


# ---------------------------------------------------------------------- themes to choose from


def _list(options: Any) -> int:
    """Print all themes with what defines each; the one of the site has a mark."""
    chosen, found = themes(ProjectFolders(options.project))
    for theme in found:
        say(f"{'*' if theme.name == chosen else ' '} {theme.name}")
        for line in _about(theme):
            say(f"    {line}")
    say("")
    say("* is the theme of this site. `theme: NAME` in content/site.yaml chooses another one;")
    say("`masthead preview --theme NAME` shows the site with it and changes nothing, and")
    say("`masthead theme show NAME` lists its skins and options.")
    return EXIT_FINE


def _about(theme: Theme) -> Iterator[str]:
    yield from _wrapped(theme.description or theme.title)
    below = [name for name in theme.layers[1:] if name != "base"]
    if below:
        yield f"extends: {', '.join(below)}"
    if theme.skins:
        yield from _wrapped(f"skins: {', '.join(theme.skins)}")


def _show(options: Any) -> int:
    """Print what a theme offers: skins, options, designs of CVs."""
    chosen, found = themes(ProjectFolders(options.project))
    name = options.name or chosen
    theme = next((theme for theme in found if theme.name == name), None)
    if theme is None:
        names = [theme.name for theme in found]
        say_error(f'masthead: there is no theme "{name}"; {which_one(name, names)}')
        return EXIT_USAGE
    say(f"{theme.name}: {theme.title or theme.name}")
    for line in _wrapped(theme.description):
        say(f"  {line}")
    for title, rows in (
        ("skins", {name: skin.description for name, skin in theme.skins.items()}),
        ("options", {name: _option(spec) for name, spec in theme.specs.items()}),
        ("designs of CVs", {name: design.description for name, design in theme.designs.items()}),
    ):
        if rows:
            say("")
            say(f"{title}:")
        for name, about in rows.items():
            for number, line in enumerate(_wrapped(about, 20) or [""]):
                say(f"  {name if number == 0 else '':<18}{line}".rstrip())
    return EXIT_FINE


def _option(spec: OptionSpec) -> str:
    default = spec.default
    value = default.text if default.items is None else f"[{', '.join(default.items)}]"
    kind = " | ".join(spec.choices) if spec.type == "choice" else str(spec.type)
    about = " ".join(spec.description.split())
    return f"({kind}{f'; {value}' if value else ''}) {about}"


def _wrapped(text: str, indent: int = 4) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), _WIDTH - indent)
