"""Drops the findings that the author has silenced, and reports entries without effect.

An entry of `check: {ignore: […]}` in `site.yaml` is a code, `translation-missing`, perhaps with a
pattern of files, `picture-too-large static/maps/*`, or with words of a finding or of its line,
`person-spelled-twice Gongmin Zhao`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from typing import TYPE_CHECKING, NamedTuple

from generator.check.rules import RULES
from generator.problems import Place, Problem, Spot, did_you_mean

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


class _Ignore(NamedTuple):
    code: str
    words: str
    """A pattern of files for `fnmatch`, or words; empty for all findings with the code."""
    where: Place


Lines = Callable[[str], list[str]]
"""Takes the path of a source in the project and returns its lines."""


def silenced(problems: Iterable[Problem], built: BuiltSite) -> tuple[list[Problem], int]:
    """Return the problems that are not silenced, and the number of those that are.

    The result includes problems of entries with unknown codes or without effect. `problems` must
    have places.
    """
    problems, ignores = list(problems), list(_of_site(built))
    used: set[int] = set()
    remaining = []
    for problem in problems:
        matching = [n for n, one in enumerate(ignores) if _silences(one, problem, built.lines)]
        used.update(matching)
        if not matching:
            remaining.append(problem)
    unused = (ignore for number, ignore in enumerate(ignores) if number not in used)
    return [*remaining, *map(_idle, unused)], len(problems) - len(remaining)


def _of_site(built: BuiltSite) -> Iterator[_Ignore]:
    where = Spot("content/site.yaml", ("check", "ignore"))
    for entry in built.site.config.check.ignore:
        code, _, words = entry.strip().partition(" ")
        yield _Ignore(code, words.strip(), built.locate(where.inside(entry)))


def _silences(ignore: _Ignore, problem: Problem, lines_of: Lines) -> bool:
    place = problem.where
    assert isinstance(place, Place)
    if ignore.code != (problem.rule or BUILD):
        return False
    if fnmatch(place.file, ignore.words or "*") or ignore.words in problem.message:
        return True
    lines = lines_of(place.file)[place.line - 1 : place.line] if place.line else []
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
