"""`masthead diff`: makes one comparison, and prints it."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from generator.commands.terminal import (
    EXIT_FINE,
    add_base_url,
    add_branch,
    add_project,
    can_ask,
    on_project,
    print_problems,
    say,
    say_all,
)
from generator.project import ProjectFolders
from generator.publish.compare import DiffRequest, compare, diff_as_text


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command: argparse.ArgumentParser = commands.add_parser(
        "diff", help="show what a deployment would change for readers",
        description="Build the site from nothing, and compare it with the branch that `masthead "
        "deploy` made: which words, links, addresses, titles and other metadata would change for "
        "readers.",
    )  # fmt: skip
    add_project(command)
    command.add_argument(
        "--against", default="", metavar="DIR|REF",
        help="a folder with a built site, or a commit, branch or tag, instead of what is deployed",
    )  # fmt: skip
    add_base_url(command)
    add_branch(command, "the remote of git that has the deployed branch", "the deployed branch")
    command.add_argument(
        "--format", choices=("text", "json"), default="text",
        help="for people, or for programs (default: %(default)s)", metavar="text|json",
    )  # fmt: skip
    command.set_defaults(run=run)


def run(options: Any) -> int:
    """Compare, print, and return the exit code: 0 with and without changes."""
    return on_project(_compare, options)


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
    if options.format == "json":
        whole = {"against": compared.against, "changes": compared.diff}
        say_all(msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n")
        return EXIT_FINE
    say(f"against {compared.against}:")
    for line in diff_as_text(compared.diff):
        say(line)
    return EXIT_FINE
