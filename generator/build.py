"""Is there anything to do? Light imports only; opens the pipeline if so."""

from __future__ import annotations

from generator.model.builds import BuildRequest, Report


def build(request: BuildRequest) -> Report:
    """Bring the output folder in step with the sources.

    Raises SiteError with all problems at once; the output folder is untouched then.
    """
    from generator.pipeline import run

    return run(request)
