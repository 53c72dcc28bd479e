"""`masthead preview` serves the site and follows the author's changes; `masthead edit` adds
forms."""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from typing import Any

from generator.api import BuildRequest
from generator.commands.terminal import CommandError, add_command, say_error
from generator.disk import refuse_links
from generator.model.files import ProjectFolders
from generator.preview.builds import PreviewRequest, ServerError, build_process
from generator.problems import Place, Problem, SiteError


def add(commands: Any) -> None:
    """Add both commands to the command line."""
    for name in ("preview", "edit"):
        command = add_command(commands, name, run, "project open drafts poll theme")
        command.add_argument("--port", type=_port, default=8000, metavar="N")
        command.add_argument("--host", default="127.0.0.1", metavar="NAME")
    command.add_argument("--largest", type=int, default=200, metavar="MB")


def run(options: Any, project: ProjectFolders) -> None:
    """Serve until interrupted."""
    request = _request(options, project)
    with ExitStack() as processes:  # they fork this process, so load nothing else before
        attempt = processes.enter_context(build_process())
        try:
            if options.command == "edit":
                attempt_check = processes.enter_context(build_process())
                from generator.editing.server import edit

                edit(request, options.largest * 1_000_000, _say_lines, attempt, attempt_check)
            else:
                from generator.preview.session import preview

                preview(request, _say_lines, attempt)
        except ServerError as error:
            raise CommandError(str(error)) from None


def _request(options: Any, project: ProjectFolders) -> PreviewRequest:
    """Return the settings of a preview. Everything is served from its folder in the cache; raises
    SiteError if that is a link, or if this is not a site."""
    if not (project.content / "site.yaml").is_file():
        raise SiteError([Problem.of(Place("content/site.yaml"), "site-file-missing")])
    refuse_links(project)
    build = BuildRequest(
        project=project,
        output=project.cache / "preview",
        drafts=options.drafts,
        theme=options.theme,
        is_preview=True,
    )
    names = ("MASTHEAD_EDITOR", "VISUAL", "EDITOR")
    editor = next(filter(None, map(os.environ.get, names)), "")
    return PreviewRequest(build, options.host, options.port, options.poll, options.open, editor)


def _say_lines(text: str) -> None:
    """Print a message of several lines."""
    for line in text.split("\n"):
        say_error(line)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port: ports are numbers up to 65535")
    return int(text)
