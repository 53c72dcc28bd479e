"""One build of the preview, whatever comes of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable

import msgspec

from generator.engine.build import build
from generator.engine.request import BuildRequest
from generator.problems import Problem, SiteError


class Failure(msgspec.Struct, frozen=True):
    """What stopped a build."""

    problems: tuple[Problem, ...] = ()
    """Mistakes in the site."""
    crash: str = ""
    """The traceback, where Masthead itself failed."""


Attempt = Callable[[BuildRequest], Failure | None]


def attempt(request: BuildRequest) -> Failure | None:
    """Build; return what stopped it, if anything. `request.told` hears of the rest."""
    try:
        build(request)
    except SiteError as error:
        return Failure(error.problems)
    except Exception:
        return Failure(crash=traceback.format_exc())
    return None
