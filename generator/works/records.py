"""A paper as services say it -> the fields and the id of its record on a site."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from generator.model.links import slug_of
from generator.model.names import Name, fold, is_initials
from generator.model.people import Directory, Person
from generator.model.records.bibliography import venue_as_written
from generator.model.records.works import Venue
from generator.works.forms import Said
from generator.works.found import SMALL_WORDS, name_in, text_of_name


class NewRecords:
    """Writes papers as the records of one site do: its venues, its spellings of names, free ids."""

    def __init__(
        self, people: Iterable[Person], venues: Iterable[Venue] = (), ids: Iterable[str] = ()
    ) -> None:
        """`ids` are those of the papers that there are."""
        self._known = tuple(people)
        self._people = Directory(self._known)
        self._venues = tuple(venues)
        self._ids = {id.lower() for id in ids}
        self._splits: dict[str, Name] = {}
        """The letters of a name -> where it is cut: some services say `Ana Della | Torre`."""

    def learn(self, names: Iterable[str]) -> None:
        """Take names written out in full, so that each person has one spelling in all papers."""
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
        """Return an id that no paper has and that none gets again: `fang2024goat`."""
        authors = fields.get("authors", ())
        first = authors[0] if authors else ""
        said = first.get("name", "") if isinstance(first, Mapping) else first
        family = said.get("family", "") if isinstance(said, Mapping) else _family(str(said))
        family = re.sub(r"['‘’ʼ]", "", str(family))
        words = re.findall(r"\w+", str(fields.get("title", "")))
        word = next((w for w in words if w.lower() not in SMALL_WORDS), "")
        year = re.search(r"\d{4}", str(fields.get("date", "")))
        stem = slug_of(_without_accents(f"{family}{year[0] if year else ''}{word}")) or "paper"
        id, number = stem, 2
        while id.lower() in self._ids:
            id, number = f"{stem}-{number}", number + 1
        self._ids.add(id.lower())
        return id

    def fields(self, said: Said) -> dict[str, Any]:
        """Return the fields of a paper as its record has them."""
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
        """Return the fields of a version of a paper, in which there are no people."""
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
        """Return a venue as `venues.yaml` calls it, and its kind; or the words, and nothing."""
        name = venue_as_written(words)
        keys = {fold(words), fold(name.name), fold(name.short)} - {""}
        for venue in self._venues:
            if not keys.isdisjoint(map(fold, venue.names)):
                return venue.id, venue.kind
        text = name.text if kind == "conference" else words
        is_like_id = re.fullmatch(r"[a-z0-9._-]+", text)  # which venues.yaml would have to explain
        return text.capitalize() if is_like_id else text, ""

    def _author(self, text: str) -> str:
        """Return a name as the site writes it, in the order in which people read it."""
        name = name_in(text)
        if name is None:
            return f"{{{text}}}"
        words = name.full().split()
        cuts = (
            Name(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, min(len(words), 8))
        )
        name = self._splits.get(fold(name.given + name.family), name)
        if not self._people.candidates(name):
            name = next((cut for cut in cuts if self._people.find(cut)), name)
        return text_of_name(self._people.spelled(name))


def _without_accents(text: str) -> str:
    """Return a text without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _family(text: str) -> str:
    name = name_in(text)
    return (name.family or name.native) if name else ""
