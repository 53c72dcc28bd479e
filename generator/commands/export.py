"""`masthead export`: the site's records in the format of another program."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    EXIT_USAGE,
    add_project,
    on_project,
    say_bytes,
    say_error,
)

if TYPE_CHECKING:
    from generator.engine.export import Exported
    from generator.project import ProjectFolders

FORMATS = ("bibtex", "csl-json", "json-resume", "rendercv")


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command: argparse.ArgumentParser = commands.add_parser(
        "export", help="write the site's records for another program",
        description="Write all records of a site in one file for another program: papers in BibTeX "
        "or CSL-JSON, everything in JSON Resume or RenderCV's YAML. What the format has no place "
        "for is listed. A build writes the first three, too, with what its pages show.",
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
    command.add_argument("--report", type=Path, metavar="FILE",
                         help="write what is left out there as JSON, record by record")  # fmt: skip
    command.set_defaults(run=run)


def run(options: Any) -> int:
    """Export, and return the exit code: 0, 1 (something has no place), 2 (nothing written)."""
    return on_project(_export, options)


def _export(options: Any, project: ProjectFolders) -> int:
    from generator.engine.export import export

    exported = export(project, options.format, options.lang, options.private)
    if options.output is None:
        say_bytes(exported.data)
    else:
        for file, data in ((options.output, exported.data), (options.report, _report(exported))):
            if file is not None and not _written(file, data):
                return EXIT_USAGE
    if (
        options.output is None
        and options.report
        and not _written(options.report, _report(exported))
    ):
        return EXIT_USAGE
    _tell(exported, options.format)
    return EXIT_MISTAKES if exported.losses else EXIT_FINE


def _written(file: Path, data: bytes) -> bool:
    from generator.disk.own_folder import OwnFolder

    if file.is_dir() or not file.parent.is_dir():
        say_error(f"masthead: {file} cannot be written: name a file in a folder that is there")
        return False
    OwnFolder(file.parent.resolve()).write(file.name, data)
    return True


def _report(exported: Exported) -> bytes:
    import msgspec

    lost = [{"kind": one.kind, "record": one.record, "field": one.field} for one in exported.losses]
    encoded = msgspec.json.encode({"version": 1, "lost": lost})
    return msgspec.json.format(encoded, indent=2) + b"\n"


def _tell(exported: Exported, format: str) -> None:
    """Say what the format has no place for, by kinds and fields."""
    counts = Counter((one.kind, one.field) for one in exported.losses)
    for (kind, field), number in counts.items():
        what = f"{kind}: {field}" if field else f"{kind}, as a whole"
        say_error(f"{format} has no place for {what} ({number})")
