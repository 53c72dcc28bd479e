"""What a page is about, for search engines: nodes of schema.org, as JSON-LD says them.

Format: https://schema.org (ScholarlyArticle, ProfilePage, BlogPosting, BreadcrumbList), as Google's
"Structured data markup that Google Search supports" asks for them. Texts are phrases, which the
filter `json_ld` makes plain; URLs are absolute, and left out on a site without one. No node holds
an e-mail address.
"""

from __future__ import annotations

from generator.graph.formats.record_nodes import Node, filled, person_node, record_nodes, self_node
from generator.graph.formats.scholar import (
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
from generator.model.records.works import Publication, Venue
from generator.model.site import TOPIC_LAYOUTS, Page
from generator.model.text import Phrase

_TYPES = {"thesis": "Thesis", "book": "Book", "chapter": "Chapter", "report": "Report",
          "dataset": "Dataset", "software": "SoftwareSourceCode"}  # fmt: skip


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
