"""What a build would say of sources that are not on the disk yet.

A trial reads the site as a build does, lists its outputs and follows the references of records. It
draws nothing, so it does not find what is wrong inside of a text: a dead link of a page, say.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.engine.findings import located
from generator.graph.cvs import with_whole_cvs
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.graph.references import check
from generator.load import load
from generator.model.files import SourceFile, Sources, digest_of
from generator.model.lookups import SourceCache
from generator.model.site import Site
from generator.parse.content import parse
from generator.parse.locate import Locator
from generator.parse.theme import parse_theme
from generator.problems import Problem, SiteError
from generator.project import ProjectFolders


class MemorySources(SourceCache):
    """Keeps the digests of files, and what texts were parsed to, as long as a process lives."""

    def __init__(self) -> None:
        self._digests: dict[str, tuple[str, str]] = {}
        self._values: dict[str, tuple[str, Any]] = {}

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        """Return the stamp of a file, and the digest that it had with this stamp, or nothing."""
        stamp = f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"
        known, digest = self._digests.get(path, ("", ""))
        return stamp, digest if known == stamp else ""

    def note(self, path: str, stamp: str, digest: str) -> None:
        """Note the digest of a file; nothing is noted of one that was not read."""
        if stamp and digest:
            self._digests[path] = stamp, digest

    def get(self, name: str, digest: str, kind: Any) -> Any:
        """Return what a text with this digest was parsed to, or None."""
        known, value = self._values.get(name, ("", None))
        return value if known == digest else None

    def put(self, name: str, digest: str, value: Any) -> None:
        """Keep what a text was parsed to."""
        self._values[name] = digest, value


class Trial(NamedTuple):
    """What a build would read, and what is wrong with it."""

    site: Site | None
    """None where nothing can be built."""
    problems: tuple[Problem, ...]
    """Each with its spot, where it has one."""
    printed: tuple[Problem, ...]
    """The same problems, each with the line on which it stands."""


def tried(
    project: ProjectFolders, changed: Mapping[str, bytes | None], cache: MemorySources, drafts: bool
) -> Trial:
    """Read a project in which some files have other bytes than on the disk.

    `changed` maps the path of a file under `content/` to its bytes, or to None for one that is
    gone.
    """
    sources, problems = load(project, cache)
    for path, file in sources.content.items():
        cache.note(path, file.stamp, file.known_digest)
    for path, data in changed.items():
        sources.content.pop(path, None)
        if data is not None:
            absolute = Path(project.root, path)
            sources.content[path] = SourceFile(path, absolute, data, "", digest_of(data))
    content = dict(sorted(sources.content.items()))
    sources.content.clear()
    sources.content.update(content)
    site: Site | None = None
    try:
        parsed, found = parse(sources, drafts, cache)
        site, problems = parsed, problems + found
        problems += _of_outputs(parsed, sources, cache)
    except SiteError as error:
        problems += error.problems
    return Trial(site, tuple(problems), tuple(located(problems, Locator(sources))))


def _of_outputs(site: Site, sources: Sources, cache: SourceCache) -> list[Problem]:
    """Return what is wrong with addresses and with references."""
    problems: list[Problem] = []
    whole = with_homes(with_whole_cvs(site, problems))
    theme, found = parse_theme(sources, site.config.theme, cache)
    problems += found
    outputs, found = outputs_of(whole, theme, sources, True, site.config.url)
    index = Index(whole, theme, outputs, site.config.url)
    return [*problems, *found, *check(index)]
