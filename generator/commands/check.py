"""`masthead check`: prints all problems of a build, and the findings of the rules in `check/`.

There are formats for people, for programs, for GitHub and for GitLab.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import date
from hashlib import sha256
from posixpath import join, normpath
from typing import Any

from msgspec.structs import replace

from generator.api import BuildRequest, build
from generator.check import BUILD, check_on
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    add_command,
    counted_by_severity,
    say_all,
    say_error,
    tell_error,
    way_to,
)
from generator.hosting.installation import with_command
from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError, annotation, printed, source_lines, spoken


def add(commands: Any) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "check", run, "project base-url drafts strict")
    command.add_argument("--format", choices=("text", "json", "github", "gitlab"), default="text")


def run(options: Any, project: ProjectFolders) -> int:
    """Check a site, print the findings, and return the exit code."""
    silenced = 0
    request = BuildRequest(
        project=project,
        output=project.default_output,
        base_url=options.base_url,
        drafts=options.drafts,
        check=check_on(date.today()),
        writes=False,
    )
    found: tuple[Problem, ...]
    try:
        report = build(request)
        found, silenced = report.warnings, report.silenced
    except SiteError as error:  # the site could not be read
        found = error.problems
    found = tuple(map(with_command, found))
    counts = {name: sum(problem.severity == name for problem in found) for name in SEVERITIES}
    if options.format == "json":
        text = as_json(found, counts, silenced)
    elif options.format in ("github", "gitlab"):
        written = as_github if options.format == "github" else as_gitlab
        text = written(found, way_to(options.project))
        # Logs do not show annotations with their places, and GitHub shows only ten of each
        # severity.
        for line in as_text(found, source_lines(options.project)).splitlines():
            say_error(line)
    else:
        text = as_text(found, source_lines(options.project))
    say_all(text)
    counted = counted_by_severity(counts) or spoken("checked-well")
    if silenced:
        counted = spoken("count-silenced", number=silenced, counted=counted)
    tell_error("checked", counted=counted)
    is_bad = counts["error"] or (options.strict and counts["warning"])
    return EXIT_MISTAKES if is_bad else EXIT_FINE


SEVERITIES = ("error", "warning", "note")


def code_of(problem: Problem) -> str:
    """Return the code of a finding; problems of the build without a code have `build`."""
    return problem.rule or BUILD


def as_text(problems: Iterable[Problem], source_line: Callable[[Place], str | None]) -> str:
    """Return findings in the form of a build's problems, each with its code after the message.

    Of a message that was printed before, only the first line is repeated.
    """
    told, text = set[str](), ""
    for problem in map(coded, problems):
        is_new = problem.message not in told
        shown = problem if is_new else replace(problem, way_out=None)
        text += printed(shown, source_line if is_new else lambda _: None) + "\n"
        told.add(problem.message)
    return text


def coded(problem: Problem) -> Problem:
    """Return a finding whose message includes its code."""
    return Problem(
        problem.where, f"{problem.message} [{code_of(problem)}]", problem.hint, problem.severity
    )


def as_github(problems: Iterable[Problem], project: str) -> str:
    """Return findings as GitHub's workflow commands for annotations of lines.

    Errors come first, since GitHub shows ten annotations of each severity and drops the rest (its
    documentation of problem matchers, "Limitations").
    """
    ranked = sorted(problems, key=lambda problem: SEVERITIES.index(problem.severity))
    return "".join(f"{annotation(coded(problem), project)}\n" for problem in ranked)


def as_gitlab(problems: Iterable[Problem], project: str) -> str:
    """Return findings as a Code Quality report. GitLab shows it beside a merge request.

    Format: GitLab's documentation, "Code Quality report format". A fingerprint does not depend on
    the line, so that GitLab can tell new findings from old ones.
    """
    rows = [
        {
            "description": problem.message + (f" ({problem.hint})" if problem.hint else ""),
            "check_name": code_of(problem),
            "fingerprint": sha256(f"{problem.place.file}\n{problem.message}".encode()).hexdigest(),
            "severity": {"error": "major", "warning": "minor", "note": "info"}[problem.severity],
            "location": {
                "path": normpath(join(project, problem.place.file)),
                "lines": {"begin": max(problem.place.line, 1)},
            },
        }
        for problem in problems
    ]
    return json.dumps(rows, indent=2) + "\n"


def as_json(problems: Iterable[Problem], counts: dict[str, int], silenced: int) -> str:
    """Return findings as JSON.

    The keys are `version` (1), `findings`, `counts` (by severity) and `silenced` (how many). A
    finding has `file` (in the project), `line` and `column` (from 1; 0 if there is none),
    `severity`, `code`, `message` and `hint` (may be empty). Later versions may add keys.
    """
    findings = [
        {
            "file": problem.place.file,
            "line": problem.place.line,
            "column": problem.place.column,
            "severity": problem.severity,
            "code": code_of(problem),
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    document = {"version": 1, "findings": findings, "counts": counts, "silenced": silenced}
    return json.dumps(document, indent=2) + "\n"
