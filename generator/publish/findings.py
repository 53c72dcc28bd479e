"""What `masthead check` finds in a site that was built for a deployment."""

from __future__ import annotations

from generator.engine.build import build
from generator.engine.request import BuildRequest
from generator.problems import Problem
from generator.publish.fresh import Fresh


def findings(fresh: Fresh, base_url: str) -> tuple[Problem, ...]:
    """Return what is wrong with a site, each with its place: what its build said, and more.

    An error stops a deployment. Notes are left to the check itself: none of them is news here.
    """
    request = BuildRequest(
        project=fresh.project,
        output=fresh.files.root,
        base_url=base_url,
        checks=True,
        writes=False,
    )
    return tuple(found for found in build(request).warnings if found.severity != "note")
