"""What other packages call of the engine. Light to load: the stages are imported when they run."""

from __future__ import annotations

from generator.engine.request import BuildRequest, Report
from generator.problems import Place, Spot
from generator.project import Project


def build(request: BuildRequest) -> Report:
    """Bring the output folder in step with the sources.

    Raises SiteError with all problems at once. A mistake in the site then leaves the output folder
    as it was, except for pages of `request.first` that are in their places already. If a file
    cannot be put in its place, those before it stay.
    """
    from generator.engine.stages import run

    return run(request)


def place_of(spot: Spot, project: Project) -> Place:
    """Return the line and column of a value in its source now, for an editor to open."""
    from generator.engine import findings

    return findings.place_of(spot, project)


def packaged_theme(project: Project) -> tuple[str, dict[str, str]]:
    """Return the theme of a site, and the packaged files below it: name -> place on the disk."""
    from generator.engine import stages

    return stages.packaged_theme(project)
