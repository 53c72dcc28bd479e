"""The cheap first question: is everything as the last build left it?

A snapshot is of one command in one project: the generator, every source and every output by its
stamp. While all are the same there is nothing to do, and neither YAML nor Markdown nor a template
engine is loaded to say so. When anything differs it says nothing about what: the pipeline finds
out by digests.

This module imports nothing that Python has not loaded already. The file is a few sections of
lines, which are compared as they stand; it holds no absolute path.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from generator.engine.stamps import folder_stamps, stamp_of
from generator.engine.version import PACKAGE, version_lines

FILE = "snapshot"
_FORMAT = "masthead snapshot 1"
_SECTION = "\n\x1e\n"


def unchanged(words: Sequence[str]) -> tuple[int, int] | None:
    """Return how many pages and files the site in this folder has, if it is as it should be.

    `words` are those of the command. None says that a build must find out.
    """
    return compared(words)[0]


def compared(words: Sequence[str]) -> tuple[tuple[int, int] | None, bool]:
    """Return what `unchanged` does, and whether the Markdown of a page may be another.

    The second is only a guess at what a build will need.
    """
    try:
        with open(os.path.join(".cache", FILE), encoding="utf-8",  # noqa: PTH118, PTH123
                  errors="surrogateescape", newline="") as file:  # fmt: skip
            head, sources, outputs = file.read().split(_SECTION)
        title, command, count = head.split("\n")
        pages, files = map(int, count.split())
    except (OSError, ValueError):
        return None, True
    now = source_lines()
    if title != _FORMAT or command != _command(words):
        return None, True
    if sources != "\n".join(now):
        return None, any(
            map(_tells_of_markdown, set(now).symmetric_difference(sources.split("\n")))
        )
    for line in outputs.split("\n"):
        path, _, stamp = line.rpartition("\0")
        try:
            if stamp_of(os.stat(path)) != stamp:  # noqa: PTH116
                return None, False
        except (OSError, ValueError):
            return None, False
    return (pages, files), False


def _tells_of_markdown(line: str) -> bool:
    """Whether a line is a page's, or the generator's own, after whose change all is rendered."""
    path, nul, _ = line.partition("\0")
    return path.endswith(".md") or not nul


def source_lines(clock: int | None = None) -> list[str]:
    """Return the lines of all that the site in this folder is made from.

    With a `clock` (ns), those files that are not older are none that a snapshot trusts.
    """
    times = () if clock is None else (clock,)
    lines = list(version_lines())
    for name in ("content", "static", "themes", "fonts"):
        lines += folder_stamps(name, name, *times)
    return lines + [line for theme in _packaged() for line in folder_stamps(theme, "", *times)]


def snapshot(
    words: Sequence[str], sources: Iterable[str], outputs: Iterable[str], counts: tuple[int, int]
) -> bytes:
    """Return the file of a snapshot; `outputs` are lines of path and stamp, see `output_line`."""
    head = f"{_FORMAT}\n{_command(words)}\n{counts[0]} {counts[1]}"
    text = _SECTION.join((head, "\n".join(sources), "\n".join(outputs)))
    return text.encode("utf-8", "surrogateescape")


def output_line(path: str, stamp: str) -> str:
    """Return the line of an output by its path from the project's folder."""
    return f"{path}\0{stamp}"


def _command(words: Sequence[str]) -> str:
    return repr(list(words))


def _packaged() -> Iterator[str]:
    """The themes that came with Masthead: inside of the package, or beside it in a checkout."""
    yield os.path.join(PACKAGE, "_themes")  # noqa: PTH118
    beside = os.path.dirname(PACKAGE)  # noqa: PTH120
    if beside != os.getcwd():  # noqa: PTH109
        yield os.path.join(beside, "themes")  # noqa: PTH118
