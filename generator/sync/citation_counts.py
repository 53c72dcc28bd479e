"""Citation counts as a snapshot in a file that is committed: each with its source and date."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from generator.model.files import SourceFile
from generator.model.records.citation_counts import (
    COUNTS_FILE,
    CitationCounts,
    PaperCount,
    PersonCount,
)
from generator.parse.data_file import parse_counts
from generator.problems import SiteError
from generator.sync.service import Counts
from generator.sync.works import FoundWork
from generator.sync.yaml_text import plain_or_quoted

_HEAD = "# Written by `masthead sync --citations`: each count has a source and a day.\n"


def read_counts(data: bytes | None) -> CitationCounts:
    """Return the counts in a file's bytes. Raises SiteError where they cannot be read."""
    path = f"content/{COUNTS_FILE}"
    parsed = parse_counts(SourceFile(path, path, data or b""))
    if any(problem.severity == "error" for problem in parsed.problems):
        raise SiteError(parsed.problems)
    return parsed.values[0] if parsed.values else CitationCounts()


def updated(
    counts: CitationCounts,
    papers: Mapping[str, tuple[FoundWork, ...]],
    person: Mapping[str, Counts],
    services: tuple[str, ...],
    today: str,
) -> CitationCounts:
    """Return the counts with what services have said; the first of `services` that counts is taken.

    A paper of which no service says anything keeps the last value and its day, and so does a value
    that is still the same, so that a second run changes nothing.
    """
    new: dict[str, PaperCount] = dict(counts.papers)
    for id, works in papers.items():
        said = _count(works, services)
        old = new.get(id)
        if said and (old is None or (old.citations, old.source) != said):
            new[id] = PaperCount(citations=said[0], source=said[1], date=today)
    persons = dict(counts.person)
    for service, count in person.items():
        was = persons.get(service)
        if was is None or (was.citations, was.h_index) != tuple(count):
            persons[service] = PersonCount(
                citations=count.citations, h_index=count.h_index, date=today
            )
    return CitationCounts(person=persons, papers=new)


def _count(works: tuple[FoundWork, ...], services: tuple[str, ...]) -> tuple[int, str] | None:
    """Return the citations of a paper in all its forms, and the service that counts them."""
    for service in services:
        found = [work.citations for work in works
                 if work.service == service and work.citations is not None]  # fmt: skip
        if found:
            return max(found), service
    return None


def written(counts: CitationCounts) -> str:
    """Return the text of the file."""
    lines = [_HEAD]
    for name, entries in (("person", counts.person), ("papers", counts.papers)):
        if entries:
            lines.append(f"{name}:\n")
        for key, count in sorted(entries.items()):
            fields = msgspec.to_builtins(count)
            inner = ", ".join(f"{field}: {value}" for field, value in fields.items())
            lines.append(f"  {plain_or_quoted(key)}: {{{inner}}}\n")
    return "".join(lines)
