"""Pages described for search engines: nodes of schema.org in JSON-LD.

Format: https://schema.org (ScholarlyArticle, ProfilePage, BlogPosting, BreadcrumbList), as Google's
"Structured data markup that Google Search supports" asks for them. Texts are phrases; the filter
`json_ld` makes them plain. URLs are absolute, and left out if the site has none. No node contains
an e-mail address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.graph.facts.paper_formats import language_of_paper, venue_name
from generator.graph.index import Index
from generator.graph.links import link_views, record_at, resolve
from generator.graph.wording import page_title, record_title, site_title, title_at
from generator.model.files import Output
from generator.model.links import identifier_url
from generator.model.people import Author
from generator.model.records.bibliography import KIND_NAMES
from generator.model.records.career import Record
from generator.model.records.members import Member
from generator.model.records.works import Publication
from generator.model.site import TOPIC_LAYOUTS, Page
from generator.model.text import Phrase

Node = dict[str, Any]
_OF_OTHERS = ("group", "lab", "university", "department", "institute", "company", "advisor", "team")
"""Kinds of links to other people and organizations. Such links are not `sameAs`."""
_HOLDERS = {
    "journal": "Periodical",
    "chapter": "Book",
    **dict.fromkeys(("conference", "workshop", "demo", "poster"), "PublicationVolume"),
}
"""The type of the volume or journal that holds a paper, by the kind of the paper."""


def nodes_of(index: Index, lang: str, output: Output) -> list[Node]:
    """Return the nodes for one page; empty for pages that only list others."""
    nodes: list[Node] = []
    page = index.pages.get((output.subject, lang)) if output.shows_page else None
    if output.key == f"page:{Page.at_home}":
        nodes = [_website(index, lang), _profile(index, lang, output, page)]
    elif page is not None and page.is_post:
        nodes = [_posting(index, lang, page, output)]
    elif (found := record_at(index, output.key)) is not None and type(found) in _NODES:
        nodes = [_NODES[type(found)](index, lang, found, index.absolute(output.url))]
    crumbs = breadcrumbs(index, lang, output)
    if len(crumbs) > 1 and index.base_url:
        items = [
            {"@type": "ListItem", "position": n, "name": title, "item": index.absolute(url)}
            for n, (title, url) in enumerate(crumbs, 1)
        ]
        nodes.append({"@type": "BreadcrumbList", "itemListElement": items})
    return nodes


def breadcrumbs(index: Index, lang: str, output: Output) -> list[tuple[Phrase, str]]:
    """Return the titles and addresses of the pages from the home down to a page."""
    home = index.config.home_of(lang)
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
        address = (there.target or path) if there else ""  # a redirect stands for its target
        if address in index.by_address and address not in (*above, output.url):
            above.append(address)
    here = _title(index, lang, output)
    return [*((title_at(index, url, lang), url) for url in above), (here, output.url)]


def _title(index: Index, lang: str, output: Output) -> Phrase:
    found = record_at(index, output.key)
    return record_title(index, found, lang) if found else title_at(index, output.url, lang)


def _website(index: Index, lang: str) -> Node:
    return {
        "@type": "WebSite",
        "@id": index.absolute("/#site"),
        "name": site_title(index, lang),
        "description": index.phrase(index.config.description, lang),
        "url": index.absolute(index.config.home_of(lang)),
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
        "mainEntity": _person(index, lang),
    }


def _posting(index: Index, lang: str, page: Page, output: Output) -> Node:
    front = page.front
    date, updated = front.date, front.updated or front.date
    about = index.publications.get(front.publication)
    work: Node = {}
    if about is not None:
        url = index.absolute(index.url_of(f"publication:{about.id}", lang))
        work = {"@type": "ScholarlyArticle", "name": index.phrase(about.title, lang), "url": url}
    return {
        "@type": "BlogPosting",
        "headline": page_title(index, page, lang),
        "description": Phrase(front.description),
        "url": index.absolute(output.url),
        "mainEntityOfPage": index.absolute(output.url),
        "datePublished": date.first.iso() if date else "",
        "dateModified": updated.last.iso() if updated else "",
        "author": [_author(index, one) for one in front.author] or _self(index),
        "image": index.absolute(resolve(index, front.image, lang, page.file) or ""),
        "inLanguage": lang,
        "keywords": [*front.categories, *front.tags],
        "about": work,
    }


def _paper(index: Index, lang: str, paper: Publication, url: str) -> Node:
    """Return a paper as a work. Its `citation_*` tags tell citation managers more."""
    title, venue = index.phrase(paper.title, lang), index.venue_of(paper)
    kind = paper.kind_at(venue)
    holder: Node = {}
    if kind in _HOLDERS:
        holder = {"@type": _HOLDERS[kind], "name": venue_name(venue), "issn": venue.issn}
    return {
        "@type": KIND_NAMES[kind].schema,
        "@id": url and f"{url}#work",
        "name": title,
        "headline": title,
        "author": [_author(index, a) for a in paper.authors if not a.is_others],
        "datePublished": paper.date.last.iso() if paper.date else "",
        "isPartOf": holder,
        "publisher": {"@type": "Organization", "name": paper.publisher_at(venue)},
        "abstract": index.phrase(paper.abstract, lang),
        "inLanguage": language_of_paper(paper, index),
        "keywords": list(paper.tags),
        "url": url,
        "mainEntityOfPage": url,
        "sameAs": [identifier_url("doi", paper.doi), identifier_url("arxiv", paper.arxiv)],
    }


def _author(index: Index, author: Author) -> Node:
    person = index.directory.find(author.name)
    if person is index.directory.people[0]:
        return _self(index)
    name = index.directory.spelled(author.name)
    return {"@type": "Person", "name": name.full(), "url": person.url if person else ""}


def _person(index: Index, lang: str, member: Member | None = None, url: str = "") -> Node:
    """Return a member, or the site's own person, whose texts are the same in all languages."""
    is_own, lang = member is None, lang if member else index.default_lang
    who = member or index.person
    name, native = who.name.full(), who.name.native
    url = url or index.absolute("/")
    links = [
        link.url
        for link in link_views(index, who.links, lang)
        if link.url.startswith("http") and not (is_own and link.kind in _OF_OTHERS)
    ]
    orcid = identifier_url("orcid", who.orcid)
    same = [*links, orcid] if is_own else [who.url, orcid, *links]
    place = {"@type": "Organization", "name": index.phrase(who.affiliation, lang)}
    is_whole_group = is_own and is_group(index)
    is_of_group = member is not None and member.standing == "current" and is_group(index)
    return {
        "@type": "ResearchOrganization" if is_whole_group else "Person",
        "@id": url and f"{url}#person",
        "name": name,
        "givenName": who.name.given if is_own and who.name.family else "",
        "familyName": who.name.family if is_own and who.name.given else "",
        "alternateName": native if native != name else "",
        "url": url or (who.url if is_own else ""),
        "image": index.absolute(resolve(index, who.portrait, lang) or ""),
        "jobTitle": "" if is_whole_group else index.phrase(who.role, lang),
        "parentOrganization" if is_whole_group else "affiliation": place,
        "description": index.phrase(who.bio, lang),
        "memberOf": _self(index) if is_of_group else {},
        "sameAs": list(dict.fromkeys(same)),
    }


def _self(index: Index) -> Node:
    """Return a short node for the site's own person; the home has the full node with the same
    `@id`."""
    return {
        "@type": "ResearchOrganization" if is_group(index) else "Person",
        "@id": index.absolute("/#person"),
        "name": index.person.name.full(),
        "url": index.absolute("/") or index.person.url,
    }


def is_group(index: Index) -> bool:
    """Whether the site is a group's: its name has only one part, and it has members."""
    name = index.person.name
    if name.given or not name.family:
        return False
    return any(one.is_listed for one in index.records.get("people", ()))


def _member(index: Index, lang: str, member: Member, url: str) -> Node:
    """Return the profile of a member; on the site of a group, as a member of that group."""
    return {
        "@type": "ProfilePage",
        "url": url,
        "name": member.name.full(),
        "inLanguage": lang,
        "mainEntity": _person(index, lang, member, url),
    }


_NODES: dict[type[Record], Callable[[Index, str, Any, str], Node]] = {
    Publication: _paper,
    Member: _member,
}
"""The nodes for pages of records of a kind; other kinds have none."""
