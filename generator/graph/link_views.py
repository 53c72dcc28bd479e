"""Links as readers see them: where each leads, and the words on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.graph.index import Index
from generator.graph.link_resolver import is_safe, resolve
from generator.model.links import Link, bare_identifier, expanded, identifier_url, is_external
from generator.model.sections import Section
from generator.model.views.entry_views import LinkView
from generator.model.works import Publication


def link_views(index: Index, links: dict[str, Link], lang: str) -> tuple[LinkView, ...]:
    """Return those of some links, given by kind, that lead somewhere."""
    found = (link_view(index, kind, link, lang) for kind, link in links.items())
    return tuple(view for view in found if view is not None)


def link_view(
    index: Index, kind: str, link: Link, lang: str, default_label: str = ""
) -> LinkView | None:
    """Return a link with its label, or None when it leads nowhere (`references` reports that).

    Without a label of its own it has that of its kind, or `default_label`.
    """
    target = expanded(kind, link.to)
    label = (
        index.phrase(link.label, lang).text or _label(index, kind, lang) or default_label or kind
    )
    if is_external(target):
        return LinkView(kind=kind, label=label, url=target) if is_safe(target) else None
    address = resolve(index, target, lang)
    if address is None:
        return None
    return LinkView(kind=kind, label=label, url=address, is_local=True)


def _label(index: Index, kind: str, lang: str) -> str:
    """Return the label of a kind of link: in this language, or as `labels` has it, or in
    another."""
    key = f"link.{kind}"
    label = index.config.labels.get(kind)
    own = (label.form(lang) if label else "") or index.own_word(key, lang)
    own = own or index.phrase(label, lang).text or index.word(key, lang)
    return "" if own == key else own  # no word has this key


def paper_links(index: Index, paper: Publication, lang: str) -> tuple[LinkView, ...]:
    """Return the links of a paper, and those that follow from its DOI and arXiv id."""
    links = dict(paper.links)
    for kind, number in (("doi", paper.doi), ("arxiv", paper.arxiv)):
        if number and kind not in links:
            links[kind] = Link(number)
    return link_views(index, links, lang)


def more_link(index: Index, section: Section, lang: str) -> LinkView | None:
    """Return the link below a section to a page that shows more, where the section names one."""
    if not section.more:
        return None
    label = section.more
    if section.of:
        kind = index.word(section.of.words[0], lang)
        label = index.word("more", lang)  # `All {}`
        label = label.replace("{}", kind.lower() if lang.startswith("en") else kind)
    elif section.title:
        label = section.title.pick(lang, lang).text
    return link_view(index, "more", Link(section.more), lang, label)


def contact_links(index: Index, names: Iterable[str], lang: str) -> Iterator[LinkView]:
    """Yield what a contact line shows of the site's person, by names of fields and links.

    A location leads nowhere: its `url` is empty.
    """
    who = index.person
    for name in names:
        if name == "email" and who.email:
            yield email_link(who.email)
        elif name == "phone" and who.phone:
            yield phone_link(who.phone)
        elif name == "url" and (who.url or index.base_url):
            url = who.url or index.base_url
            yield LinkView(kind="web", label=url.partition("://")[2].rstrip("/"), url=url)
        elif name == "orcid" and who.orcid:
            url = identifier_url("orcid", who.orcid)
            yield LinkView(kind="orcid", label=bare_identifier(who.orcid), url=url)
        elif name in who.links:
            yield from link_views(index, {name: who.links[name]}, lang)
        elif name == "location" and who.location:
            yield LinkView(kind="location", label=index.phrase(who.location, lang).text, url="")


def phone_link(number: str) -> LinkView:
    """Return a telephone number as a link (RFC 3966, without visual separators)."""
    digits = "".join(ch for ch in number if ch in "+0123456789")
    return LinkView(kind="phone", label=number, url=f"tel:{digits}")


def email_link(address: str) -> LinkView:
    """Return an e-mail address as a link (RFC 6068)."""
    return LinkView(kind="email", label=address, url=f"mailto:{address}")
