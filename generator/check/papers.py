"""Papers: what an arXiv id and an edition say about the year."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check.evidence import Evidence
from generator.check.rules import Found, rule
from generator.model.dates import Date
from generator.model.people import fold
from generator.model.works import Publication
from generator.problems import Spot

_NEW_ID = re.compile(r"(?:arxiv:)?(\d\d)(\d\d)\.\d{4,5}(?:v\d+)?", re.IGNORECASE)
_OLD_ID = re.compile(r"(?:arxiv:)?[a-z-]+(?:\.[A-Z]{2})?/(\d\d)(\d\d)\d{3}(?:v\d+)?", re.IGNORECASE)
_LATE = 2
"""Years after which hardly anybody puts a paper on arXiv."""


def _papers(evidence: Evidence) -> Iterator[tuple[Publication, Spot]]:
    """Yield papers and their versions, each with its place."""
    for paper in evidence.of("publications"):
        assert isinstance(paper, Publication)
        yield paper, evidence.spot(paper)
        for number in range(len(paper.versions)):
            version = paper.as_version(number)
            yield version, version.spot or evidence.spot(paper)


@rule("arxiv-id-against-year", "warning")
def arxiv_id_against_year(evidence: Evidence) -> Iterator[Found]:
    """An arXiv id names the month in which a paper came, and the paper has another year.

    `2404.01234` came in April 2024. A preprint must have that year (December and January are one
    month apart); any other paper must not have appeared two years before its preprint or more.
    An id whose month is not one of twelve is wrong in itself.
    """
    for paper, spot in _papers(evidence):
        match = _NEW_ID.fullmatch(paper.arxiv) or _OLD_ID.fullmatch(paper.arxiv)
        if match is None:
            continue
        two, month = int(match[1]), int(match[2])
        year = two + (1900 if two > 90 else 2000)
        where = spot.inside("arxiv")
        if not 1 <= month <= 12:
            message = f"no paper on arXiv has the id {paper.arxiv}: there is no month {match[2]}"
            yield Found(where, message, "it begins with the year and the month: 2404.01234")
        elif paper.date is not None and _is_off(paper, Date(year, month), evidence):
            message = f"arXiv got {paper.arxiv} in {year}-{month:02}, but the date of this is "
            hint = "mend the id or the date; another form of a paper goes into `versions`"
            yield Found(where, message + paper.date.last.iso(), hint)


def _is_off(paper: Publication, came: Date, evidence: Evidence) -> bool:
    assert paper.date is not None
    date = paper.date.last
    if evidence.index.kind_of(paper) == "preprint":
        if date.year == came.year:
            return False
        months = (date.year - came.year) * 12 + date.month - came.month
        is_near = abs(date.year - came.year) == 1 and came.month in (1, 12)
        return not (abs(months) <= 1 if date.month else is_near)
    return came.year - date.year >= _LATE


_YEAR = re.compile(
    r"(?<!Horizon )(?<!Vision )(?<!Agenda )"
    r"(?<!Science )(?<!LNCS )(?<!Article )(?<!\b[Vv]ol\. )(?<!\b[Nn]o\. )(?<![\w.:/-])"
    r"(?:((?:19|20)\d\d)|['’]\s?(\d\d))(?![\w/]|[.:-]\d)"
)
_EDITION = re.compile(r"\b(\d{1,3})(?:st|nd|rd|th)\b|第\s*(\d{1,3})\s*届")


@rule("edition-against-year", "warning")
def edition_against_year(evidence: Evidence) -> Iterator[Found]:
    """A venue's own words name another year than the paper's date, or another edition than they
    can: "ICNP 2023" with the date 2024; the 31st and the 30th of a series in one year.

    Read is the venue in words. Of papers at one series, a later edition cannot have an earlier
    year, nor one edition two years, nor one year two editions. Journals may be a year off: a
    volume of 2023 may hold the papers of 2024.
    """
    editions: dict[str, list[tuple[int, int, Spot]]] = {}
    for paper, spot in _papers(evidence):
        words = _words(paper, evidence)
        if paper.date is None or not words:
            continue
        years, where = {span.start.year for span in paper.date.spans}, spot.inside("venue")
        named = {int(a) if a else 2000 + int(b) for a, b in _YEAR.findall(words)}
        slack = 1 if evidence.index.kind_of(paper) in ("journal", "book", "chapter") else 0
        if named and all(abs(n - year) > slack for n in named for year in years):
            message = f'"{words}" names {min(named)}, but the paper has the year {min(years)}'
            yield Found(where, message, "which of the two is right?")
        edition = _EDITION.search(words)
        if edition:
            number = int(edition[1] or edition[2])
            series = fold(_YEAR.sub("", _EDITION.sub("", words)))
            editions.setdefault(series, []).append((min(years), number, where))
    for found in editions.values():
        yield from _out_of_step(found)


def _words(paper: Publication, evidence: Evidence) -> str:
    """Return a venue in words; an entry of `venues.yaml` stands for all its years."""
    return "" if paper.venue in evidence.site.venues else paper.venue


def _out_of_step(found: list[tuple[int, int, Spot]]) -> Iterator[Found]:
    for number, (year, edition, where) in enumerate(found):
        for other_year, other, _ in found[:number]:
            if (year > other_year) != (edition > other) or (year < other_year) != (edition < other):
                message = f"edition {edition} in {year}, but edition {other} in {other_year}"
                yield Found(where, message, "one of the two is wrong")
                break
