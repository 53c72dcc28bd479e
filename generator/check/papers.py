"""A rule on papers: one that is listed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check.rules import CheckContext, rule
from generator.model.links import bare_identifier
from generator.model.names import fold
from generator.model.records.works import Publication
from generator.problems import Problem

_SHORT = 15
"""Letters of a title below which papers of two years may have the same: `Guest Editorial`."""
_FRONT_MATTER = re.compile(
    r"(?:guest)?editorial|(?:introduction|preface|foreword|editorial)to|(?:preface|foreword|前言)$"
)
"""How titles, folded, begin that every issue of a journal has."""
_OF_ARXIV = "10.48550/"
"""The prefix of the DOIs that arXiv gives: every other DOI is of another form of the paper."""
_SHORTER = {"conference", "workshop", "other"}
"""Kinds of papers that are often written again at length, for a journal."""


@rule("paper-twice", "warning", "Papers")
def paper_twice(context: CheckContext) -> Iterator[Problem]:
    """A paper is listed twice: two have one DOI, one arXiv id, or one title.

    Titles are compared without case, accents and punctuation. A preprint and its paper are one
    record with `versions`. Left alone are a talk, a demo or a poster with the paper's title; a
    paper and its longer form in a journal, which are two papers to most people; two with a DOI
    each; and editorials of two special issues.
    """
    seen: dict[tuple[str, str], list[Publication]] = {}
    for paper in context.of_type(Publication):
        keys = _keys(paper)
        same = [
            (what, first)
            for what, key in keys
            for first in seen.get((what, key), ())
            if what != "title" or not _are_two(context, first, paper)
        ]
        for known in keys:
            seen.setdefault(known, []).append(paper)
        if same:
            what, first = same[0]
            yield Problem.of(
                context.spot(paper),
                "paper-twice",
                what=what,
                id=first.id or first.title.any(),
            )


def _keys(paper: Publication) -> list[tuple[str, str]]:
    doi = _doi(paper)
    arxiv = re.sub(r"v\d+$", "", bare_identifier(paper.arxiv).lower())
    title = fold(paper.title.any())
    kind = paper.kind if paper.kind in ("demo", "poster", "thesis") else ""
    if len(title) < _SHORT or _FRONT_MATTER.match(title):
        title += f" {paper.venue} {paper.date.last.iso() if paper.date else ''}"
    keys = (("DOI", doi), ("arXiv id", arxiv), ("title", f"{title} {kind}"))
    return [(what, key) for what, key in keys if key]


def _doi(paper: Publication) -> str:
    return bare_identifier(paper.doi).lower()


def _are_two(context: CheckContext, first: Publication, second: Publication) -> bool:
    """Whether papers of one title are two all the same: each has a DOI, or one is in a journal."""
    dois = {_doi(first), _doi(second)}
    if len(dois) == 2 and all(doi and not doi.startswith(_OF_ARXIV) for doi in dois):
        return True
    kinds = {context.index.kind_of(first), context.index.kind_of(second)}
    is_elsewhere = first.venue and second.venue and fold(first.venue) != fold(second.venue)
    return bool(is_elsewhere) and "journal" in kinds and bool(kinds & _SHORTER)
