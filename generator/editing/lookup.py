"""A new paper from pasted BibTeX, a DOI or an arXiv id, as services describe it."""

from __future__ import annotations

from typing import Any

from generator.editing.records import Refusal, source_of
from generator.messages import spoken
from generator.model.site import Site
from generator.sync.run import works_of_export
from generator.works.client import Client, ServiceClient, ServiceError, client_of
from generator.works.forms import forms_of
from generator.works.found import FoundWork, site_papers
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords
from generator.works.services import SERVICES, keys_from_environment, work_of_id

_LONGEST = 1_000_000
"""Characters that may be pasted."""


def looked_up(text: str, site: Site) -> dict[str, Any]:
    """Return the fields of the paper that a text describes, and the papers that are the same.

    A service is asked only for a DOI or an arXiv id. Raises Refusal.
    """
    try:
        works = _works(text.strip()[:_LONGEST], site)
    except ServiceError as error:
        raise Refusal(str(error)) from None
    if not works:
        raise Refusal(spoken("edit-no-paper"))
    work = works[0]
    same = [one.paper for one in site_papers(site) if likeness(one, work) is not Likeness.DIFFERENT]
    records = NewRecords(
        (site.config.person, *site.people),
        site.venues.values(),
        (paper.id for paper in site.papers),
    )
    (form, *_) = forms_of([work], [*SERVICES, "bibtex"])
    fields = records.fields(form.said)
    return {
        "kind": "publications",
        "value": {"id": records.free_id(fields), **fields},
        "duplicates": list(dict.fromkeys(str(source_of(paper)) for paper in same)),
    }


def _works(text: str, site: Site) -> list[FoundWork]:
    if text.startswith("@"):
        return works_of_export(text.encode(), "BibTeX")[0]

    def client(service: ServiceClient) -> Client:
        return client_of(service, {}, keys_from_environment(), contact=site.config.person.email)

    return [work_of_id(text, client)]
