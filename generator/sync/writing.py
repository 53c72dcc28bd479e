"""Accepted changes -> the site's files: all of them, or none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.disk.own_folder import OwnFolder
from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from generator.edit.yaml_file import YamlFile
from generator.model.links import slug_of
from generator.model.names import fold
from generator.model.people import Directory
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.problems import Place, Problem, SiteError
from generator.sync.changes import Change, Said
from generator.sync.works import name_in, text_of_name

_NEW_FILE = "publications.yaml"
_SMALL_WORDS = frozenset([
    "a", "an", "the", "on", "of", "in", "for", "to", "and", "or", "with", "at", "by", "from", "is",
    "are", "towards", "toward", "via", "how", "what", "why",
])  # fmt: skip
"""Words that say nothing by themselves, so that no id is made of them."""


class Edits:
    """The texts of the files under `content/` that a run changes."""

    def __init__(self, content: OwnFolder, site: Site) -> None:
        self._content = content
        self._site = site
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, str] = {}
        self._papers = site.papers
        self._ids = {paper.id.lower() for paper in self._papers}
        self._people = Directory((site.config.person, *site.people))

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
        fields = self._values(change.fields)
        if change.versions:
            fields["versions"] = [self._texts(version) for version in change.versions]
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
        id = self._free_id(fields)
        way = self._file_for_new()
        text = self.text_of(way)
        if way.endswith(".bib"):
            self.put(way, BibFile(text).with_entry(id, fields).text)
        else:
            older = [paper.id for paper in self._papers if _date(paper) <= str(fields.get("date"))]
            order = older if self._is_newest_first(way) else ()
            self.put(way, with_record(text, id, fields, order))
        self._ids.add(id.lower())

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

    def _free_id(self, fields: Mapping[str, Any]) -> str:
        """Return an id that no paper has: `fang2024goat`."""
        authors = fields.get("authors", ())
        family = _family(str(authors[0])) if authors else ""
        words = re.findall(r"\w+", str(fields.get("title", "")))
        word = next((w for w in words if w.lower() not in _SMALL_WORDS), "")
        date = str(fields.get("date", ""))
        stem = slug_of(_without_accents(f"{family}{date[:4]}{word}")) or "paper"
        id, number = stem, 2
        while id.lower() in self._ids:
            id, number = f"{stem}-{number}", number + 1
        return id

    def _values(self, said: Said) -> dict[str, Any]:
        found: dict[str, Any] = dict(self._texts(said))
        if "authors" in said:
            names = said["authors"][0]
            assert isinstance(names, tuple)
            found["authors"] = [self._author(name) for name in names]
        order = [name for name in said if name in found]
        return {name: found[name] for name in order}

    def _texts(self, said: Said) -> dict[str, str]:
        found = {name: str(value) for name, (value, _) in said.items() if name != "authors"}
        if "venue" in found:
            found["venue"], venue = self._venue(found["venue"])
            if venue and found.get("kind") == venue:
                del found["kind"]
        if found.get("venue", "").lower() == "arxiv" or found.get("kind") == "other":
            found.pop("kind", None)
        return found

    def _venue(self, words: str) -> tuple[str, str]:
        """Return a venue as `venues.yaml` calls it, and its kind; or the words, and nothing."""
        for venue in self._site.venues.values():
            names = [venue.id, *(text for name in (venue.name, venue.short) if name
                                 for text in name.forms.values())]  # fmt: skip
            if fold(words) in map(fold, names):
                return venue.id, venue.kind
        return words, ""

    def _author(self, text: str) -> str:
        """Return a name as the site writes it, in the order in which people read it."""
        name = name_in(text)
        if name is None:
            return f"{{{text}}}"
        return text_of_name(self._people.spelled(name))


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


def _without_accents(text: str) -> str:
    """Return a text without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _family(text: str) -> str:
    name = name_in(text)
    return (name.family or name.native) if name else ""


def _date(paper: Publication) -> str:
    return paper.date.first.iso() if paper.date else ""
