"""What a format cannot hold: for each kind of record, the fields that it has a place for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from generator.graph.formats.cv_records import CERTIFICATE_KINDS
from generator.graph.index import Index
from generator.model.records.career import Record
from generator.model.text import fields_of
from generator.problems import Spot

_EVERYWHERE = {"id", "spot", "visibility", "priority", "selected"}
"""Fields that tell how Masthead shows a record, and nothing of it."""
_PAPER = {
    "key", "title", "authors", "editors", "date", "venue", "kind", "status", "volume", "number",
    "pages", "publisher", "place", "edition", "series", "doi", "arxiv", "isbn", "abstract", "note",
    "tags",
}  # fmt: skip
_SHARED = {"date", "body", "details", "links"}
_HELD: dict[str, dict[str, set[str]]] = {
    "bibtex": {"publications": {*_PAPER, "award", "bibtex", "links", "language"}},
    "csl-json": {"publications": _PAPER},
    "json-resume": {
        "experience": {*_SHARED, "role", "organization", "unit", "location", "kind"},
        "education": {"date", "details", "links", "degree", "area", "institution"},
        "awards": {*_SHARED, "title", "organization", "level", "count", "awards", "tags"},
        "publications": {"title", "venue", "publisher", "date", "doi", "abstract", "links"},
        "patents": {"title", "office", "date", "dates", "links"},
        "skills": {"label", "items", "text", "details"},
        "interests": {"title", "text"},
        "references": {"name", "position", "organization", "relation", "body"},
        "projects": {*_SHARED, "title", "role", "organization", "kind", "tags"},
        "teaching": {*_SHARED, "course", "institution", "role"},
        "service": {*_SHARED, "role", "organizations"},
    },
    "rendercv": {
        "experience": {*_SHARED, "role", "organization", "unit", "location", "tags", "kind"},
        "education": {
            *_SHARED, "degree", "area", "institution", "unit", "location", "thesis", "advisors",
            "tags",
        },
        "publications": {"title", "authors", "venue", "date", "doi", "abstract", "links", "tags"},
        "skills": {"label", "items", "text", "tags"},
        "projects": {*_SHARED, "title", "organization", "location", "role", "tags", "kind"},
        "awards": {*_SHARED, "title", "organization", "level", "tags"},
        "talks": {*_SHARED, "title", "event", "location", "tags"},
        "teaching": {*_SHARED, "course", "institution", "role", "code", "level", "tags"},
        "service": {*_SHARED, "role", "organizations", "tags"},
        "patents": {*_SHARED, "title", "number", "office", "tags"},
        "news": {"date", "text", "body"},
        "interests": {"title", "text", "body"},
        "references": {"name", "position", "organization", "relation", "body"},
    },
}  # fmt: skip
"""Format -> kind of record -> the fields that the format has a place for."""


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a record that the format has no place for."""

    kind: str
    record: str
    """Its id, or its title."""
    field: str
    """Empty for the whole record."""
    where: Spot | None = None


def losses(index: Index, format: str) -> Iterator[Loss]:
    """Yield what the records say and the format cannot."""
    held = _HELD[format]
    for kind, records in index.records.items():
        for record in records:
            heading = record.heading
            name = record.id or (heading.any() if heading else "")
            fields = held.get(kind, set())
            if format == "json-resume" and kind in index.config.kinds:
                fields = _as_own(record)
            if not fields:
                yield Loss(kind, name, "", record.spot)
                continue
            for field in fields_of(type(record)).values():
                is_said = getattr(record, field.name) not in (_default(field), "", None, (), {})
                if is_said and field.name not in fields | _EVERYWHERE:
                    yield Loss(kind, name, field.name, record.spot)


def _as_own(record: Record) -> set[str]:
    """Return which fields of one of the site's own kinds a JSON Resume has a place for."""
    if record.kind_name in CERTIFICATE_KINDS:
        return {"date", "links", *(n for n, field in record.declared.items() if not field.label)}
    return {*_SHARED, "tags", *record.declared}


def _default(field: Any) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else None
