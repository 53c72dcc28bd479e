"""Who is who: one person in all spellings of the name."""

from __future__ import annotations

from generator.model.people import Name, Person, fold, initial_letters, is_initials, spellings


class Directory:
    """Everybody whom the site knows, found by any spelling of the name.

    `Fang, Jin`, `Jin Fang`, `J. Fang`, `Fáng Jìn` and `方缙` are one person; accents, case and
    the order of the parts never break a match. Initials match when only one person fits.
    """

    def __init__(self, people: tuple[Person, ...]) -> None:
        self.people = people
        self._by_spelling: dict[str, int] = {}
        self._by_family: dict[str, list[tuple[str, int]]] = {}
        self._candidates: dict[Name, tuple[Person, ...]] = {}
        for index, person in enumerate(people):
            for name in (person.name, *person.aliases):
                for spelling in spellings(name):
                    self._by_spelling.setdefault(spelling, index)
                if name.given:
                    entry = (initial_letters(name.given), index)
                    self._by_family.setdefault(fold(name.family), []).append(entry)

    def find(self, name: Name) -> Person | None:
        """Return the one person whom `name` fits, or None when nobody or several do."""
        found = self.candidates(name)
        return found[0] if len(found) == 1 else None

    def spelled(self, name: Name) -> Name:
        """Return a name as `people.yaml` spells it, where it means one person of those there."""
        person = self.find(name)
        return person.name if person is not None else name

    def forms_of(self, name: Name) -> set[str]:
        """Return all by which one may ask for whom a name means: each spelling known, and the id.

        Accents and case are left as they are.
        """
        person = self.find(name)
        names = (name, person.name, *person.aliases) if person is not None else (name,)
        forms = {form for one in names for form in (one.full(), one.native) if form}
        return forms | {person.id} if person is not None and person.id else forms

    def candidates(self, name: Name) -> tuple[Person, ...]:
        """Return all whom a name could mean: one by a full spelling, or several by initials."""
        found = self._candidates.get(name)
        if found is None:  # the same few co-authors stand on every paper
            found = self._candidates[name] = self._sought(name)
        return found

    def _sought(self, name: Name) -> tuple[Person, ...]:
        for spelling in spellings(name):
            if spelling in self._by_spelling:
                return (self.people[self._by_spelling[spelling]],)
        if not name.given or not is_initials(name.given):
            return ()
        wanted = initial_letters(name.given)
        family = self._by_family.get(fold(name.family), [])
        found = {index for letters, index in family if letters.startswith(wanted)}
        return tuple(self.people[index] for index in sorted(found))
