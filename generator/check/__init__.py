"""The rules of `masthead check`: mistakes that a careful reader would notice on a finished site.

A command passes `check_on(today)` to a build. The build calls it with the site before anything is
written. Each problem has the code of its rule. Those that the author has silenced are dropped, and
`commands/check.py` prints the rest.

An entry of `check: {ignore: […]}` in `site.yaml` is a code, `translation-missing`, perhaps with a
pattern of files, `picture-too-large static/maps/*`, or with words of a finding or of its line,
`person-spelled-twice Gongmin Zhao`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from fnmatch import fnmatch
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from generator.api import Check

# Each of these files registers its rules in RULES when it is imported.
from generator.check import dates, outputs, privacy, records, texts  # noqa: F401
from generator.check.rules import RULES, CheckContext
from generator.problems import Place, Problem, Spot, did_you_mean, unique

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
    "ignore-unused": "An entry of `check.ignore` silences nothing any more.",
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
    others, count = _silenced((p for p in said if p not in firm), built)
    return [*firm, *others], count


class _Ignore(NamedTuple):
    code: str
    words: str
    """A pattern of files for `fnmatch`, or words; empty for all findings with the code."""
    where: Place


def _silenced(problems: Iterable[Problem], built: BuiltSite) -> tuple[list[Problem], int]:
    """Return the problems that are not silenced, and the number of those that are.

    The result includes problems of entries with unknown codes or without effect. `problems` must
    have places.
    """
    problems, ignores = list(problems), []
    where = Spot("content/site.yaml", ("check", "ignore"))
    for entry in built.site.config.check.ignore:
        code, _, words = entry.strip().partition(" ")
        ignores.append(_Ignore(code, words.strip(), built.locate(where.inside(entry))))
    used: set[int] = set()
    remaining = []
    for problem in problems:
        matching = [n for n, one in enumerate(ignores) if _silences(one, problem, built)]
        used.update(matching)
        if not matching:
            remaining.append(problem)
    unused = (ignore for number, ignore in enumerate(ignores) if number not in used)
    return [*remaining, *map(_idle, unused)], len(problems) - len(remaining)


def _silences(ignore: _Ignore, problem: Problem, built: BuiltSite) -> bool:
    place = problem.where
    assert isinstance(place, Place)
    if ignore.code != (problem.rule or BUILD):
        return False
    if fnmatch(place.file, ignore.words or "*") or ignore.words in problem.message:
        return True
    lines = built.lines(place.file)[place.line - 1 : place.line] if place.line else []
    return any(ignore.words in line for line in lines)


def _idle(ignore: _Ignore) -> Problem:
    known = (*RULES, *OWN_CODES)
    if ignore.code not in known:
        return Problem.of(
            ignore.where,
            "ignore-unknown",
            code=ignore.code,
            hint=did_you_mean(ignore.code, known),
            severity="warning",
            rule="ignore-unknown",
        )
    return Problem.of(
        ignore.where, "ignore-unused", code=ignore.code, severity="note", rule="ignore-unused"
    )
