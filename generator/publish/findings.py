"""What a check of the sources finds, beyond what their build says."""

from __future__ import annotations

from generator.problems import Problem
from generator.project import Project


def findings(project: Project) -> tuple[Problem, ...]:
    """Return what is wrong with a site, each with its place; an error stops a deployment.

    The one seam between `masthead deploy` and `masthead check`. So far nothing but the build itself
    checks a site, and what that says is told by `deploy` already.
    """
    return ()
