"""Facts on records with pages of their own, other than papers; and what calendars get of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.graph.entries import entry_of
from generator.graph.entry_formatter import EntryFormatter
from generator.graph.facts.page_facts import post_items, posts_about, urn
from generator.graph.facts.record_facts import paper_writer
from generator.graph.facts.registry import fact, inner_fact
from generator.graph.index import Index
from generator.graph.links import link_views, page_of, record_at
from generator.graph.query import chosen
from generator.graph.wording import record_title
from generator.model.dates import When
from generator.model.links import path_encoded
from generator.model.people import Author
from generator.model.records.career import News, Record, Teaching
from generator.model.records.events import Session, Teacher
from generator.model.records.members import Member
from generator.model.records.pages import calendar_path, page_id
from generator.model.records.works import Publication, Talk
from generator.model.sections import Section, Words
from generator.model.text import Phrase
from generator.model.views.entry_views import AuthorView, LinkView
from generator.model.views.page_views import CalendarView, EventView, RecordView, SessionView
from generator.model.views.site_views import MenuItem


@fact
def record(index: Index, lang: str, key: str) -> RecordView | None:
    """A record other than a paper for its own page, by the key of the page (`here.key`)."""
    output = index.by_key.get((key, lang))
    found = record_at(index, output) if output is not None else None
    if found is None or isinstance(found, Publication):
        return None
    writer = EntryFormatter(index, lang, Section(body=False, dates="long"))
    more: dict[str, Any] = {}
    text = writer.phrase(found.body)
    if isinstance(found, Member):
        text = writer.phrase(found.bio).followed_by(text)
        more["person"] = page_id(found) or found.name.full()
        more["group"] = writer.choice(found, "group", found.group)
        more["is_past"] = found.standing == "alumni"
    elif isinstance(found, Talk):
        text = writer.phrase(found.abstract).followed_by(text)
        paper = index.publications.get(found.publication) if found.publication else None
        if paper is not None:
            papers = paper_writer(index, lang)
            more["paper"], more["marks"] = entry_of(papers, paper), papers.marks
            more["posts"] = tuple(
                post_items(index, posts_about(index, lang).get(paper.id, []), lang)
            )
    elif isinstance(found, News):
        more["older"], more["newer"] = _neighbours(index, found, lang)
    elif isinstance(found, Teaching):
        more["staff"] = tuple(_teacher(writer, teacher) for teacher in found.staff)
        more["schedule"] = tuple(_session(writer, session, found) for session in found.schedule)
    if isinstance(found, Talk | Teaching) and found.time is not None:
        more["time"] = found.time.in_words(writer.language.dates["range"])
    return RecordView(
        entry=entry_of(writer, found),
        text=text,
        calendar=_calendar_link(index, found, lang),
        **more,
    )


def _neighbours(index: Index, news: News, lang: str) -> tuple[MenuItem | None, MenuItem | None]:
    """Return the pages of the news before and after some news, of all that have pages."""
    records = [(r, page_of(index, r, lang)) for r in chosen(Section(of=Words(("news",))), index)]
    paged = [(record, page) for record, page in records if page is not None]
    at = next((place for place, (record, _) in enumerate(paged) if record.id == news.id), None)
    if at is None:
        return None, None
    older, newer = (
        MenuItem(label=record_title(index, paged[place][0], lang), url=paged[place][1].url)
        if 0 <= place < len(paged)
        else None
        for place in (at + 1, at - 1)
    )
    return older, newer


def _teacher(writer: EntryFormatter, teacher: Teacher) -> AuthorView:
    from msgspec.structs import replace

    view, role = writer.author(Author(teacher.name)), writer.phrase(teacher.role)
    return replace(view, words=writer.said("in_brackets", role.text).text) if role else view


def _session(writer: EntryFormatter, session: Session, course: Teaching) -> SessionView:
    index, lang, time = writer.index, writer.lang, session.time
    is_usual = time is None or time == course.time
    return SessionView(
        week=session.week,
        date=writer.when(session.date) if session.date else "",
        datetime=session.date.first.iso() if session.date else "",
        time="" if time is None or is_usual else time.in_words(writer.language.dates["range"]),
        location=writer.phrase(session.location),
        topic=writer.phrase(session.topic),
        readings=writer.phrases(session.readings),
        links=link_views(index, session.files, lang),
    )


def _calendar_link(index: Index, record: Record, lang: str) -> LinkView | None:
    url = f"/{path_encoded(path)}" if (path := calendar_path(record)) else ""
    if url not in index.by_address:
        return None
    return LinkView(kind="ics", label=index.word("link.ics", lang), url=url, is_local=True)


@inner_fact
def calendar(index: Index, lang: str, kind: str, id: str) -> CalendarView | None:
    """The events of a talk or a course, in the site's first language."""
    records = index.records.get(kind, ())
    found = next((record for record in records if page_id(record) == id), None)
    if found is None:
        return None
    title = record_title(index, found, lang)
    return CalendarView(title=title, events=tuple(_events(index, lang, found, title)))


def _events(index: Index, lang: str, found: Record, title: Phrase) -> Iterator[EventView]:
    page = page_of(index, found, lang)
    url = page.url if page else ""
    name = f"{found.kind_name}/{page_id(found)}"
    if isinstance(found, Talk) and found.date:
        yield EventView(
            uid=_uid(index, name),
            start=found.date.first.iso(),
            end=_last_day(found.date),
            time=found.time,
            title=title,
            location=_joined(index.phrase(found.event, lang), index.phrase(found.location, lang)),
            text=index.phrase(found.abstract, lang),
            url=url,
        )
    elif isinstance(found, Teaching):
        for number, session in enumerate(found.schedule, 1):
            if session.date is None or not session.date.first.day:
                continue
            topic = index.phrase(session.topic, lang)
            yield EventView(
                uid=_uid(index, f"{name}/{number}"),
                start=session.date.first.iso(),
                end=_last_day(session.date),
                time=session.time or found.time,
                title=Phrase(f"{title}: {topic}"),
                location=index.phrase(session.location or found.location, lang),
                url=url,
            )


def _last_day(when: When) -> str:
    return when.last.iso() if when.last != when.first and when.last.day else ""


def _joined(first: Phrase, second: Phrase) -> Phrase:
    return Phrase(", ".join(filter(None, (first.text, second.text))))


def _uid(index: Index, name: str) -> str:
    """Return the name of an event in calendars, on the site's host where that is known."""
    host = (index.config.url or index.base_url).partition("://")[2].partition("/")[0]
    return f"{name}@{host}" if host else urn(name)
