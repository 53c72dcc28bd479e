"""What formats of CVs share: highlights in a text, records of a site's own kinds."""

from __future__ import annotations

import re
from typing import Any

from generator.graph.entries import own_view
from generator.graph.index import Index
from generator.model.records.career import Record
from generator.model.text import Phrase

CERTIFICATE_KINDS = ("certificates", "certifications", "licences", "licenses")
"""Kinds of a site's own whose records a JSON Resume has among its certificates."""


_ITEM = re.compile(r"[-*+][ \t]+(?=\S)")


def summary_and_highlights(text: str) -> tuple[str, list[str]]:
    """Return what stands before the list at the end of a text, and the items of that list.

    Points below an item follow it after hyphens, as RenderCV writes them: `Courses - One - Two`.
    A text that does not end in a list is all summary.
    """
    before, _, last = text.strip().rpartition("\n\n")
    if not _ITEM.match(last):
        return text.strip(), []
    items: list[str] = []
    for line in last.split("\n"):
        bare = line.strip()
        if not line[:1].isspace() and _ITEM.match(line):
            items.append(_ITEM.sub("", line, count=1).strip())
        elif _ITEM.match(bare):
            items[-1] += f" - {_ITEM.sub('', bare, count=1)}"
        else:
            items[-1] += f" {bare}"
    return before.strip(), items


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
