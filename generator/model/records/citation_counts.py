"""Services that know papers, and citation counts as one of them gave them on a day."""

from typing import Literal

import msgspec

COUNTS_FILE = "citation-counts.yaml"
"""The file under `content/` in which they stand; `masthead sync --citations` writes it."""
SYNC_FILE = "sync.yaml"
"""The file under `content/` with the settings of that command, of which a site needs nothing."""

ServiceName = Literal["crossref", "dblp", "openalex", "orcid", "semantic-scholar", "arxiv"]
"""The services that `masthead sync` asks, by the words that stand in its files."""
SOURCES: dict[str, str] = {
    "crossref": "Crossref",
    "dblp": "DBLP",
    "openalex": "OpenAlex",
    "orcid": "ORCID",
    "semantic-scholar": "Semantic Scholar",
    "arxiv": "arXiv",
}
"""Their names in words."""


class PaperCount(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How often a paper is cited."""

    citations: int
    """The number."""
    source: str
    """The service that counted: `openalex`."""
    date: str
    """The day on which it said so: `2026-11-22`."""


class PersonCount(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How often all works of a person are cited."""

    citations: int
    """The number."""
    h_index: int | None = None
    """The h-index, where the service has one."""
    date: str
    """The day on which it said so: `2026-11-22`."""


class CitationCounts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `citation-counts.yaml`."""

    person: dict[str, PersonCount] = {}
    """Counts of the site's person by service."""
    papers: dict[str, PaperCount] = {}
    """Counts of papers by their ids."""
