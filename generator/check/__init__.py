"""The rules of `masthead check`: mistakes that a careful reader would notice on a finished site.

A command passes `check_on(today)` to a build. The build calls it with the site before anything is
written. Each problem has the code of its rule. `silencing` drops those that the author has
silenced, and `commands/check.py` prints the rest.
"""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from generator.api import Check

# Each of these files registers its rules in RULES when it is imported.
from generator.check import dates, outputs, privacy, records, texts  # noqa: F401
from generator.check.rules import RULES, CheckContext
from generator.check.silencing import silenced
from generator.problems import Problem, unique

if TYPE_CHECKING:
    from generator.api import BuiltSite


def check_on(today: date | None = None) -> Check:
    """Return the check of a site on this day; without a day, no date is in the future."""
    return partial(_checked, today=today)


def _checked(built: BuiltSite, today: date | None) -> tuple[list[Problem], int]:
    """Return the problems of a build and the findings of the rules, each with its place, and the
    number of findings that the author has silenced. Errors of the build are never silenced.
    """
    day = (today.year, today.month, today.day) if today else None
    context = CheckContext(built, day)

    each = built.each(lambda rule: rule.findings(context), [*RULES.values()])
    found = [one for some in each for one in some]
    said = unique(built.located([*built.problems, *found]))
    firm = {p for p in built.located(built.problems) if p.is_error}  # with these, no site is built
    others, count = silenced((p for p in said if p not in firm), built)
    return [*firm, *others], count
