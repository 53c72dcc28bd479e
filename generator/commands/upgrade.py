"""`masthead upgrade`: has a site's workflow install the Masthead that runs here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    add_project,
    can_ask,
    on_project,
    say,
    say_error,
)

if TYPE_CHECKING:
    from generator.project import ProjectFolders

_VENDORED = re.compile(r"masthead-([\w.!+]+?)-py3-none-any\.whl")


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command = commands.add_parser(
        "upgrade", help="have the site's workflow install the Masthead that runs here",
        description="Replace the Masthead that requirements.txt names, and that in vendor/, by the "
        "one that runs here. Shows what will change first. Nothing else of a site depends on the "
        "version; `masthead theme diff` says which of your theme files a new one has changed.",
    )  # fmt: skip
    add_project(command)
    command.add_argument("--yes", action="store_true", help="ask nothing")
    command.add_argument("--dry-run", action="store_true", help="show what would change")
    command.add_argument(
        "--index", action="store_true",
        help="name a version in the package index instead of a file in vendor/: only if Masthead "
        "is there, and is ours",
    )  # fmt: skip
    command.set_defaults(run=run)


def run(options: Any) -> int:
    """Upgrade, and return the exit code."""
    return on_project(_upgrade, options, "nothing was changed")


def _upgrade(options: Any, project: ProjectFolders) -> int:
    from generator import __version__
    from generator.disk.own_folder import OwnFolder
    from generator.installation import (
        REQUIREMENTS,
        origin,
        requirement,
        requirement_in,
        with_requirement,
    )
    from generator.own_wheel import NoWheel, Wheel, own_wheel

    folder = OwnFolder(project.root)
    try:
        before = folder.read(REQUIREMENTS).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        before = ""
    named = requirement_in(before)
    if named and named.is_checkout:
        say("this site installs the Masthead that lies in its own repository: nothing to do")
        return EXIT_FINE
    extra = named.extras if named else ""
    wheel: Wheel | None = None
    new, installs_anywhere = requirement(origin(), extra)
    if options.index:
        new = f"masthead{f'[{extra}]' if extra else ''}=={__version__}"
    elif not installs_anywhere:
        try:
            wheel = own_wheel()
        except NoWheel as error:
            say_error(f"masthead: no wheel can be made, since {error}")
            return EXIT_MISTAKES
        new = wheel.requirement(extra)
    after = with_requirement(before, new)
    old = [way for way in _vendored(project.root) if wheel is None or way != wheel.way]
    if newer := next((way for way in old if _is_newer(way, __version__)), ""):
        say_error(f"masthead: {newer} is newer than the {__version__} that runs here")
        say_error(f"install it first: python -m pip install ./{newer}")
        return EXIT_MISTAKES
    is_there = wheel is None or folder.holds(wheel.way, wheel.data)
    if after == before and not old and is_there:
        say(f"the site installs Masthead {__version__} already: nothing to do")
        return EXIT_FINE
    say(f"{REQUIREMENTS}: {named.line if named else '(no line for Masthead)'}")
    say(f"{'':{len(REQUIREMENTS)}}  -> {new}")
    for way in old:
        say(f"removed: {way}")
    if wheel and not is_there:
        say(f"new: {wheel.way} ({len(wheel.data) / 1e6:.1f} MB)")
    if options.dry_run or not (options.yes or _agreed()):
        say("nothing was changed")
        return EXIT_FINE
    if wheel:
        folder.save(wheel.way, wheel.data)
    folder.save(REQUIREMENTS, after.encode("utf-8", "surrogateescape"))
    for way in old:
        folder.remove(way)
    say("done; `masthead check` and `masthead diff` say what the new version sees differently")
    return EXIT_FINE


def _agreed() -> bool:
    return can_ask() and input("change it? [y/N] ").strip().lower().startswith("y")


def _vendored(root: Path) -> list[str]:
    """Return the wheels of Masthead that lie in a site, by their paths in it."""
    found = (root / "vendor").glob("masthead-*.whl")
    return sorted(f"vendor/{path.name}" for path in found if _VENDORED.fullmatch(path.name))


def _is_newer(way: str, version: str) -> bool:
    found = _VENDORED.search(way)
    return bool(found) and _key(found[1]) > _key(version) if found else False


def _key(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)[:3]]
