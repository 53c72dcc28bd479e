"""Views of the whole site: tasks, sections of pages and of CVs, and themes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any

import msgspec

from generator.api import BuildRequest, themes
from generator.check import check_on
from generator.disk import OwnFolder
from generator.edit.changes import CannotEdit
from generator.edit.data_file import DataFile, NewPart, PageFile, arranged, open_file, parts_of
from generator.edit.yaml_text import in_flow
from generator.editing.records import Refusal, field_at, schema_for, source_of, title_of
from generator.messages import spoken
from generator.model.records.career import Record
from generator.model.records.works import Publication
from generator.model.sections import Cv
from generator.model.site import Site
from generator.model.theme import Theme
from generator.preview.builds import Attempt, Failure
from generator.preview.server import LOOKS, looks_folder
from generator.problems import Place, Problem, SiteError
from generator.publish.diff import DiffRequest, compare, diff_as_text

# ---------------------------------------------------------------- what to do next

_MOST = 40
"""The most lines of a difference."""
_NOT_OFFERED = ("book", "thesis", "dataset", "software", "other")
"""Kinds of papers that readers do not expect as an author's PDF."""


def tasks(request: BuildRequest, attempt: Attempt, today: date, site: Site) -> list[dict[str, str]]:
    """Return the findings of `check`, and the papers without a PDF or a kind, each with its place.

    Raises Refusal if Masthead itself fails.
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
    with suppress(OSError, CannotEdit):  # forms do not show other files
        source, field = field_at(place, opened(place.file))
    return {"source": source, "field": field, "message": problem.message, "rule": problem.rule,
            "place": str(place), "severity": problem.severity}  # fmt: skip


def _incomplete(site: Site) -> Iterator[dict[str, str]]:
    for paper in site.papers:
        if paper.status == "published" and paper.is_listed:
            title, venue = title_of(paper), site.venues.get(paper.venue)
            if "pdf" not in paper.links and paper.kind not in _NOT_OFFERED:
                yield _lacks(paper, "pdf", "links", spoken("paper-without-pdf", title=title))
            if not paper.kind and not (venue and venue.kind):
                yield _lacks(paper, "kind", "kind", spoken("paper-without-kind", title=title))


def _lacks(paper: Publication, what: str, field: str, said: str) -> dict[str, str]:
    rule = f"paper-without-{what}"
    return {"source": str(source_of(paper)), "field": field, "message": said, "rule": rule}


def changed(request: BuildRequest) -> dict[str, Any]:
    """Return the changes that readers would see, in the words of `masthead diff`."""
    try:
        compared = compare(DiffRequest(project=request.project))
    except SiteError as error:
        return {"against": "", "lines": [], "message": error.problems[0].message}
    lines = diff_as_text(compared.diff)
    more = [f"… and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
    return {"against": compared.against, "lines": [*lines[:_MOST], *more], "message": ""}


# ---------------------------------------------------------------- sections

_LONGEST = 80


def sections_of(file: DataFile, cvs: Sequence[Cv]) -> dict[str, Any]:
    """Return the parts of a page, or the sections of a CV, in order. Raises Refusal.

    A part of a page without a section has no `value`. For a CV without sections of its own, they
    are those of the CV that it `extends`.
    """
    extends = ""
    try:
        if isinstance(file, PageFile):
            found = [
                {
                    "heading": part.heading or part.text.strip()[:_LONGEST],
                    "name": part.name,
                    "value": part.options if part.name else None,
                }
                for part in parts_of(str(file.value["body"]))
            ]
        else:
            said = file.value or {}
            sections = said.get("sections") or []
            if not sections:
                extended = (cv for cv in cvs if cv.id == said.get("extends"))
                extends = next((str(source_of(cv)) for cv in extended), "")
            sections = sections if isinstance(sections, list) else [sections]
            found = [{"heading": "", "name": "", "value": one} for one in sections]
    except CannotEdit as error:
        raise Refusal(spoken("edit-sections", reason=str(error)), 409) from None
    schema = schema_for("cv", {})
    one = {**schema["$defs"]["Section"], "$defs": schema["$defs"]}
    return {"parts": found, "schema": one, "extends": extends}


def body_with(file: DataFile, parts: object) -> dict[str, str]:
    """Return the text of a page with its parts in their new states. Raises Refusal."""
    try:
        if not isinstance(file, PageFile):
            raise CannotEdit("edit-no-page")
        new = msgspec.convert(parts, list[NewPart])
        return {"body": arranged(str(file.value["body"]), new)}
    except (CannotEdit, msgspec.ValidationError) as error:
        raise Refusal(spoken("edit-sections", reason=str(error)), 409) from None


Ask = Callable[[str, str], tuple[list[Record], list[Problem]]]
"""Returns the records in a section, given its name and options in YAML, and its problems."""


def shown_by(ask: Ask, name: str, value: dict[str, Any]) -> dict[str, Any]:
    """Return the records that a section shows, and the problems of its options."""
    records, problems = ask(name or "section", in_flow(value))
    return {
        "records": [{"source": str(source_of(one)), "title": title_of(one)} for one in records],
        "problems": [problem.message for problem in problems],
    }


# ---------------------------------------------------------------- looks


def looks(request: BuildRequest, site: Site) -> dict[str, Any]:
    """Return the themes that the site can choose, and the chosen one."""
    chosen, found = themes(request.project)
    skin = site.config.theme.options.get("skin")
    return {
        "theme": chosen,
        "skin": skin.text if skin else "",
        "themes": [_about(theme) for theme in found],
    }


def look(request: BuildRequest, attempt: Attempt, theme: str, skin: str) -> dict[str, str]:
    """Build the home page in a theme, in a folder of its own; return its address at the site's
    server.

    Raises Refusal.
    """
    known = {one.name: one for one in themes(request.project)[1]}
    if theme not in known or (skin and skin not in known[theme].skins):
        raise Refusal("there is no such theme or skin", 404)
    folder = looks_folder(request.project) / theme
    wanted = msgspec.structs.replace(request, output=folder, theme=theme, skin=skin, home_only=True)
    result = attempt(wanted)
    if isinstance(result, Failure):
        words = "; ".join(problem.message for problem in result.problems)
        raise Refusal(words or spoken("edit-failed"), 409)
    # The address is new each time, or a browser would show its cached page.
    return {"address": f"{LOOKS}{theme}/index.html?{secrets.token_hex(4)}"}


def _about(theme: Theme) -> dict[str, Any]:
    skins = []
    for name, skin in theme.skins.items():
        colours = [skin.light[part] for part in ("paper", "ink", "accent") if part in skin.light]
        skins.append({"name": name, "description": skin.description, "colours": colours})
    return {
        "name": theme.name,
        "title": theme.title or theme.name,
        "description": theme.description,
        "skins": skins,
    }
