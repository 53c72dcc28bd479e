"""What a build is asked for, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from generator.model.caches import Ask, ProcessCache
from generator.problems import Problem, Spot
from generator.project import Project

Progress = Callable[[int, int], None]
"""Called with the number of outputs that are done, and of all."""


Explain = Callable[[str, str], None]
"""Called with the path of an output and why it is made again."""


OnReport = Callable[["Report"], None]
"""Called with what came of a build."""


OnFirst = Callable[[tuple[str, ...]], None]
"""Called with the paths of pages that are in their places before all others."""


class BuildRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One build: which project, to where, how."""

    project: Project
    output: Path
    base_url: str = ""
    """Overrides `url` of `site.yaml`."""
    strict: bool = False
    """Whether warnings stop the build as errors do."""
    drafts: bool = False
    """Whether drafts are built."""
    is_preview: bool = False
    """Whether the files keep their names when they change, so that a page can swap one."""
    force: bool = False
    """Whether everything is made again, whatever the last build remembered."""
    words: tuple[str, ...] = ()
    """The command that asks for it, given in the project's folder: the same words are answered
    at once as long as nothing has changed."""
    started: tuple[int, int, int] | None = None
    """The process and pipes of a worker; see `prewarmed_worker`."""
    process_cache: ProcessCache = msgspec.field(default_factory=ProcessCache)
    """What the builds before this one, in the same process, have kept for it."""
    explain: Explain | None = None
    """Called with each output that is made again and the reason in words."""
    progress: Progress | None = None
    before_writing: Callable[[], None] | None = None
    """Called when nothing can go wrong any more, before the first output goes to its place."""
    today: tuple[int, int, int] | None = None
    """The year, month and day, for a check to tell what lies ahead. A build knows no clock."""
    first: tuple[str, ...] = ()
    """The paths of pages that somebody is looking at. Those that are stale are made first and put
    in their places at once, unless the build has found an error by then. A later error still stops
    the build: these pages stay as they are now, all others as they were."""
    on_first: OnFirst | None = None
    """Called when those of them that changed are in their places, before the rest is made."""
    checks: bool = False
    """Whether the rules of `check/` are run as well; what they find is among the problems."""
    ask: Ask | None = None
    """How those rules find out whether other hosts still have what the site links to."""
    writes: bool = True
    """Whether the outputs go to their places. Without it nothing is changed but the cache of
    rendered texts, and mistakes are in the report instead of being raised."""
    on_report: OnReport | None = None
    """Called when the outputs are in their places, before what will be remembered is saved."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a build made."""

    outputs: int = 0
    """Files that the site consists of."""
    pages: int = 0
    """Pages for people among them."""
    rendered: int = 0
    """Files that were made again; all others were still right."""
    written: int = 0
    """Files that were new or different."""
    removed: int = 0
    """Files of an earlier build that are gone."""
    changed: tuple[str, ...] = ()
    """The paths of those that were new or different."""
    origins: dict[str, Spot] = {}
    """Path of a page -> where an author edits what it shows; for previews only."""
    warnings: tuple[Problem, ...] = ()
    """What is wrong, and did not stop the build; of a build that does not write, everything."""
    silenced: int = 0
    """Findings that a comment or `check.ignore` has silenced."""
    base_url: str = ""
    """The address that the site was built for, with a slash at its end; empty if none is known."""
    seconds: dict[str, float] = {}
    """How long each stage took."""
