"""The services that are asked, one file each; a new one is a file and a line here."""

from generator.model.records.citation_counts import ServiceName
from generator.sync.service import Service
from generator.sync.services import arxiv, crossref, dblp, openalex, orcid, semantic_scholar

SERVICES: dict[ServiceName, Service] = {
    service.name: service
    for service in (
        crossref.SERVICE,
        dblp.SERVICE,
        openalex.SERVICE,
        orcid.SERVICE,
        semantic_scholar.SERVICE,
        arxiv.SERVICE,
    )
}
"""By name; where two say different things of a work, the first is believed."""
