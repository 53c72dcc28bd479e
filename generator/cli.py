"""Words typed by a person -> one call; prints; exit codes. No logic.

Exit codes: 0 fine, 1 mistakes in the site, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from generator import __version__

if TYPE_CHECKING:
    import argparse

EXIT_FINE, EXIT_MISTAKES, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


def main(
    arguments: Sequence[str] | None = None, started: tuple[int, int, int] | None = None
) -> int:
    """Run the command line and return the exit code.

    `started` is a process that draws, see `drawing/ahead.py`.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        options = _plain_build(words) or parser().parse_args(words)
        options.started = started
        options.words = tuple(words) if arguments is None and _is_here(options) else ()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    if isinstance(sys.stdout, io.TextIOWrapper):  # as stderr does where it cannot show a letter
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: int = options.run(options)
        return code
    except KeyboardInterrupt:
        print("stopped; the last good site is still there", file=sys.stderr)
        return EXIT_INTERRUPTED


def _is_here(options: Any) -> bool:
    """Whether the command was given in the project's own folder."""
    return Path(options.project).resolve() == Path.cwd()


def _plain_build(words: Sequence[str]) -> SimpleNamespace | None:
    """Return the options of a build with nothing but switches, or None.

    The parser says the same (a test compares), but takes as long to load as a small build's work.
    """
    if words[:1] != ["build"] or not set(words[1:]) <= _SWITCHES:
        return None
    switches = {switch[2:]: switch in words for switch in _SWITCHES}
    return SimpleNamespace(
        command="build", project=Path(), output=None, base_url="", run=_build, **switches
    )


_SWITCHES = {"--strict", "--drafts", "--force", "--explain", "--quiet"}


def parser() -> argparse.ArgumentParser:
    """Return the whole command line; the reference is made from it."""
    import argparse

    from generator.commands import check, deploy, diff, new, theme

    top = argparse.ArgumentParser(
        prog="masthead", description="A static academic homepage generator."
    )
    top.add_argument("--version", action="version", version=f"masthead {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    build = commands.add_parser(
        "build", help="build the site", description="Build the site of a project."
    )
    _add_project(build)
    build.add_argument(
        "--output", type=Path, metavar="DIR",
        help="where the site goes (default: _site/ in the project)",
    )  # fmt: skip
    build.add_argument(
        "--base-url", default="", metavar="URL",
        help="where the site will live, instead of `url` in site.yaml",
    )  # fmt: skip
    build.add_argument("--strict", action="store_true", help="let warnings stop the build")
    build.add_argument("--drafts", action="store_true", help="build drafts, too")
    build.add_argument(
        "--force", action="store_true", help="make everything again, whatever was remembered"
    )
    build.add_argument("--explain", action="store_true", help="say why each file was made again")
    build.add_argument("--quiet", action="store_true", help="print mistakes only")
    build.set_defaults(run=_build)
    preview = commands.add_parser(
        "preview", help="show the site while you edit it",
        description="Build the site, serve it on this machine, and follow each change. The key e "
        "in a page opens its source in the editor that MASTHEAD_EDITOR names (or VISUAL, EDITOR).",
    )  # fmt: skip
    _add_project(preview)
    preview.add_argument(
        "--port", type=_port, default=8000, metavar="N",
        help="where to serve; the next free one if it is taken (default: %(default)s)",
    )  # fmt: skip
    preview.add_argument(
        "--host", default="127.0.0.1", metavar="NAME",
        help="the address to listen on; any but %(default)s lets others see the site",
    )  # fmt: skip
    preview.add_argument("--open", action="store_true", help="open the site in a browser")
    preview.add_argument("--drafts", action="store_true", help="show drafts, too")
    preview.add_argument(
        "--poll", action="store_true",
        help="look for changes twice a second: for network folders and shared ones in containers",
    )  # fmt: skip
    preview.add_argument(
        "--production", action="store_true",
        help="serve what would be deployed, by the rules of GitHub Pages; changes are not followed",
    )  # fmt: skip
    preview.add_argument(
        "--base-url", default="", metavar="URL",
        help="with --production: where the site will live, instead of `url` in site.yaml",
    )  # fmt: skip
    preview.set_defaults(run=_preview)
    check.add(commands)
    diff.add(commands)
    deploy.add(commands)
    new.add(commands)
    theme.add(commands)
    return top


def _add_project(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR",
        help="the folder that holds content/ (default: this one)",
    )  # fmt: skip


def _build(options: Any) -> int:
    from generator.build import build
    from generator.model.builds import BuildRequest
    from generator.problems import SiteError
    from generator.project import Project

    if not options.project.is_dir():
        print(f"masthead: there is no folder {options.project}", file=sys.stderr)
        return EXIT_USAGE
    project = Project(options.project)
    output = options.output or project.default_output
    shows_progress = sys.stderr.isatty() and not options.quiet
    request = BuildRequest(
        project=project,
        output=output,
        base_url=options.base_url,
        strict=options.strict,
        drafts=options.drafts,
        force=options.force,
        started=options.started,
        words=() if options.force else options.words,
        explain=_explain if options.explain else None,
        progress=_Progress() if shows_progress else None,
        before_writing=_finish,
    )
    start = time.perf_counter()
    try:
        report = build(request)
    except SiteError as error:
        _print_problems(error.problems, options.project)
        errors = sum(problem.is_error for problem in error.problems)
        warnings = len(error.problems) - errors
        counted = " and ".join(
            _count(n, w) for n, w in ((errors, "error"), (warnings, "warning")) if n
        )
        stays = "; the last good site is still there" if output.is_dir() else ""
        print(f"not built: {counted}{stays}", file=sys.stderr)
        return EXIT_MISTAKES
    _print_problems(report.warnings, options.project)
    if not options.quiet:
        seconds = time.perf_counter() - start
        removed = f", {report.removed} removed" if report.removed else ""
        _say(f"built {_count(report.pages, 'page')} ({_count(report.outputs, 'file')}, "
              f"{report.rendered} made again{removed}) in {seconds:.2f} s")  # fmt: skip
        _say(f"look at it: open {output / 'index.html'} in a browser")
    return EXIT_FINE


def _finish() -> None:
    """From here on Ctrl-C would leave half of the old site and half of the new; it is too late."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _explain(path: str, reason: str) -> None:
    _say(f"{path}: {reason}")


def _say(line: str) -> None:
    """Print a line; a reader that has seen enough, `head` say, does not stop the work."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _preview(options: Any) -> int:
    from generator.preview import PreviewRequest, preview
    from generator.problems import SiteError
    from generator.project import Project

    if not options.project.is_dir():
        print(f"masthead: there is no folder {options.project}", file=sys.stderr)
        return EXIT_USAGE
    if problem := _contradiction(options):
        print(f"masthead: {problem}", file=sys.stderr)
        return EXIT_USAGE
    names = ("MASTHEAD_EDITOR", "VISUAL", "EDITOR")
    request = PreviewRequest(
        project=Project(options.project),
        host=options.host,
        port=options.port,
        opens_browser=options.open,
        drafts=options.drafts,
        polls=options.poll,
        editor=next(filter(None, map(os.environ.get, names)), ""),
        is_production=options.production,
        base_url=options.base_url,
    )
    try:
        could = preview(request, lambda line: print(line, file=sys.stderr, flush=True))
    except SiteError as error:
        _print_problems(error.problems, options.project)
        return EXIT_MISTAKES
    return EXIT_FINE if could else EXIT_USAGE


def _contradiction(options: Any) -> str:
    """Return what is wrong with the options of a preview taken together."""
    if options.base_url and not options.production:
        return "--base-url is for --production; what is being edited is shown at the top"
    if options.drafts and options.production:
        return "drafts are not deployed, so --production does not show them"
    return ""


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        import argparse

        raise argparse.ArgumentTypeError(f"{text} is no port: one has a number up to 65535")
    return int(text)


def _print_problems(problems: Sequence[object], project: Path) -> None:
    from generator.problems import Problem, annotation, printed, source_lines

    source_line = source_lines(project)
    for problem in problems:
        assert isinstance(problem, Problem)
        print(printed(problem, source_line), file=sys.stderr)
        if os.environ.get("GITHUB_ACTIONS") == "true":
            print(annotation(problem, project.as_posix()))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("s" if number != 1 else "")


class _Progress:
    """Says how far a long build is; a short one leaves no trace."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 0.5

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            print(f"\r{done} of {total} files", end="", file=sys.stderr, flush=True)
        if done == total:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
