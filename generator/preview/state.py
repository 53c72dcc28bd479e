"""What the preview knows at the moment: the last good site, and what is wrong since."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec

from generator.engine.build import place_of
from generator.preview.builder import Outcome
from generator.preview.editor import EditorError, command_for, open_editor
from generator.preview.source_search import line_that_says
from generator.problems import Place, Problem, Spot, printed, source_lines
from generator.project import Project

RELOAD = "*"
STATUS = "/__masthead/status"
_SWAPPED = (".css", ".jpg", ".jpeg", ".png", ".gif")
"""What a page can take in anew while it stays open."""
_MOST = 50


class Mistake(msgspec.Struct, frozen=True):
    """A problem as it was printed when it was found."""

    place: Place
    text: str


class Status(msgspec.Struct, frozen=True):
    """What is wrong; nothing where the pages show the sources as they are."""

    mistakes: tuple[Mistake, ...] = ()
    note: str = ""
    """What holds for all of them, and how many more there are."""


class PreviewState:
    """The state of the preview. Builds replace it, requests read it."""

    def __init__(self, project: Project, output: Path, editor: str) -> None:
        self.project = project
        self.output = output
        self.editor = editor
        self.status = Status()
        self.origins: dict[str, Spot] = {}
        self._run = time.time_ns()
        self._changes = 0

    @property
    def version(self) -> str:
        """The state of the served files; a page that carries another one is out of date."""
        return f"{self._run}.{self._changes}"

    def take(self, outcome: Outcome) -> list[str]:
        """Take in what came of a build; return what the open pages have to load anew."""
        before = self.status
        if outcome.report is None:
            self.status = self._status_of(outcome)
            return [STATUS]
        self.status = Status()
        self.origins = outcome.report.origins
        changed = outcome.report.changed
        self._changes += bool(changed or outcome.report.removed)
        if outcome.report.removed or not all(path.endswith(_SWAPPED) for path in changed):
            return [RELOAD]
        swapped = [f"/{path}" for path in changed]
        return [STATUS, *swapped] if before.mistakes else swapped

    def mistakes_of(self, problems: tuple[Problem, ...]) -> tuple[Mistake, ...]:
        """Return problems as the terminal and the page show them."""
        lines = source_lines(self.project.root)
        return tuple(
            Mistake(problem.where, printed(problem, lines))
            for problem in problems
            if isinstance(problem.where, Place)
        )

    def _status_of(self, outcome: Outcome) -> Status:
        if outcome.crash:
            crash = Mistake(Place(""), outcome.crash.rstrip())
            return Status(
                (crash,), "Masthead itself failed; this is a mistake in it, not in the site"
            )
        mistakes = self.mistakes_of(outcome.problems)
        note = "what you see is the last good page" if self.origins else "there is no page yet"
        if len(mistakes) > _MOST:
            note = f"and {len(mistakes) - _MOST} more; {note}"
        return Status(mistakes[:_MOST], note)

    def open(self, query: dict[str, Any]) -> dict[str, Any]:
        """Open the editor at the place that a page asks for; answer what was done, in words.

        A page never names a file: it names itself, words that it shows, or a mistake's place.
        """
        place = self._place(query)
        if place is None:
            return {"opened": False, "place": "", "message": "no source is known for this"}
        file = self.project.root / place.file
        answer = {"opened": False, "place": f"{place.file}:{max(place.line, 1)}"}
        if not file.is_file() or not file.resolve().is_relative_to(self.project.root.resolve()):
            return {**answer, "message": "this file is not one of the project's"}
        try:
            open_editor(command_for(self.editor, file.resolve(), place.line, place.column))
        except EditorError as error:
            return {**answer, "message": str(error)}
        return {**answer, "opened": True, "message": "opened"}

    def _place(self, query: dict[str, Any]) -> Place | None:
        mistake = str(query.get("mistake", ""))
        if mistake:
            places = (m.place for m in self.status.mistakes)
            return next((place for place in places if str(place) == mistake), None)
        spot = self._origin(str(query.get("page", "")))
        words = str(query.get("words", ""))
        found = line_that_says(words, spot.file if spot else "", self.project) if words else None
        return found or (self._first_text(place_of(spot, self.project)) if spot else None)

    def _first_text(self, place: Place) -> Place:
        """Return the place, or the first line with something on it below."""
        lines = source_lines(self.project.root)
        below = place
        while (text := lines(below)) is not None:
            if text.strip():
                return below
            below = Place(place.file, below.line + 1, 1)
        return place

    def _origin(self, address: str) -> Spot | None:
        path = unquote(address.partition("?")[0].partition("#")[0]).lstrip("/")
        for candidate in (path, path + "index.html", path + "/index.html", path + ".html"):
            if candidate in self.origins:
                return self.origins[candidate]
        return self.origins.get("404.html")
