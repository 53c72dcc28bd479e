"""The request for a build, and its report."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from generator.model.files import ProjectFolders
from generator.problems import Problem, Spot

if TYPE_CHECKING:
    from generator.engine.findings import BuiltSite

Check = Callable[["BuiltSite"], tuple[list[Problem], int]]
"""Returns the problems of a site, including those of the build, and how many are silenced."""


class BuildRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One build: its project, its folder, and how it is done."""

    project: ProjectFolders
    output: Path
    base_url: str = ""
    """Overrides `url` of `site.yaml`."""
    theme: str = ""
    """Overrides the name of the theme in `site.yaml`."""
    skin: str = ""
    """Overrides the theme's option `skin`."""
    home_only: bool = False
    """Whether only the home page is made, with what it loads: to try a theme."""
    strict: bool = False
    """Whether warnings stop the build as errors do."""
    drafts: bool = False
    """Whether drafts are built."""
    copies: bool = True
    """Whether pictures get smaller copies, if the site wants them. Hundreds of photographs take
    minutes."""
    is_preview: bool = False
    """Whether files keep their names when they change, so that an open page can swap one."""
    force: bool = False
    """Whether everything is made again, regardless of the caches."""
    words: tuple[str, ...] = ()
    """The words of the command, if it was given in the project's folder. While nothing has changed,
    the snapshot answers a later command with the same words."""
    unpublished: bool = False
    """Whether only the PDFs that are not part of the site are made, see `publish` of a CV."""
    process_cache: dict[str, tuple[bytes, Any]] = {}
    """The records of earlier builds in this process: name -> bytes, and what these decode to."""
    explain: Callable[[str, str], None] | None = None
    """Called with the path of each output that is made again, and the reason in words."""
    progress: Callable[[int, int], None] | None = None
    """Called with the number of outputs that are done, and the total."""
    before_writing: Callable[[], None] | None = None
    """Called once all outputs are rendered without an error, before they are put in place (those of
    `first` may be there already)."""
    first: tuple[str, ...] = ()
    """The paths of pages that are open in a browser. The stale ones are made first and put in place
    at once, unless the build has already found an error. If a later error stops the build, these
    pages stay new and all others stay old."""
    on_first: Callable[[tuple[str, ...]], None] | None = None
    """Called with the paths in `first` that changed, once they are in place and before the rest is
    made."""
    check: "Check | None" = None
    """Called before anything is written; the problems that it returns become the build's."""
    writes: bool = True
    """Whether the outputs are put in place. If not, only caches in `.cache/` change, and the report
    holds the mistakes; those that keep the site from being read are raised."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a build."""

    outputs: int = 0
    """How many files the site consists of."""
    pages: int = 0
    """How many of them are HTML pages."""
    rendered: int = 0
    """How many files were made again; all others were still fresh."""
    removed: int = 0
    """How many files of an earlier build were removed."""
    changed: tuple[str, ...] = ()
    """The paths of the files that were new or different."""
    has_unpublished: bool = False
    """Whether there are CVs that are not published, see `BuildRequest.unpublished`."""
    origins: dict[str, Spot] = {}
    """Path of a page -> the places where the author edits its content; only filled for previews."""
    warnings: tuple[Problem, ...] = ()
    """The problems that did not stop the build; in a build that does not write, all problems."""
    silenced: int = 0
    """The number of findings that a comment or `check.ignore` has silenced."""
    base_url: str = ""
    """The address that the site was built for, with a slash at its end; empty if none is known."""
