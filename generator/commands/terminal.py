"""What commands print: problems, and lines that a reader may leave; what they exit with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from generator.problems import Problem, SiteError, annotation, printed, source_lines
from generator.project import Project

EXIT_FINE, EXIT_MISTAKES, EXIT_USAGE = 0, 1, 2


def is_project(folder: Path) -> bool:
    """Whether a folder is there; say so where it is not."""
    if not folder.is_dir():
        print(f"masthead: there is no folder {folder}", file=sys.stderr)
    return folder.is_dir()


def on_project(work: Callable[[Any, Project], int], options: Any, ending: str = "") -> int:
    """Do a command's work on the project that its options name, and return the exit code.

    Mistakes that stop it are printed, and `ending` below them: what came of it all.
    """
    if not is_project(options.project):
        return EXIT_USAGE
    try:
        return work(options, Project(options.project))
    except SiteError as error:
        print_problems(error.problems, options.project)
        if ending:
            print(ending, file=sys.stderr)
        return EXIT_MISTAKES


def way_to(project: Path) -> str:
    """Return the way to a project from where GitHub looks for files: in a workflow the top of the
    repository, elsewhere the folder in which the command runs."""
    whole = project.resolve()
    for top in (os.environ.get("GITHUB_WORKSPACE"), "."):
        if top and whole.is_relative_to(Path(top).resolve()):
            return whole.relative_to(Path(top).resolve()).as_posix()
    return project.as_posix()


def print_problems(problems: Iterable[Problem], project: Path, marks: bool = True) -> None:
    """Print problems on the error stream; on GitHub also as marks on the lines, if it `marks`.

    A workflow's commands are read from that stream as well, and the other one may be JSON.
    """
    source_line = source_lines(project)
    marks = marks and os.environ.get("GITHUB_ACTIONS") == "true"
    root = way_to(project) if marks else ""
    for problem in problems:
        print(printed(problem, source_line), file=sys.stderr)
        if marks:
            print(annotation(problem, root), file=sys.stderr)


def can_ask() -> bool:
    """Whether there is a person at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def say(line: str) -> None:
    """Print a line; a reader that has seen enough, `head` say, does not stop the work."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def count(number: int, noun: str) -> str:
    """Return `1 page`, `2 pages`."""
    return f"{number} {noun}" + ("s" if number != 1 else "")
