"""Changes records and pages. The user can undo the changes one by one.

A change is made in the text of its file, tried as a build would read it, and written as a whole. A
file that has changed in the meantime is not written; the form gets its current content.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from generator.api import BuildRequest, themes, trials
from generator.disk import OwnFolder
from generator.edit.bib_file import KEY, BibFile, fits_bibtex
from generator.edit.changes import CannotEdit, ChangedMeanwhile, Edit, read_if_there, write_all
from generator.edit.data_file import DataFile, PageFile, open_file
from generator.edit.yaml_file import YamlFile
from generator.editing.forms import (
    Opened,
    drawn,
    form_of,
    problems_of,
    said_of,
    theme_schema,
    title_in,
)
from generator.editing.records import (
    RecordSource,
    Refusal,
    fault,
    field_at,
    records_of,
    source_in,
    source_of,
)
from generator.model.files import modeline
from generator.model.links import slug_of
from generator.model.site import LISTS, Site
from generator.problems import Place, Problem, spoken
from generator.sync.writing import with_record
from generator.works.records import NewRecords

if TYPE_CHECKING:
    from generator.api import Trial

_ADDED = frozenset(["pages", "posts", "cv"])
"""Kinds whose new records each become a file."""


class SavedFile(NamedTuple):
    """One file that a change has written."""

    way: str
    before: bytes | None
    after: bytes | None
    source: str
    title: str


class Saving:
    """Answers questions that read or change records and pages."""

    def __init__(self, request: BuildRequest, today: str) -> None:
        """`today` dates new posts and news."""
        self._project = request.project
        self._content = OwnFolder(request.project.content)
        self.trials = trials(request.project, request.drafts)
        self._last: Site | None = None
        self._today = today
        self._done: list[SavedFile] = []

    # ------------------------------------------------------------------ what is read

    def site_of(self, trial: Trial) -> Site:
        """Return the site of a trial, or the last one that could be read.

        Raises Refusal if there was none.
        """
        self._last = trial.site or self._last
        if self._last is None:
            raise Refusal(spoken("edit-no-site"), 409)
        return self._last

    @property
    def site(self) -> Site:
        """The site in its current files."""
        return self.site_of(self.trials.of())

    def opened(self, source: RecordSource) -> Opened:
        """Read a record or a page. Raises Refusal."""
        if source.way == "venues.yaml" and self._now(source.way) is None:
            source = RecordSource(f"content/venues/{source.id}.yaml")
        file = self.read(source)
        try:
            path = () if source.is_whole else file.path_of(source.id.removeprefix("#"))
        except CannotEdit as error:
            raise self._unreadable(source, error) from None
        return Opened(source, file, path)

    def read(self, source: RecordSource) -> DataFile:
        """Read the file of a source. Raises Refusal."""
        data = self._now(source.way)
        if data is None:
            raise Refusal(spoken("edit-file-gone", file=source.file), 404)
        try:
            return open_file(source.file, data)
        except CannotEdit as error:
            raise self._unreadable(source, error) from None

    def field_at(self, place: Place) -> tuple[str, str]:
        """Return the source of the record at a place, and the path of the field in it. Raises
        Refusal."""
        return field_at(place, self.read(source_in(f"{place.file}#")))

    @staticmethod
    def _unreadable(source: RecordSource, error: CannotEdit) -> Refusal:
        return Refusal(spoken("edit-cannot-read", file=source.file, reason=error.reason), 409)

    def _form(self, opened: Opened) -> dict[str, Any]:
        trial = self.trials.of()
        form = form_of(opened, self.site_of(trial), trial.printed)
        if form["kind"] == "site":
            theme = theme_schema(opened.value.get("theme"), *themes(self._project))
            form["schema"]["$defs"]["ThemeChoice"] = theme
        return form

    def ask_blank(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the form of a new record or page."""
        kind = str(given.get("kind"))
        site = self.site
        _refuse_unknown(kind, site)
        body = {"body": ""} if kind in ("pages", "posts") else {}
        value = {"date": self._today} if kind in ("news", "posts") else {}
        return {**drawn(kind, site), "value": value, **body}

    # ------------------------------------------------------------------ changes

    def ask_record(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the form of a record or a page."""
        return self._form(self.opened(source_in(given.get("source"))))

    def ask_try(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return what a save would say."""
        return self.ask_save({**given, "only_tries": True})

    def ask_save(self, given: dict[str, Any]) -> dict[str, Any]:
        """Change the values of a record or a page."""
        opened = self.opened(source_in(given.get("source")))
        if opened.digest != given.get("digest"):
            return {"ok": False, "changed": self._form(opened)}
        try:
            edits = msgspec.convert(given.get("changes", []), list[Edit])
        except msgspec.ValidationError as error:
            raise Refusal(str(error)) from None
        edits = [msgspec.structs.replace(e, path=(*opened.path, *e.path)) for e in edits]
        if "body" in given:
            edits.append(Edit("set", ("body",), str(given["body"])))
        return self._changed(opened, edits, opened.source, given)

    def _changed(
        self, opened: Opened, edits: list[Edit], then: RecordSource, given: dict[str, Any]
    ) -> dict[str, Any]:
        """Edit a file and write it; `then` is the source to show next."""
        try:
            file = opened.file.changed(edits)
        except (CannotEdit, KeyError, IndexError) as error:
            return {"ok": False, "refused": str(error), "place": str(opened.place)}
        for edit in edits:
            is_name = isinstance(edit.value, str) and edit.op == "set"
            is_id = edit.path == (*opened.path, "id") and then.id
            if is_name and (is_id or edit.path == (*opened.path, KEY)):
                then = then._replace(id=edit.value)
        before, after = opened.file.text.encode(), file.text.encode()
        return self._put(then, opened.source.way, before, after, given)

    def _put(
        self, source: RecordSource, way: str, before: bytes | None, after: bytes | None,
        given: dict[str, Any], title: str = "",
    ) -> dict[str, Any]:  # fmt: skip
        """Write a file, unless a build would then fail or others have changed it in the meantime.

        With `only_tries`, return the problems and write nothing.
        """
        file, tried = f"content/{way}", None
        with suppress(CannotEdit):  # raw lines may be invalid YAML
            tried = open_file(file, after) if after is not None else None
        now, trial = self.trials.around({file: after})
        found = trial.printed
        if not given.get("force"):
            known = {_key(one) for one in now.printed}
            new = [one for one in found if one.is_error and _key(one) not in known]
            if new := [*new, *trial.left_behind(now)]:
                said = [said_of(one, source, tried) for one in new]
                said = [words if words["is_here"] else words | self._way_to(one, file, tried, now)
                        for one, words in zip(new, said, strict=True)]  # fmt: skip
                return {"ok": False, "can_force": True, "problems": said}
        problems = problems_of(found, source, tried)
        if given.get("only_tries"):
            return {"ok": True, "problems": problems}
        if not self._write(way, before, after):
            raise Refusal(spoken("edit-file-changed", file=file), 409)
        named = source if source.file else source_in(given.get("source"))
        title = title or title_in(trial.site, named) or title_in(self._last, named) or named.way
        self._done.append(SavedFile(way, before, after, str(source), title))
        digest = self.opened(source).digest if after is not None and source.way == way else ""
        return {"ok": True, "source": str(source), "digest": digest, "undo": len(self._done),
                "problems": problems, "title": title}  # fmt: skip

    def _way_to(
        self, problem: Problem, file: str, tried: DataFile | None, now: Trial
    ) -> dict[str, str]:
        """Return the source, the field and the title of the record with a problem. `tried` is the
        new state of a file, `now` the current site."""
        place = problem.where
        assert isinstance(place, Place)
        with suppress(CannotEdit, LookupError, Refusal):
            if tried is not None and place.file == file:
                source, field = field_at(place, tried)
            else:
                source, field = self.field_at(place)
            title = title_in(self.site_of(now), source_in(source))
            return {"source": source, "field": field, "title": title}
        return {}

    def ask_undo(self, _: dict[str, Any]) -> dict[str, Any]:
        """Undo the last change of this run."""
        if not self._done:
            return {"ok": False, "message": spoken("edit-nothing-to-undo"), "left": 0}
        last = self._done[-1]
        is_undone = self._write(last.way, last.after, last.before)
        self._done.pop()
        if not is_undone:
            said = spoken("edit-undo-changed", file=f"content/{last.way}")
            return {"ok": False, "message": said, "left": len(self._done)}
        source = ""
        with suppress(Refusal):  # it is new, or its id has changed
            source = str(self.opened(source_in(last.source)).source)
        return {
            "ok": True,
            "source": source,
            "left": len(self._done),
            "message": spoken("edit-undone", what=last.title),
        }

    # ------------------------------------------------------------------ whole records

    def ask_add(self, given: dict[str, Any]) -> dict[str, Any]:
        """Write new records or a new page."""
        kind, value, site = str(given.get("kind")), given.get("value"), self.site
        _refuse_unknown(kind, site)
        values: list[Any] = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(one, dict) for one in values):
            raise Refusal("the question lacks value")
        if kind in _ADDED:
            return self._add_file(kind, "", values[0], given)
        ways = self._ways_for_new(site, kind, all(map(fits_bibtex, values)))
        if not ways and len(values) == 1:
            fields = dict(values[0])
            return self._add_file(kind, _id_of_new(fields, kind, site), fields, given)
        way = ways[0] if ways else f"{kind}.yaml"
        before, id, new = self._now(way), "", ""
        try:
            new = modeline(kind) + "\n" if before is None else before.decode()
            for one in values:
                fields = dict(one)
                id = _id_of_new(fields, kind, site)
                if way.endswith(".bib"):
                    new = BibFile(new).with_entry(id, fields).text
                else:
                    new, key = with_record(new, id, fields)
                    id = id or (f"#{key}" if isinstance(key, int) else key)
        except (CannotEdit, UnicodeDecodeError) as error:
            return {"ok": False, "refused": str(error), "place": f"content/{way}"}
        source = RecordSource(f"content/{way}", id)
        title = spoken("edit-entries", number=len(values)) if len(values) > 1 else ""
        return self._put(source, way, before, new.encode(), given, title)

    def _ways_for_new(self, site: Site, kind: str, is_bibtex: bool) -> list[str]:
        """Return the files for new records, the best first; none if each record has its own."""
        found = [source_of(one) for one in records_of(site, kind)]
        shared = [one.way for one in found if not one.is_whole]
        usable = [way for way in shared if is_bibtex or not way.endswith(".bib")]
        ranked = sorted(set(usable), key=lambda way: (way.endswith(".bib"), -usable.count(way)))
        return ranked if found and not shared else ranked or [f"{kind}.yaml"]

    def _add_file(
        self, kind: str, id: str, value: dict[str, Any], given: dict[str, Any]
    ) -> dict[str, Any]:
        stem = id or slug_of(_first_text(value)) or kind.rstrip("s")
        edits = [Edit("set", (name,), one) for name, one in value.items()]
        try:
            if kind in ("pages", "posts"):
                day = str(value.get("date") or self._today)[:10]
                way = self._free(f"posts/{day}-{stem}" if kind == "posts" else stem, ".md")
                body = str(given.get("body", "")).strip()
                edits.append(Edit("set", ("body",), f"\n{body}\n" if body else ""))
                text = PageFile("").changed(edits).text
            else:
                way = self._free(f"{kind}/{stem}", ".yaml")
                text = YamlFile(modeline(kind, up=2) + "\n").changed(edits).text
        except CannotEdit as error:
            return {"ok": False, "refused": str(error), "place": ""}
        return self._put(RecordSource(f"content/{way}"), way, None, text.encode(), given)

    def ask_delete(self, given: dict[str, Any]) -> dict[str, Any]:
        """Remove a record, or the file of a page or of a whole value."""
        opened = self.opened(source_in(given.get("source")))
        if opened.digest != given.get("digest"):
            return {"ok": False, "changed": self._form(opened)}
        source = opened.source
        if source.way == "site.yaml":
            raise Refusal(spoken("edit-site-stays"))
        if not opened.path:
            return self._put(source, source.way, opened.file.text.encode(), None, given)
        return self._changed(opened, [Edit("remove", opened.path)], RecordSource(""), given)

    def ask_move(self, given: dict[str, Any]) -> dict[str, Any]:
        """Move a record by one place in its file."""
        opened = self.opened(source_in(given.get("source")))
        by = given.get("by")
        if by not in (-1, 1) or not opened.path:
            raise Refusal(spoken("edit-no-further"))
        number = opened.number + by
        if not 0 <= number < len(opened.file.value):
            raise Refusal(spoken("edit-no-further"))
        is_by_number = opened.source.id.startswith("#")
        source = opened.source._replace(id=f"#{number}") if is_by_number else opened.source
        return self._changed(opened, [Edit("move", opened.path, to=number)], source, given)

    # ------------------------------------------------------------------ files and names

    def _now(self, way: str) -> bytes | None:
        try:
            return read_if_there(self._content, way)
        except OSError as error:
            raise fault("edit-cannot-read", f"content/{way}", error) from None

    def _write(self, way: str, before: bytes | None, after: bytes | None) -> bool:
        """Write or remove a file, unless others have changed it; return whether this was done.

        Raises Refusal if it fails.
        """
        try:
            write_all(self._content, {way: before}, {way: after})
        except ChangedMeanwhile:
            return False
        except OSError as error:
            raise fault("edit-cannot-write", f"content/{way}", error) from None
        return True

    def _free(self, stem: str, ending: str) -> str:
        way, number = stem + ending, 2
        while self._now(way) is not None:
            way, number = f"{stem}-{number}{ending}", number + 1
        return way


def _refuse_unknown(kind: str, site: Site) -> None:
    if kind not in _ADDED and kind not in LISTS and kind not in site.config.kinds:
        raise Refusal("there is no such kind of record")


def _id_of_new(fields: dict[str, Any], kind: str, site: Site) -> str:
    """Return the id of a new record, or "", and remove it from the fields."""
    id = str(fields.pop("id", "") or "")
    if not id and kind == "publications":
        ids = (paper.id for paper in site.papers)
        records = NewRecords(site.people, site.venues.values(), ids)
        return records.free_id({**fields, "title": _first_text(fields)})
    if not id and kind == "venues":
        return slug_of(str(fields.get("short") or fields.get("name") or kind))
    return id


def _first_text(value: dict[str, Any]) -> str:
    """Return the words that name a new record."""
    said = next((value[n] for n in ("title", "name", "label", "course") if value.get(n)), "")
    return str(next(iter(said.values()), "") if isinstance(said, dict) else said)


def _key(problem: Problem) -> tuple[str, str]:
    return str(getattr(problem.where, "file", "")), problem.message
