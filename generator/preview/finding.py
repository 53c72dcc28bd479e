"""The line of the sources that says what a piece of a page shows.

Themes are free in what they draw, so the pages carry no marks of where their words come from.
Words are looked for instead: a line of a source whose own words nearly all stand in the text that
the reader points at, and of such lines the one with most of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from generator.model.files import is_litter
from generator.problems import Place
from generator.project import Project

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
_READ = (".md", ".markdown", ".yaml", ".yml", ".bib")
_LONGEST = 1_000_000
_PRECISE = 0.6
"""How much of a line has to stand in the text; the rest is markup, keys and addresses."""


def line_that_says(text: str, first: str, project: Project) -> Place | None:
    """Return the place whose words a text on a page shows; the file `first` is asked first."""
    wanted = frozenset(_WORD.findall(text.casefold()[:2000]))
    least = min(12, 0.6 * _weight(wanted))
    if _weight(wanted) < 3:
        return None
    if best := _best(wanted, least, [first], project):
        return best
    return _best(wanted, least, _sources(project), project)


def _best(
    wanted: frozenset[str], least: float, files: Iterable[str], project: Project
) -> Place | None:
    best, found = 0.0, None
    for file in files:
        for number, line in enumerate(_lines(project.root / file), 1):
            words = frozenset(_WORD.findall(line.casefold()))
            shared = _weight(words & wanted)
            if shared < least or shared < _PRECISE * _weight(words):
                continue
            score = shared * shared / _weight(words)
            if score > best:
                best, found = score, Place(file, number, len(line) - len(line.lstrip()) + 1)
    return found


def _weight(words: frozenset[str]) -> int:
    """Return how telling words are: their letters, a Chinese character counted as three."""
    return sum(len(word) if word < "\u3040" else 3 * len(word) for word in words)


def _lines(path: Path) -> list[str]:
    try:
        if path.suffix not in _READ or path.stat().st_size > _LONGEST:
            return []
        return path.read_text("utf-8-sig", "replace").split("\n")
    except OSError:
        return []


def _sources(project: Project) -> list[str]:
    """Return the texts of a project: data files first, which all pages draw from."""
    found = []
    for path in project.content.rglob("*"):
        relative = path.relative_to(project.root)
        if path.suffix in _READ and not any(map(is_litter, relative.parts)):
            found.append(relative.as_posix())
    return sorted(found, key=lambda file: (file.endswith(_READ[:2]), file))
