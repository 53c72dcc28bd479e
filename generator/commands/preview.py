"""`masthead preview`: runs a server that follows the author's changes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any

from generator.api import BuildRequest
from generator.commands.parser import add_command
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_USAGE,
    on_project,
    project_of,
    say_error,
)
from generator.disk.own_folder import refuse_links
from generator.preview.builds import build_process
from generator.project import ProjectFolders


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    add_preview(commands, "preview", run)


def add_preview(commands: Any, name: str, run: Callable[[Any], int]) -> argparse.ArgumentParser:
    """Add a command with the options that `preview` and `edit` have in common."""
    command = add_command(commands, name, run, "project open drafts poll cache theme")
    command.add_argument("--port", type=_port, default=8000, metavar="N")
    command.add_argument("--host", default="127.0.0.1", metavar="NAME")
    return command


def run(options: Any) -> int:
    """Preview until the process is interrupted, and return the exit code."""
    return on_project(_preview, options)


def _preview(options: Any, project: ProjectFolders) -> int:
    request = preview_request(options)
    with build_process() as attempt:  # it forks this process, so nothing else is loaded before
        from generator.preview import session

        is_over = session.preview(
            request, options.host, options.port, options.poll, options.open, own_editor(),
            say_lines, attempt,
        )  # fmt: skip
        return EXIT_FINE if is_over else EXIT_USAGE


def preview_request(options: Any) -> BuildRequest:
    """Return what a preview builds. Raises SiteError where a link stands in the place of its folder
    in the cache, from which everything is served."""
    project = project_of(options)
    refuse_links(project)
    return BuildRequest(
        project=project,
        output=project.cache / "preview",
        drafts=options.drafts,
        theme=options.theme,
        is_preview=True,
    )


def own_editor() -> str:
    """Return the command of the person's editor, or nothing."""
    names = ("MASTHEAD_EDITOR", "VISUAL", "EDITOR")
    return next(filter(None, map(os.environ.get, names)), "")


def say_lines(text: str) -> None:
    """Print a message of several lines."""
    for line in text.split("\n"):
        say_error(line)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port: ports are numbers up to 65535")
    return int(text)
