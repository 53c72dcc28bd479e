"""`masthead edit`: the preview, with forms beside it for what the pages show."""

from __future__ import annotations

from datetime import date
from typing import Any

from generator.commands.preview import add_preview, own_editor, preview_request, say_lines
from generator.commands.terminal import EXIT_FINE, EXIT_USAGE, on_project
from generator.preview.builds import build_process
from generator.project import ProjectFolders


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command = add_preview(commands, "edit", run)
    command.add_argument("--largest", type=int, default=200, metavar="MB")


def run(options: Any) -> int:
    """Serve the site and its panel until the process is interrupted; return the exit code."""
    return on_project(_edit, options)


def _edit(options: Any, _: ProjectFolders) -> int:
    request = preview_request(options)
    # Both fork this process, so nothing else is loaded before.
    with build_process() as attempt, build_process() as attempt_check:
        from generator.editing.server import EditRequest, edit

        is_over = edit(
            EditRequest(
                build=request,
                host=options.host,
                port=options.port,
                polls=options.poll,
                opens_browser=options.open,
                editor=own_editor(),
                largest_upload=options.largest * 1_000_000,
                today=date.today(),
            ),
            say_lines,
            attempt,
            attempt_check,
        )
        return EXIT_FINE if is_over else EXIT_USAGE
