"""Merges several services' data on one paper, and makes its record.

A paper has published forms and a preprint. Each field comes from the most reliable service, or from
one that has it in better form.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.model.links import slug_of
from generator.model.names import Name, fold, is_initials
from generator.model.people import Directory, Person
from generator.model.records.bibliography import venue_as_written
from generator.model.records.works import Venue
from generator.problems import spoken
from generator.works.found import OTHER_AUTHORS, FoundWork, name_in, text_of_name

Said = dict[str, tuple[object, str]]
"""Field of a publication -> its value, and the service that it comes from."""

FIELDS = ("title", "authors", "editors", "venue", "date", "kind", "volume", "number", "pages",
          "publisher", "doi", "arxiv", "isbn", "thesis", "url")  # fmt: skip
"""The fields that a service can know, in the order in which they are written."""


class Form(NamedTuple):
    """One form of a paper: a publication or a preprint."""

    works: tuple[FoundWork, ...]
    said: Said

    def value(self, name: str) -> str:
        """Return a field's value as text, or ""."""
        return str(self.said[name][0]) if name in self.said else ""

    @property
    def is_preprint(self) -> bool:
        """Whether this is a preprint."""
        return self.value("kind") == "preprint"

    @property
    def year(self) -> int:
        """The year, or 0."""
        return int(self.value("date")[:4] or 0)

    @property
    def services(self) -> tuple[str, ...]:
        """The services that know it."""
        return tuple(dict.fromkeys(work.service for work in self.works))


def forms_of(works: Sequence[FoundWork], order: Sequence[str]) -> list[Form]:
    """Return the forms of one paper, published ones first, newest first.

    Works with the same DOI are one form; works without a DOI belong to the only published form.
    `order` has the services, the most reliable first.
    """
    ranked = sorted(works, key=lambda work: order.index(work.service))
    preprints = [work for work in ranked if work.is_preprint]
    published = [work for work in ranked if not work.is_preprint]
    by_doi: dict[str, list[FoundWork]] = defaultdict(list)
    whole: dict[str, str] = {}
    for work in published:
        first = whole.setdefault(work.doi, work.doi)
        for other in work.other_dois:
            whole.setdefault(other, first)
    for work in published:
        by_doi[whole[work.doi]].append(work)
    bare = by_doi.pop("", [])
    if by_doi and bare:
        years = {doi: min(abs(one.year - bare[0].year) for one in by_doi[doi]) for doi in by_doi}
        nearest = max(by_doi, key=lambda doi: (-years[doi], doi))
        by_doi[nearest] += bare
    groups = list(by_doi.values()) or ([bare] if bare else [])
    forms = [Form(tuple(group), _said(group)) for group in groups]
    forms.sort(key=lambda form: form.value("date"), reverse=True)
    return forms + ([Form(tuple(preprints), _said(preprints))] if preprints else [])


def _said(works: Sequence[FoundWork]) -> Said:
    """Return each field from the most reliable service, or from one that has it in better form."""
    found: Said = {}
    for name in FIELDS:
        tellers = [work for work in works if getattr(work, name)]
        if name == "date" and (in_issue := [work for work in tellers if work.volume]):
            tellers = in_issue[:1]  # others may give the day of online publication
        said = [(getattr(work, name), work.service) for work in tellers]
        if said:
            found[name] = _BEST[name](said) if name in _BEST else said[0]
    if any(work.is_retracted for work in works):
        found["note"] = (spoken("note-retracted"), works[0].service)
    if "doi" in found or "arxiv" in found:
        found.pop("url", None)
    if "authors" in found and (found["kind"][0] != "book" or "editors" not in found):
        found.pop("editors", None)
    elif "editors" in found:
        found.pop("authors", None)
    of_dblp = next((work.venue for work in works if work.service == "dblp"), "")
    if found["kind"][0] == "conference" and of_dblp:
        found["venue"] = (of_dblp, "dblp")  # registries give the series, or the whole title
    if found.get("kind", ("", ""))[0] == "preprint" and "arxiv" in found:
        found["venue"] = ("arXiv", found["arxiv"][1])
        if str(found.get("doi", ("", ""))[0]).startswith("10.48550/"):
            del found["doi"]  # derived from the arXiv id
    return found


def _best_title(said: list[tuple[object, str]]) -> tuple[object, str]:
    whole = [one for one in said if not str(one[0]).endswith("…")]
    return next((one for one in whole if not str(one[0]).isupper()), (whole or said)[0])


def _best_authors(said: list[tuple[object, str]]) -> tuple[object, str]:
    """Return the longest list, with full given names if some service has them."""

    def goodness(one: tuple[object, str]) -> tuple[int, int, int]:
        names = one[0]
        assert isinstance(names, tuple)
        return -names.count(OTHER_AUTHORS), len(names), sum(map(_is_full, names))

    return max(said, key=goodness)  # of several, the first is the most reliable


def _is_full(text: str) -> bool:
    name = name_in(text)
    return bool(name and (name.native or (name.given and not is_initials(name.given))))


def _best_date(said: list[tuple[object, str]]) -> tuple[object, str]:
    """Return the most precise date in the year that most services give."""
    years = [str(date)[:4] for date, _ in said]
    year = max(years, key=lambda one: (years.count(one), -years.index(one)))
    return max(
        (one for one in said if str(one[0]).startswith(year)), key=lambda one: len(str(one[0]))
    )


def _best_kind(said: list[tuple[object, str]]) -> tuple[object, str]:
    """Return the first kind except `other`, or a conference paper instead of a chapter, since
    registries call proceedings in a series books."""
    named = [one for one in said if one[0] != "other"] or said
    is_series = named[0][0] == "chapter"
    return next((one for one in named if is_series and one[0] == "conference"), named[0])


_BEST = {
    "title": _best_title,
    "authors": _best_authors,
    "date": _best_date,
    "kind": _best_kind,
}


_OF_VERSIONS = ("venue", "date", "kind", "volume", "number", "pages", "publisher", "doi", "arxiv",
                "isbn")  # fmt: skip


def version_of(form: Form) -> Said:
    """Return the fields of a form that becomes a version."""
    return {name: form.said[name] for name in _OF_VERSIONS if name in form.said}


# ---------------------------------------------------------------------- records


_SMALL_WORDS = frozenset(re.findall(r"\w+",
    "a an the on of in for to and or with at by from is are towards toward via how what why de "
    "la el los las del y e en con da do dos et le les des du un une der die das und"))  # fmt: skip
"""Words without meaning of their own: not used for ids."""


class NewRecords:
    """Makes records of papers for one site, with its venues, its spellings of names, and free
    ids."""

    def __init__(
        self, people: Iterable[Person], venues: Iterable[Venue] = (), ids: Iterable[str] = ()
    ) -> None:
        """`ids` are those of the existing papers."""
        self._known = tuple(people)
        self._people = Directory(self._known)
        self._venues = tuple(venues)
        self._ids = {id.lower() for id in ids}
        self._splits: dict[str, Name] = {}
        """The letters of a name -> where it is split: some services have `Ana Della | Torre`."""

    def learn(self, names: Iterable[str]) -> None:
        """Learn full names, so that each person has the same spelling in all papers."""
        found = (name_in(text) for text, _ in Counter(names).most_common())
        full = [name for name in found
                if name and name.given and not is_initials(name.given.split()[0])]  # fmt: skip
        full.sort(key=lambda name: -len(name.family))
        for name in (*(person.name for person in self._known), *full):
            self._splits.setdefault(fold(name.given + name.family), name)
        own = {person.name for person in self._known}
        others = (Person(name=name) for name in self._splits.values() if name not in own)
        self._people = Directory((*self._known, *others))

    def free_id(self, fields: Mapping[str, Any]) -> str:
        """Return an unused id, and reserve it: `fang2024goat`."""
        authors = fields.get("authors", ())
        first = authors[0] if authors else ""
        said = first.get("name", "") if isinstance(first, Mapping) else first
        family = said.get("family", "") if isinstance(said, Mapping) else _family(str(said))
        family = re.sub(r"['‘’ʼ]", "", str(family))
        words = re.findall(r"\w+", str(fields.get("title", "")))
        word = next((w for w in words if w.lower() not in _SMALL_WORDS), "")
        year = re.search(r"\d{4}", str(fields.get("date", "")))
        stem = slug_of(_without_accents(f"{family}{year[0] if year else ''}{word}")) or "paper"
        id, number = stem, 2
        while id.lower() in self._ids:
            id, number = f"{stem}-{number}", number + 1
        self._ids.add(id.lower())
        return id

    def fields(self, said: Said) -> dict[str, Any]:
        """Return the fields of a paper's record."""
        found: dict[str, Any] = dict(self.version(said))
        for field in {"authors", "editors"} & said.keys():
            names = said[field][0]
            assert isinstance(names, tuple)
            found[field] = [self._author(name) for name in names]
        if "url" in said:
            found["links"] = {"website": str(said["url"][0])}
        names = ({"thesis": "bibtex", "url": "links"}.get(name, name) for name in said)
        return {name: found[name] for name in names if name in found}

    def version(self, said: Said) -> dict[str, Any]:
        """Return the fields of a version of a paper. A version has no people."""
        found: dict[str, Any] = {
            name: str(value)
            for name, (value, _) in said.items()
            if name not in ("authors", "editors", "url")
        }
        if sort := found.pop("thesis", ""):
            found["bibtex"] = {"type": sort}
        if "venue" in found:
            found["venue"], venue = self._venue(found["venue"], found.get("kind", ""))
            if venue and found.get("kind") == venue:
                del found["kind"]
        if found.get("venue", "").lower() == "arxiv" or found.get("kind") == "other":
            found.pop("kind", None)
        return found

    def _venue(self, words: str, kind: str) -> tuple[str, str]:
        """Return a venue's id in `venues.yaml` and its kind, or the words and an empty kind."""
        name = venue_as_written(words)
        keys = {fold(words), fold(name.name), fold(name.short)} - {""}
        for venue in self._venues:
            if not keys.isdisjoint(map(fold, venue.names)):
                return venue.id, venue.kind
        text = name.text if kind == "conference" else words
        is_like_id = re.fullmatch(r"[a-z0-9._-]+", text)  # venues.yaml would have to explain it
        return text.capitalize() if is_like_id else text, ""

    def _author(self, text: str) -> str:
        """Return a name in the site's spelling, in reading order."""
        name = name_in(text)
        if name is None:
            return f"{{{text}}}"
        name = self._splits.get(fold(name.given + name.family), name)
        return text_of_name(self._people.spelled(name))


def _without_accents(text: str) -> str:
    """Return a text without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _family(text: str) -> str:
    name = name_in(text)
    return (name.family or name.native) if name else ""
