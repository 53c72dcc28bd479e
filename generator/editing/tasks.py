"""What could be done next, and what a deployment would change for readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any

import msgspec

from generator.api import BuildRequest
from generator.check import check_on
from generator.disk.own_folder import OwnFolder
from generator.edit.changes import CannotEdit
from generator.edit.data_file import DataFile, open_file
from generator.editing.records import RecordSource, Refusal, source_of, title_of
from generator.messages import spoken
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.preview.builds import Attempt, Failure
from generator.problems import Place, Problem, SiteError
from generator.publish.compare import DiffRequest, compare, diff_as_text

_MOST = 40
"""Lines of a difference."""


def tasks(request: BuildRequest, attempt: Attempt, today: date, site: Site) -> list[dict[str, str]]:
    """Return what `check` finds and which papers lack a PDF or a kind, each with its place.

    Raises Refusal where Masthead itself fails.
    """
    wanted = msgspec.structs.replace(
        request, output=request.project.default_output, check=check_on(today), writes=False,
        is_preview=False,
    )  # fmt: skip
    result = attempt(wanted)
    if isinstance(result, Failure) and result.crash:
        raise Refusal(spoken("edit-failed"), 500)
    problems = result.problems if isinstance(result, Failure) else result.warnings
    root = OwnFolder(request.project.root)

    @cache
    def opened(file: str) -> DataFile:
        return open_file(file, root.read(file))

    return [*(_task(problem, opened) for problem in problems), *_incomplete(site)]


def _task(problem: Problem, opened: Any) -> dict[str, str]:
    assert isinstance(problem.where, Place)
    place = problem.where
    source, field = "", ""
    with suppress(OSError, CannotEdit):  # forms show no other files
        source, field = field_at(place, opened(place.file))
    return {"source": source, "field": field, "message": problem.message, "hint": problem.hint,
            "rule": problem.code, "place": str(place), "severity": problem.severity}  # fmt: skip


def field_at(place: Place, file: DataFile) -> tuple[str, str]:
    """Return the source of the record at a place, and the path of the field in it."""
    lines = file.text.split("\n")
    before = sum(len(line) + 1 for line in lines[: max(place.line - 1, 0)])
    path = file.path_at(before + max(place.column - 1, 0))
    value = file.value
    id, rest = "", path
    source = RecordSource(place.file)
    is_whole = source.is_whole
    is_named = source.is_page or place.file.startswith(("content/site.", "content/cv/"))
    if is_whole and not is_named:
        id = place.file.rpartition("/")[2].rpartition(".")[0]
    elif place.file.endswith(".bib") or (
        not is_whole and getattr(file, "is_mapping_of_ids", False)
    ):
        id, rest = str(path[0]) if path else "", path[1:]
    elif isinstance(value, list) and path:
        record = value[int(path[0])]
        own = record.get("id") if isinstance(record, dict) else None
        id, rest = str(own) if own else f"#{path[0]}", path[1:]
    return str(RecordSource(place.file, id)), ".".join(map(str, rest))


def _incomplete(site: Site) -> Iterator[dict[str, str]]:
    for paper in site.papers:
        if paper.status == "published" and paper.is_listed:
            title, venue = title_of(paper), site.venues.get(paper.venue)
            if "pdf" not in paper.links:
                yield _lacks(paper, "pdf", "links", spoken("paper-without-pdf", title=title))
            if not paper.kind and not (venue and venue.kind):
                yield _lacks(paper, "kind", "kind", spoken("paper-without-kind", title=title))


def _lacks(paper: Publication, what: str, field: str, said: str) -> dict[str, str]:
    return {"source": str(source_of(paper)), "field": field, "message": said, "hint": "",
            "rule": f"paper-without-{what}", "place": "", "severity": "note"}  # fmt: skip


def changed(request: BuildRequest) -> dict[str, Any]:
    """Return what readers would see change, in the words of `masthead diff`."""
    try:
        compared = compare(DiffRequest(project=request.project))
    except SiteError as error:
        return {"against": "", "lines": [], "message": error.problems[0].message}
    lines = diff_as_text(compared.diff)
    more = [f"… and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
    return {"against": compared.against, "lines": [*lines[:_MOST], *more], "message": ""}
