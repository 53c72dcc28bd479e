"""What a page is about, for search engines: nodes of schema.org, as JSON-LD says them.

Format: https://schema.org (ScholarlyArticle, ProfilePage, BlogPosting, BreadcrumbList), as Google's
"Structured data markup that Google Search supports" asks for them. Texts are phrases, which the
filter `json_ld` makes plain; URLs are absolute, and left out on a site without one. No node holds
an e-mail address.
"""

from __future__ import annotations

from typing import Any, Literal

from generator.graph.formats.citations import (
    first_and_last_page,
    language_of,
    pdf_url,
    venue_name,
)
from generator.graph.index import Index
from generator.graph.links import link_views, record_at, resolve
from generator.graph.wording import page_title, record_title, site_title, title_at
from generator.model.files import Output
from generator.model.links import bare_identifier, identifier_url
from generator.model.people import Author
from generator.model.records.career import Clock, News, Record, Teaching
from generator.model.records.members import Member
from generator.model.records.works import Publication, Talk, Venue
from generator.model.site import TOPIC_LAYOUTS, Page
from generator.model.text import Phrase

_TYPES = {"thesis": "Thesis", "book": "Book", "chapter": "Chapter", "report": "Report",
          "dataset": "Dataset", "software": "SoftwareSourceCode"}  # fmt: skip
Node = dict[str, Any]
_OF_OTHERS = ("group", "lab", "university", "department", "institute", "company", "advisor", "team")
"""Kinds of links that lead to other people and organizations, and so are not `sameAs`."""


def linked_data(index: Index, lang: str, output: Output) -> list[Node]:
    """Return the nodes for one page; none for pages that only list others or say nothing."""
    nodes: list[Node] = []
    page = index.pages.get((output.subject, lang)) if output.key.startswith("page:") else None
    if output.key == f"page:{Page.at_home}":
        nodes = [_website(index, lang), _profile(index, lang, output, page)]
    elif output.layout == "publication" and output.subject in index.publications:
        nodes = [paper_node(index, lang, index.publications[output.subject], output.url)]
    elif page is not None and page.is_post:
        nodes = [_posting(index, lang, page, output)]
    elif (found := record_at(index, output)) is not None:
        nodes = record_nodes(index, lang, found, output.url)
    crumbs = breadcrumbs(index, lang, output)
    if len(crumbs) > 1 and index.base_url:
        items = [
            {"@type": "ListItem", "position": n, "name": title, "item": index.absolute(url)}
            for n, (title, url) in enumerate(crumbs, 1)
        ]
        nodes.append({"@type": "BreadcrumbList", "itemListElement": items})
    return [filled(node) for node in nodes]


def breadcrumbs(index: Index, lang: str, output: Output) -> list[tuple[Phrase, str]]:
    """Return titles and addresses from the home to a page, by what lies above it."""
    home = index.home(lang)
    if output.url == home or not output.key or output.layout in ("404", "redirect"):
        return []
    above = [home]
    if output.layout in ("post", *TOPIC_LAYOUTS, *TOPIC_LAYOUTS.values()):
        archive = index.by_key.get((f"page:{Page.at_posts}", lang))
        above += [archive.url] if archive else []
    path = home
    for part in output.url.removeprefix(home).strip("/").split("/")[:-1]:
        path += part + "/"
        there = index.by_address.get(path)
        address = (there.target or path) if there else ""  # an old address leads to its page
        if address in index.by_address and address not in (*above, output.url):
            above.append(address)
    here = _title(index, lang, output)
    return [*((title_at(index, url, lang), url) for url in above), (here, output.url)]


def _title(index: Index, lang: str, output: Output) -> Phrase:
    found = record_at(index, output)
    return record_title(index, found, lang) if found else title_at(index, output.url, lang)


def _website(index: Index, lang: str) -> Node:
    return {
        "@type": "WebSite",
        "@id": index.absolute("/#site"),
        "name": site_title(index, lang),
        "description": index.phrase(index.config.description, lang),
        "url": index.absolute(index.home(lang)),
        "inLanguage": lang,
    }


def _profile(index: Index, lang: str, output: Output, page: Page | None) -> Node:
    front = page.front if page else None
    return {
        "@type": "ProfilePage",
        "url": index.absolute(output.url),
        "name": site_title(index, lang),
        "inLanguage": lang,
        "dateCreated": front.date.first.iso() if front and front.date else "",
        "dateModified": front.updated.last.iso() if front and front.updated else "",
        "mainEntity": person_node(index),
    }


def _posting(index: Index, lang: str, page: Page, output: Output) -> Node:
    front = page.front
    picture = resolve(index, front.image, lang, page.file) if front.image else None
    date, updated = front.date, front.updated or front.date
    about = index.publications.get(front.publication) if front.publication else None
    paper = index.translated(f"publication:{front.publication}", lang) if about else None
    return {
        "@type": "BlogPosting",
        "headline": page_title(index, page, lang),
        "description": Phrase(front.description),
        "url": index.absolute(output.url),
        "mainEntityOfPage": index.absolute(output.url),
        "datePublished": date.first.iso() if date else "",
        "dateModified": updated.last.iso() if updated else "",
        "author": self_node(index),
        "image": index.absolute(picture) if picture else "",
        "inLanguage": lang,
        "keywords": [*front.categories, *front.tags],
        "about": {"@type": "ScholarlyArticle", "name": index.phrase(about.title, lang),
                  "url": index.absolute(paper.url)} if about and paper else "",
    }  # fmt: skip


def paper_node(index: Index, lang: str, paper: Publication, url: str) -> Node:
    """Return a paper as a work, with its other versions as examples of it."""
    title = index.phrase(paper.title, lang)
    versions = paper.other_versions()
    return {
        **_work(index, lang, paper),
        "@id": index.absolute(url) and index.absolute(url) + "#work",
        "name": title,
        "headline": title,
        "author": [_author(index, a) for a in paper.authors if not a.is_others],
        "abstract": index.phrase(paper.abstract, lang),
        "inLanguage": language_of(paper, index),
        "keywords": list(paper.tags),
        "url": index.absolute(url),
        "mainEntityOfPage": index.absolute(url),
        "workExample": [filled(_work(index, lang, version)) for version in versions],
    }


def _author(index: Index, author: Author) -> Node:
    person = index.directory.find(author.name)
    if person is not None and person is index.directory.people[0]:
        return self_node(index)
    name = index.directory.spelled(author.name)
    return filled({"@type": "Person", "name": name.full(), "url": person.url if person else ""})


def _work(index: Index, lang: str, paper: Publication) -> Node:
    """Return what is a version's own: where and when it appeared, and where it can be read."""
    venue = index.venue_of(paper)
    doi, arxiv = bare_identifier(paper.doi), bare_identifier(paper.arxiv)
    pdf = pdf_url(link_views(index, paper.whole_links, lang))
    first, last = first_and_last_page(paper)
    publisher = paper.publisher_at(venue)
    numbers = [("DOI", doi), ("arXiv", arxiv)]
    file = {"@type": "MediaObject", "contentUrl": index.absolute(pdf),
            "encodingFormat": "application/pdf"}  # fmt: skip
    return {
        "@type": _TYPES.get(paper.kind_at(venue), "ScholarlyArticle"),
        "name": Phrase(paper.title.any()),
        "datePublished": paper.date.last.iso() if paper.date else "",
        "creativeWorkStatus": "" if paper.status == "published" else paper.status,
        "isPartOf": _holder(paper, venue),
        "pageStart": first,
        "pageEnd": last,
        "publisher": {"@type": "Organization", "name": publisher} if publisher else "",
        "isbn": paper.isbn,
        "bookEdition": paper.edition if paper.kind_at(venue) == "book" else "",
        "identifier": [
            {"@type": "PropertyValue", "propertyID": name, "value": value}
            for name, value in numbers
            if value
        ],
        "sameAs": [
            identifier_url(kind, number)
            for kind, number in (("doi", doi), ("arxiv", arxiv))
            if number
        ],
        "encoding": file if pdf and index.absolute(pdf) else "",
    }


def _holder(paper: Publication, venue: Venue) -> Node:
    """Return a journal with volume and issue, or the book or proceedings that hold a paper."""
    name = venue_name(venue)
    kind = paper.kind_at(venue)
    if not name or kind in ("preprint", "thesis", "report", "book", "dataset", "software"):
        return {}
    if kind != "journal":
        kind_of_book = "Book" if kind == "chapter" else "PublicationVolume"
        return filled({"@type": kind_of_book, "name": name, "issn": venue.issn})
    whole = filled({"@type": "Periodical", "name": name, "issn": venue.issn})
    if paper.volume:
        whole = {"@type": "PublicationVolume", "volumeNumber": paper.volume, "isPartOf": whole}
    if paper.number:
        whole = {"@type": "PublicationIssue", "issueNumber": paper.number, "isPartOf": whole}
    return whole


def person_node(index: Index) -> Node:
    """Return the site's own person, with a name that is the same in all languages."""
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
    """Return the profile of a member; on the site of a group, as a member of that group."""
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
