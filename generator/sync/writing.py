"""The files in `content/` that a run reads and writes, either all or none.

Papers and other records are added to files with such records. `sync.yaml` has the settings and the
author's refusals. `citation-counts.yaml` is a snapshot to commit: each count has its source and
date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from generator.disk import OwnFolder
from generator.edit.bib_file import BibFile
from generator.edit.changes import (
    CannotEdit,
    ChangedMeanwhile,
    Edit,
    Key,
    Path,
    read_if_there,
    write_all,
)
from generator.edit.yaml_file import YamlFile, read_yaml
from generator.model.links import slug_of
from generator.model.records.works import (
    COUNTS_FILE,
    SERVICE_NAMES,
    SYNC_FILE,
    CitationCounts,
    PaperCount,
    PersonCount,
    Publication,
    ServiceName,
)
from generator.model.site import Site
from generator.problems import Place, Problem, SiteError
from generator.sync.changes import Change
from generator.works.found import FoundWork
from generator.works.records import NewRecords


class Edits:
    """The texts of the files under `content/` that a run changes."""

    def __init__(self, content: OwnFolder, site: Site, notes_sources: bool = False) -> None:
        self._content = content
        self._site = site
        self._notes_sources = notes_sources
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, str] = {}
        self.records = NewRecords(
            (site.config.person, *site.people),
            site.venues.values(),
            (paper.id for paper in site.papers),
        )

    def bytes_of(self, way: str) -> bytes | None:
        """Return the bytes of a file on the disk, or None if it does not exist."""
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
        """Put a change into the text of its file. Raises CannotEdit, and then nothing has
        changed."""
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

    def refuse(self, changes: Iterable[Change], before: Mapping[str, str]) -> None:
        """Note in `sync.yaml` that changes are not to be offered again. `before` has what has been
        refused there. Raises SiteError."""
        try:
            file = YamlFile(self.text_of(SYNC_FILE) or _SETTINGS_HEAD)
            edits = [
                Edit("set", ("refused", one.identity), _refusal(one, before)) for one in changes
            ]
            self.put(SYNC_FILE, file.changed(edits).text)
        except CannotEdit as error:
            place = Place(f"content/{SYNC_FILE}")
            problem = Problem.of(place, "file-cannot-be-added-to", error=str(error))
            raise SiteError([problem]) from None

    def count(
        self,
        papers: Mapping[str, tuple[FoundWork, ...]],
        persons: Mapping[str, PersonCount],
        services: Sequence[str],
        today: str,
    ) -> tuple[CitationCounts, CitationCounts]:
        """Update the citation counts; return the old and the new ones.

        The first of `services` that has counted a paper wins. A paper that no service has counted
        keeps its last value and date. So does an unchanged value, so that a second run changes
        nothing.
        """
        before = self._site.citation_counts
        of_papers, of_persons = dict(before.papers), dict(before.person)
        for id, works in papers.items():
            count, old = _count(works, services), of_papers.get(id)
            if count and (old is None or (old.citations, old.source) != count):
                of_papers[id] = PaperCount(citations=count[0], source=count[1], date=today)
        for service, whole in persons.items():
            was = of_persons.get(service)
            if was is None or (was.citations, was.h_index) != (whole.citations, whole.h_index):
                of_persons[service] = msgspec.structs.replace(whole, date=today)
        after = CitationCounts(
            person=dict(sorted(of_persons.items())), papers=dict(sorted(of_papers.items()))
        )
        if after != before:
            whole_file = Edit("set", (), msgspec.to_builtins(after))
            self.put(COUNTS_FILE, YamlFile(_COUNTS_HEAD).changed([whole_file]).text)
        return before, after

    def save(self) -> list[str]:
        """Write all files that changed; return their paths in the project. Raises SiteError.

        If one cannot be written, or on an interrupt, those already written get their old bytes
        back.
        """
        changed: dict[str, bytes | None]
        changed = {way: text.encode() for way, text in self._after.items()
                   if text.encode() != self._before[way]}  # fmt: skip
        try:
            write_all(self._content, self._before, changed)
        except ChangedMeanwhile as way:
            raise SiteError(
                [Problem.of(Place(f"content/{way}"), "file-changed-meanwhile")]
            ) from None
        except OSError as error:
            place = Place(str(error.filename2 or error.filename or "content"))
            reason = str(error.strerror)
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
        source = ", ".join(SERVICE_NAMES.get(name, name) for name in change.services)
        source = source if self._notes_sources else ""
        if (self.bytes_of(way) or b"").strip():
            self.put(way, with_record(text, id, fields, source)[0])
        else:  # changes come newest first; to read all again for each would take minutes
            gap = "\n" if source and text.strip() else ""
            self.put(way, text + gap + with_record("", id, fields, source)[0])

    def _file_for_new(self, kind: str) -> str:
        """Return the file for new records: the one with most of them, if necessary a `.bib`."""
        counts = Counter(
            record.spot.file.removeprefix("content/")
            for record in self._site.records.get(kind, ())
            if record.spot is not None and record.spot.file.count("/") == 1
        )
        names = [way for way in counts if not way.endswith(".bib")] or list(counts)
        return max(names, key=lambda way: counts[way], default=f"{kind}.yaml")


def with_record(text: str, id: str, fields: Mapping[str, Any], source: str = "") -> tuple[str, Key]:
    """Return the text of a data file with a new record, and its id or number. Raises CannotEdit.

    The record goes before older ones, or to the end if older ones come first. A record without an
    `id` becomes an item of the list. `source` goes into a comment above it.
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
        return new.text, path[0]
    start = new.text.rfind("\n", 0, new.offset(path)) + 1
    gap = "" if not start or new.text[:start].endswith("\n\n") else "\n"
    return f"{new.text[:start]}{gap}# {source}\n{new.text[start:]}", path[0]


def _field(record: object, name: str) -> str:
    return str(record.get(name, "")) if isinstance(record, dict) else ""


def with_fields(text: str, id: str, fields: Mapping[str, Any]) -> str:
    """Return the text of a data file with new fields of a record, and new items in its lists.

    Raises CannotEdit for a field that the record has, unless both values are lists.
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


# ---------------------------------------------------------------------- settings


_SETTINGS_HEAD = (
    "# What `masthead sync` asks, and what you have refused. Delete a line to be asked again.\n"
)
_COUNTS_HEAD = "# Written by `masthead sync --citations`: each count has a source and a day.\n"


class SyncSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `content/sync.yaml`."""

    services: tuple[ServiceName, ...] = ()
    """The services to ask: `[crossref, dblp]`; by default, all for which there is an id."""
    ids: dict[ServiceName, str] = {}
    """Ids at services, if they are not in `orcid` and `links` of the person: `{dblp: 65/9612}`."""
    members: bool = False
    """Whether to ask also for papers of the people in `people.yaml` who have an `orcid`."""
    citations: ServiceName | None = None
    """The service whose citation counts are kept: `crossref`, `openalex` or `semantic-scholar`; by
    default, the first that has some."""
    refused: dict[str, str] = {}
    """What is not offered again: a DOI, an arXiv id or the letters of a title, with the title; or a
    paper of the site, with fields: `{goat: "pages, doi"}`."""


def read_settings(data: bytes | None) -> SyncSettings:
    """Return the settings in a file's bytes; None means that the file does not exist.

    Raises SiteError with all mistakes in it.
    """
    return read_yaml(f"content/{SYNC_FILE}", data or b"", SyncSettings) or SyncSettings()


def is_refused(change: Change, settings: SyncSettings) -> bool:
    """Whether all of a change has been refused before."""
    refused = settings.refused.get(change.identity)
    if refused is None or change.paper is None:
        return refused is not None
    return {*change.parts} <= {*refused.split(", ")}


def _refusal(change: Change, before: Mapping[str, str]) -> str:
    """Return the title of a new record, or the fields of a paper, with those refused before."""
    if change.paper is None:
        return change.name
    old = before.get(change.identity, "").split(", ")
    return ", ".join(sorted({*old, *change.parts} - {""}))


# ---------------------------------------------------------------------- citation counts


def _count(works: tuple[FoundWork, ...], services: Sequence[str]) -> tuple[int, str] | None:
    """Return the citations of all forms of a paper, and the service that counts them."""
    for service in services:
        found = [work.citations for work in works
                 if work.service == service and work.citations is not None]  # fmt: skip
        if found:
            return max(found), service
    return None
