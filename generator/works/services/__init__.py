"""The services that are asked, one file each, in the order in which they are believed."""

from __future__ import annotations

import os

from generator.model.records.works import ServiceName
from generator.works.client import ServiceClient
from generator.works.services import arxiv, crossref, dblp, openalex, orcid, semantic_scholar

SERVICES: dict[ServiceName, ServiceClient] = {
    service.name: service
    for service in (
        *(crossref.SERVICE, dblp.SERVICE, openalex.SERVICE, orcid.SERVICE),
        *(semantic_scholar.SERVICE, arxiv.SERVICE),
    )
}
"""By name; where two disagree about a work, the first is believed."""


def keys_from_environment() -> dict[str, str]:
    """Return the user's keys for services, by their names."""
    return {
        name: os.environ[service.key_variable]
        for name, service in SERVICES.items()
        if os.environ.get(service.key_variable)
    }
