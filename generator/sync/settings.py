"""`content/sync.yaml`: what is asked, and what has been refused and need not be asked again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from generator.model.records.citation_counts import SYNC_FILE, ServiceName
from generator.parse.source_text import decoded
from generator.parse.yaml_reader import Composed
from generator.problems import Problem, SiteError
from generator.sync.changes import Change
from generator.sync.yaml_edit import YamlFile
from generator.sync.yaml_text import field_lines

_HEAD = "# What `masthead sync` asks, and what you have refused. Delete a line to be asked again.\n"


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
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
    """Addresses or files of `.bib` exports to read as well."""
    members: bool = False
    """Whether papers of the people in `people.yaml` who have an `orcid` are asked for, too."""
    citations: ServiceName | None = None
    """The service whose citation counts are kept; left out, the first that has some."""
    refused: tuple[Refusal, ...] = ()
    """What is not asked again."""


def read_settings(data: bytes | None) -> SyncSettings:
    """Return the settings of a file's bytes; None means that there is no file.

    Raises SiteError with every mistake in it.
    """
    problems: list[Problem] = []
    path = f"content/{SYNC_FILE}"
    text = decoded(data or b"", path, problems) or ""
    composed = Composed(path, text, problems)
    settings = SyncSettings()
    if composed.root is not None:
        value = composed.decoder.decode(composed.root, SyncSettings)
        settings = value if isinstance(value, SyncSettings) else settings
    if any(problem.severity == "error" for problem in problems):
        raise SiteError(problems)
    return settings


def is_refused(change: Change, settings: SyncSettings) -> bool:
    """Whether all of a change has been refused before."""
    return any(_fits(change.identity, refusal) for refusal in settings.refused)


def _fits(identity: Mapping[str, str], refusal: Refusal) -> bool:
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
    if not text.strip():
        return _HEAD + field_lines("refused", new, 0)
    return YamlFile(text).with_fields("", {"refused": new}).text
