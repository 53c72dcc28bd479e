"""The papers of a site, in the form in which they are compared with those of services."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.model.names import Name
from generator.model.people import Directory
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.sync.works import arxiv_of, doi_of, title_key


class SitePaper(NamedTuple):
    """One form of a paper of the site, under one of its titles."""

    paper: Publication
    title: str
    title_key: str
    authors: tuple[str, ...]
    year: int
    doi: str
    arxiv: str
    is_preprint: bool


def site_papers(site: Site) -> list[SitePaper]:
    """Return the papers of a site in all their forms and titles."""
    directory = Directory((*site.people, site.config.person))
    papers = site.records["publications"]
    return [form for paper in papers if isinstance(paper, Publication)
            for form in _forms(paper, site, directory)]  # fmt: skip


def _forms(paper: Publication, site: Site, directory: Directory) -> Iterator[SitePaper]:
    for form in (paper, *(paper.as_version(number) for number in range(len(paper.versions)))):
        authors = tuple(_spelled(author.name, directory) for author in form.authors
                        if not author.is_others)  # fmt: skip
        kind = form.kind_at(site.venues.get(form.venue))
        arxiv = arxiv_of(form.arxiv or (form.links["arxiv"].to if "arxiv" in form.links else ""))
        is_preprint = kind == "preprint" or form.venue.lower() in ("arxiv", "corr")
        for title in dict.fromkeys(form.title.forms.values()):
            yield SitePaper(
                paper=paper,
                title=title,
                title_key=title_key(title),
                authors=authors,
                year=form.date.first.year if form.date else 0,
                doi=doi_of(form.doi or (form.links["doi"].to if "doi" in form.links else "")),
                arxiv=arxiv,
                is_preprint=is_preprint,
            )


def _spelled(name: Name, directory: Directory) -> str:
    """Return the full name in Latin letters where somebody has written it down."""
    return directory.spelled(name).family_first()
