"""`masthead sync`: asks services for new papers, and the author for each change."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from generator import sync
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    CommandError,
    add_command,
    can_ask,
    padded,
    say,
    say_error,
    tell,
    tell_error,
)
from generator.disk import OwnFolder
from generator.model.files import ProjectFolders
from generator.problems import spoken, which_one
from generator.sync.changes import Change
from generator.sync.run import Answer, SyncRequest, SyncRun
from generator.works import SERVICES

_WIDTH = 9
_MOST_AUTHORS = 8


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    options = "project citations yes dry-run workflow"
    command = add_command(commands, "sync", run, options, ending="nothing-written")
    command.add_argument("services", nargs="*", metavar="SERVICE")
    command.add_argument("--bibtex", action="append", default=[], metavar="FILE-OR-URL")
    command.add_argument(
        "--service-url", action="append", default=[], metavar="SERVICE=URL", type=service_url
    )


def service_url(text: str) -> tuple[str, str]:
    """Return the name of a service and an address. Raises ArgumentTypeError."""
    name, sign, url = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(spoken("not-service-url", text=text))
    return name, url


def run(options: Any, project: ProjectFolders) -> int:
    """Ask, show, write, and return the exit code: 1 if something failed."""
    for name in (*options.services, *(name for name, _ in options.service_url)):
        if name not in SERVICES:
            known = which_one(name, SERVICES)
            raise CommandError(spoken("no-such-service", name=name, known=known))
    if options.workflow:
        _write_workflow(project.root)
        return EXIT_FINE
    request = SyncRequest(
        project=project,
        today=date.today().isoformat(),
        services=tuple(options.services),
        bibtex=tuple(options.bibtex),
        counts=options.citations,
        bases=dict(options.service_url),
    )
    sync_run = SyncRun(request)
    sync_run.ask_services()
    for note in sync_run.notes:
        say_error(note)
    asks = can_ask() and not options.yes and not options.dry_run
    _show(sync_run, with_changes=not asks)
    sync_run.decide(_Asking("" if asks else "sure" if options.yes else "quit").answer)
    counted = _count(sync_run) if options.citations else ""
    for change, reason in sync_run.by_hand:
        tell_error("sync-by-hand", name=change.name, reason=reason)
    saved = [] if options.dry_run else sync_run.save()
    say(_ending(sync_run, saved, options, asks))
    if counted:
        say(counted)
    has_faults = any(one.fault for one in sync_run.replies) or sync_run.by_hand
    return EXIT_MISTAKES if has_faults else EXIT_FINE


def _write_workflow(project: Path) -> None:
    way = ".github/workflows/sync.yml"
    data = Path(*sync.__path__, "sync.yml").read_bytes()
    folder = OwnFolder(project)
    if (project / way).exists() and not folder.holds(way, data):
        raise CommandError(spoken("file-says-else", file=way), EXIT_MISTAKES)
    folder.save(way, data)
    tell("sync-wrote-workflow", file=way)


class _Asking:
    """Asks at the terminal."""

    def __init__(self, for_all: str) -> None:
        """`for_all` is the answer for all further changes: `sure` adds those that are sure, `quit`
        leaves all for later; empty asks."""
        self._for_all = for_all

    def answer(self, change: Change) -> Answer:
        """Ask what to do with a change."""
        if self._for_all == "quit" or (self._for_all == "sure" and change.doubt):
            return "later"
        if self._for_all == "sure":
            return "add"
        for line in lines_of(change):
            say(line)
        while True:
            word = input(spoken("sync-ask")).strip()
            match word[:1].lower():
                case "y":
                    return "add"
                case "n":
                    return "refuse"
                case "l" | "":
                    return "later"
                case "a":
                    self._for_all = "sure"
                    return self.answer(change)
                case "q":
                    self._for_all = "quit"
                    return "later"


def _show(sync_run: SyncRun, with_changes: bool) -> None:
    for change in sync_run.found.changes if with_changes else ():
        for line in lines_of(change):
            say(line)
    for one in sync_run.found.differences:
        say(_labelled("sync-label-differs", one))
    if sync_run.found.left_out:
        tell("sync-no-papers", number=sync_run.found.left_out)


def lines_of(change: Change) -> list[str]:
    """Return a change as lines, field by field, each with the service that it comes from."""
    services = ", ".join(change.services)
    if change.paper is None:
        lines = [_labelled("sync-label-new", f"{change.name}  ({services})")]
    else:
        lines = [_labelled("sync-label-more", f"{change.paper.id}  ({services})")]
    if change.doubt:
        lines.append(_labelled("sync-label-unsure", change.doubt))
    for name, (value, service) in change.fields.items():
        if change.paper is None and name == "title":
            continue
        lines.append(f"{'':{_WIDTH}}{name}: {_shown(value)}  ({service})")
    for version in change.versions:
        said = ", ".join(f"{name}: {_shown(value)}" for name, (value, _) in version.items())
        lines.append(" " * _WIDTH + spoken("sync-version", said=said))
    return lines


def _labelled(label: str, text: str) -> str:
    return padded(spoken(label), _WIDTH) + text


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        more = len(value) - _MOST_AUTHORS
        rest = spoken("sync-and-more", number=more) if more > 0 else ""
        return "; ".join(value[:_MOST_AUTHORS]) + rest
    return str(value)


def _count(sync_run: SyncRun) -> str:
    before, after = sync_run.count()
    changed = sum(before.papers.get(id) != now for id, now in after.papers.items())
    papers = spoken("count-papers", number=len(after.papers))
    return spoken("sync-counted", papers=papers, changed=changed)


def _ending(sync_run: SyncRun, saved: list[str], options: Any, asked: bool) -> str:
    changes = sync_run.found.changes
    if all(one.fault for one in sync_run.replies):
        return spoken("sync-no-answer")
    if not changes:
        papers = spoken("count-papers", number=len(sync_run.found.papers))
        return spoken("sync-nothing-new", papers=papers)
    if options.dry_run or not (asked or options.yes):
        sure = sum(not change.doubt for change in changes)
        code = "sync-rehearsed" if options.dry_run else "sync-rehearsed-yes"
        return spoken(code, changes=spoken("count-changes", number=len(changes)), sure=sure)
    left = len(changes) - len(sync_run.accepted) - len(sync_run.refused)
    added, refused = len(sync_run.accepted), len(sync_run.refused)
    code = "sync-done" if saved else "sync-done-nothing"
    return spoken(code, added=added, refused=refused, left=left, files=tuple(saved))
