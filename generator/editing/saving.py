"""Records and pages as forms see them, and what a form changes in their files.

A change is tried before it is written: the file says what was meant, and the build finds no new
mistake, unless the person wants it all the same. A file that is not what the form showed is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple

import msgspec

from generator.api import BuildRequest
from generator.disk.own_folder import OwnFolder
from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit, Path
from generator.edit.data_file import DataFile, PageFile, open_file
from generator.edit.yaml_file import YamlFile
from generator.editing.records import (
    RecordSource,
    Refusal,
    kind_of,
    records_of,
    schema_for,
    source_and_field,
    source_of,
    title_in,
    usual_fields,
)
from generator.model.files import digest_of
from generator.model.links import slug_of
from generator.model.site import Site
from generator.problems import Place, Problem, Spot
from generator.project import modeline
from generator.works.records import NewRecords

_PAGE_KINDS = ("page", "pages", "posts")


class Saved(NamedTuple):
    """A file that was written, for undoing it."""

    source: RecordSource
    """What was changed in it."""
    before: bytes | None
    after: bytes | None


class RecordEditor:
    """Shows records and changes them; what it has written can be undone, the last first."""

    def __init__(
        self,
        request: BuildRequest,
        site_now: Callable[[], Site],
        problems_with: Callable[[Mapping[str, bytes | None]], Sequence[Problem]],
        today: date,
    ) -> None:
        """`problems_with` returns what a build would find with some files as they are given."""
        self._root = OwnFolder(request.project.root)
        self._site_now = site_now
        self._problems_with = problems_with
        self._today = today
        self._saved: list[Saved] = []
        self.language = ""
        """That of the fields' help."""

    # ------------------------------------------------------------------ what forms show

    def record(self, source: RecordSource) -> dict[str, Any]:
        """Return a record with all that its form needs. Raises Refusal."""
        data = self._read(source.file)
        if data is None:
            raise Refusal(f"{source.file} is not there any more", 404)
        try:
            file = _opened(source.file, data)
            path = file.path_of(source.id.removeprefix("#"))
            value = _at(file.value, path)
        except CannotEdit as error:
            raise Refusal(f"{source.file} cannot be shown in a form: {error}", 409) from None
        kind = kind_of(source, self._site_now().config.kinds)
        raw = {} if path or not isinstance(value, list) else {"": data.decode()}
        for name in value if isinstance(value, dict) else ():
            if name != "body" and not file.is_plain((*path, name)):
                raw[name] = file.raw((*path, name))
        shown = self._shown(kind, RecordSource(source.file, source.id), value)
        if isinstance(file, PageFile):
            shown["body"] = value.pop("body")
        if isinstance(file, BibFile):
            names = {
                name: {"type": ["string"]} for name in ("ENTRYTYPE", *value, "doi", "url", "note")
            }
            shown |= {"schema": {"properties": names, "$defs": {}}, "usual": list(value)}
        return shown | {"digest": digest_of(data), "raw": raw}

    def blank(self, kind: str) -> dict[str, Any]:
        """Return the empty form of a kind. Raises Refusal."""
        shown = self._shown("page" if kind in _PAGE_KINDS else kind, RecordSource("", ""), {})
        if kind in _PAGE_KINDS:
            shown |= {"body": "", "kind": kind}
            if kind == "posts":
                shown["value"] = {"date": self._today.isoformat()}
        return shown | {"digest": "", "raw": {}, "source": "", "title": ""}

    def _shown(self, kind: str, source: RecordSource, value: Any) -> dict[str, Any]:
        site = self._site_now()
        try:
            schema = schema_for(kind, site.config.kinds, self.language)
        except FileNotFoundError:
            raise Refusal(f'there is no kind "{kind}"', 404) from None
        usual = ["title", "description", "date", "tags"]
        if kind != "page":
            usual = usual_fields(schema, records_of(site, kind) if kind != "site" else ())
        return {
            "source": str(source),
            "file": source.file,
            "kind": kind,
            "title": title_in(value) or source.id or source.way,
            "value": value,
            "schema": schema,
            "usual": usual,
            "languages": list(site.config.languages),
            "problems": [],
        }

    # ------------------------------------------------------------------ what forms change

    def save(
        self, source: RecordSource, digest: str, edits: Sequence[Edit], force: bool
    ) -> dict[str, Any]:
        """Make edits in a record, whose paths begin at the record."""
        data = self._read(source.file)
        if data is None or digest_of(data) != digest:
            return {"ok": False, "changed": self.record(source)}
        try:
            file = _opened(source.file, data)
            path = file.path_of(source.id.removeprefix("#"))
            whole = [_inside(path, edit) for edit in edits]
            after = file.changed(whole).text.encode()
        except CannotEdit as error:
            return self._refused(source, str(error))
        renamed = next(
            (e.value for e in edits if e.op == "set" and e.path in (("id",), ("ID",)) and path),
            None,
        )
        new = RecordSource(source.file, str(renamed)) if renamed else source
        return self._written(new, data, after, force)

    def add(
        self, kind: str, value: dict[str, Any], body: str | None, force: bool
    ) -> dict[str, Any]:
        """Write a new record of a kind, or a new page."""
        site = self._site_now()
        if kind in _PAGE_KINDS or kind == "cv":
            return self._add_file(kind, value, body, force)
        there = records_of(site, kind)
        if kind in ("publications", "venues") and not value.get("id"):
            ids = [one.id for one in there]
            if kind == "venues":
                made = slug_of(str(value.get("name", ""))) or "venue"
            else:
                fields = {**value, "authors": [_name_in(one) for one in _listed(value, "authors")]}
                made = NewRecords(site.people, site.venues.values(), ids).free_id(fields)
            value = {"id": made, **value}
        files = [source_of(one).file for one in there]
        yaml = [file for file in files if not file.endswith(".bib")]
        name = next(iter([*yaml, *files]), f"content/{kind}.yaml")
        if name.count("/") > 1 and name.startswith(f"content/{kind}/"):
            own = slug_of(str(value.get("id") or title_in(value))) or "new"
            return self._create(
                RecordSource(f"content/{kind}/{own}.yaml"), YamlFile(""), value, force
            )
        data = self._read(name)
        if data is None:
            file: DataFile = YamlFile(modeline(kind) + "\n")
        else:
            file = _opened(name, data)
        try:
            edit, id = _insertion(file, value)
            after = file.changed([edit]).text.encode()
        except CannotEdit as error:
            return self._refused(RecordSource(name), str(error))
        return self._written(RecordSource(name, id), data, after, force)

    def _add_file(
        self, kind: str, value: dict[str, Any], body: str | None, force: bool
    ) -> dict[str, Any]:
        stem = slug_of(str(value.pop("slug", "") or title_in(value))) or "page"
        folder, ending = {"posts": ("posts/", "md"), "cv": ("cv/", "yaml")}.get(kind, ("", "md"))
        file: DataFile = YamlFile(modeline("cv", up=2) + "\n") if kind == "cv" else PageFile("")
        source = RecordSource(f"content/{folder}{stem}.{ending}")
        if body is not None:
            value = {**value, "body": f"\n{body.lstrip()}"}
        return self._create(source, file, value, force)

    def _create(
        self, source: RecordSource, file: DataFile, value: dict[str, Any], force: bool
    ) -> dict[str, Any]:
        if self._read(source.file) is not None:
            raise Refusal(f"{source.file} is there already; choose another title", 409)
        try:
            edits = [Edit("set", (name,), one) for name, one in value.items()]
            after = file.changed(edits).text.encode()
        except CannotEdit as error:
            return self._refused(source, str(error))
        return self._written(source, None, after, force)

    def delete(self, source: RecordSource, digest: str) -> dict[str, Any]:
        """Remove a record from its file, or the file of a page."""
        if not source.id:
            data = self._read(source.file)
            return self._written(source, data, None, True)
        return self.save(source, digest, [Edit("remove", ())], True)

    def duplicate(self, source: RecordSource, digest: str) -> dict[str, Any]:
        """Put a copy of a record behind it."""
        file, path, value = self._found(source)
        if not isinstance(value, dict):
            raise Refusal("only records can be duplicated")
        keys = _keys(file)
        new = dict(value)
        id = str(path[-1])
        if "id" in new or isinstance(path[-1], str):
            stem = str(new.get("id", path[-1]))
            id = next(f"{stem}-{n}" for n in range(2, 1000) if f"{stem}-{n}" not in keys)
            if "id" in new:
                new["id"] = id
        place = path[-1] + 1 if isinstance(path[-1], int) else id
        edit = Edit("insert", (*path[:-1], place), new)
        answer = self._edited(source, digest, edit)
        if answer.get("ok"):
            answer["source"] = str(
                RecordSource(
                    source.file, id if "id" in new or isinstance(place, str) else f"#{place}"
                )
            )
        return answer

    def move(self, source: RecordSource, digest: str, by: int) -> dict[str, Any]:
        """Move a record up or down in its file."""
        file, path, _ = self._found(source)
        keys = _keys(file)
        number = path[-1] if isinstance(path[-1], int) else keys.index(str(path[-1]))
        if not 0 <= number + by < len(keys):
            raise Refusal("it stands at the end already")
        answer = self._edited(source, digest, Edit("move", path, None, number + by))
        if answer.get("ok") and source.id.startswith("#"):
            answer["source"] = str(RecordSource(source.file, f"#{number + by}"))
        return answer

    def _found(self, source: RecordSource) -> tuple[DataFile, Path, Any]:
        data = self._read(source.file)
        try:
            file = _opened(source.file, data or b"")
            path = file.path_of(source.id.removeprefix("#"))
            if not path:
                raise CannotEdit("it is a whole file")
            return file, path, _at(file.value, path)
        except CannotEdit as error:
            raise Refusal(str(error), 409) from None

    def _edited(self, source: RecordSource, digest: str, edit: Edit) -> dict[str, Any]:
        data = self._read(source.file)
        if data is None or digest_of(data) != digest:
            return {"ok": False, "changed": self.record(source)}
        try:
            after = _opened(source.file, data).changed([edit]).text.encode()
        except CannotEdit as error:
            return self._refused(source, str(error))
        return self._written(source, data, after, True)

    def undo(self) -> dict[str, Any]:
        """Take back what was written last. Raises Refusal where the file has changed since."""
        if not self._saved:
            raise Refusal("there is nothing to undo")
        source, before, after = self._saved[-1]
        if self._read(source.file) != after:
            raise Refusal(f"{source.file} has changed since then; it is left as it is", 409)
        self._put(source.file, before)
        self._saved.pop()
        is_there = before is not None
        return {"ok": True, "source": str(source) if is_there else "", "left": len(self._saved),
                "message": f"{source.file} is as it was"}  # fmt: skip

    # ------------------------------------------------------------------ files

    def _written(
        self,
        source: RecordSource,
        before: bytes | None,
        after: bytes | None,
        force: bool,
    ) -> dict[str, Any]:
        """Write a file unless the build would find a new mistake, and answer the form."""
        old = {_said(problem) for problem in self._problems_with({})}
        found = self._problems_with({source.file: after})
        new = [problem for problem in found if _said(problem) not in old]
        shown = [_shown_problem(problem, source, after) for problem in new]
        if not force and any(problem.is_error for problem in new):
            return {"ok": False, "problems": shown, "can_force": True}
        if self._read(source.file) != before:
            return {"ok": False, "changed": self.record(source)}
        self._put(source.file, after)
        self._saved.append(Saved(source, before, after))
        return {"ok": True, "source": str(source), "digest": digest_of(after or b""),
                "undo": len(self._saved), "problems": shown}  # fmt: skip

    def _refused(self, source: RecordSource, reason: str) -> dict[str, Any]:
        return {"ok": False, "refused": f"{source.file}: {reason}", "place": source.file}

    def _read(self, file: str) -> bytes | None:
        try:
            return self._root.read(file)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Refusal(f"{file} cannot be read: {error.strerror}", 409) from None

    def _put(self, file: str, data: bytes | None) -> None:
        try:
            if data is None:
                self._root.remove(file)
            else:
                self._root.write(file, data)
        except OSError as error:
            raise Refusal(f"{file} cannot be written: {error.strerror}", 409) from None


def _opened(file: str, data: bytes) -> DataFile:
    try:
        return open_file(file, data.decode())
    except UnicodeDecodeError:
        raise CannotEdit("it is not in UTF-8") from None


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return {} if value is None else value


def _inside(path: Path, edit: Edit) -> Edit:
    return msgspec.structs.replace(edit, path=(*path, *edit.path))


def _keys(file: DataFile) -> list[str]:
    value = file.value
    if isinstance(value, list):
        return [str(one.get("id", "")) if isinstance(one, dict) else "" for one in value]
    return list(value)


def _insertion(file: DataFile, value: dict[str, Any]) -> tuple[Edit, str]:
    """Return the edit that puts a record into a file, and its id there.

    It goes first, unless the dates of the records show that new ones stand last.
    """
    there = file.value
    if isinstance(file, BibFile):
        id = str(value["id"])
        made = BibFile("").with_entry(id, {n: v for n, v in value.items() if n != "id"}).value[id]
        return Edit("insert", (id,), made), id
    if isinstance(there, dict) and there:
        id = str(value.pop("id", "") or slug_of(title_in(value)) or "new")
        return Edit("insert", (id,), value), id
    dates = [str(one.get("date", "")) for one in there or () if isinstance(one, dict)]
    is_rising = len(dates) > 1 and dates[0] < dates[-1]
    number = len(there) if is_rising else 0
    return Edit("insert", (number,), value), str(value.get("id") or f"#{number}")


def _listed(value: Mapping[str, Any], field: str) -> list[Any]:
    said = value.get(field) or []
    return said if isinstance(said, list) else [said]


def _name_in(author: Any) -> str:
    return str(author.get("name", "")) if isinstance(author, dict) else str(author)


def _said(problem: Problem) -> tuple[str, str]:
    where = problem.where
    return (where.file, problem.message)


def _shown_problem(problem: Problem, source: RecordSource, after: bytes | None) -> dict[str, Any]:
    """Return a problem for a form: with the field in the record, where it is about that record."""
    where, inside = problem.where, list[str]()
    if where.file == source.file and isinstance(where, Spot):
        inside = [key.rstrip(":") for key in where.path[1 if source.id else 0 :]]
    elif where.file == source.file and isinstance(where, Place) and after:
        with suppress(CannotEdit):  # a file that cannot be read has no fields
            found, field = source_and_field(where, _opened(source.file, after))
            inside = field.split(".") if found == source and field else []
    return {"path": inside, "message": problem.message, "hint": problem.hint,
            "is_error": problem.is_error}  # fmt: skip
