"""Papers and people at services: what these say, and how it is compared and merged.

`SERVICES` lists the supported services, the most reliable first.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.model.records.works import ServiceName
from generator.problems import Message
from generator.works.citation_indexes import OPENALEX, SEMANTIC_SCHOLAR
from generator.works.client import Client, ServiceClient, ServiceError
from generator.works.found import FoundWork, arxiv_of, doi_of
from generator.works.orcid import ORCID
from generator.works.registries import CROSSREF, DATACITE
from generator.works.subject_databases import ARXIV, DBLP, PUBMED

SERVICES: dict[ServiceName, ServiceClient] = {
    service.name: service
    for service in (CROSSREF, DATACITE, DBLP, OPENALEX, ORCID, SEMANTIC_SCHOLAR, ARXIV, PUBMED)
}
"""By name; if two disagree about a work, the first one wins."""


def work_of_id(text: str, client_of: Callable[[ServiceClient], Client]) -> FoundWork:
    """Return the work with a DOI or an arXiv id, perhaps within an address. Raises ServiceError.

    This asks Crossref, then DataCite, where papers at arXiv have DOIs, too.
    """
    arxiv = arxiv_of(text)
    doi = f"10.48550/arxiv.{arxiv}" if arxiv else doi_of(text)
    if not doi:
        raise ServiceError(Message.of("service-no-work-id", text=text))
    faults = []
    for service in (DATACITE,) if arxiv else (CROSSREF, DATACITE):
        assert service.works_of_dois is not None
        try:
            if found := service.works_of_dois(client_of(service), [doi]):
                return found[0]
        except ServiceError as error:
            faults.append(f"{service.title}: {error}")
    raise ServiceError("; ".join(faults) or Message.of("service-no-work", id=doi))
