"""Accepted changes -> the site's files: all of them, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from generator.disk.own_folder import OwnFolder
from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit, Path
from generator.edit.writing import NotWritten, read_if_there, write_all
from generator.edit.yaml_file import YamlFile
from generator.model.links import slug_of
from generator.model.records.works import SOURCES, Publication
from generator.model.site import Site
from generator.problems import Place, Problem, SiteError
from generator.sync.changes import Change
from generator.works.records import NewRecords


class Edits:
    """The texts of the files under `content/` that a run changes."""

    def __init__(self, content: OwnFolder, site: Site, notes_sources: bool = False) -> None:
        self._content = content
        self._site = site
        self._notes_sources = notes_sources
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, str] = {}
        self._papers = site.papers
        self.records = NewRecords(
            (site.config.person, *site.people),
            site.venues.values(),
            (paper.id for paper in self._papers),
        )

    def bytes_of(self, way: str) -> bytes | None:
        """Return the bytes of a file as they are on the disk, or None where there is none."""
        if way not in self._before:
            self._before[way] = read_if_there(self._content, way)
        return self._before[way]

    def text_of(self, way: str) -> str:
        """Return the text of a file with the changes so far. Raises CannotEdit."""
        if way in self._after:
            return self._after[way]
        data = self.bytes_of(way) or b""
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise CannotEdit("edit-not-utf-8") from None

    def put(self, way: str, text: str) -> None:
        """Note the new text of a file."""
        self.bytes_of(way)
        self._after[way] = text

    def add(self, change: Change) -> None:
        """Put a change into the text of its file. Raises CannotEdit, and then changes nothing."""
        if change.kind != "publications":
            self._add_record(change, "", {
                name: list(value) if isinstance(value, tuple) else value
                for name, (value, _) in change.fields.items()
            })  # fmt: skip
            return
        fields = self.records.fields(change.fields)
        if change.versions:
            fields["versions"] = [self.records.version(version) for version in change.versions]
        if change.paper is not None:
            self._add_fields(change.paper, fields)
        else:
            self._add_record(change, self.records.free_id(fields), fields)

    def save(self) -> list[str]:
        """Write all files that changed; return their paths in the project. Raises SiteError.

        If one cannot be written, or on an interrupt, those before it get their old bytes back.
        """
        changed: dict[str, bytes | None]
        changed = {way: text.encode() for way, text in self._after.items()
                   if text.encode() != self._before[way]}  # fmt: skip
        try:
            write_all(self._content, self._before, changed)
        except NotWritten as fault:
            place = Place(f"content/{fault.way}")
            if fault.error is None:
                raise SiteError([Problem.of(place, "file-changed-meanwhile")]) from None
            reason = str(fault.error.strerror)
            raise SiteError(
                [Problem.of(place, "write-failed-nothing-changed", reason=reason)]
            ) from None
        return [f"content/{way}" for way in changed]

    # ------------------------------------------------------------------ papers

    def _add_fields(self, paper: Publication, fields: dict[str, Any]) -> None:
        spot = paper.spot
        if spot is None or not spot.file.startswith("content/"):
            raise CannotEdit("edit-no-source")
        way = spot.file.removeprefix("content/")
        text = self.text_of(way)
        if way.endswith(".bib"):
            self.put(way, BibFile(text).with_fields(paper.key or paper.id, fields).text)
        else:
            self.put(way, with_fields(text, paper.id, fields))

    def _add_record(self, change: Change, id: str, fields: dict[str, Any]) -> None:
        way = self._file_for_new(change.kind)
        text = self.text_of(way)
        if way.endswith(".bib"):
            self.put(way, BibFile(text).with_entry(id, fields).text)
            return
        source = ", ".join(SOURCES.get(name, name) for name in change.services)
        source = source if self._notes_sources else ""
        if (self.bytes_of(way) or b"").strip():
            self.put(way, with_record(text, id, fields, source))
        else:  # changes come newest first; reading all again for each would take minutes
            gap = "\n" if source and text.strip() else ""
            self.put(way, text + gap + with_record("", id, fields, source))

    def _file_for_new(self, kind: str) -> str:
        """Return the file for new records: that with most of them; a `.bib` if need be."""
        counts = Counter(
            record.spot.file.removeprefix("content/")
            for record in self._site.records.get(kind, ())
            if record.spot is not None and record.spot.file.count("/") == 1
        )
        names = [way for way in counts if not way.endswith(".bib")] or list(counts)
        return max(names, key=lambda way: counts[way], default=f"{kind}.yaml")


def with_record(text: str, id: str, fields: Mapping[str, Any], source: str = "") -> str:
    """Return the text of a data file with a record more. Raises CannotEdit.

    It comes before older ones, or to the end where older ones come first. A record without an `id`
    is the next in a list. `source` goes into a comment above it.
    """
    file = YamlFile(text)
    records = file.value or []
    if not isinstance(records, list) and not file.is_mapping_of_ids:
        raise CannotEdit("edit-no-records")
    inner = records if isinstance(records, list) else list(records.values())
    ids = list(records) if isinstance(records, dict) else [_field(one, "id") for one in inner]
    if id and id in ids:
        raise CannotEdit("edit-taken", name=id)
    dates = [_field(one, "date")[:10] for one in inner]
    pairs = list(pairwise(filter(None, dates)))
    is_rising = sum(a < b for a, b in pairs) > sum(a > b for a, b in pairs)
    own = str(fields.get("date", ""))[:10]
    older = (number for number, date in enumerate(dates) if date and date < own and not is_rising)
    at = next(older, len(inner))
    others = {name: value for name, value in fields.items() if name != "id"}
    if isinstance(records, dict):
        path: Path = (id or slug_of(" ".join(map(str, fields.values()))),)
        new = file.changed([Edit("insert", path, others, at)])
    else:
        path = (at,)
        new = file.changed([Edit("insert", path, {"id": id, **others} if id else others)])
    if not source:
        return new.text
    start = new.text.rfind("\n", 0, new.offset(path)) + 1
    gap = "" if not start or new.text[:start].endswith("\n\n") else "\n"
    return f"{new.text[:start]}{gap}# {source}\n{new.text[start:]}"


def _field(record: object, name: str) -> str:
    return str(record.get(name, "")) if isinstance(record, dict) else ""


def with_fields(text: str, id: str, fields: Mapping[str, Any]) -> str:
    """Return the text of a data file with further fields of a record, and items of its lists.

    Raises CannotEdit for a field that is there already.
    """
    file = YamlFile(text)
    path = file.path_of(id)
    record = file.value or {}
    for key in path:
        record = record[key]
    edits = []
    for name, value in fields.items():
        old = record.get(name)
        if name not in record:
            edits.append(Edit("set", (*path, name), value))
        elif isinstance(old, list) and isinstance(value, list):
            edits += [Edit("insert", (*path, name, n), one) for n, one in enumerate(value)]
        else:
            raise CannotEdit("edit-has-field", name=name)
    return file.changed(edits).text
