"""Which records belong together: a project and its papers, a grant, the people in it.

A record names others by their ids (`related`), people by their names in any spelling, and a talk
its paper. All of it holds in both directions, so each shows the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.index import Index, memoized
from generator.model.records.career import Record, mark_of


def key_of(record: Record) -> str:
    """Return what tells a record from all others: `projects/goat`, `people/ann`, `awards/3`."""
    name = record.page_name
    return f"{record.kind_name}/{name}" if name else mark_of(record)


@memoized
def relations(index: Index) -> dict[str, set[str]]:
    """Return the records to which each one belongs, by their keys; a pair stands there twice."""
    members = {id(index.directory.find(member.person_name)): key_of(member)
               for member in index.records.get("people", ())
               if member.is_listed and member.person_name}  # fmt: skip
    members.pop(id(None), None)
    found: dict[str, set[str]] = {}
    there = set[str]()
    for kind in index.kinds:
        for record in index.records.get(kind, ()):
            own = key_of(record)
            there.add(own)
            for other in _named(index, record, members):
                found.setdefault(own, set()).add(other)
                found.setdefault(other, set()).add(own)
    return {own: others & there for own, others in found.items()}


def _named(index: Index, record: Record, members: dict[int, str]) -> Iterator[str]:
    for kind, ids in record.related.items():
        yield from (f"{kind}/{name}" for name in ids)
    paper = record.value_of("publication")
    if isinstance(paper, str) and paper:
        yield f"publications/{paper}"
    for field in record.people_fields:
        for one in record.people_in(field):
            person = id(index.directory.find(one.name))
            if person in members:
                yield members[person]


def related_to(index: Index, record: Record) -> Iterator[str]:
    """Yield the words by which one asks for the records to which this one belongs."""
    for key in relations(index).get(key_of(record), ()):
        yield from (key, key.partition("/")[2])
