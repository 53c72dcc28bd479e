"""`masthead build`: runs one build, and prints its problems and results."""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec

from generator.api import BuildRequest, Report, build
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_MISTAKES,
    add_command,
    counted_by_severity,
    print_problems,
    say,
    tell,
    tell_error,
)
from generator.disk import OwnFolder
from generator.model.files import ProjectFolders
from generator.problems import SiteError, spoken
from generator.processes import ignore


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    options = "project output base-url theme strict drafts force explain quiet"
    add_command(commands, "build", run, options)


def run(options: Any, project: ProjectFolders) -> int:
    """Build a site, print its problems, and return the exit code."""
    output = options.output or project.default_output
    shows_progress = sys.stderr.isatty() and not options.quiet
    request = BuildRequest(
        project=project,
        output=output,
        base_url=options.base_url,
        theme=options.theme,
        strict=options.strict,
        drafts=options.drafts,
        force=options.force,
        words=() if options.force else options.words,
        explain=(lambda path, why: say(f"{path}: {why}")) if options.explain else None,
        progress=_Progress() if shows_progress else None,
        before_writing=ignore,  # otherwise half of the old site and half of the new could be left
    )
    start = time.perf_counter()
    try:
        report = build(request)
        apart = _unpublished(request, report)
    except SiteError as error:
        print_problems(error.problems, options.project)
        errors = sum(problem.is_error for problem in error.problems)
        warnings = len(error.problems) - errors
        counted = counted_by_severity({"error": errors, "warning": warnings})
        stays = any(output.glob("*"))
        tell_error("not-built-and-stays" if stays else "not-built", counted=counted)
        return EXIT_MISTAKES
    said = dict.fromkeys((*report.warnings, *(apart.warnings if apart else ())))
    print_problems(said, options.project)
    if not options.quiet:
        seconds = time.perf_counter() - start
        tell(
            "built-and-removed" if report.removed else "built",
            pages=spoken("count-pages", number=report.pages),
            files=spoken("count-files", number=report.outputs),
            made=report.rendered,
            removed=report.removed,
            seconds=f"{seconds:.2f}",
        )
        if apart and apart.outputs:
            pdfs = spoken("count-pdfs", number=apart.outputs)
            tell("never-deployed", pdfs=pdfs, folder=str(project.unpublished))
        where = f" --project {options.project}" if str(options.project) != "." else ""
        tell("to-see-it", page=str(output / "index.html"), project=where)
    return EXIT_FINE


def _unpublished(request: BuildRequest, report: Report) -> Report | None:
    """Make the PDFs that are not part of the site, and remove those of CVs that now are.

    git ignores the folder, regardless of the project's own .gitignore.
    """
    folder = request.project.unpublished
    if not report.has_unpublished and not folder.is_dir():
        return None
    apart = build(
        msgspec.structs.replace(
            request,
            output=folder, unpublished=True, words=(), progress=None,
            before_writing=None,
        )
    )  # fmt: skip
    OwnFolder(folder).save(".gitignore", b"*\n")
    return apart


class _Progress:
    """Shows the progress of a long build; for a short one, it prints nothing."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 0.5

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._show("\r" + spoken("files-so-far", done=done, total=total))
        if done == total:
            self._show("\r\033[K")

    def _show(self, marks: str) -> None:
        """Print our own control characters. `PrintableStream` would make them visible."""
        print(marks, end="", file=sys.__stderr__, flush=True)
