"""`masthead export`: the site's records in the format of another program."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from generator.api import export
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_USAGE,
    add_project,
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
    command: argparse.ArgumentParser = commands.add_parser(
        "export", help="write the site's records for another program",
        description="Write all records of a site in one file for another program: papers in BibTeX "
        "or CSL-JSON, everything in JSON Resume. A build writes them, too, with what its pages "
        "show.",
    )  # fmt: skip
    add_project(command)
    command.add_argument("format", choices=FORMATS, help="the format")
    command.add_argument("--output", "-o", type=Path, metavar="FILE",
                         help="the file to write; left out, the terminal")  # fmt: skip
    command.add_argument("--lang", default="", metavar="CODE",
                         help="the language of texts; left out, the site's first")  # fmt: skip
    command.add_argument(
        "--private", action="store_true",
        help="everything, too, that the web must not show: `visibility: pdf` and `private`, "
        "e-mail addresses and telephone numbers",
    )  # fmt: skip
    command.add_argument("--force", action="store_true", help="replace the file if it is there")
    command.set_defaults(run=run)


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
