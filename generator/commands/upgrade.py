"""`masthead upgrade` makes a site's workflow install the Masthead that runs here."""

from __future__ import annotations

from typing import Any

from generator import __version__
from generator.commands.terminal import add_command, can_ask, tell
from generator.disk import OwnFolder
from generator.hosting.installation import REQUIREMENTS, own_wheel
from generator.model.files import ProjectFolders
from generator.problems import spoken


def add(commands: Any) -> None:
    """Add the command to the command line."""
    add_command(commands, "upgrade", run, "project yes dry-run", ending="nothing-changed")


def run(options: Any, project: ProjectFolders) -> None:
    """Show the files that will change, and write them if the author agrees."""
    folder = OwnFolder(project.root)
    try:
        text = folder.read(REQUIREMENTS).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        text = ""
    wheel = own_wheel()
    requirements = wheel.installed_by(text).encode("utf-8", "surrogateescape")
    files = wheel.files() | {REQUIREMENTS: requirements}
    new = {way: data for way, data in files.items() if not folder.holds(way, data)}
    vendored = (f"vendor/{path.name}" for path in project.root.glob("vendor/masthead-*.whl"))
    old = sorted(way for way in vendored if way != wheel.way)
    if not new and not old:
        tell("upgrade-same", version=__version__)
        return
    for way in old:
        tell("upgrade-removed", file=way)
    for way in new:
        tell("upgrade-new", file=way)
    if options.dry_run or not (options.yes or _agreed()):
        tell("nothing-changed")
        return
    for way, data in new.items():
        folder.save(way, data)
    for way in old:
        folder.remove(way)
    tell("upgrade-done")


def _agreed() -> bool:
    return can_ask() and input(spoken("upgrade-ask")).strip().lower().startswith("y")
