"""The rules of `masthead check`: mistakes that a careful reader would notice on a finished site.

A command passes `check_on(today)` to a build. The build calls it with the site before anything is
written. Each problem has the code of its rule. Those that the author has silenced are dropped, and
`commands/check.py` prints the rest.

An entry of `check: {ignore: […]}` in `site.yaml` is a code, `translation-missing`, perhaps with a
pattern of files, `picture-too-large static/maps/*`, or with words of a finding or of its line,
`person-spelled-twice Gongmin Zhao`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatch
from functools import partial
from typing import TYPE_CHECKING

from generator.api import Check

# Each of these files registers its rules in RULES when it is imported.
from generator.check import dates, outputs, privacy, records, texts  # noqa: F401
from generator.check.rules import RULES, CheckContext
from generator.problems import Problem, Spot, did_you_mean, unique

if TYPE_CHECKING:
    from generator.api import BuiltSite

BUILD = "build"
"""The code of problems of the build that have no code of their own."""
OWN_CODES = {
    BUILD: "The problems that `masthead build` reports: mistakes in the files.",
    "alt-missing": "A picture has no description for readers who cannot see it: `![](goat.jpg)`.",
    "fragment-missing": "A link leads to a part of a page that does not exist.",
    "authors-missing": "A paper names no authors.",
    "name-title": "A name contains a title, such as `Prof.` or `教授`.",
    "name-turned": "`people.yaml` and a record have the parts of a name in opposite order.",
    "words-missing": "The interface has no words in a language of the site.",
    "ignore-unknown": "`check.ignore` in `site.yaml` names an unknown code.",
}
"""Codes of findings that do not come from rules -> their meanings."""


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
    others = [p for p in said if p not in firm]
    remaining = [p for p in others if not _is_silenced(p, built)]
    return [*firm, *remaining, *_unknown_codes(built)], len(others) - len(remaining)


def _is_silenced(problem: Problem, built: BuiltSite) -> bool:
    """Whether an entry of `check.ignore` silences a problem with a place."""
    place = problem.place
    lines = built.lines(place.file)[place.line - 1 : place.line] if place.line else []
    for entry in built.site.config.check.ignore:
        code, _, words = entry.strip().partition(" ")
        if code == (problem.rule or BUILD) and (
            fnmatch(place.file, words.strip() or "*")
            or any(words.strip() in text for text in (problem.message, *lines))
        ):
            return True
    return False


def _unknown_codes(built: BuiltSite) -> Iterator[Problem]:
    known = (*RULES, *OWN_CODES)
    where = Spot("content/site.yaml", ("check", "ignore"))
    for entry in built.site.config.check.ignore:
        code = entry.strip().partition(" ")[0]
        if code not in known:
            yield Problem.of(
                built.locate(where.inside(entry)),
                "ignore-unknown",
                code=code,
                hint=did_you_mean(code, known),
                severity="warning",
                rule="ignore-unknown",
            )
