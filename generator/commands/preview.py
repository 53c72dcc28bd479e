"""`masthead preview` serves the site and follows the author's changes; `masthead edit` adds
forms."""

from __future__ import annotations

import argparse
import os
from typing import Any

from generator.api import BuildRequest
from generator.commands.terminal import EXIT_FINE, EXIT_USAGE, add_command, say_error
from generator.disk import refuse_links
from generator.preview.builds import PreviewRequest, build_process
from generator.problems import Place, Problem, SiteError
from generator.project import ProjectFolders


def add(commands: Any) -> None:
    """Add both commands to the command line."""
    for name, work in (("preview", _preview), ("edit", _edit)):
        command = add_command(commands, name, work, "project open drafts poll theme")
        command.add_argument("--port", type=_port, default=8000, metavar="N")
        command.add_argument("--host", default="127.0.0.1", metavar="NAME")
    command.add_argument("--largest", type=int, default=200, metavar="MB")


def _preview(options: Any, project: ProjectFolders) -> int:
    build = _build_request(options, project)
    with build_process() as attempt:  # it forks this process, so load nothing else before
        from generator.preview import session

        is_over = session.preview(_request(options, build), _say_lines, attempt)
        return EXIT_FINE if is_over else EXIT_USAGE


def _edit(options: Any, project: ProjectFolders) -> int:
    build = _build_request(options, project)
    # Both fork this process, so load nothing else before.
    with build_process() as attempt, build_process() as attempt_check:
        from generator.editing.server import edit

        largest = options.largest * 1_000_000
        is_over = edit(_request(options, build), largest, _say_lines, attempt, attempt_check)
        return EXIT_FINE if is_over else EXIT_USAGE


def _request(options: Any, build: BuildRequest) -> PreviewRequest:
    return PreviewRequest(
        build, options.host, options.port, options.poll, options.open, _own_editor()
    )


def _build_request(options: Any, project: ProjectFolders) -> BuildRequest:
    """Return the request for a preview's builds. Everything is served from its folder in the cache;
    raises SiteError if that is a link, or if this is not a site."""
    if not (project.content / "site.yaml").is_file():
        raise SiteError([Problem.of(Place("content/site.yaml"), "site-file-missing")])
    refuse_links(project)
    return BuildRequest(
        project=project,
        output=project.cache / "preview",
        drafts=options.drafts,
        theme=options.theme,
        is_preview=True,
    )


def _own_editor() -> str:
    """Return the command of the user's editor, or ""."""
    names = ("MASTHEAD_EDITOR", "VISUAL", "EDITOR")
    return next(filter(None, map(os.environ.get, names)), "")


def _say_lines(text: str) -> None:
    """Print a message of several lines."""
    for line in text.split("\n"):
        say_error(line)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port: ports are numbers up to 65535")
    return int(text)
