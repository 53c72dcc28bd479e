"""The services that are asked for papers, one file each, and what all of them have in common.

Each file ends with a `SERVICE`; `run.py` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from generator.model.people import Person
from generator.model.records.citation_counts import ServiceName
from generator.sync.http import Client, ServiceError
from generator.sync.works import FoundWork

ORCID = r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]"
"""A pattern of ORCID iDs."""


class Counts(NamedTuple):
    """What a service counts for a person as a whole."""

    citations: int
    h_index: int | None = None


class ServiceClient(NamedTuple):
    """A service that knows the works of people."""

    name: ServiceName
    """The word by which users choose it: `semantic-scholar`."""
    title: str
    """Its name in words."""
    base: str
    """The address of its API."""
    id_of: Callable[[Person], str]
    """Returns the id that a person has there, or nothing."""
    works: Callable[[Client, str], list[FoundWork]]
    """Returns the works of an id. Raises ServiceError."""
    id_example: str
    """What an id looks like, for messages."""
    pause: float = 0.2
    """Seconds between two requests, as its documentation asks for."""
    key_variable: str = ""
    """The environment variable with the user's key, where the service takes one."""
    key_header: str = ""
    """The header in which the key goes; empty where it is part of the query."""
    has_counts: bool = False
    """Whether it counts citations."""
    counts: Callable[[Client, str], Counts | None] | None = None
    """Returns what it counts for a person. Raises ServiceError."""


def id_in_links(person: Person, pattern: str) -> str:
    """Return the first group of a pattern in one of the addresses that a person gives."""
    for address in (person.url, *(link.to for link in person.links.values())):
        if found := re.search(pattern, address):
            return found[1]
    return ""


def orcid_of(person: Person) -> str:
    """Return the ORCID iD of a person, as `0000-0002-1825-0097`."""
    found = re.search(ORCID, person.orcid)
    return found[0] if found else id_in_links(person, rf"orcid\.org/({ORCID})")


def refuse_id(id: str, pattern: str, example: str) -> None:
    """Raise ServiceError for an id of another form: it becomes part of an address."""
    if not re.fullmatch(pattern, id):
        raise ServiceError(f'"{id}" is not one of its ids; they look like {example}')
