"""One run of `masthead sync`: asks the services, offers changes, and writes the accepted ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Literal, NamedTuple

from msgspec.structs import replace

from generator.api import read_site
from generator.disk import OwnFolder
from generator.edit.bib_file import read_bib
from generator.edit.changes import CannotEdit
from generator.model.files import ProjectFolders
from generator.model.people import Person
from generator.model.records.works import SYNC_FILE, CitationCounts, PersonCount, ServiceName
from generator.model.site import Site
from generator.problems import Message, Place, Problem, SiteError, spoken
from generator.sync.changes import Change, Comparison, compared
from generator.sync.writing import Edits, SyncSettings, is_refused, read_settings
from generator.works import SERVICES
from generator.works.client import (
    LARGEST,
    LIMIT,
    TOO_SLOW,
    Client,
    ServiceClient,
    ServiceError,
    client_of,
    in_thread,
)
from generator.works.found import CareerEntry, FoundWork, work_of_paper

_REGISTRIES: tuple[ServiceName, ...] = ("crossref", "datacite")
"""The registries of DOIs."""

Answer = Literal["add", "refuse", "later"]
Ask = Callable[[Change], Answer]
"""Asks the author to decide on a change."""


class SyncRequest(NamedTuple):
    """The settings of one run."""

    project: ProjectFolders
    today: str
    """The day, `2026-11-22`, for citation counts."""
    services: tuple[ServiceName, ...] = ()
    """The services to ask, instead of those in the settings."""
    bibtex: tuple[str, ...] = ()
    """`.bib` exports to read, too: addresses or files."""
    counts: bool = False
    """Whether to update citation counts, too."""
    bases: Mapping[str, str] = {}
    """Service -> another address of its API: a mirror, or a server for tests."""
    limit: float = LIMIT
    """Seconds for one reply."""
    patience: float = TIMEOUT_MAX
    """Seconds for the replies of all services."""
    notes_sources: bool = False
    """Whether a comment above each new record names the services from which it comes."""


class Reply(NamedTuple):
    """The answer of one service for one person."""

    service: str
    works: list[FoundWork]
    fault: str = ""
    counts: PersonCount | None = None
    career: tuple[CareerEntry, ...] = ()


class SyncRun:
    """The steps of a run, in order: `ask_services`, `decide`, `save`."""

    def __init__(self, request: SyncRequest) -> None:
        """Read the site. Raises SiteError if it cannot be read."""
        self.request = request
        self.site: Site = read_site(request.project)
        content = OwnFolder(request.project.content)
        self.edits = Edits(content, self.site, request.notes_sources)
        self.settings: SyncSettings = read_settings(self.edits.bytes_of(SYNC_FILE))
        self.notes: list[str] = []
        """Notes for the user: which services were not asked or did not answer."""
        self.replies: list[Reply] = []
        self.found = Comparison()
        self.accepted: list[Change] = []
        self.refused: list[Change] = []
        self.by_hand: list[tuple[Change, str]] = []
        """Accepted changes that could not be written, each with the reason."""

    # ------------------------------------------------------------------ asking

    def ask_services(self) -> None:
        """Ask all services, and compare the answers with the site. Raises SiteError if there is no
        service to ask."""
        wanted = self._wanted()
        exports = self.request.bibtex
        if not wanted and not exports:
            place, notes = Place("content/site.yaml"), "; ".join(self.notes)
            if notes:
                raise SiteError([Problem.of(place, "services-say-nothing", notes=notes)])
            raise SiteError([Problem.of(place, "person-without-id")])
        jobs = [partial(self._ask, name, ids) for name, ids in wanted.items()]
        jobs += [partial(self._read_export, place) for place in exports]
        names = [*wanted, *("bibtex" for _ in exports)]
        end = time.monotonic() + self.request.patience
        answers = [in_thread(job) for job in jobs]
        for name, answer in zip(names, answers, strict=True):
            try:
                self.replies += answer.result(max(0.0, end - time.monotonic()))
            except TimeoutError:
                self.replies.append(Reply(name, [], str(TOO_SLOW)))
        works = [work for one in self.replies for work in self._usable(one)]
        for name in _REGISTRIES:
            if name in wanted and not any(one.fault for one in self.replies if one.service == name):
                works += self._registered(name, works, end - time.monotonic())
        # A service may list a work for several people.
        unique = {(work.service, work.key, work.title): work for work in works}
        order = [*SERVICES, "bibtex"]
        career = [entry for one in self.replies for entry in one.career]
        self.found = compared(self.site, [*unique.values()], order, career, self.request.today)
        self.edits.records.learn(name for work in works for name in work.authors)
        self.found.changes = [
            change for change in self.found.changes if not is_refused(change, self.settings)
        ]

    def _registered(
        self, name: ServiceName, works: list[FoundWork], patience: float
    ) -> list[FoundWork]:
        """Return a registry's data on works that other services list, since it finds few works by
        iD."""
        service = SERVICES[name]
        known = {doi for one in works if one.service in _REGISTRIES
                 for doi in (one.doi, *one.other_dois)}  # fmt: skip
        dois = sorted({one.doi for one in works} - known - {""})
        if not dois or not service.works_of_dois:
            return []
        try:
            found = in_thread(partial(service.works_of_dois, self._client(service), dois))
            return [replace(one, is_guess=True) for one in found.result(max(0.0, patience))]
        except (ServiceError, TimeoutError) as error:
            reason = str(error) or str(TOO_SLOW)
            self.notes.append(spoken("sync-fault", name=service.title, reason=reason))
            return []

    def _client(self, service: ServiceClient) -> Client:
        return client_of(
            service,
            self.request.bases,
            contact=self.site.config.person.email,
            limit=self.request.limit,
        )

    def _usable(self, reply: Reply) -> list[FoundWork]:
        """Return the works that have a title, and note a fault."""
        name = SERVICES[reply.service].title if reply.service in SERVICES else "BibTeX"
        if reply.fault:
            self.notes.append(spoken("sync-fault", name=name, reason=reply.fault))
        return [one for one in reply.works if one.title_key]

    def _wanted(self) -> dict[ServiceName, list[str]]:
        """Return the services to ask, each with ids; the site's own person first."""
        names = self.request.services or self.settings.services or tuple(SERVICES)
        is_chosen = bool(self.request.services or self.settings.services)
        people: list[Person] = [self.site.config.person]
        if self.settings.members:
            people += [person for person in self.site.people if person.orcid]
        wanted: dict[ServiceName, list[str]] = {}
        for name in names:
            service = SERVICES[name]
            ids = [service.id_of(person) for person in people]
            ids[0] = self.settings.ids.get(name, ids[0])
            if any(ids):
                wanted[name] = list(dict.fromkeys(filter(None, ids)))
            elif is_chosen:
                where = f"`ids: {{{name}: …}}` in content/{SYNC_FILE}"
                example = service.id_example
                said = spoken("sync-no-id", name=service.title, where=where, example=example)
                self.notes.append(said)
        return wanted

    def _ask(self, name: ServiceName, ids: list[str]) -> list[Reply]:
        service = SERVICES[name]
        found: list[Reply] = []
        for number, id in enumerate(ids):
            try:
                client = self._client(service)
                works = service.works(client, service.checked(id))
                reply = Reply(name, works)
                if self.request.counts and service.counts and number == 0:
                    reply = reply._replace(counts=service.counts(client, id))
                if name == "orcid" and service.profile and number == 0:
                    reply = reply._replace(career=service.profile(client, id).career)
                found.append(reply)
            except ServiceError as error:
                found.append(Reply(name, [], str(error)))
        return found

    def _read_export(self, place: str) -> list[Reply]:
        try:
            read = self._asked_export if "://" in place else self._export_in_file
            papers, problems = read_bib(place, data := read(place))
            if not papers and (problems or data.strip()):
                raise ServiceError(Message.of("export-no-bibtex"))
        except (ServiceError, OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            return [Reply("bibtex", [], f"{place}: {reason}")]
        if problems:
            said = spoken("sync-export-doubtful", place=place, number=len(problems))
            self.notes.append(said)
        return [Reply("bibtex", [work_of_paper(paper) for paper in papers])]

    def _asked_export(self, url: str) -> bytes:
        contact, limit = self.site.config.person.email, self.request.limit
        return Client(url, contact=contact, limit=limit).get("")

    def _export_in_file(self, place: str) -> bytes:
        path = Path(self.request.project.root, place).resolve()
        with OwnFolder(path.parent).reading(path.name) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ServiceError(Message.of("service-too-large", size=LARGEST // 1_000_000))
        return data

    # ------------------------------------------------------------------ deciding

    def decide(self, ask: Ask) -> None:
        """Ask the author about each change, and put the accepted ones into the texts of files."""
        for change in self.found.changes:
            answer = ask(change)
            if answer == "refuse":
                self.refused.append(change)
            elif answer == "add":
                try:
                    self.edits.add(change)
                    self.accepted.append(change)
                except CannotEdit as error:
                    self.by_hand.append((change, str(error)))
        if self.refused:
            self.edits.refuse(self.refused, self.settings.refused)

    def count(self) -> tuple[CitationCounts, CitationCounts]:
        """Update the citation counts; return the old and the new ones."""
        names = (self.settings.citations,) if self.settings.citations else tuple(SERVICES)
        persons = {one.service: one.counts for one in self.replies if one.counts}
        return self.edits.count(self.found.papers, persons, names, self.request.today)

    def save(self) -> list[str]:
        """Write the files that changed, all or none; return their paths. Raises SiteError."""
        return self.edits.save()
