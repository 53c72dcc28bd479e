"""A paper from what a person pastes: BibTeX, a DOI, or an id of arXiv."""

from __future__ import annotations

from typing import Any

from generator.edit.bib_file import read_bib
from generator.editing.records import Refusal, source_of
from generator.model.site import Site
from generator.sync.run import work_of_paper
from generator.works.client import ServiceClient, ServiceError, client_of
from generator.works.forms import forms_of
from generator.works.found import FoundWork
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords
from generator.works.services import SERVICES, keys_from_environment, work_of_id


def found_paper(text: str, site: Site) -> dict[str, Any]:
    """Return the fields of a paper, and the sources of those that may be the same.

    BibTeX is read here; services are asked for ids. Raises Refusal with why nothing was found.
    """
    if "@" in text and "{" in text:
        papers, problems = read_bib("pasted", text.encode())
        if not papers:
            words = problems[0].message if problems else "this is no BibTeX"
            raise Refusal(words)
        work = work_of_paper(papers[0])
    else:
        work = _asked(text)
    order = ["bibtex", *SERVICES]
    form = forms_of([work], order)[0]
    ids = [paper.id for paper in site.papers]
    records = NewRecords([site.config.person, *site.people], site.venues.values(), ids)
    records.learn(a.name.full() for paper in site.papers for a in paper.authors if not a.is_others)
    fields = records.fields(form.said)
    value = {"id": records.free_id(fields), **fields}
    same = [paper for paper in site.papers
            if likeness(work_of_paper(paper), work) is not Likeness.DIFFERENT]  # fmt: skip
    return {"value": value, "kind": "publications", "duplicates": [str(source_of(p)) for p in same]}


def _asked(text: str) -> FoundWork:
    keys = keys_from_environment()

    def asking(service: ServiceClient) -> Any:
        return client_of(service, {}, keys)

    try:
        return work_of_id(text.strip(), asking)
    except ServiceError as error:
        raise Refusal(str(error), 409) from None
