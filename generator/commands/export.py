"""`masthead export`: the site's records in the format of another program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.api import export
from generator.commands.parser import add_command
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_USAGE,
    on_project,
    refused,
    say_bytes,
    say_error,
)
from generator.disk.own_folder import OwnFolder
from generator.project import ProjectFolders

FORMATS = ("bibtex", "csl-json", "json-resume")


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command = add_command(commands, "export", run, "project private force")
    command.add_argument("format", choices=FORMATS)
    command.add_argument("--output", "-o", type=Path, metavar="FILE")
    command.add_argument("--lang", default="", metavar="CODE")


def run(options: Any) -> int:
    """Export, and return the exit code."""
    return on_project(_export, options)


def _export(options: Any, project: ProjectFolders) -> int:
    file: Path | None = options.output
    if file is not None and (refusal := refused(file, options.force)):
        say_error(f"masthead: {refusal}")
        return EXIT_USAGE
    data = export(project, options.format, options.lang, options.private)
    if file is None:
        say_bytes(data)
    else:
        OwnFolder(file.parent.resolve()).write(file.name, data)
    return EXIT_FINE
