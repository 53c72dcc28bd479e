"""A new paper from pasted BibTeX, a DOI or an arXiv id, as services describe it."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from generator.edit.bib_file import read_bib
from generator.editing.records import Refusal, source_of
from generator.messages import spoken
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.sync.run import work_of_paper
from generator.works.client import Client, ServiceClient, ServiceError, client_of
from generator.works.forms import forms_of
from generator.works.found import site_papers
from generator.works.matching import Likeness, likeness
from generator.works.records import NewRecords
from generator.works.services import SERVICES, keys_from_environment, work_of_id

_LONGEST = 1_000_000
"""Characters that may be pasted."""


def looked_up(text: str, site: Site) -> dict[str, Any]:
    """Return the fields of the paper that a text describes, and the papers that are the same.

    A service is asked only for a DOI or an arXiv id. Raises Refusal.
    """
    text, key, more = text.strip()[:_LONGEST], "", {}
    try:
        if text.startswith("@"):
            papers, _ = read_bib("pasted.bib", text.encode())
            if not papers:
                raise Refusal(spoken("edit-no-paper"))
            work, more = work_of_paper(papers[0]), _not_in_works(papers[0])
            key = papers[0].id
        else:
            work = work_of_id(text, partial(_client, site))
    except ServiceError as error:
        raise Refusal(str(error)) from None
    same = [one.paper for one in site_papers(site) if likeness(one, work) is not Likeness.DIFFERENT]
    records = NewRecords(
        (site.config.person, *site.people),
        site.venues.values(),
        (paper.id for paper in site.papers),
    )
    (form, *_) = forms_of([work], [*SERVICES, "bibtex"])
    fields = records.fields(form.said) | more
    is_free = re.fullmatch(r"[\w-]+", key) and key not in {paper.id for paper in site.papers}
    return {
        "kind": "publications",
        "value": {"id": key if is_free else records.free_id(fields), **fields},
        "duplicates": list(dict.fromkeys(str(source_of(paper)) for paper in same)),
    }


def _not_in_works(paper: Publication) -> dict[str, Any]:
    """Return the fields of a paper in BibTeX that no service tells."""
    found = {"abstract": paper.abstract and paper.abstract.any(), "tags": list(paper.tags)}
    return {name: value for name, value in found.items() if value}


def _client(site: Site, service: ServiceClient) -> Client:
    return client_of(service, {}, keys_from_environment(), contact=site.config.person.email)
