"""The questions of the panel's script, and the answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from html import escape
from itertools import zip_longest
from typing import Any

from generator.api import BuildRequest
from generator.disk import OwnFolder
from generator.edit.bib_file import read_bib
from generator.editing.records import (
    Refusal,
    field_at,
    kind_of,
    records_of,
    source_in,
    source_of,
    terms_of,
    title_of,
    year_of,
)
from generator.editing.saving import Saving
from generator.editing.site_views import (
    body_with,
    changed,
    look,
    looks,
    sections_of,
    shown_by,
    tasks,
)
from generator.editing.uploads import Upload
from generator.messages import spoken
from generator.model.records.career import record_source
from generator.model.records.works import Publication
from generator.model.site import LISTS, Site
from generator.preview.builds import Attempt
from generator.preview.state import PreviewState
from generator.problems import Problem
from generator.sync.run import work_of_paper
from generator.works.client import Client, ServiceClient, ServiceError, client_of
from generator.works.found import site_papers
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords, forms_of
from generator.works.services import SERVICES, keys_from_environment, work_of_id


class Answerer:
    """Answers questions. The server ensures that there is only one at a time."""

    def __init__(self, request: BuildRequest, state: PreviewState, attempt: Attempt) -> None:
        """`request` and `state` are those of the preview; `attempt` makes builds for checks."""
        self._request = request
        self._state = state
        today = date.today()
        self._saving = Saving(request, today.isoformat())
        self._questions: dict[str, Callable[[dict[str, Any]], Any]] = {
            "arranged": self._arranged,
            "changed": lambda _: changed(request),
            **self._saving.questions,
            "complete": self._complete,
            "find": self._find,
            "kinds": self._kinds,
            "list": self._list,
            "lookup": lambda given: looked_up(_word(given, "text"), self._saving.site),
            "open": self._open,
            "look": lambda given: look(
                request, attempt, _word(given, "theme"), _word(given, "skin")
            ),
            "looks": lambda _: looks(request, self._saving.site),
            "sections": self._sections,
            "shown": self._shown,
            "where": self._where,
            "tasks": lambda _: tasks(request, attempt, today, self._saving.site),
        }

    def answer(self, name: str, given: dict[str, Any]) -> Any:
        """Return the answer to a question, for JSON. Raises Refusal."""
        if name not in self._questions:
            raise Refusal("there is no such question", 404)
        return self._questions[name](given)

    def upload(self, name: str, replaces: bool) -> Upload:
        """Begin to receive a file. Raises Refusal."""
        return Upload(OwnFolder(self._request.project.static), name, replaces)

    # ------------------------------------------------------------------ what there is

    def _kinds(self, _: dict[str, Any]) -> list[dict[str, Any]]:
        site = self._saving.site
        found: list[dict[str, Any]] = [
            {"kind": "site", "title": "site", "count": 1, "source": "content/site.yaml#"}
        ]
        for kind in ("pages", "posts", *LISTS, *site.config.kinds, "cv"):
            own = site.config.kinds.get(kind)
            title = own.title.any() if own and own.title else kind
            number = len(records_of(site, kind))
            found.append({"kind": kind, "title": str(title), "count": number})
        return found

    def _list(self, given: dict[str, Any]) -> list[dict[str, str]]:
        return [
            {"source": str(source_of(one)), "title": title_of(one), "year": year_of(one)}
            for one in records_of(self._saving.site, _word(given, "kind"))
        ]

    # ------------------------------------------------------------------ the site

    def _sections(self, given: dict[str, Any]) -> dict[str, Any]:
        source = source_in(_word(given, "source"))
        return sections_of(self._saving.read(source)[1], self._saving.site.cvs)

    def _arranged(self, given: dict[str, Any]) -> dict[str, Any]:
        source = source_in(_word(given, "source"))
        return body_with(self._saving.read(source)[1], given.get("parts"))

    def _shown(self, given: dict[str, Any]) -> dict[str, Any]:
        value = given.get("value")
        options = value if isinstance(value, dict) else {}
        return shown_by(self._saving.trials.of().shown, _word(given, "name"), options)

    def _find(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the source and the field of an element on a page: by its mark (see
        `PageRendering.source_mark`), or else by its words, or else the page."""
        mark, site = _word(given, "mark"), self._saving.site
        kind, _, name = mark.partition("/")
        if kind == "site":
            return {"source": "content/site.yaml#", "field": name}
        marked = [one for one in site.records.get(kind, ()) if record_source(one) == mark]
        if len(marked) == 1:  # records without an id in two files have the same key
            return {"source": str(source_of(marked[0])), "field": ""}
        page = f"/{name}" if kind == "page" else _word(given, "page")
        words = "" if kind == "page" else _word(given, "words")
        mistake = str(given.get("mistake", ""))
        place = self._state.place({"words": words, "page": page, "mistake": mistake})
        if place is None:
            raise Refusal(spoken("edit-not-found"), 404)
        whole = source_in(f"{place.file}#")
        if whole.is_page:
            return {"source": str(whole), "field": ""}
        source, field = field_at(place, self._saving.read(whole)[1])
        return {"source": source, "field": field}

    def _where(self, given: dict[str, Any]) -> dict[str, str]:
        """Return the address of a page, or of the page that shows a record (of several, one near
        the home), or "". Also return the record's mark."""
        source, pages, site = source_in(given.get("source")), self._state.origins, self._saving.site
        kind, output = kind_of(source, site.config.kinds), OwnFolder(self._state.output)
        records = (one for one in site.records.get(kind, ()) if source_of(one) == source)
        marks = ["site/person"] if kind == "site" else [record_source(one) for one in records]
        signs = [f'data-source="{escape(mark)}"'.encode() for mark in marks]
        found = [
            page
            for page, spot in pages.items()
            if (source.is_whole and spot.file == source.file) or _has_any(output, page, signs)
        ]
        nearest = min(found, key=lambda page: (page.count("/"), page), default="")
        return {"page": nearest, "mark": "".join(marks)}

    def _open(self, given: dict[str, Any]) -> dict[str, Any]:
        return self._state.open_at(self._saving.opened(source_in(given.get("source"))).place)

    def _complete(self, given: dict[str, Any]) -> list[Any]:
        return terms_of(self._saving.site, _word(given, "what"))


def _has_any(output: OwnFolder, page: str, signs: list[bytes]) -> bool:
    """Whether a page contains one of the signs. A page that a build has just removed has none."""
    with suppress(FileNotFoundError):
        return any(sign in output.read(page) for sign in signs)
    return False


def _word(given: dict[str, Any], name: str) -> str:
    """Return a text that a question must contain. Raises Refusal."""
    word = given.get(name)
    if not isinstance(word, str):
        raise Refusal(f"the question lacks {name}")
    return word


_BIBTEX = re.compile(r"@\w+\s*[{(]")


def looked_up(text: str, site: Site) -> dict[str, Any]:
    """Return the fields of each paper that a text describes, with existing papers that are the
    same, and the problems of its BibTeX.

    Services are asked only for a DOI or an arXiv id. Raises Refusal.
    """
    papers: list[Publication] = []
    problems: tuple[Problem, ...] = ()
    if _BIBTEX.search(text):
        papers, problems = read_bib("pasted.bib", text.encode())
        works = [work_of_paper(paper) for paper in papers]
    else:
        try:
            works = [work_of_id(text.strip(), partial(_client, site))]
        except ServiceError as error:
            raise Refusal(str(error)) from None
    known, ids = site_papers(site), {paper.id for paper in site.papers}
    records = NewRecords((site.config.person, *site.people), site.venues.values(), ids)
    found = []
    for work, paper in zip_longest(works, papers):
        (form, *_) = forms_of([work], [*SERVICES, "bibtex"])
        fields = records.fields(form.said) | (_not_in_works(paper) if paper else {})
        key = paper.id if paper else ""
        is_free = re.fullmatch(r"[\w-]+", key) and key not in ids
        fields = {"id": key if is_free else records.free_id(fields), **fields}
        ids.add(fields["id"])
        same = [one.paper for one in known if likeness(one, work) is not Likeness.DIFFERENT]
        found.append({"value": fields, "duplicates": [*{str(source_of(one)): 1 for one in same}]})
    said = [" – ".join(filter(None, (f"{one.where}: {one.message}", one.hint))) for one in problems]
    if not found:
        raise Refusal("; ".join(said) or spoken("edit-no-paper"))
    return {"papers": found, "problems": said}


def _not_in_works(paper: Publication) -> dict[str, Any]:
    """Return the fields of a paper in BibTeX that services do not have."""
    found: dict[str, Any] = {"tags": list(paper.tags)}
    found |= {name: getattr(paper, name) for name in ("selected", "place", "edition", "series")}
    texts = ((name, getattr(paper, name)) for name in ("abstract", "award", "note"))
    found |= {name: text.any() for name, text in texts if text}
    found["links"] = {kind: one.to for kind, one in paper.links.items() if "://" in one.to}
    return {name: value for name, value in found.items() if value}


def _client(site: Site, service: ServiceClient) -> Client:
    return client_of(service, {}, keys_from_environment(), contact=site.config.person.email)
