"""Citations by author and year: how works are named in a text, and what tells them apart.

The forms of APA and Chicago are those of CSL's styles of these names (`tests/csl` compares them):
namesakes get their initials, lists of names that would look alike in short are written out as
far as they differ, and the works of the same people in one year get letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from generator.model.presets import AuthorYear
from generator.model.views.page_views import CitationView

_PAGES = re.compile(r"(?:pp?\.?|S\.|页)?\s*(\d[\w.]*)(?:\s*[-–—]+\s*(\d[\w.]*))?")


class AuthorsAndYears:
    """What the citations of one text say of each work."""

    def __init__(
        self,
        form: AuthorYear,
        works: Mapping[str, CitationView],
        order: Sequence[str],
        word: Callable[[str], str],
    ) -> None:
        """`order` is that of the list of works, `word` gives words of the interface."""
        self._form = form
        self._works = works
        self._order = order
        self._word = word
        self._namesakes = self._shared_names() if form.tells_apart else frozenset()
        self._shown = dict.fromkeys(order, 1)
        if form.tells_apart:
            self._write_out()
        self.years = self._with_letters()
        """The year of each work, with a, b, c where the same people have several in one."""

    def names(self, id: str, is_narrative: bool = False) -> str:
        """Return who wrote a work, in short; in a sentence with the word "and"."""
        people, is_open = self._works[id].people, self._works[id].is_open
        names = [self._name(id, place) for place in range(len(people))]
        most = 2 if len(names) <= 2 and not is_open else self._shown[id]
        if most >= len(names) and not is_open:
            return self._joined(names, is_narrative)
        others = self._word("cite.others")
        kept = self._word("cite.comma").join(names[:most])
        if most > 1 and others.startswith("{} "):
            kept += ","
        return others.replace("{}", kept)

    def groups(self, ids: Sequence[str]) -> list[list[str]]:
        """Return the works of one citation; those of the same people stand together."""
        if self._form.is_sorted:
            ids = sorted(ids, key=self._order.index)
        found: dict[str, list[str]] = {}
        for id in ids:
            found.setdefault(self.names(id) if self._form.tells_apart else id, []).append(id)
        return list(found.values())

    def named(self, id: str) -> str:
        """Return names and year of a work in brackets; Chicago has a comma before "n.d." only."""
        has_comma = self._form.has_comma or not self._works[id].year
        comma = self._word("cite.comma") if has_comma else " "
        return f"{self.names(id)}{comma}{self.years[id]}"

    def locator(self, written: str) -> str:
        """Return where in a work something stands: pages as the style says them."""
        found = _PAGES.fullmatch(written.strip()) if self._form.pages is not None else None
        if found is None:
            return written
        label, more = self._form.pages or ("", "")
        first, last = found.groups()
        return f"{more}{first}–{last}" if last else f"{label}{first}"

    def _name(self, id: str, place: int) -> str:
        person = self._works[id].people[place]
        return person.initials if not place and person.name in self._namesakes else person.name

    def _joined(self, names: list[str], is_narrative: bool) -> str:
        between = self._word("cite.and")
        if self._form.ampersand and not is_narrative and between == " and ":
            between = " & "
        if len(names) < 2:
            return "".join(names)
        comma = self._word("cite.comma")
        is_english = between in (" and ", " & ")
        last = f"{comma.rstrip()}{between}" if len(names) > 2 and is_english else between
        return f"{comma.join(names[:-1])}{last}{names[-1]}"

    def _shared_names(self) -> frozenset[str]:
        """Return the family names that several first authors share."""
        who: dict[str, set[str]] = {}
        for id in self._order:
            for person in self._works[id].people[:1]:
                who.setdefault(person.name, set()).add(person.initials)
        return frozenset(name for name, forms in who.items() if len(forms) > 1)

    def _write_out(self) -> None:
        """Show more names of works that would look alike, as far as they differ."""
        for alike in self._alike():
            people = {id: self._works[id].people for id in alike}
            for id in alike:
                others = [found for found in people.values() if found != people[id]]
                if others:
                    differs = (_common(people[id], other) + 1 for other in others)
                    self._shown[id] = min(max(differs), len(people[id]))

    def _alike(self) -> list[list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for id in self._order:
            found.setdefault((self.names(id), self._works[id].year), []).append(id)
        return [ids for ids in found.values() if len(ids) > 1]

    def _with_letters(self) -> dict[str, str]:
        undated = self._word("cite.undated")
        years = {id: self._works[id].year or undated for id in self._order}
        for ids in self._alike():
            for number, id in enumerate(ids):
                years[id] += f"{'' if self._works[id].year else '-'}{_letter(number)}"
        return years


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _letter(number: int) -> str:
    """Return a, b, …, z, aa, ab, …"""
    before, last = divmod(number, 26)
    return (_letter(before - 1) if before else "") + chr(ord("a") + last)
