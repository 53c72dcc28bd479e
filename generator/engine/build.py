"""What other rooms ask of the engine. Light to load: the stages are loaded when they are needed."""

from __future__ import annotations

from generator.engine.request import BuildRequest, Report
from generator.problems import Place, Spot
from generator.project import Project


def build(request: BuildRequest) -> Report:
    """Bring the output folder in step with the sources.

    Raises SiteError with all problems at once; the output folder is untouched then.
    """
    from generator.engine.stages import run

    return run(request)


def place_of(spot: Spot, project: Project) -> Place:
    """Return where a value of a source stands today, for an editor to open."""
    from generator.engine import findings

    return findings.place_of(spot, project)


def packaged_theme(project: Project) -> tuple[str, dict[str, str]]:
    """Return the theme of a site, and the packaged files below it: name -> place on the disk."""
    from generator.engine import stages

    return stages.packaged_theme(project)
