"""The questions of the panel's script, and the answers."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from html import escape
from itertools import zip_longest
from typing import Any

import msgspec

from generator.api import BuildRequest, themes
from generator.check import check_on
from generator.disk import OwnFolder
from generator.edit.bib_file import read_bib
from generator.edit.changes import CannotEdit
from generator.edit.data_file import NewPart, PageFile, arranged, parts_of
from generator.edit.yaml_text import in_flow
from generator.editing.records import (
    Refusal,
    kind_of,
    records_of,
    schema_for,
    source_in,
    source_of,
    terms_of,
    title_of,
    year_of,
)
from generator.editing.saving import Saving
from generator.model.records.career import record_source
from generator.model.records.works import Publication
from generator.model.site import LISTS, Site
from generator.model.theme import Theme
from generator.preview.builds import Attempt, Failure
from generator.preview.server import LOOKS, looks_folder
from generator.preview.state import PreviewState
from generator.problems import Place, Problem, SiteError, spoken
from generator.publish.diff import compare, diff_as_text
from generator.works import SERVICES, work_of_id
from generator.works.client import Client, ServiceClient, ServiceError, client_of
from generator.works.found import site_works, work_of_paper
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords, forms_of

_BIBTEX = re.compile(r"@\w+\s*[{(]")
_MOST = 40
"""The most lines of a difference."""
_LONGEST = 80
"""Characters of the text that stands for a part of a page without a heading."""
_NOT_OFFERED = ("book", "thesis", "dataset", "software", "other")
"""Kinds of papers that readers do not expect as an author's PDF."""


class Answerer:
    """Answers questions. The server ensures that there is only one at a time."""

    def __init__(self, request: BuildRequest, state: PreviewState, attempt: Attempt) -> None:
        """`request` and `state` are those of the preview; `attempt` makes builds for checks."""
        self._request = request
        self._state = state
        self._attempt = attempt
        self._today = date.today()
        self._saving = Saving(request, self._today.isoformat())

    def answer(self, name: str, given: dict[str, Any]) -> Any:
        """Return the answer to a question, for JSON. Raises Refusal.

        A question `x` has a method `ask_x` here or in `Saving`.
        """
        for questions in (self, self._saving):
            if ask := getattr(questions, f"ask_{name}", None):
                return ask(given)
        raise Refusal("there is no such question", 404)

    # ------------------------------------------------------------------ what there is

    def ask_kinds(self, _: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the kinds of records and pages, each with the number of them."""
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

    def ask_list(self, given: dict[str, Any]) -> list[dict[str, str]]:
        """Return everything of a kind."""
        return [
            {"source": str(source_of(one)), "title": title_of(one), "year": year_of(one)}
            for one in records_of(self._saving.site, _word(given, "kind"))
        ]

    # ------------------------------------------------------------------ new papers

    def ask_lookup(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of each paper that a text describes, with existing papers that are the
        same, and the problems of its BibTeX.

        Services are asked only for a DOI or an arXiv id.
        """
        text, site = _word(given, "text"), self._saving.site
        papers: list[Publication] = []
        problems: tuple[Problem, ...] = ()
        if _BIBTEX.search(text):
            papers, problems = read_bib("pasted.bib", text.encode())
            works = [work_of_paper(paper) for paper in papers]
        else:
            try:
                works = [work_of_id(text.strip(), self._client)]
            except ServiceError as error:
                raise Refusal(str(error)) from None
        known, own = list(site_works(site)), {paper.id: paper for paper in site.papers}
        ids = set(own)
        records = NewRecords((site.config.person, *site.people), site.venues.values(), ids)
        found = []
        for work, paper in zip_longest(works, papers):
            (form, *_) = forms_of([work], [*SERVICES, "bibtex"])
            fields = records.fields(form.said) | (_not_in_works(paper) if paper else {})
            key = paper.id if paper else ""
            is_free = re.fullmatch(r"[\w-]+", key) and key not in ids
            fields = {"id": key if is_free else records.free_id(fields), **fields}
            ids.add(fields["id"])
            same = [one.key for one in known if likeness(one, work) is not Likeness.DIFFERENT]
            sources = [str(source_of(own[id])) for id in dict.fromkeys(same)]
            found.append({"value": fields, "duplicates": sources})
        said = [
            " – ".join(filter(None, (f"{one.where}: {one.message}", one.hint))) for one in problems
        ]
        if not found:
            raise Refusal("; ".join(said) or spoken("edit-no-paper"))
        return {"papers": found, "problems": said}

    def _client(self, service: ServiceClient) -> Client:
        contact = self._saving.site.config.person.email
        return client_of(service, {}, contact=contact)

    # ------------------------------------------------------------------ sections

    def ask_sections(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the parts of a page, or the sections of a CV, in order.

        A part of a page without a section has no `value`. For a CV without sections of its own,
        they are those of the CV that it `extends`.
        """
        file, extends = self._saving.read(source_in(given.get("source"))), ""
        try:
            if isinstance(file, PageFile):
                found = [
                    {
                        "heading": part.heading or part.text.strip()[:_LONGEST],
                        "name": part.name,
                        "value": part.options if part.name else None,
                    }
                    for part in parts_of(file.value["body"])
                ]
            else:
                said = file.value or {}
                sections = said.get("sections") or []
                if not sections:
                    cvs = self._saving.site.cvs
                    extended = (cv for cv in cvs if cv.id == said.get("extends"))
                    extends = next((str(source_of(cv)) for cv in extended), "")
                sections = sections if isinstance(sections, list) else [sections]
                found = [{"heading": "", "name": "", "value": one} for one in sections]
        except CannotEdit as error:
            raise Refusal(spoken("edit-sections", reason=str(error)), 409) from None
        schema = schema_for("cv", {})
        one = {**schema["$defs"]["Section"], "$defs": schema["$defs"]}
        return {"parts": found, "schema": one, "extends": extends}

    def ask_arranged(self, given: dict[str, Any]) -> dict[str, str]:
        """Return the text of a page with its parts in their new states."""
        file = self._saving.read(source_in(given.get("source")))
        try:
            if not isinstance(file, PageFile):
                raise CannotEdit("edit-no-page")
            new = msgspec.convert(given.get("parts"), list[NewPart])
            return {"body": arranged(file.value["body"], new)}
        except (CannotEdit, msgspec.ValidationError) as error:
            raise Refusal(spoken("edit-sections", reason=str(error)), 409) from None

    def ask_shown(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the records that a section shows, and the problems of its options."""
        value = given.get("value")
        options = in_flow(value if isinstance(value, dict) else {})
        records, problems = self._saving.trials.of().shown(
            _word(given, "name") or "section", options
        )
        return {
            "records": [{"source": str(source_of(one)), "title": title_of(one)} for one in records],
            "problems": [problem.message for problem in problems],
        }

    # ------------------------------------------------------------------ themes

    def ask_looks(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the themes that the site can choose, and the chosen one."""
        chosen, found = themes(self._request.project)
        skin = self._saving.site.config.theme.options.get("skin")
        return {
            "theme": chosen,
            "skin": skin.text if skin else "",
            "themes": [_about(theme) for theme in found],
        }

    def ask_look(self, given: dict[str, Any]) -> dict[str, str]:
        """Build the home page in a theme, in a folder of its own; return its address at the site's
        server."""
        theme, skin = _word(given, "theme"), _word(given, "skin")
        project = self._request.project
        known = {one.name: one for one in themes(project)[1]}
        if theme not in known or (skin and skin not in known[theme].skins):
            raise Refusal("there is no such theme or skin", 404)
        result = self._attempt(msgspec.structs.replace(
            self._request, output=looks_folder(project) / theme, theme=theme, skin=skin,
            home_only=True,
        ))  # fmt: skip
        if isinstance(result, Failure):
            words = "; ".join(problem.message for problem in result.problems)
            raise Refusal(words or spoken("edit-failed"), 409)
        # The address is new each time, or a browser would show its cached page.
        return {"address": f"{LOOKS}{theme}/index.html?{secrets.token_hex(4)}"}

    # ------------------------------------------------------------------ what to do next

    def ask_tasks(self, _: dict[str, Any]) -> list[dict[str, str]]:
        """Return the findings of `check`, and the papers without a PDF, each with its place."""
        project = self._request.project
        result = self._attempt(msgspec.structs.replace(
            self._request, output=project.default_output, check=check_on(self._today),
            writes=False, is_preview=False,
        ))  # fmt: skip
        if isinstance(result, Failure) and result.crash:
            raise Refusal(spoken("edit-failed"), 500)
        problems = result.problems if isinstance(result, Failure) else result.warnings
        return [*map(self._task, problems), *_incomplete(self._saving.site)]

    def _task(self, problem: Problem) -> dict[str, str]:
        assert isinstance(problem.where, Place)
        place = problem.where
        source, field = "", ""
        with suppress(Refusal):  # forms do not show other files
            source, field = self._saving.field_at(place)
        return {"source": source, "field": field, "message": problem.message, "rule": problem.rule,
                "place": str(place), "severity": problem.severity}  # fmt: skip

    def ask_changed(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the changes that readers would see, in the words of `masthead diff`."""
        try:
            compared = compare(self._request.project)
        except SiteError as error:
            return {"against": "", "lines": [], "message": error.problems[0].message}
        lines = diff_as_text(compared.diff)
        more = [f"… and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
        return {"against": compared.against, "lines": [*lines[:_MOST], *more], "message": ""}

    # ------------------------------------------------------------------ ways from and to pages

    def ask_find(self, given: dict[str, Any]) -> dict[str, Any]:
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
        source, field = self._saving.field_at(place)
        return {"source": source, "field": field}

    def ask_where(self, given: dict[str, Any]) -> dict[str, str]:
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

    def ask_open(self, given: dict[str, Any]) -> dict[str, Any]:
        """Open the place of a record in the author's editor."""
        return self._state.open_at(self._saving.opened(source_in(given.get("source"))).place)

    def ask_complete(self, given: dict[str, Any]) -> list[Any]:
        """Return suggestions for a field."""
        return terms_of(self._saving.site, _word(given, "what"))


def _incomplete(site: Site) -> Iterator[dict[str, str]]:
    for paper in site.papers:
        is_out = paper.status == "published" and paper.is_listed
        if is_out and "pdf" not in paper.links and paper.kind not in _NOT_OFFERED:
            rule, said = "paper-without-pdf", spoken("paper-without-pdf", title=title_of(paper))
            source = str(source_of(paper))
            yield {"source": source, "field": "links", "message": said, "rule": rule}


def _about(theme: Theme) -> dict[str, Any]:
    skins = []
    for name, skin in theme.skins.items():
        colours = [skin.light[part] for part in ("paper", "ink", "accent") if part in skin.light]
        skins.append({"name": name, "description": skin.description, "colours": colours})
    return {
        "name": theme.name,
        "title": theme.title or theme.name,
        "description": theme.description,
        "skins": skins,
    }


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


def _not_in_works(paper: Publication) -> dict[str, Any]:
    """Return the fields of a paper in BibTeX that services do not have."""
    found: dict[str, Any] = {"tags": list(paper.tags)}
    found |= {name: getattr(paper, name) for name in ("selected", "place", "edition", "series")}
    texts = ((name, getattr(paper, name)) for name in ("abstract", "award", "note"))
    found |= {name: text.any() for name, text in texts if text}
    found["links"] = {kind: one.to for kind, one in paper.links.items() if "://" in one.to}
    return {name: value for name, value in found.items() if value}
