"""`masthead diff` shows what a deployment would change for readers; `masthead deploy` deploys."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

from generator.check import check_on
from generator.commands.terminal import add_command, can_ask, print_problems, say, tell
from generator.model.files import ProjectFolders
from generator.problems import spoken
from generator.publish.deploy import DeployRequest, Plan, deploy
from generator.publish.diff import compare, diff_as_text

_SHOWN = 8
"""Changes of each kind that are shown before a deployment; `masthead diff` shows all."""


def add(commands: Any) -> None:
    """Add both commands to the parser."""
    command = add_command(commands, "diff", _compare, "project base-url remote branch")
    command.add_argument("--against", default="", metavar="DIR|REF")
    options = "project base-url remote branch dry-run allow-dirty adopt"
    command = add_command(commands, "deploy", _deploy, options, ending="deploy-nothing-sent")
    command.add_argument("--let-go", action="append", default=[], metavar="ADDRESS")


def _compare(options: Any, project: ProjectFolders) -> None:
    against, remote, branch = options.against, options.remote, options.branch
    compared = compare(project, against, remote, branch, options.base_url, can_ask())
    print_problems(compared.warnings, options.project)
    tell("compared-with", place=compared.against)
    for line in diff_as_text(compared.diff):
        say(line)


def _deploy(options: Any, project: ProjectFolders) -> None:
    request = DeployRequest(
        project=project,
        check=check_on(date.today()),
        base_url=options.base_url,
        remote=options.remote,
        branch=options.branch,
        adopts=options.adopt,
        allows_dirty=options.allow_dirty,
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
    commit = deploy(request, show)
    plan, seconds = plans[0], time.perf_counter() - start
    where = str(plan.branch.place)
    if plan.is_same:
        tell("deploy-same", place=where, files=plan.files)
    elif options.dry_run:
        tell("deploy-rehearsed", place=where, files=plan.files)
    else:
        took = f"{seconds:.1f}"
        tell("deploy-sent", place=where, files=plan.files, commit=commit[:7], seconds=took)
        if not plan.branch.tip:
            tell("deploy-settings", branch=plan.branch.name)
        if plan.url:
            tell("deploy-live", url=plan.url)


def _changes(plan: Plan) -> list[str]:
    branch = plan.branch
    if not branch.tip:
        return [spoken("deploy-new-branch", place=str(branch.place), files=plan.files)]
    place = f"{branch.place} ({branch.tip[:7]})"
    return [spoken("compared-with", place=place), *diff_as_text(plan.diff, _SHOWN)]
