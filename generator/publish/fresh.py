"""A site built from nothing, in a folder of its own: the very files that a deployment sends."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from generator.engine.build import build
from generator.engine.request import BuildRequest, Progress, Report
from generator.project import Project
from generator.publish.snapshots import Folder


class Fresh(msgspec.Struct, frozen=True):
    """The files of a site, and what their build said."""

    files: Folder
    report: Report
    project: Project
    """With the memory of this one build."""


@contextmanager
def built_afresh(
    project: Project,
    base_url: str = "",
    strict: bool = False,
    progress: Progress | None = None,
    algorithm: str = "sha1",
) -> Iterator[Fresh]:
    """Build a site into a temporary folder, which is gone afterwards.

    Nothing of the project is touched, and nothing that earlier builds remember is used, so that
    the result depends on the sources alone. `algorithm` is the one by which the repository names
    files. Raises SiteError with all that is wrong.
    """
    with tempfile.TemporaryDirectory(prefix="masthead-") as name:
        folder = Path(name)
        site = folder / "site"
        apart = Project(project.root, folder / "memory")
        request = BuildRequest(
            project=apart,
            output=site,
            base_url=base_url,
            strict=strict,
            progress=progress,
        )
        report = build(request)
        # Without it, Pages would run the files through Jekyll, which drops some of them.
        (site / ".nojekyll").touch()
        yield Fresh(Folder.of(site, algorithm), report, apart)
