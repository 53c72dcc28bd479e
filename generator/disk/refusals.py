"""Errors for people about files that cannot be written, and about links where we write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from generator.problems import Place, Problem, SiteError
from generator.project import ProjectFolders


@contextmanager
def os_errors_reported() -> Iterator[None]:
    """Turn an OSError about a file that cannot be written into a SiteError."""
    try:
        yield
    except OSError as error:
        name = str(error.filename2 or error.filename or "the output")
        raise SiteError(
            [Problem.of(Place(name), "write-failed", reason=str(error.strerror))]
        ) from error


def refuse_links(project: ProjectFolders, output: os.PathLike[str] | None = None) -> None:
    """Raise SiteError for links in the cache of a project, or on the way to it or to its output.

    A link outside of the project is followed: the person has named it.
    """
    root, cache = os.path.realpath(project.root), os.fspath(project.cache)
    found = [_problem(link, root, "cache") for link in _links_to(cache, root)]
    if not found:
        with suppress(OSError), os.scandir(cache) as entries:
            links = sorted(entry.path for entry in entries if entry.is_symlink())
            found = [_problem(link, root, "cache") for link in links]
    if output is not None:
        found += [_problem(link, root, "site") for link in _links_to(os.fspath(output), root)]
    if found:
        raise SiteError(dict.fromkeys(found))


def _links_to(path: str, root: str) -> Iterator[str]:
    """Yield each link inside of the project that leads to a path."""
    while path:
        parent, name = os.path.split(path)
        if name and os.path.islink(path) and _is_inside(os.path.realpath(parent), root):
            yield path
        if parent == path:
            return
        path = parent


def _is_inside(path: str, root: str) -> bool:
    return f"{path}/".startswith(f"{root.rstrip('/')}/")


def _problem(link: str, root: str, what: str) -> Problem:
    parent, name = os.path.split(link)
    place = os.path.relpath(os.path.join(os.path.realpath(parent), name), root)
    return Problem.of(Place(place), "link-of-output" if what == "site" else "link-of-cache")
