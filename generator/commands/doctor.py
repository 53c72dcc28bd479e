"""`masthead doctor` prints what is installed and what the site needs; `masthead upgrade` makes a
site's workflow install the Masthead that runs here."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator import __version__
from generator.api import read_site
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    CommandError,
    add_command,
    can_ask,
    say,
    tell,
)
from generator.disk import OwnFolder
from generator.hosting.git import repository, without_secret
from generator.hosting.hosts import host_of
from generator.hosting.installation import (
    REQUIREMENTS,
    NoWheel,
    has_extra,
    how_to_add,
    origin,
    own_wheel,
    requirement_in,
    requirement_of,
    with_requirement,
)
from generator.model.files import ProjectFolders
from generator.problems import SiteError, spoken
from generator.publish.repository import remote_of

Finding = tuple[str, str, str, str]
"""`ok`, `note` or `mend`; the subject; the message; and a hint, or ""."""

_EXTRAS = {
    "thumbs": "extra-thumbs",
    "import": "extra-import",
    "zh": "extra-zh",
}
"""Extra -> its purpose."""


def add(commands: Any) -> None:
    """Add both commands to the parser's."""
    add_command(commands, "doctor", run_doctor, "project")
    add_command(commands, "upgrade", _upgrade, "project yes dry-run", ending="nothing-changed")


def run_doctor(_: Any, project: ProjectFolders) -> int:
    """Examine, print, and return the exit code: 1 if something must be fixed."""
    findings = [*_installation(), *_project(project)]
    width = max(len(about) for _, about, _, _ in findings)
    for state, about, said, way_out in findings:
        say(f"{state:5} {about:{width}}  {said}")
        if way_out:
            say(f"{'':5} {'':{width}}  -> {way_out}")
    return EXIT_MISTAKES if any(finding[0] == "mend" for finding in findings) else EXIT_FINE


def _installation() -> Iterator[Finding]:
    where = origin().url or spoken("doctor-where-unknown")
    yield "ok", "masthead", spoken("doctor-masthead", version=__version__, where=where), ""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    version, path = platform.python_version(), sys.executable
    said = spoken("doctor-python", version=version, path=path, system=system)
    yield "ok", "python", said, ""
    for extra, purpose in _EXTRAS.items():
        if has_extra(extra):
            said = spoken("doctor-extra-there", purpose=spoken(purpose))
            yield "ok", f"extra {extra}", said, ""
        else:
            said = spoken("doctor-extra-missing", purpose=spoken(purpose))
            yield "note", f"extra {extra}", said, how_to_add(extra)


def _project(project: ProjectFolders) -> Iterator[Finding]:
    if not project.content.is_dir():
        said = spoken("doctor-no-content", folder=str(project.root.resolve()))
        yield "note", "site", said, spoken("doctor-in-a-site")
        return
    try:
        site = read_site(project)
    except SiteError as error:
        said = spoken("doctor-errors", number=len(error.problems))
        yield "mend", "site", said, spoken("doctor-see-check")
    else:
        pages, papers = len(site.pages), len(site.records["publications"])
        languages, theme = ", ".join(site.config.languages), site.config.theme.name
        said = spoken(
            "doctor-site",
            pages=spoken("count-pages", number=pages),
            papers=spoken("count-papers", number=papers),
            languages=languages,
            theme=theme,
        )
        yield "ok", "site", said, ""
    yield _workflow(project)
    yield from _repository(project)


def _workflow(project: ProjectFolders) -> Finding:
    if host_of(project.root) is None:
        return "ok", "workflow", spoken("doctor-no-workflow"), ""
    named = requirement_of(project.root)
    if named is None:
        said = spoken("doctor-no-requirement")
        return "mend", "workflow", said, spoken("doctor-upgrade-names")
    if named.is_checkout:
        return "ok", "workflow", spoken("doctor-own-checkout"), ""
    if named.vendored and not (project.root / named.vendored).is_file():
        said = spoken("doctor-wheel-gone", file=named.vendored)
        return "mend", "workflow", said, spoken("doctor-upgrade-restores")
    return "ok", "workflow", spoken("doctor-installs", what=named.what), ""


def _repository(project: ProjectFolders) -> Iterator[Finding]:
    try:
        with repository(project.root) as git:
            name = remote_of(git, "")
            address = git.run("remote", "get-url", name)
            branch = git.answer("branch", "--show-current")
    except SiteError as error:
        yield "note", "git", error.problems[0].message, error.problems[0].hint
        return
    shown = branch or spoken("doctor-no-branch")
    said = spoken("doctor-git", branch=shown, name=name, address=without_secret(address))
    yield "ok", "git", said, ""


def _upgrade(options: Any, project: ProjectFolders) -> None:
    folder = OwnFolder(project.root)
    try:
        before = folder.read(REQUIREMENTS).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        before = ""
    named = requirement_in(before)
    if named and named.is_checkout:
        tell("upgrade-checkout")
        return
    extra = named.extras if named else ""
    try:
        wheel = own_wheel()
    except NoWheel as error:
        raise CommandError(spoken("upgrade-no-wheel", reason=str(error)), EXIT_MISTAKES) from None
    new = wheel.requirement(extra)
    after = with_requirement(before, new)
    old = [way for way in _vendored(project.root) if way != wheel.way]
    missing = {way: data for way, data in wheel.files().items() if not folder.holds(way, data)}
    if after == before and not old and not missing:
        tell("upgrade-same", version=__version__)
        return
    before_that = named.line if named else spoken("upgrade-no-line")
    say(f"{REQUIREMENTS}: {before_that}")
    say(f"{'':{len(REQUIREMENTS)}}  -> {new}")
    for way in old:
        tell("upgrade-removed", file=way)
    for way, data in missing.items():
        tell("upgrade-new", file=way, size=f"{len(data) / 1e6:.1f}")
    if options.dry_run or not (options.yes or _agreed()):
        tell("nothing-changed")
        return
    for way, data in missing.items():
        folder.save(way, data)
    folder.save(REQUIREMENTS, after.encode("utf-8", "surrogateescape"))
    for way in old:
        folder.remove(way)
    tell("upgrade-done")


def _agreed() -> bool:
    return can_ask() and input(spoken("upgrade-ask")).strip().lower().startswith("y")


def _vendored(root: Path) -> list[str]:
    """Return the wheels of Masthead in a site, by their paths there."""
    found = (root / "vendor").glob("masthead-*-py3-none-any.whl")
    return sorted(f"vendor/{path.name}" for path in found)
