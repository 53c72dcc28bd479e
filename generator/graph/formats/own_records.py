"""Records of a site's own kinds in words, for the outputs that programs read."""

from __future__ import annotations

from generator.graph.entries import EntryWriter
from generator.graph.index import Index
from generator.model.records import Record
from generator.model.sections import Section
from generator.model.views.entry_views import EntryView

CERTIFICATE_KINDS = ("certificates", "certifications", "licences", "licenses")
"""Kinds of a site's own whose records a JSON Resume has among its certificates."""


def own_view(index: Index, lang: str, record: Record) -> EntryView:
    """Return a record as an entry of a list, where its fields have the words of the language."""
    return EntryWriter(index, lang, Section()).entry(record)
