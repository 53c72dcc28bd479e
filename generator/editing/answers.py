"""What the panel's script can ask, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, TypeVar

import msgspec

from generator.api import BuildRequest, place_of, trials
from generator.disk.own_folder import OwnFolder
from generator.edit.changes import CannotEdit, Edit
from generator.edit.data_file import open_file
from generator.editing.looks import Looks
from generator.editing.lookup import found_paper
from generator.editing.records import (
    RecordSource,
    Refusal,
    records_of,
    source_and_field,
    source_in,
    source_of,
    terms_of,
    title_of,
    year_of,
)
from generator.editing.saving import RecordEditor
from generator.editing.sections import body_with, sections_of, shown_by
from generator.editing.tasks import changed, tasks
from generator.editing.uploads import Upload
from generator.model.site import LISTS, Site
from generator.preview.builds import Attempt
from generator.preview.state import PreviewState
from generator.problems import Problem, Spot

T = TypeVar("T")


class Answerer:
    """Answers one question at a time; the server sees to that."""

    def __init__(
        self, request: BuildRequest, state: PreviewState, attempt: Attempt, today: date
    ) -> None:
        """`request` and `state` are those of the preview; `attempt` makes builds for checks."""
        self._request = request
        self._state = state
        self._attempt = attempt
        self._today = today
        self._trials = trials(request.project, request.drafts)
        self._last: Site | None = None
        self._editor = RecordEditor(request, lambda: self._site, self._problems_with, today)
        self._looks = Looks(request, attempt)
        self._questions: dict[str, Callable[[dict[str, Any]], Any]] = {
            "add": self._add,
            "arranged": self._arranged,
            "blank": lambda given: self._editor.blank(_word(given, "kind")),
            "changed": lambda _: changed(request),
            "complete": self._complete,
            "delete": lambda given: self._editor.delete(*_shown(given)),
            "duplicate": lambda given: self._editor.duplicate(*_shown(given)),
            "find": self._find,
            "kinds": self._kinds,
            "list": self._list,
            "look": lambda given: self._looks.tried(_word(given, "theme"), _word(given, "skin")),
            "lookup": lambda given: found_paper(_word(given, "text"), self._site),
            "looks": lambda _: self._looks.all(self._site),
            "move": lambda given: self._editor.move(*_shown(given), _step(given)),
            "open": self._open,
            "record": lambda given: self._editor.record(_shown(given)[0]),
            "save": self._save,
            "sections": self._sections,
            "shown": self._shown,
            "status": self._status,
            "undo": lambda _: self._editor.undo(),
            "tasks": lambda _: tasks(request, attempt, today, self._site),
        }

    def answer(self, name: str, given: dict[str, Any], language: str = "") -> Any:
        """Return the answer to a question, for JSON, in a language. Raises Refusal."""
        self._editor.language = language
        if name not in self._questions:
            raise Refusal("there is no such question", 404)
        return self._questions[name](given)

    def upload(self, name: str, replaces: bool) -> Upload:
        """Begin to take a file. Raises Refusal."""
        return Upload(OwnFolder(self._request.project.static), name, replaces)

    @property
    def _site(self) -> Site:
        """The site as it is on the disk, or as it last was when it could be read.

        Raises Refusal where that never was.
        """
        site = self._trials.of().site or self._last
        if site is None:
            raise Refusal("content/site.yaml cannot be read; the pages say why", 409)
        self._last = site
        return site

    # ------------------------------------------------------------------ what there is

    def _status(self, _: dict[str, Any]) -> dict[str, Any]:
        state = self._state
        mistakes = [{"place": str(m.place), "text": m.text} for m in state.status.mistakes]
        return {"version": state.version, "mistakes": mistakes, "note": state.status.note}

    def _kinds(self, _: dict[str, Any]) -> list[dict[str, Any]]:
        site = self._site
        found: list[dict[str, Any]] = [_single("site", "content/site.yaml")]
        for kind in ("pages", "posts", *LISTS, *site.config.kinds, "cv"):
            there = records_of(site, kind)
            file = source_of(there[0]).file if there else f"content/{kind}.yaml"
            own = site.config.kinds.get(kind)
            title = own.title.any() if own and own.title else kind
            found.append({"kind": kind, "title": str(title), "file": file, "count": len(there)})
        return found

    def _list(self, given: dict[str, Any]) -> dict[str, Any]:
        there = records_of(self._site, _word(given, "kind"))
        return {
            "records": [
                {"source": str(source_of(one)), "title": title_of(one), "year": year_of(one)}
                for one in there
            ]
        }

    # ------------------------------------------------------------------ changes

    def _problems_with(self, changed: Mapping[str, bytes | None]) -> Sequence[Problem]:
        return self._trials.of(changed).problems

    def _save(self, given: dict[str, Any]) -> dict[str, Any]:
        source, digest = _shown(given)
        edits = _converted(given.get("changes", []), list[Edit])
        if isinstance(body := given.get("body"), str):
            edits = [*edits, Edit("set", ("body",), body)]
        return self._editor.save(source, digest, edits, given.get("force") is True)

    def _add(self, given: dict[str, Any]) -> dict[str, Any]:
        value = _converted(given.get("value"), dict[str, Any])
        body = given.get("body")
        body = body if isinstance(body, str) else None
        return self._editor.add(_word(given, "kind"), value, body, given.get("force") is True)

    def _open(self, given: dict[str, Any]) -> dict[str, Any]:
        source = _shown(given)[0]
        path = () if source.id.startswith("#") else (source.id,) if source.id else ()
        return self._state.open_at(place_of(Spot(source.file, path), self._request.project))

    def _find(self, given: dict[str, Any]) -> dict[str, str]:
        """Return the record that a page shows, by words of its entry."""
        place = self._state.place({"page": given.get("page", ""), "words": given.get("words", "")})
        with suppress(CannotEdit, OSError, UnicodeDecodeError, Refusal):
            if place is not None:
                text = self._text(source_in(f"{place.file}#"))
                source, field = source_and_field(place, open_file(place.file, text))
                return {"source": str(source), "field": field}
        raise Refusal("no record is known for this; it may be the theme's", 404)

    # ------------------------------------------------------------------ the site

    def _sections(self, given: dict[str, Any]) -> dict[str, Any]:
        source = source_in(_word(given, "source"))
        return sections_of(source, self._text(source))

    def _arranged(self, given: dict[str, Any]) -> dict[str, Any]:
        source = source_in(_word(given, "source"))
        return body_with(source, self._text(source), given.get("parts"))

    def _shown(self, given: dict[str, Any]) -> dict[str, Any]:
        value = given.get("value")
        options = value if isinstance(value, dict) else {}
        return shown_by(self._trials.of().shown, _word(given, "name"), options)

    def _text(self, source: RecordSource) -> str:
        try:
            return OwnFolder(self._request.project.root).read(source.file).decode()
        except (OSError, UnicodeDecodeError):
            raise Refusal(f"{source.file} cannot be read", 404) from None

    def _complete(self, given: dict[str, Any]) -> list[str]:
        return terms_of(self._site, _word(given, "what"))


def _single(kind: str, file: str) -> dict[str, Any]:
    source = str(RecordSource(file))
    return {"kind": kind, "title": kind, "file": file, "count": 1, "source": source}


def _shown(given: dict[str, Any]) -> tuple[RecordSource, str]:
    """Return the record that a question is about, and the digest of the file that was shown."""
    return source_in(_word(given, "source")), str(given.get("digest", ""))


def _step(given: dict[str, Any]) -> int:
    return -1 if given.get("by") == -1 else 1


def _converted(value: object, wanted: type[T]) -> T:
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        raise Refusal(f"the question is malformed: {error}") from None


def _word(given: dict[str, Any], name: str) -> str:
    """Return a text that a question has to give. Raises Refusal."""
    word = given.get(name)
    if not isinstance(word, str):
        raise Refusal(f"the question lacks {name}")
    return word
