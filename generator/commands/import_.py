"""`masthead import` turns a site of another program into a Masthead site; `masthead export` writes
the site's records in the format of another program."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from generator.api import export
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    EXIT_USAGE,
    CommandError,
    add_command,
    print_problems,
    refuse_output,
    say,
    say_bytes,
    tell,
    tell_error,
)
from generator.disk import OwnFolder
from generator.hosting.installation import has_extra, how_to_add
from generator.importing.planning import ImportRequest
from generator.importing.report import ImportReport, as_json, as_markdown, counted
from generator.model.files import ProjectFolders
from generator.problems import SiteError, spoken

KINDS = ("hexo", "al-folio", "academicpages", "hugo-blox", "rendercv", "json-resume")
FORMATS = ("bibtex", "csl-json", "json-resume")


def add(commands: Any) -> None:
    """Add both commands to the parser's."""
    command = add_command(commands, "import", run_import, "samples dry-run force", project=Path())
    flag = command.add_argument
    flag("source", metavar="SOURCE")
    flag("target", type=Path, metavar="DIR")
    flag("--ref", default="", metavar="REF")
    flag("--from", dest="kind", default="", choices=KINDS)
    flag("--published", default="", metavar="DIR|REF")
    flag("--report", type=Path, metavar="FILE")
    command = add_command(commands, "export", _export, "project private force")
    command.add_argument("format", choices=FORMATS)
    command.add_argument("--output", "-o", type=Path, metavar="FILE")
    command.add_argument("--lang", default="", metavar="CODE")


def run_import(options: Any, _: ProjectFolders) -> int:
    """Import a site and return the exit code: 0, 1 (something lost or guessed), 2 (refused)."""
    if not has_extra("import"):
        raise CommandError(spoken("import-needs-extra", how=how_to_add("import")))
    if options.report:
        if options.target.resolve() in options.report.resolve().parents:
            raise CommandError(spoken("import-report-inside", file=str(options.report)))
        refuse_output(options.report, options.force)
    from generator.importing.import_site import import_site  # its imports need the extra

    request = ImportRequest(
        source=options.source, target=options.target, ref=options.ref, kind=options.kind,
        published=options.published, takes_samples=options.samples, is_dry_run=options.dry_run,
        today=date.today().isoformat(),
    )  # fmt: skip
    try:
        report = import_site(request)
    except SiteError as error:
        print_problems(error.problems, request.target)
        tell_error("nothing-written")
        return EXIT_USAGE
    if options.report:
        _write_report(report, options.report)
    _tell(report, options)
    return EXIT_MISTAKES if report.has_losses else EXIT_FINE


def _write_report(report: ImportReport, file: Path) -> None:
    is_json = file.suffix.lower() == ".json"
    data = as_json(report) if is_json else as_markdown(report).encode()
    OwnFolder(file.parent.resolve()).write(file.name, data)


def _tell(report: ImportReport, options: Any) -> None:
    pages = spoken("count-pages", number=int(str(report.build["pages"])))
    taken = counted(report.taken) or spoken("import-nothing")
    tell("import-taken", kind=str(report.source["kind"]), taken=taken, pages=pages)
    counts = Counter(one.severity for one in report.findings)
    if counts:
        tell("import-findings", counts=counted(counts))
    ways = Counter(sorted(one.how for one in report.addresses))
    if ways:
        tell("import-addresses", counts=counted(ways))
    if report.before_you_publish:
        tell("before-you-publish")
        for one in report.before_you_publish:
            say(f"- {one}")
    if options.dry_run:
        tell("nothing-written")
        return
    tell("import-read", file=str(options.target / "import-report.md"))


def _export(options: Any, project: ProjectFolders) -> None:
    file: Path | None = options.output
    if file is not None:
        refuse_output(file, options.force)
    data = export(project, options.format, options.lang, options.private)
    if file is None:
        say_bytes(data)
    else:
        OwnFolder(file.parent.resolve()).write(file.name, data)
