"""What is wrong with the names in records: signs that mean nothing, titles, and names that fit two
people, or one whom `people.yaml` calls the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.index import Index
from generator.messages import Message
from generator.model import name_marks
from generator.model.names import Name
from generator.model.people import Advisor, Author
from generator.model.records.career import Record
from generator.model.text import Text
from generator.problems import Problem, Spot


def name_problems(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    """Yield what is wrong with the names of a record that stands at a spot."""
    note: Text | None = getattr(record, "note", None)
    explained = name_marks.explained("\n".join(note.forms.values())) if note else {}
    if record.person_name is not None:
        hint = "`prefix` or `title` is for it"
        yield from title_problems(record.person_name, spot.inside("name"), hint)
    for where, author in _people(record, spot):
        is_advisor = isinstance(author, Advisor)
        hint = "`title` is for it, beside `name`" if is_advisor else "take it out"
        yield from title_problems(author.name, where, hint)
        sign = author.signs and index.config.marks.unknown_signs(author)
        if sign:
            role = explained.get(sign[0], "corresponding")
            message = Message.of("author-sign", sign=sign, role=role, first=sign[0])
            yield Problem(where, message)
        meanings = index.config.marks.meanings(author) if explained else {}
        for sign, role in explained.items():
            if sign in author.signs and meanings.get(sign, role) != role:
                other = meanings[sign]
                yield Problem.of(where, "author-sign-other", sign=sign, role=role, other=other)
        for role in author.roles:
            if role not in author.possible_roles:
                yield Problem.of(where.inside("roles"), "role-of-patents", role=role)
        found = index.directory.candidates(author.name) if where.path[-2:-1] == ("authors",) else ()
        if len(found) > 1:
            people = tuple(person.name.full() for person in found)
            yield Problem.of(where, "name-of-several", name=author.name.full(), people=people)


def title_problems(name: Name, where: Spot, hint: str) -> Iterator[Problem]:
    """Yield that a title stands in a name, where BibTeX and the search would take it for a part."""
    is_person = name.given or name.native
    if is_person and (title := name_marks.without_title(name.full())[1]):
        yield Problem(where, f'"{title}" is not part of a name', hint, "warning", "name-title")


def turned_names(index: Index) -> Iterator[Problem]:
    """Yield each name that `people.yaml` has the other way round, where a record first has it."""
    reported: set[Name] = set()
    for kind, records in index.site.records.items():
        for record in records:
            spot = record.spot or Spot(f"content/{kind}.yaml")
            for where, author in _people(record, spot):
                name = author.name
                if name in reported or not index.directory.is_turned(name):
                    continue
                reported.add(name)
                person = index.directory.find(name)
                known = person.name if person is not None else name
                message = Message.of(
                    "name-turned",
                    here=name.family,
                    there=known.family,
                    file="site" if person is index.directory.people[0] else "people",
                    full=name.full(),
                    given=known.given,
                )
                yield Problem(where, message, severity="warning", code="name-turned")


def _people(record: Record, spot: Spot) -> Iterator[tuple[Spot, Author]]:
    for name in record.people_fields:
        for place, author in enumerate(record.people_in(name)):
            yield spot.inside(name, str(place)), author
