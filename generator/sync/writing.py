"""Accepted changes -> the site's files: all of them, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.disk.own_folder import OwnFolder
from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from generator.edit.yaml_file import YamlFile
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.problems import Place, Problem, SiteError
from generator.sync.changes import Change
from generator.works.records import NewRecords

_NEW_FILE = "publications.yaml"


class Edits:
    """The texts of the files under `content/` that a run changes."""

    def __init__(self, content: OwnFolder, site: Site) -> None:
        self._content = content
        self._site = site
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, str] = {}
        self._papers = site.papers
        self._records = NewRecords(
            (site.config.person, *site.people),
            site.venues.values(),
            (paper.id for paper in self._papers),
        )

    def bytes_of(self, way: str) -> bytes | None:
        """Return the bytes of a file as they are on the disk, or None where there is none."""
        if way not in self._before:
            self._before[way] = self._now(way)
        return self._before[way]

    def text_of(self, way: str) -> str:
        """Return the text of a file with the changes so far. Raises CannotEdit."""
        if way in self._after:
            return self._after[way]
        data = self.bytes_of(way) or b""
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise CannotEdit("it is not UTF-8") from None

    def put(self, way: str, text: str) -> None:
        """Note the new text of a file."""
        self.bytes_of(way)
        self._after[way] = text

    def add(self, change: Change) -> None:
        """Put a change into the text of its file. Raises CannotEdit, and then changes nothing."""
        fields = self._records.fields(change.fields)
        if change.versions:
            fields["versions"] = [self._records.version(version) for version in change.versions]
        if change.paper is not None:
            self._add_fields(change.paper, fields)
        else:
            self._add_paper(fields)

    def save(self) -> list[str]:
        """Write all files that changed; return their paths in the project. Raises SiteError.

        If one cannot be written, or on an interrupt, those before it get their old bytes back.
        """
        changed = {way: text.encode() for way, text in self._after.items()
                   if text.encode() != self._before[way]}  # fmt: skip
        for way in changed:
            if self._now(way) != self._before[way]:
                raise SiteError([Problem.of(Place(f"content/{way}"), "file-changed-meanwhile")])
        done: list[str] = []
        try:
            for way, data in changed.items():
                done.append(way)
                self._content.write(way, data)
        except BaseException as error:
            for way in done:
                self._restore(way)
            if isinstance(error, OSError):
                raise SiteError(
                    [
                        Problem.of(
                            Place(f"content/{done[-1]}"),
                            "write-failed-nothing-changed",
                            reason=str(error.strerror),
                        )
                    ]
                ) from None
            raise
        return [f"content/{way}" for way in changed]

    def _now(self, way: str) -> bytes | None:
        try:
            return self._content.read(way)
        except FileNotFoundError:
            return None

    def _restore(self, way: str) -> None:
        old = self._before[way]
        if old is not None:
            self._content.save(way, old)
        elif self._now(way) is not None:
            self._content.clear(way)

    # ------------------------------------------------------------------ papers

    def _add_fields(self, paper: Publication, fields: dict[str, Any]) -> None:
        spot = paper.spot
        if spot is None or not spot.file.startswith("content/"):
            raise CannotEdit("its place in the sources is not known")
        way = spot.file.removeprefix("content/")
        text = self.text_of(way)
        if way.endswith(".bib"):
            self.put(way, BibFile(text).with_fields(paper.key or paper.id, fields).text)
        else:
            self.put(way, with_fields(text, paper.id, fields))

    def _add_paper(self, fields: dict[str, Any]) -> None:
        id = self._records.free_id(fields)
        way = self._file_for_new()
        text = self.text_of(way)
        if way.endswith(".bib"):
            self.put(way, BibFile(text).with_entry(id, fields).text)
        else:
            older = [paper.id for paper in self._papers if _date(paper) <= str(fields.get("date"))]
            order = older if self._is_newest_first(way) else ()
            self.put(way, with_record(text, id, fields, order))

    def _file_for_new(self) -> str:
        """Return the file for new papers: that with most of them; a `.bib` if there is no other."""
        counts: dict[str, int] = {}
        for paper in self._papers:
            if paper.spot is not None and paper.spot.file.count("/") == 1:
                way = paper.spot.file.removeprefix("content/")
                counts[way] = counts.get(way, 0) + 1
        names = [way for way in counts if not way.endswith(".bib")] or list(counts)
        return max(names, key=lambda way: counts[way], default=_NEW_FILE)

    def _is_newest_first(self, way: str) -> bool:
        here = [_date(p) for p in self._papers if p.spot and p.spot.file == f"content/{way}"]
        pairs = list(pairwise(here))
        return sum(one > other for one, other in pairs) >= sum(one < other for one, other in pairs)


def with_record(text: str, id: str, fields: Mapping[str, Any], order: Sequence[str] = ()) -> str:
    """Return the text of a data file with a record more. Raises CannotEdit.

    `order` are the ids of the records that come after it; with none of them it is the last.
    """
    file = YamlFile(text)
    records = file.value or []
    if isinstance(records, dict):
        if not file.is_mapping_of_ids:
            raise CannotEdit("it is not a list of records")
        ids = list(records)
    elif isinstance(records, list):
        ids = [one.get("id") if isinstance(one, dict) else None for one in records]
    else:
        raise CannotEdit("it is not a list of records")
    if id in ids:
        raise CannotEdit(f'"{id}" is in it already')
    at = next((number for number, one in enumerate(ids) if one in order), len(ids))
    others = {name: value for name, value in fields.items() if name != "id"}
    if isinstance(records, dict):
        return file.changed([Edit("insert", (id,), others, at)]).text
    return file.changed([Edit("insert", (at,), {"id": id, **others})]).text


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
            raise CannotEdit(f"it has a field `{name}` already")
    return file.changed(edits).text


def _date(paper: Publication) -> str:
    return paper.date.first.iso() if paper.date else ""
