"""Nodes of schema.org for people and for records that are no papers.

Format: https://schema.org (Person, ResearchOrganization, ProfilePage, Event, Course, NewsArticle).
URLs are absolute, and left out on a site without one. No node holds an e-mail address.
"""

from __future__ import annotations

from typing import Any, Literal

from generator.graph.index import Index
from generator.graph.links import link_views, resolve
from generator.model.links import identifier_url
from generator.model.records.career import News, Record, Teaching
from generator.model.records.events import Clock
from generator.model.records.members import Member
from generator.model.records.works import Talk
from generator.model.text import Phrase

Node = dict[str, Any]

_OF_OTHERS = ("group", "lab", "university", "department", "institute", "company", "advisor", "team")
"""Kinds of links that lead to others, whom `sameAs` must not take for the person."""


def person_node(index: Index) -> Node:
    """Return the site's own person, with a name that does not hang on the page's language."""
    who, lang = index.person, index.default_lang
    name, native = who.name.full(), who.name.native
    same = [
        link.url
        for link in link_views(index, who.links, lang)
        if link.url.startswith("http") and link.kind not in _OF_OTHERS
    ]
    orcid = identifier_url("orcid", who.orcid)
    portrait = resolve(index, who.portrait, lang) if who.portrait else None
    affiliation = index.phrase(who.affiliation, lang)
    place = {"@type": "Organization", "name": affiliation} if affiliation else ""
    group: Node = {}
    if is_group(index):
        group = {"@type": "ResearchOrganization", "parentOrganization": place}
    return filled({
        "@type": "Person",
        "@id": index.absolute("/#person"),
        "name": name,
        "givenName": who.name.given if who.name.family else "",
        "familyName": who.name.family if who.name.given else "",
        "alternateName": native if native != name else "",
        "url": index.absolute("/") or who.url,
        "image": index.absolute(portrait) if portrait else "",
        "jobTitle": "" if group else index.phrase(who.role, lang),
        "affiliation": "" if group else place,
        **group,
        "description": index.phrase(who.bio, lang),
        "sameAs": list(dict.fromkeys(filter(None, [*same, orcid]))),
    })  # fmt: skip


def self_node(index: Index) -> Node:
    """Return the site's own person in short; the home's node of the same `@id` says the rest."""
    url = index.absolute("/") or index.person.url
    return filled({
        "@type": "ResearchOrganization" if is_group(index) else "Person",
        "@id": index.absolute("/#person"),
        "name": index.person.name.full(),
        "url": url,
    })  # fmt: skip


def is_group(index: Index) -> bool:
    """Whether the site is a group's: its name is in one piece, and it has members."""
    name = index.person.name
    if name.given or not name.family:
        return False
    return any(one.is_listed for one in index.records.get("people", ()))


def member_node(index: Index, lang: str, member: Member, url: str) -> Node:
    """Return a profile of a member, whom the site's person, a group, may hold as such."""
    name, native = member.name.full(), member.name.native
    group = self_node(index) if is_group(index) else {}
    affiliation = index.phrase(member.affiliation, lang)
    portrait = resolve(index, member.portrait, lang) if member.portrait else None
    links = link_views(index, member.links, lang)
    same = [link.url for link in links if link.url.startswith("http")]
    person = filled({
        "@type": "Person",
        "@id": index.absolute(url) and index.absolute(url) + "#person",
        "name": name,
        "alternateName": native if native != name else "",
        "url": index.absolute(url),
        "image": index.absolute(portrait) if portrait else "",
        "jobTitle": index.phrase(member.role, lang),
        "affiliation": {"@type": "Organization", "name": affiliation} if affiliation else "",
        "description": index.phrase(member.bio, lang),
        "memberOf": group if member.standing == "current" else {},
        "sameAs": [*filter(None, [member.url, identifier_url("orcid", member.orcid)]), *same],
    })  # fmt: skip
    return {
        "@type": "ProfilePage",
        "url": index.absolute(url),
        "name": name,
        "inLanguage": lang,
        "mainEntity": person,
    }


def record_nodes(index: Index, lang: str, record: Record, url: str) -> list[Node]:
    """Return what the page of a record is about; nothing where schema.org has no type for it."""
    match record:
        case Member():
            return [member_node(index, lang, record, url)]
        case Talk():
            return [filled(_event(index, lang, record, url))]
        case Teaching():
            return [filled(_course(index, lang, record, url))]
        case News():
            return [filled(_article(index, lang, record, url))]
    return []


def _event(index: Index, lang: str, talk: Talk, url: str) -> Node:
    place = index.phrase(talk.location, lang)
    days = talk.date
    return {
        "@type": "Event",
        "name": index.phrase(talk.title, lang),
        "description": index.phrase(talk.abstract or talk.body, lang),
        "startDate": _moment(days.first.iso(), talk.time, "start") if days else "",
        "endDate": _moment(days.last.iso(), talk.time, "end") if days else "",
        "location": {"@type": "Place", "name": place, "address": place} if place else "",
        "superEvent": _named("Event", index.phrase(talk.event, lang)),
        "performer": self_node(index),
        "url": index.absolute(url),
        "inLanguage": lang,
    }


def _moment(day: str, clock: Clock | None, which: Literal["start", "end"]) -> str:
    """Return a day, or a day with a time (ISO 8601)."""
    minutes: int | None = getattr(clock, which, None)
    if clock is None or minutes is None or len(day) < len("2024-06-30"):
        return day
    moment = f"{day}T{minutes // 60:02}:{minutes % 60:02}:00"
    if clock.offset is None:
        return moment
    hours, rest = divmod(abs(clock.offset), 60)
    return f"{moment}{'-' if clock.offset < 0 else '+'}{hours:02}:{rest:02}"


def _course(index: Index, lang: str, course: Teaching, url: str) -> Node:
    staff = [(teacher.name, index.directory.find(teacher.name)) for teacher in course.staff]
    people = [
        filled({
            "@type": "Person",
            "name": index.directory.spelled(name).full(),
            "url": who.url if who else "",
        })
        for name, who in staff
    ]  # fmt: skip
    held = {
        "@type": "CourseInstance",
        "startDate": course.date.first.iso() if course.date else "",
        "location": index.phrase(course.location, lang),
        "instructor": people,
    }
    return {
        "@type": "Course",
        "name": index.phrase(course.course, lang),
        "courseCode": course.code,
        "description": index.phrase(course.body or course.course, lang),
        "provider": _named("CollegeOrUniversity", index.phrase(course.institution, lang)),
        "educationalLevel": index.phrase(course.level, lang),
        "url": index.absolute(url),
        "inLanguage": lang,
        "hasCourseInstance": filled(held),
    }


def _article(index: Index, lang: str, news: News, url: str) -> Node:
    return {
        "@type": "NewsArticle",
        "headline": index.phrase(news.text, lang),
        "datePublished": news.date.first.iso(),
        "author": self_node(index),
        "url": index.absolute(url),
        "mainEntityOfPage": index.absolute(url),
        "inLanguage": lang,
    }


def _named(kind: str, name: Phrase) -> Node | str:
    return {"@type": kind, "name": name} if name else ""


def filled(node: Node) -> Node:
    """Return a node without what says nothing."""
    return {name: value for name, value in node.items() if value}
