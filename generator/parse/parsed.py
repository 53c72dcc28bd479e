"""What one file says."""

from __future__ import annotations

from typing import Any

import msgspec

from generator.problems import Problem


class Parsed(msgspec.Struct, frozen=True):
    """What one file says: a pure function of its path and bytes."""

    values: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()
