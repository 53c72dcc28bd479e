"""`masthead check`: prints all problems of a build, and what the rules of `check/` find."""

from __future__ import annotations

from datetime import date
from typing import Any

from generator.api import BuildRequest, build
from generator.check import check_on, formats
from generator.commands.parser import add_command
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    EXIT_USAGE,
    counted_by_severity,
    is_project,
    project_of,
    say_all,
    say_error,
    way_to,
)
from generator.messages import spoken
from generator.problems import Problem, SiteError, source_lines


def add(commands: Any) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "check", run, "project cache base-url drafts strict")
    command.add_argument("--format", choices=("text", "json", "github", "gitlab"), default="text")


def run(options: Any) -> int:
    """Check a site, print the findings, and return the exit code."""
    if not is_project(options.project):
        return EXIT_USAGE
    project, silenced = project_of(options), 0
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
    except SiteError as error:  # nothing of the site could be read
        found = error.problems
    if options.format == "json":
        text = formats.as_json(found, silenced)
    elif options.format in ("github", "gitlab"):
        written = formats.as_github if options.format == "github" else formats.as_gitlab
        text = written(found, way_to(options.project))
        # A log shows no marks, or without their places; and GitHub marks ten of a kind only.
        say_error(formats.as_text(found, source_lines(options.project)).rstrip("\n"))
    else:
        text = formats.as_text(found, source_lines(options.project))
    say_all(text)
    counts = {severity: formats.count_of(found, severity) for severity in formats.SEVERITIES}
    say_error(_summary(counts, silenced))
    is_bad = counts["error"] or (options.strict and counts["warning"])
    return EXIT_MISTAKES if is_bad else EXIT_FINE


def _summary(counts: dict[str, int], silenced: int) -> str:
    counted = counted_by_severity(counts) or spoken("checked-well")
    if silenced:
        counted = spoken("count-silenced", number=silenced, counted=counted)
    return spoken("checked", counted=counted)
