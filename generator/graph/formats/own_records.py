"""Records of a site's own kinds in words, for the outputs that programs read."""

from __future__ import annotations

from typing import Any

from generator.graph.entries import EntryWriter
from generator.graph.index import Index
from generator.model.records import Record
from generator.model.sections import Section
from generator.model.text import Phrase
from generator.model.views.entry_views import EntryView

CERTIFICATE_KINDS = ("certificates", "certifications", "licences", "licenses")
"""Kinds of a site's own whose records a JSON Resume has among its certificates."""


def own_view(index: Index, lang: str, record: Record) -> EntryView:
    """Return a record as an entry of a list, where its fields have the words of the language."""
    return EntryWriter(index, lang, Section()).entry(record)


def own_certificate(index: Index, lang: str, record: Record, url: str) -> dict[str, Any]:
    """Return a licence or a certificate as a JSON Resume has it."""
    view = own_view(index, lang, record)
    return {
        "name": view.title,
        "date": record.when.last.iso() if record.when else "",
        "issuer": Phrase(", ".join(map(str, view.subtitle))),
        "url": url,
    }


def own_project(index: Index, lang: str, record: Record, rest: dict[str, Any]) -> dict[str, Any]:
    """Return another record as a project of a JSON Resume, whose `type` names the kind.

    `rest` is what all its sections share.
    """
    view = own_view(index, lang, record)
    said = (*map(str, view.subtitle), *(author.full for author in view.authors if author.full))
    return {
        "name": view.title,
        **rest,
        "summary": "",
        "description": rest["summary"] or Phrase(", ".join(said)),
        "highlights": [*view.details, *rest["highlights"]],
        "keywords": list(record.tags),
        "type": index.word(record.kind_name, lang),
    }
