"""The two files in `content/` that `masthead sync` writes besides papers.

`sync.yaml` holds its settings, and what the author has refused. `citation-counts.yaml` is a
snapshot that is committed: each count has its source and its date.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from generator.edit.yaml_file import read_yaml
from generator.edit.yaml_text import plain_or_quoted
from generator.model.records.works import (
    COUNTS_FILE,
    SYNC_FILE,
    CitationCounts,
    PaperCount,
    PersonCount,
    ServiceName,
)
from generator.sync.changes import Change
from generator.sync.writing import with_fields
from generator.works.client import Counts
from generator.works.found import FoundWork

_SETTINGS_HEAD = (
    "# What `masthead sync` asks, and what you have refused. Delete a line to be asked again.\n"
)
_COUNTS_HEAD = "# Written by `masthead sync --citations`: each count has a source and a day.\n"


class Rejection(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that services know and that does not belong on the site."""

    doi: str = ""
    """The DOI of a paper."""
    arxiv: str = ""
    """The arXiv id of a paper without a DOI."""
    title: str = ""
    """The title of a paper; its letters alone where it has no id."""
    paper: str = ""
    """The id of a paper of the site, with `fields`."""
    fields: str = ""
    """The fields of that paper that stay as they are: `pages, doi`."""


class SyncSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `content/sync.yaml`."""

    services: tuple[ServiceName, ...] = ()
    """The services to ask: `[crossref, dblp]`; left out, all for which there is an id."""
    ids: dict[ServiceName, str] = {}
    """Ids at services, where `orcid` and `links` of the person do not say them:
    `{dblp: 65/9612}`."""
    bibtex: tuple[str, ...] = ()
    """Addresses or files of `.bib` exports to read as well. A file lies in the project and an
    address on the public internet, unless `--allow-local` is given."""
    members: bool = False
    """Whether papers of the people in `people.yaml` who have an `orcid` are asked for, too."""
    citations: ServiceName | None = None
    """The service whose citation counts are kept; left out, the first that has some."""
    refused: tuple[Rejection, ...] = ()
    """What is not asked again."""


def read_settings(data: bytes | None) -> SyncSettings:
    """Return the settings in a file's bytes; None means that there is no file.

    Raises SiteError with every mistake in it.
    """
    return read_yaml(f"content/{SYNC_FILE}", data or b"", SyncSettings) or SyncSettings()


def is_refused(change: Change, settings: SyncSettings) -> bool:
    """Whether all of a change has been refused before."""
    return any(_fits(change.identity, refusal) for refusal in settings.refused)


def _fits(identity: Mapping[str, str], refusal: Rejection) -> bool:
    if "paper" in identity:
        refused = set(refusal.fields.split(", "))
        return refusal.paper == identity["paper"] and set(identity["fields"].split(", ")) <= refused
    return any(getattr(refusal, name) == value for name, value in identity.items())


def with_refusals(text: str, changes: Iterable[Change]) -> str:
    """Return the text of the file with further refusals. Raises CannotEdit."""
    new: list[dict[str, str]] = []
    for change in changes:
        identity = dict(change.identity)
        if change.paper is None and "title" not in identity:
            identity["title"] = change.name
        new.append(identity)
    if not new:
        return text
    return with_fields(text if text.strip() else _SETTINGS_HEAD, "", {"refused": new})


# ---------------------------------------------------------------------- citation counts


def read_counts(data: bytes | None) -> CitationCounts:
    """Return the counts in a file's bytes. Raises SiteError where they cannot be read."""
    return read_yaml(f"content/{COUNTS_FILE}", data or b"", CitationCounts) or CitationCounts()


def updated_counts(
    counts: CitationCounts,
    papers: Mapping[str, tuple[FoundWork, ...]],
    person: Mapping[str, Counts],
    services: tuple[str, ...],
    today: str,
) -> CitationCounts:
    """Return the counts brought up to date; of `services`, the first that has counted a paper wins.

    A paper that no service has counted keeps its last value and date, and so does a value that has
    not changed, so that a second run changes nothing.
    """
    new: dict[str, PaperCount] = dict(counts.papers)
    for id, works in papers.items():
        count = _count(works, services)
        old = new.get(id)
        if count and (old is None or (old.citations, old.source) != count):
            new[id] = PaperCount(citations=count[0], source=count[1], date=today)
    persons = dict(counts.person)
    for service, whole in person.items():
        was = persons.get(service)
        if was is None or (was.citations, was.h_index) != tuple(whole):
            persons[service] = PersonCount(
                citations=whole.citations, h_index=whole.h_index, date=today
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


def counts_text(counts: CitationCounts) -> str:
    """Return counts as the text of their file."""
    lines = [_COUNTS_HEAD]
    for name, entries in (("person", counts.person), ("papers", counts.papers)):
        if entries:
            lines.append(f"{name}:\n")
        for key, count in sorted(entries.items()):
            fields = msgspec.to_builtins(count)
            inner = ", ".join(f"{field}: {value}" for field, value in fields.items())
            lines.append(f"  {plain_or_quoted(key)}: {{{inner}}}\n")
    return "".join(lines)
