"""Drops the findings that the author has silenced, and reports ignores without effect.

Findings are silenced in two places: `check: {ignore: [code]}` in `site.yaml` for the whole site,
and a comment at the finding, on its line or right above it: `# masthead: ignore code` in YAML, the
same after `%` in BibTeX, `<!-- masthead: ignore code -->` in Markdown. Several codes are separated
by commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from typing import TYPE_CHECKING, NamedTuple

from generator.check.rules import RULES, without_fences
from generator.model.site import PAGE_ENDINGS
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
    "ignore-unknown": "A comment to ignore findings names an unknown code.",
    "ignore-unused": "A comment to ignore findings silences nothing any more.",
}
"""Codes of findings that do not come from rules -> their meanings."""
_WORDS = r"masthead:\s*ignore\s+(?P<codes>[\w, -]*?)"
_COMMENTS = {
    "yaml": re.compile(rf"(?:^|(?<=\s))#\s*{_WORDS}\s*$"),
    "bib": re.compile(rf"%\s*{_WORDS}\s*$"),
    "page": re.compile(rf"<!--\s*{_WORDS}\s*-->|(?:^|(?<=\s))#\s*masthead:\s*ignore\s+"
                       r"(?P<front>[\w, -]*?)\s*$"),
}  # fmt: skip
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_BLOCK = re.compile(r"[:\-]\s+[|>][+\-\d]*\s*(#.*)?$")


class _Ignore(NamedTuple):
    code: str
    where: Place
    lines: range
    """The lines that it silences; empty for the whole site."""
    pattern: str = ""
    """The files that it silences, as a pattern for `fnmatch`; empty means all."""


Lines = Callable[[str], list[str]]
"""Takes the path of a source in the project and returns its lines."""


def silenced(problems: Iterable[Problem], built: BuiltSite) -> tuple[list[Problem], int]:
    """Return the problems that are not silenced, and the number of those that are.

    The result includes problems of ignores with unknown codes or without effect. `problems` must
    have places.
    """
    problems, lines_of = list(problems), built.lines
    ignores = [
        *_of_site(built),
        *(i for file in built.texts for i in _of_file(file, lines_of(file))),
    ]
    used: set[int] = set()
    remaining = []
    for problem in problems:
        matching = [n for n, ignore in enumerate(ignores) if _silences(ignore, problem, lines_of)]
        used.update(matching)
        if not matching:
            remaining.append(problem)
    unused = (ignore for number, ignore in enumerate(ignores) if number not in used)
    return [*remaining, *map(_idle, unused)], len(problems) - len(remaining)


def _of_site(built: BuiltSite) -> Iterator[_Ignore]:
    """Yield the entries of `check.ignore` in site.yaml: a code, perhaps with a pattern of files."""
    where = Spot("content/site.yaml", ("check", "ignore"))
    for entry in built.site.config.check.ignore:
        code, _, pattern = entry.strip().partition(" ")
        yield _Ignore(code, built.locate(where.inside(entry)), range(0), pattern.strip())


def _of_file(file: str, lines: list[str]) -> Iterator[_Ignore]:
    kind = "page" if file.endswith(PAGE_ENDINGS) else "bib" if file.endswith(".bib") else "yaml"
    for number, line in enumerate(_without_code(lines) if kind == "page" else lines, 1):
        match = _COMMENTS[kind].search(line) if "masthead:" in line else None
        if match is None:
            continue
        spoken = range(number, number + 1)
        if not line[: match.start()].strip() and not line[match.end() :].strip():
            spoken = _below(lines, number, kind)
        codes = match["codes"] or match.groupdict().get("front") or ""
        for code in filter(None, re.split(r"[,\s]+", codes)):
            yield _Ignore(code, Place(file, number, match.start() + 1), spoken)


def _without_code(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a page with blanks for code, where a comment is an example."""
    for line in without_fences("\n".join(lines)).split("\n"):
        yield _CODE.sub(lambda code: " " * len(code[0]), line)


def _below(lines: list[str], number: int, kind: str) -> range:
    """Return the lines that a comment on its own line silences.

    In data, it silences the next line that is not a comment; in Markdown, the paragraph below.
    """
    first = number + 1
    mark = {"yaml": "#", "bib": "%", "page": "<!--"}[kind]
    while first <= len(lines) and (
        not lines[first - 1].strip() or lines[first - 1].strip().startswith(mark)
    ):
        first += 1
    last = first
    while kind == "page" and last < len(lines) and lines[last].strip():
        last += 1
    return range(first, last + 1)


def _silences(ignore: _Ignore, problem: Problem, lines_of: Lines) -> bool:
    place = problem.where
    assert isinstance(place, Place)
    if ignore.code != (problem.rule or BUILD):
        return False
    if not ignore.lines:
        return not ignore.pattern or fnmatch(place.file, ignore.pattern)
    if ignore.where.file != place.file:
        return False
    return place.line in ignore.lines or _owner(lines_of(place.file), place.line) in ignore.lines


def _owner(lines: list[str], number: int) -> int:
    """Return the number of the line with the field whose block of text contains a line, or 0."""
    if not 0 < number <= len(lines):
        return 0
    indent = _indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        line = lines[above - 1]
        if line.strip() and _indent(line) < indent:
            return above if _BLOCK.search(line) else 0
    return 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


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
