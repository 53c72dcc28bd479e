"""Facts on records with pages of their own, other than papers; and what calendars get of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

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
from generator.model.records.events import Clock, Session, Teacher
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
    if found is None or found.kind_name == Publication.kind_name:
        return None
    writer = EntryFormatter(index, lang, Section(body=False, dates="long"))
    view = RecordView(
        entry=entry_of(writer, found),
        text=writer.phrase(found.body),
        calendar=_calendar_link(index, found, lang),
    )
    further = _FURTHER.get(type(found))
    return further(view, found, writer) if further else view


def _with_person(view: RecordView, member: Member, writer: EntryFormatter) -> RecordView:
    return replace(
        view,
        text=writer.phrase(member.bio).followed_by(view.text),
        person=page_id(member) or member.name.full(),
        group=writer.choice(member, "group", member.group),
        is_past=member.is_past,
    )


def _with_paper(view: RecordView, talk: Talk, writer: EntryFormatter) -> RecordView:
    index, lang = writer.index, writer.lang
    text = writer.phrase(talk.abstract).followed_by(view.text)
    view = replace(view, text=text, time=_time(writer, talk.time))
    paper = index.publications.get(talk.publication) if talk.publication else None
    if paper is None:
        return view
    papers = paper_writer(index, lang)
    posts = tuple(post_items(index, posts_about(index, lang).get(paper.id, []), lang))
    return replace(view, paper=entry_of(papers, paper), marks=papers.marks, posts=posts)


def _with_schedule(view: RecordView, course: Teaching, writer: EntryFormatter) -> RecordView:
    return replace(
        view,
        time=_time(writer, course.time),
        staff=tuple(_teacher(writer, teacher) for teacher in course.staff),
        schedule=tuple(_session(writer, session, course) for session in course.schedule),
    )


def _time(writer: EntryFormatter, time: Clock | None) -> str:
    return time.in_words(writer.language.dates["range"]) if time is not None else ""


def _with_neighbours(view: RecordView, news: News, writer: EntryFormatter) -> RecordView:
    """Return the page of some news with those before and after it, of all that have pages."""
    index, lang = writer.index, writer.lang
    records = [(r, page_of(index, r, lang)) for r in chosen(Section(of=Words(("news",))), index)]
    paged = [(record, page) for record, page in records if page is not None]
    at = next((place for place, (record, _) in enumerate(paged) if record.id == news.id), None)
    if at is None:
        return view
    older, newer = (
        MenuItem(label=record_title(index, paged[place][0], lang), url=paged[place][1].url)
        if 0 <= place < len(paged)
        else None
        for place in (at + 1, at - 1)
    )
    return replace(view, older=older, newer=newer)


_FURTHER: dict[type[Record], Callable[[RecordView, Any, EntryFormatter], RecordView]] = {
    Member: _with_person,
    Talk: _with_paper,
    Teaching: _with_schedule,
    News: _with_neighbours,
}
"""Adds to the page of a record what only its kind has."""


def _teacher(writer: EntryFormatter, teacher: Teacher) -> AuthorView:
    view, role = writer.author(Author(teacher.name)), writer.phrase(teacher.role)
    return replace(view, words=writer.said("in_brackets", role.text).text) if role else view


def _session(writer: EntryFormatter, session: Session, course: Teaching) -> SessionView:
    index, lang, time = writer.index, writer.lang, session.time
    is_usual = time is None or time == course.time
    return SessionView(
        week=session.week,
        date=writer.when(session.date) if session.date else "",
        datetime=session.date.first.iso() if session.date else "",
        time="" if is_usual else _time(writer, time),
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
