"""`masthead diff` shows what a deployment would change for readers; `masthead deploy` deploys."""

from __future__ import annotations

import time
from datetime import date
from functools import partial
from typing import Any

from generator.check import check_on
from generator.commands.terminal import (
    EXIT_FINE,
    add_command,
    can_ask,
    on_project,
    print_problems,
    say,
    tell,
)
from generator.messages import spoken
from generator.project import ProjectFolders
from generator.publish.deploy import DeployRequest, Plan, deploy
from generator.publish.diff import DiffRequest, compare, diff_as_text

_SHOWN = 8
"""Changes of each kind that are shown before a deployment; `masthead diff` shows all."""


def add(commands: Any) -> None:
    """Add both commands to the parser's."""
    command = add_command(
        commands, "diff", partial(on_project, _compare), "project base-url remote branch"
    )
    command.add_argument("--against", default="", metavar="DIR|REF")
    options = "project base-url remote branch dry-run allow-dirty allow-placeholders adopt"
    command = add_command(commands, "deploy", run_deploy, options)
    command.add_argument("--let-go", action="append", default=[], metavar="ADDRESS")


def _compare(options: Any, project: ProjectFolders) -> int:
    request = DiffRequest(
        project=project,
        base_url=options.base_url,
        against=options.against,
        remote=options.remote,
        branch=options.branch,
        can_ask=can_ask(),
    )
    compared = compare(request)
    print_problems(compared.warnings, options.project)
    tell("compared-with", place=compared.against)
    for line in diff_as_text(compared.diff):
        say(line)
    return EXIT_FINE


def run_deploy(options: Any) -> int:
    """Deploy, print, and return the exit code."""
    return on_project(_deploy, options, spoken("deploy-nothing-sent"))


def _deploy(options: Any, project: ProjectFolders) -> int:
    request = DeployRequest(
        project=project,
        check=check_on(date.today()),
        base_url=options.base_url,
        remote=options.remote,
        branch=options.branch,
        adopts=options.adopt,
        allows_dirty=options.allow_dirty,
        allows_placeholders=options.allow_placeholders,
        let_go=tuple(options.let_go),
        is_rehearsal=options.dry_run,
        can_ask=can_ask(),
    )
    plans: list[Plan] = []

    def show(plan: Plan) -> None:
        plans.append(plan)
        print_problems(plan.warnings, options.project)
        for line in _changes(plan):
            say(line)

    start = time.perf_counter()
    done = deploy(request, show)
    plan, seconds = plans[0], time.perf_counter() - start
    where = str(plan.branch.place)
    if done.is_same:
        tell("deploy-same", place=where, files=plan.files)
    elif options.dry_run:
        tell("deploy-rehearsed", place=where, files=plan.files)
    else:
        took = f"{seconds:.1f}"
        tell("deploy-sent", place=where, files=plan.files, commit=done.commit[:7], seconds=took)
        for line in _next(plan):
            say(line)
    return EXIT_FINE


def _changes(plan: Plan) -> list[str]:
    branch = plan.branch
    if not branch.tip:
        return [spoken("deploy-new-branch", place=str(branch.place), files=plan.files)]
    place = f"{branch.place} ({branch.tip[:7]})"
    return [spoken("compared-with", place=place), *diff_as_text(plan.diff, _SHOWN)]


def _next(plan: Plan) -> list[str]:
    lines = []
    if not plan.branch.tip:
        lines.append(spoken("deploy-settings", branch=plan.branch.name))
    if plan.url:
        lines.append(spoken("deploy-live", url=plan.url))
    return lines
