"""Rules on papers and other records: listed twice, or with a year that cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations

import msgspec

from generator.check.prose import is_one_letter_off
from generator.check.rules import CheckContext, Found, R, rule
from generator.model.dates import Date
from generator.model.links import bare_identifier
from generator.model.names import fold
from generator.model.records.career import Record
from generator.model.records.works import Patent, Publication
from generator.problems import Spot

_SHORT = 15
"""Letters of a title below which papers of two years may have the same: `Guest Editorial`."""
_LONG = 25
"""Letters of a title from which a slip in one word does not make another title."""
_FRONT_MATTER = re.compile(
    r"(?:guest)?editorial|(?:introduction|preface|foreword|editorial)to|(?:preface|foreword|前言)$"
)
"""How titles, folded, begin that every issue of a journal has."""
_OF_ARXIV = "10.48550/"
"""The prefix of the DOIs that arXiv gives: every other DOI is of another form of the paper."""
_SHORTER = {"conference", "workshop", "other"}
"""Kinds of papers that are often written again at length, for a journal."""


@rule("paper-twice", "warning", "Duplicates")
def paper_twice(context: CheckContext) -> Iterator[Found]:
    """A paper is listed twice: two have one DOI, one arXiv id, or one title.

    Titles are compared without case, accents and punctuation; a longer one may differ in one
    letter of one word, but not in a number: "Part I" and "Part II" are two. A preprint and its
    paper are one record with `versions`. Left alone are a talk, a demo or a poster with the
    paper's title; a paper and its longer form in a journal, which are two papers to most people;
    two with a DOI each; and editorials of two special issues.
    """
    papers = context.of_type(Publication)
    hint = "keep one of them; a preprint or an extended version goes into `versions` of the paper"
    yield from _twice(context, papers, _keys, hint, partial(_are_two, context))
    yield from _almost(context, papers, hint)


def _keys(paper: Publication) -> Iterable[tuple[str, str]]:
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


def _twice(
    context: CheckContext,
    records: Iterable[R],
    keys: Callable[[R], Iterable[tuple[str, str]]],
    hint: str,
    are_two: Callable[[R, R], bool] = lambda first, second: False,
) -> Iterator[Found]:
    seen: dict[tuple[str, str], list[R]] = {}
    for record in records:
        same = [
            (what, first)
            for what, key in keys(record)
            for first in seen.get((what, key), ())
            if not (what == "title" and are_two(first, record))
        ]
        for known in keys(record):
            seen.setdefault(known, []).append(record)
        if same:
            what, first = same[0]
            message = f"the {what} of this is that of {_named(first)}"
            yield Found(context.spot(record), message, hint)


def _almost(context: CheckContext, papers: list[Publication], hint: str) -> Iterator[Found]:
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
            if is_one_letter_off(*differing[0]) and not _are_two(context, first, paper):
                message = f"the title of this is nearly that of {_named(first)}"
                yield Found(context.spot(paper).inside("title"), message, hint)


def _named(record: Record) -> str:
    title = record.heading.any() if record.heading else ""
    return f'"{record.id or title}"'


@rule("patent-twice", "warning", "Duplicates")
def patent_twice(context: CheckContext) -> Iterator[Found]:
    """A patent is listed twice: two have one number, or one title and not each a number.

    An application and the patent that came of it have one number with other letters behind it,
    `CN113961324A` and `CN113961324B`: they are one record with `dates`.
    """
    hint = "keep one of them; the stages of a patent go into `dates`"
    patents = context.of_type(Patent)
    yield from _twice(context, patents, _patent_keys, hint)
    titles: dict[str, Patent] = {}
    for patent in patents:
        if patent.title is None:
            continue
        first = titles.setdefault(f"{fold(patent.title.any())} {patent.kind}", patent)
        if first is not patent and not (first.number and patent.number):
            message = f"the title of this is that of {_named(first)}"
            yield Found(context.spot(patent), message, hint)


def _patent_keys(patent: Patent) -> Iterable[tuple[str, str]]:
    number = re.sub(r"[^0-9A-Z]", "", patent.number.upper())
    bare = re.sub(r"(?<=\d{7})[A-Z]\d?$", "", number)
    return [("number", bare)] if bare else []


@rule("record-twice", "warning", "Duplicates")
def record_twice(context: CheckContext) -> Iterator[Found]:
    """Two records of a kind say the same in every field but their ids."""
    for kind in context.site.records:
        if kind in ("publications", "patents"):
            continue
        seen: dict[bytes, Record] = {}
        for record in context.of(kind):
            key = msgspec.json.encode(_bare(msgspec.to_builtins(record)))
            first = seen.setdefault(key, record)
            if first is not record:
                message = f"this says the same as {_named(first)}"
                yield Found(context.spot(record), message, "keep one of the two")


def _bare(value: object) -> object:
    """Return plain data without places and ids."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("spot", "id")}
    if isinstance(value, (list, tuple)):
        return [_bare(item) for item in value]
    return value


_NEW_ID = re.compile(r"(\d\d)(\d\d)\.\d{4,5}(?:v\d+)?", re.IGNORECASE)
_OLD_ID = re.compile(r"[a-z-]+(?:\.[A-Z]{2})?/(\d\d)(\d\d)\d{3}(?:v\d+)?", re.IGNORECASE)
_LATE = 2
"""Years after which hardly anybody puts a paper on arXiv."""


def _papers(context: CheckContext) -> Iterator[tuple[Publication, Spot]]:
    """Yield papers and their versions, each with its place."""
    for paper in context.of_type(Publication):
        yield paper, context.spot(paper)
        for number in range(len(paper.versions)):
            version = paper.as_version(number)
            yield version, version.spot or context.spot(paper)


@rule("arxiv-id-against-year", "warning", "Papers")
def arxiv_id_against_year(context: CheckContext) -> Iterator[Found]:
    """An arXiv id names the month in which a paper came, and the paper has another year.

    `2404.01234` came in April 2024. A preprint must have that year (December and January are one
    month apart); any other paper must not have appeared two years before its preprint or more.
    An id whose month is not one of twelve is wrong in itself.
    """
    for paper, spot in _papers(context):
        arxiv = bare_identifier(paper.arxiv)
        match = _NEW_ID.fullmatch(arxiv) or _OLD_ID.fullmatch(arxiv)
        if match is None:
            continue
        two, month = int(match[1]), int(match[2])
        year = two + (1900 if two > 90 else 2000)
        where = spot.inside("arxiv")
        if not 1 <= month <= 12:
            message = f"no paper on arXiv has the id {arxiv}: there is no month {match[2]}"
            yield Found(where, message, "it begins with the year and the month: 2404.01234")
        elif paper.date is not None and _is_off(paper, Date(year, month), context):
            message = f"arXiv got {arxiv} in {year}-{month:02}, but the date of this is "
            hint = "mend the id or the date; another form of a paper goes into `versions`"
            yield Found(where, message + paper.date.last.iso(), hint)


def _is_off(paper: Publication, came: Date, context: CheckContext) -> bool:
    assert paper.date is not None
    date = paper.date.last
    if context.index.kind_of(paper) == "preprint":
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


@rule("edition-against-year", "warning", "Papers")
def edition_against_year(context: CheckContext) -> Iterator[Found]:
    """A venue's own words name another year than the paper's date, or another edition than they
    can: "ICNP 2023" with the date 2024; the 31st and the 30th of a series in one year.

    Read is the venue in words. Of papers at one series, a later edition cannot have an earlier
    year, nor one edition two years, nor one year two editions. Journals may be a year off: a
    volume of 2023 may hold the papers of 2024.
    """
    editions: dict[str, list[tuple[int, int, Spot]]] = {}
    for paper, spot in _papers(context):
        # An entry of `venues.yaml` stands for all its years.
        words = "" if paper.venue in context.site.venues else paper.venue
        if paper.date is None or not words:
            continue
        years, where = {span.start.year for span in paper.date.spans}, spot.inside("venue")
        named = {int(a) if a else 2000 + int(b) for a, b in _YEAR.findall(words)}
        slack = 1 if context.index.kind_of(paper) in ("journal", "book", "chapter") else 0
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


def _out_of_step(found: list[tuple[int, int, Spot]]) -> Iterator[Found]:
    for number, (year, edition, where) in enumerate(found):
        for other_year, other, _ in found[:number]:
            if (year > other_year) != (edition > other) or (year < other_year) != (edition < other):
                message = f"edition {edition} in {year}, but edition {other} in {other_year}"
                yield Found(where, message, "one of the two is wrong")
                break
