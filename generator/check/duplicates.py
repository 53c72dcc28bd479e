"""Records that are there twice: papers, patents, anything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import msgspec

from generator.check.evidence import Evidence
from generator.check.rules import Found, rule
from generator.check.spelling import is_one_letter_off
from generator.graph.formats.scholar import bare_number
from generator.model.people import fold
from generator.model.records import Record
from generator.model.works import Patent, Publication

_SHORT = 15
"""Letters of a title below which papers of two years may have the same: `Guest Editorial`."""
_LONG = 25
"""Letters of a title from which a slip in one word does not make another title."""
_FRONT_MATTER = re.compile(
    r"(?:guest)?editorial|(?:introduction|preface|foreword|editorial)to|(?:preface|foreword|前言)$"
)
"""How folded titles begin that each issue has anew."""
_OF_ARXIV = "10.48550/"
"""The prefix of the DOIs that arXiv gives: every other DOI is of another form of the paper."""
_SHORTER = {"conference", "workshop", "other"}
"""Kinds of papers that are often written again at length, for a journal."""


@rule("paper-twice", "warning")
def paper_twice(evidence: Evidence) -> Iterator[Found]:
    """A paper is listed twice: two have one DOI, one arXiv id, or one title.

    Titles are compared without case, accents and punctuation; a longer one may differ in one
    letter of one word, but not in a number: "Part I" and "Part II" are two. A preprint and its
    paper are one record with `versions`. Left alone are a talk, a demo or a poster with the
    paper's title; a paper and its longer form in a journal, which are two papers to most people;
    two with a DOI each; and editorials of two special issues.
    """
    papers = [paper for paper in evidence.of("publications") if isinstance(paper, Publication)]
    hint = "keep one of them; a preprint or an extended version goes into `versions` of the paper"
    yield from _twice(evidence, papers, _keys, hint, partial(_are_two, evidence))
    yield from _almost(evidence, papers, hint)


def _keys(record: Record) -> Iterable[tuple[str, str]]:
    assert isinstance(record, Publication)
    doi = _doi(record)
    arxiv = re.sub(r"^arxiv:|v\d+$", "", record.arxiv.lower())
    title = fold(record.title.any())
    kind = record.kind if record.kind in ("demo", "poster", "thesis") else ""
    if len(title) < _SHORT or _FRONT_MATTER.match(title):
        title += f" {record.venue} {record.date.last.iso() if record.date else ''}"
    keys = (("DOI", doi), ("arXiv id", arxiv), ("title", f"{title} {kind}"))
    return [(what, key) for what, key in keys if key]


def _doi(paper: Publication) -> str:
    return bare_number(paper.doi).strip().lower()


def _are_two(evidence: Evidence, first: Publication, second: Publication) -> bool:
    """Whether papers of one title are two all the same: each has a DOI, or one is in a journal."""
    dois = {_doi(first), _doi(second)}
    if len(dois) == 2 and all(doi and not doi.startswith(_OF_ARXIV) for doi in dois):
        return True
    kinds = {evidence.index.kind_of(first), evidence.index.kind_of(second)}
    is_elsewhere = first.venue and second.venue and fold(first.venue) != fold(second.venue)
    return bool(is_elsewhere) and "journal" in kinds and bool(kinds & _SHORTER)


def _twice(
    evidence: Evidence,
    records: Iterable[Record],
    keys: Callable[[Record], Iterable[tuple[str, str]]],
    hint: str,
    are_two: Callable[[Any, Any], bool] = lambda first, second: False,
) -> Iterator[Found]:
    seen: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        twins = [
            (what, first)
            for what, key in keys(record)
            for first in seen.get((what, key), ())
            if not (what == "title" and are_two(first, record))
        ]
        for known in keys(record):
            seen.setdefault(known, []).append(record)
        if twins:
            what, first = twins[0]
            message = f"the {what} of this is that of {_named(first)}"
            yield Found(evidence.spot(record), message, hint)


def _almost(evidence: Evidence, papers: list[Publication], hint: str) -> Iterator[Found]:
    """Report titles of which one word differs in one letter."""
    groups: dict[tuple[str, ...], list[tuple[Publication, list[str]]]] = {}
    for paper in papers:
        words = re.findall(r"\w+", paper.title.any().casefold())
        if sum(map(len, words)) >= _LONG:
            half = len(words) // 2  # of two that differ in one word, one half is the same
            for part in (("first", *words[:half]), ("second", *words[half:])):
                groups.setdefault((str(len(words)), *part), []).append((paper, words))
    for group in groups.values():
        for (first, its), (paper, words) in combinations(group, 2):
            differing = [pair for pair in zip(its, words, strict=True) if pair[0] != pair[1]]
            if len(differing) != 1 or min(map(len, differing[0])) < 4:
                continue
            if is_one_letter_off(*differing[0]) and not _are_two(evidence, first, paper):
                message = f"the title of this is nearly that of {_named(first)}"
                yield Found(evidence.spot(paper).inside("title"), message, hint)


def _named(record: Record) -> str:
    title = record.heading.any() if record.heading else ""
    return f'"{record.id or title}"'


@rule("patent-twice", "warning")
def patent_twice(evidence: Evidence) -> Iterator[Found]:
    """A patent is listed twice: two have one number, or one title and not each a number.

    An application and the patent that came of it have one number with other letters behind it,
    `CN113961324A` and `CN113961324B`: they are one record with `dates`.
    """
    hint = "keep one of them; the stages of a patent go into `dates`"
    patents = [patent for patent in evidence.of("patents") if isinstance(patent, Patent)]
    yield from _twice(evidence, patents, _patent_keys, hint)
    titles: dict[str, Patent] = {}
    for patent in patents:
        first = titles.setdefault(f"{fold(patent.title.any())} {patent.kind}", patent)
        if first is not patent and not (first.number and patent.number):
            message = f"the title of this is that of {_named(first)}"
            yield Found(evidence.spot(patent), message, hint)


def _patent_keys(record: Record) -> Iterable[tuple[str, str]]:
    assert isinstance(record, Patent)
    number = re.sub(r"[^0-9A-Z]", "", record.number.upper())
    bare = re.sub(r"(?<=\d{7})[A-Z]\d?$", "", number)
    return [("number", bare)] if bare else []


@rule("record-twice", "warning")
def record_twice(evidence: Evidence) -> Iterator[Found]:
    """Two records of a kind say the same in every field but their ids."""
    for kind in evidence.site.records:
        if kind in ("publications", "patents"):
            continue
        seen: dict[bytes, Record] = {}
        for record in evidence.of(kind):
            key = msgspec.json.encode(_bare(msgspec.to_builtins(record)))
            first = seen.setdefault(key, record)
            if first is not record:
                message = f"this says the same as {_named(first)}"
                yield Found(evidence.spot(record), message, "keep one of the two")


def _bare(value: object) -> object:
    """Return plain data without places and ids."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("spot", "id")}
    if isinstance(value, (list, tuple)):
        return [_bare(item) for item in value]
    return value
