"""The core's interface for commands and leaves: build a site, read its sources, export it.

Functions here import the stages themselves, because commands that do not build also load this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.request import BuildRequest, Check, Report
from generator.model.files import ProjectFolders
from generator.model.site import Site
from generator.problems import Place, Problem, SiteError, Spot

if TYPE_CHECKING:
    from generator.engine.findings import BuiltSite
    from generator.engine.reading import Trial, Trials
    from generator.model.config import ThemeChoice
    from generator.model.files import Sources
    from generator.model.theme import Theme

__all__ = ["BuildRequest", "BuiltSite", "Check", "Report", "Trial", "Trials", "build", "export",
           "packaged_theme", "place_of", "read_site", "themes", "trials",
           "without_markup"]  # fmt: skip

_TRIES = 5


def build(request: BuildRequest) -> Report:
    """Make the output folder match the sources.

    Raises SiteError with all problems at once, each at its place. The output folder then stays as
    it was, except for pages of `request.first` that are already in place. If a file cannot be put
    in place, those before it stay. Two builds of one project take turns. If a source changes during
    the build, it begins again, up to five times.
    """
    from generator.disk import OwnFolder, refuse_links
    from generator.engine.project_cache import locked
    from generator.engine.stages import BuildRun
    from generator.model.files import SourcesChanged
    from generator.write import refuse_dangerous

    if not request.unpublished:
        refuse_dangerous(request.output, request.project, request.is_preview)
    refuse_links(request.project, request.output)
    if not request.project.content.is_dir():
        raise SiteError([Problem.of(Place("content"), "content-missing")])
    memory = OwnFolder(request.project.cache, is_all_ours=True)
    with locked(memory) as lock:
        for _ in range(_TRIES):
            try:
                return BuildRun(request, memory, lock).run()
            except SourcesChanged as changed:
                file = changed
    raise SiteError([Problem.of(Place(str(file)), "file-keeps-changing")])


def place_of(spot: Spot, project: ProjectFolders) -> Place:
    """Return the line and column of a value in its source now, for an editor to open."""
    from generator.engine import findings

    return findings.place_of(spot, project)


def read_site(project: ProjectFolders) -> Site:
    """Read a site from its sources. Raises SiteError with all mistakes in them."""
    from generator.engine.reading import site_in

    return site_in(project)


def trials(project: ProjectFolders, drafts: bool = False) -> Trials:
    """Return an object that tells what a build would read after a change, and its problems."""
    from generator.engine.reading import Trials

    return Trials(project, drafts)


def without_markup(markdown: str) -> str:
    """Return Markdown as a line of plain text."""
    from generator.engine import reading

    return reading.without_markup(markdown)


def export(project: ProjectFolders, format: str, lang: str, is_private: bool) -> bytes:
    """Return a site in a format: what the web may show, or with `is_private` all of it.

    `format` is `bibtex`, `csl-json` or `json-resume`; `lang` is the language of texts; an empty one
    means the site's first. Raises SiteError where the sources have mistakes.
    """
    from generator.engine.reading import exported

    return exported(project, format, lang, is_private)


def packaged_theme(project: ProjectFolders) -> tuple[str, dict[str, str]]:
    """Return the theme of a site, and the packaged files below it: name -> place on the disk."""
    from generator.parse.theme import packaged_files

    sources, choice = _theme_choice(project)
    return choice.name, packaged_files(sources, choice)


def themes(project: ProjectFolders) -> tuple[str, list[Theme]]:
    """Return the name of a site's theme, and all themes that it can choose, by their names.

    Without a site, these are the themes of Masthead, and the name is that of a new site's theme.
    """
    from generator.parse.theme import all_themes

    sources, choice = _theme_choice(project)
    return choice.name, all_themes(sources)


def _theme_choice(project: ProjectFolders) -> tuple[Sources, ThemeChoice]:
    from generator.load import load
    from generator.parse.theme import theme_choice

    sources, _ = load(project)
    return sources, theme_choice(sources.content.get("content/site.yaml"))
