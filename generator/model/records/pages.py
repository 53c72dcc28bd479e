"""Records with pages of their own: which have one, and by which name it goes.

A paper has a page, and so has each member of a group. Talks, courses, projects and news with an
`id` have one where there is a text for it; or else their page is the author's own,
`content/talks/goat.md` for the talk `goat`.
"""

from collections.abc import Iterator

from generator.model.links import slug_of
from generator.model.records.career import News, Record, Teaching
from generator.model.records.members import Member
from generator.model.records.works import Project, Publication, Talk
from generator.model.site import Page, Site

LAYOUTS = {
    "publications": "publication",
    "people": "member",
    "talks": "talk",
    "teaching": "course",
    "projects": "project",
    "news": "news-item",
}
"""Kind of record -> the template of its pages, which is the first word of their keys."""


def page_id(record: Record) -> str:
    """Return the word by which a record's page goes, or nothing where it has none.

    As a slug it is the last part of the address.
    """
    match record:
        case Member():
            return (record.id or record.slug) if record.is_listed else ""
        case Publication():
            return record.id
        case Talk():
            return record.id if record.abstract or record.body else ""
        case Teaching():
            return record.id if record.schedule or record.body else ""
        case Project() | News():
            return record.id if record.body else ""
    return ""


def page_key(record: Record) -> str:
    """Return the key of a record's page, `publication:goat`, or nothing where it has none."""
    name = page_id(record)
    return f"{LAYOUTS[record.kind_name]}:{name}" if name else ""


def own_page_key(record: Record) -> str:
    """Return the key that a page has which the author has written for a record."""
    is_possible = record.kind_name in LAYOUTS and not isinstance(record, Publication)
    name = page_id(record) or record.id
    return f"{record.kind_name}/{name}" if is_possible and name else ""


def other_key(key: str) -> str:
    """Return the key of the page that stands for a page in other languages: the author's own page
    `page:people/ann` for `member:ann`, and the other way round. Most pages have none."""
    first, _, name = key.partition(":")
    if first == "page":
        kind, _, name = name.partition("/")
        is_possible = kind in LAYOUTS and kind != "publications" and bool(name)
        return f"{LAYOUTS[kind]}:{name}" if is_possible else ""
    kind = next((kind for kind, layout in LAYOUTS.items() if layout == first), "")
    return f"page:{kind}/{name}" if kind and kind != "publications" else ""


def old_addresses(record: Record) -> tuple[str, ...]:
    """Return the earlier addresses of a record's page; a person's aliases are names."""
    return () if isinstance(record, Member) else getattr(record, "aliases", ())


def calendar_path(record: Record) -> str:
    """Return where the file for calendars goes, `talks/goat.ics`; nothing without a day."""
    days = [record.date] if isinstance(record, Talk) else []
    if isinstance(record, Teaching):
        days = [session.date for session in record.schedule]
    has_day = any(day is not None and day.first.day for day in days)
    return (
        f"{record.kind_name}/{slug_of(page_id(record))}.ics" if page_id(record) and has_day else ""
    )


def with_pages(site: Site) -> Iterator[Record]:
    """Yield the records that have pages on the web. Of two with one name, the last counts."""
    for kind in LAYOUTS:
        named = {page_id(record): record for record in site.records.get(kind, ())}
        yield from (r for name, r in named.items() if name and r.visibility.shows_in("web"))


def record_of(page: Page, site: Site) -> Record | None:
    """Return the record for which the author has written a page, or None."""
    kind, slash, _ = page.key.partition("/")
    if not slash or kind not in LAYOUTS:
        return None
    found = (r for r in site.records.get(kind, ()) if own_page_key(r) == page.key)
    return next((record for record in found if record.visibility.shows_in("web")), None)
