"""The state of a preview: the last good site, the mistakes since then, and the open pages."""

import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec

from generator.api import place_of
from generator.hosting.installation import with_command
from generator.model.files import ProjectFolders
from generator.preview.builds import Failure, Result
from generator.preview.editor import EditorError, command_for, line_that_says, open_editor
from generator.problems import Place, Problem, Spot, printed, source_lines, spoken

RELOAD = "*"
STATUS = "/__masthead/status"
_SWAPPED = (".css", ".jpg", ".jpeg", ".png", ".gif")
"""Files that an open page can reload without being reloaded itself."""
_NO_PART = (".html", ".md", ".json", ".xml", ".txt", ".bib", ".pdf")
"""Files that are never part of a page, though pages may link to them."""
_MOST = 50


class Mistake(msgspec.Struct, frozen=True):
    """A problem, as printed when it was found."""

    place: Place
    text: str


class Status(msgspec.Struct, frozen=True):
    """The mistakes; empty if the pages show the current sources."""

    mistakes: tuple[Mistake, ...] = ()
    note: str = ""
    """A note on all mistakes, and on how many more there are."""


class PreviewState:
    """The state of the preview. Builds replace it, requests read it."""

    def __init__(self, project: ProjectFolders, output: Path, editor: str) -> None:
        self.project = project
        self.output = output
        self.editor = editor
        self.status = Status()
        self.origins: dict[str, Spot] = {}
        """Path of a page -> the places where the author edits its content."""
        self._open: dict[object, str] = {}
        """A browser's connection -> the address of its page."""
        self._first: frozenset[str] = frozenset()
        """Paths of the pages that the current build has already put in place."""
        self._is_ahead = False
        """Whether such pages are newer than the last good site because their build failed."""
        self._served: set[str] = set()
        """Paths of the pages that were sent to browsers since then."""
        self._run = time.time_ns()
        self._changes = 0

    @property
    def version(self) -> str:
        """The state of the served files; a page with a different version is out of date."""
        return f"{self._run}.{self._changes}"

    def note_open(self, connection: object, address: str) -> None:
        """Note that a connected browser shows the page at an address."""
        self._open[connection] = address

    def note_closed(self, connection: object) -> None:
        """Note that a browser is no longer connected."""
        self._open.pop(connection, None)

    def open_pages(self) -> tuple[str, ...]:
        """Return the paths of the pages in browsers, each once."""
        pages = map(self._page_at, list(self._open.values()))
        return tuple(dict.fromkeys(filter(None, pages)))

    def note_served(self, path: str) -> None:
        """Note that the page at a path is about to be read and sent to a browser."""
        self._served.add(path)

    def take_first(self, paths: tuple[str, ...]) -> list[str]:
        """Register pages that a build has put in place; return the paths to reload.

        The build goes on to make the rest, and may still fail: its result follows.
        """
        self._first, self._served, self._is_ahead = frozenset(paths), set(), True
        self._changes += 1
        return [RELOAD]

    def take(self, result: Result) -> list[str]:
        """Register the result of a build; return the paths that open pages must reload."""
        before, first, self._first = self.status, self._first, frozenset()
        if isinstance(result, Failure):
            self.status = self._status_of(result)
            return [STATUS]
        self.status, self._is_ahead = Status(), False
        self.origins = result.origins
        changed = tuple(path for path in result.changed if path not in first)
        if first:  # open pages are already new; only other files matter
            changed = tuple(p for p in changed if p in self._served or not p.endswith(_NO_PART))
        self._changes += bool(changed or result.removed)
        if result.removed or not all(path.endswith(_SWAPPED) for path in changed):
            return [RELOAD]
        swapped = [f"/{path}" for path in changed]
        return [STATUS, *swapped] if before.mistakes else swapped

    def mistakes_of(self, problems: tuple[Problem, ...]) -> tuple[Mistake, ...]:
        """Return problems in the form for the terminal and the page."""
        lines = source_lines(self.project.root)
        return tuple(
            Mistake(problem.place, printed(with_command(problem), lines)) for problem in problems
        )

    def _status_of(self, failure: Failure) -> Status:
        if failure.crash:
            crash = Mistake(Place(""), failure.crash.rstrip())
            return Status((crash,), spoken("preview-crash"))
        mistakes = self.mistakes_of(failure.problems)
        note = spoken("preview-last-good" if self.origins else "preview-no-page")
        if self._is_ahead:
            note = spoken("preview-is-ahead")
        if len(mistakes) > _MOST:
            note = spoken("preview-many", number=len(mistakes) - _MOST, note=note)
        return Status(mistakes[:_MOST], note)

    def open(self, query: dict[str, Any]) -> dict[str, Any]:
        """Open the editor at the place that a page asks for; return a report in words.

        A page never names a file: it names itself, some of its words, or a mistake's place.
        """
        place = self.place(query)
        if place is None:
            return {"opened": False, "place": "", "message": spoken("preview-no-source")}
        return self.open_at(place)

    def open_at(self, place: Place) -> dict[str, Any]:
        """Open the editor at a place of the project; return a report in words."""
        file = self.project.root / place.file
        answer = {"opened": False, "place": f"{place.file}:{max(place.line, 1)}"}
        if not file.is_file() or not file.resolve().is_relative_to(self.project.root.resolve()):
            return {**answer, "message": spoken("preview-not-ours")}
        try:
            open_editor(command_for(self.editor, file.resolve(), place.line, place.column))
        except EditorError as error:
            return {**answer, "message": str(error)}
        return {**answer, "opened": True, "message": "opened"}

    def place(self, query: dict[str, Any]) -> Place | None:
        """Return the place in the sources that a page asks for, see `open`."""
        mistake = str(query.get("mistake", ""))
        if mistake:
            places = (m.place for m in self.status.mistakes)
            return next((place for place in places if str(place) == mistake), None)
        spot = self.origins.get(self._page_at(str(query.get("page", ""))))
        words = str(query.get("words", ""))
        found = line_that_says(words, spot.file if spot else "", self.project) if words else None
        return found or (self._first_text(place_of(spot, self.project)) if spot else None)

    def _first_text(self, place: Place) -> Place:
        """Return the place, moved down to the first line that is not empty."""
        lines = source_lines(self.project.root)
        below = place
        while (text := lines(below)) is not None:
            if text.strip():
                return below
            below = Place(place.file, below.line + 1, 1)
        return place

    def _page_at(self, address: str) -> str:
        """Return the path, from the site's root, of the page at an address."""
        path = unquote(address.partition("?")[0].partition("#")[0]).lstrip("/")
        candidates = (path, path + "index.html", path + "/index.html", path + ".html")
        return next((page for page in candidates if page in self.origins), "404.html")
