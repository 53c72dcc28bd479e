"""The sections of a page and of a CV: what they say, and which records they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from generator.edit.changes import CannotEdit
from generator.edit.data_file import DataFile, NewPart, PageFile, arranged, parts_of
from generator.edit.yaml_text import in_flow
from generator.editing.records import Refusal, schema_for, source_of, title_of
from generator.messages import spoken
from generator.model.records.career import Record
from generator.model.sections import Cv
from generator.problems import Problem

_LONGEST = 80


def sections_of(file: DataFile, cvs: Sequence[Cv]) -> dict[str, Any]:
    """Return the parts of a page, or the sections of a CV, in order. Raises Refusal.

    A part of a page without a section has no `value`. A CV without sections of its own shows those
    of the CV that it `extends`.
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
    """Return the text of a page with its parts as they are to be. Raises Refusal."""
    try:
        if not isinstance(file, PageFile):
            raise CannotEdit("edit-no-page")
        new = msgspec.convert(parts, list[NewPart])
        return {"body": arranged(str(file.value["body"]), new)}
    except (CannotEdit, msgspec.ValidationError) as error:
        raise Refusal(spoken("edit-sections", reason=str(error)), 409) from None


Ask = Callable[[str, str], tuple[list[Record], list[Problem]]]
"""Returns what the section of a name with options in YAML shows, and what is wrong with it."""


def shown_by(ask: Ask, name: str, value: dict[str, Any]) -> dict[str, Any]:
    """Return the records that a section shows, and what is wrong with its options."""
    records, problems = ask(name or "section", in_flow(value))
    return {
        "records": [{"source": str(source_of(one)), "title": title_of(one)} for one in records],
        "problems": [problem.message for problem in problems],
    }
