"""Records with pages of their own: which have one, and by which name it goes.

A paper has a page, and so has each member of a group.
"""

from collections.abc import Iterator

from generator.model.members import Member
from generator.model.records import Record
from generator.model.site import Site

LAYOUTS = {"publications": "publication", "people": "member"}
"""Kind of record -> the template of its pages, which is the first word of their keys."""


def page_id(record: Record) -> str:
    """Return the word by which a record's page goes, or nothing where it has none.

    As a slug it is the last part of the address.
    """
    if isinstance(record, Member):
        return (record.id or record.slug) if record.is_listed else ""
    return record.id if record.kind_name in LAYOUTS else ""


def page_key(record: Record) -> str:
    """Return the key of a record's page, `publication:goat`, or nothing where it has none."""
    name = page_id(record)
    return f"{LAYOUTS[record.kind_name]}:{name}" if name else ""


def with_pages(site: Site) -> Iterator[Record]:
    """Yield the records that have pages on the web. Of two with one name, the last counts."""
    for kind in LAYOUTS:
        named = {page_id(record): record for record in site.records.get(kind, ())}
        yield from (r for name, r in named.items() if name and r.visibility.shows_in("web"))
