"""Resolves links that authors type, and describes links for readers."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from msgspec.structs import replace

from generator.graph.index import Index
from generator.model.links import (
    Link,
    bare_identifier,
    expanded,
    identifier_url,
    is_external,
    is_safe,
    parted,
    path_encoded,
)
from generator.model.records.career import Record
from generator.model.sections import Section
from generator.model.site import LAYOUTS, page_key
from generator.model.views import LinkView


def resolve(index: Index, typed: str, lang: str, file: str = "") -> str | None:
    """Return the address to which a local link leads, or None if it leads nowhere.

    `typed` is the link as written in `file` (a page or data); `lang` is the language of the page
    that shows it.
    """
    if not typed or typed.startswith("#"):
        return typed or None
    found, suffix = candidates(typed, file, _address_of(index, file))
    for candidate in found:
        address = _at(index, candidate, lang)
        if address is not None:
            return address + suffix
    name = typed.partition("#")[0].strip("/")
    key = index.names.get(name)
    output = index.translated(key, lang) if key else index.by_subject("cv").get(name)
    return output.url + suffix if output else None


def _address_of(index: Index, file: str) -> str:
    """Return the address of the page in a file, not percent-encoded, or `/` if there is no page."""
    source = index.by_file.get(file.removeprefix("content/"))
    output = index.by_key.get((f"page:{source.key}", source.lang)) if source else None
    return unquote(output.url) if output else "/"


_OWN_MACHINE = re.compile(r"http://(127\.|localhost\b|\[::1\]).*")
"""Addresses that only the machine itself can reach, such as a preview's."""


def _at(index: Index, path: str, lang: str) -> str | None:
    """Return the address that a path from the root names, as an address or as a source file."""
    bare = path.lstrip("/")
    if bare in index.statics:
        return path_encoded("/" + bare)
    encoded = path_encoded(path)
    for form in (encoded, encoded + "/", encoded.removesuffix("index.html")):
        if form in index.by_address:
            return form
    page = index.by_file.get(bare) or index.by_file.get(bare.rstrip("/") + ".md")
    if page is None and bare.endswith(".md"):
        page = index.by_name.get((bare.removesuffix(".md"), index.default_lang))
    if page is None:
        return None
    wanted = page.lang if page.lang != index.default_lang else lang
    url = index.url_of(f"page:{page.key}", wanted)
    if not url and (paper := index.papers_by_page.get(page.key)):
        url = index.url_of(f"publication:{paper}", wanted)
    return url or None


def candidates(typed: str, base_file: str, base_url: str) -> tuple[Iterator[str], str]:
    """Return the addresses that a typed link could mean, best first, and its fragment or query.

    `other-page.md` is sought beside the source file, `../pdf/x.pdf` beside the source file and
    then from the page's address, `/pdf/x.pdf` from the root.
    """
    path, mark, rest = parted(typed)
    path = unicodedata.normalize("NFC", unquote(path))
    meanings = _meanings(path, "/" + base_file.removeprefix("content/"), base_url)
    return map(_clean, meanings), mark + rest


def _meanings(path: str, base_file: str, base_url: str) -> Iterator[str]:
    if path.startswith("/"):
        yield path
        return
    for base in (base_file, base_url):
        yield f"{base.rpartition('/')[0]}/{path}"
    if path.startswith("../"):
        yield "/" + re.sub(r"^(\.\./)+", "", path)
    yield "/" + path


def _clean(path: str) -> str:
    clean = posixpath.normpath(path).replace("//", "/")
    return clean + "/" if path.endswith("/") and clean != "/" else clean


def page_url(index: Index, record: Record, lang: str) -> str:
    """Return the address of a record's page, preferably in this language, or ""."""
    return index.url_of(page_key(record), lang)


def record_at(index: Index, key: str) -> Record | None:
    """Return the record whose page has a key, or None for any other page."""
    sort, _, name = key.partition(":")
    if sort == "publication":
        return index.publications.get(name)
    kind = name.partition("/")[0]
    records = index.records[kind] if kind in (*LAYOUTS, *index.config.kinds) else ()
    return next((record for record in records if page_key(record) == key), None)


# ------------------------------------------------------------------ as readers see them


def link_views(index: Index, links: dict[str, Link], lang: str) -> tuple[LinkView, ...]:
    """Return the links, given by kind, that are not dead."""
    found = (link_view(index, kind, link, lang) for kind, link in links.items())
    return tuple(view for view in found if view is not None)


def link_view(
    index: Index, kind: str, link: Link, lang: str, default_label: str = ""
) -> LinkView | None:
    """Return a link with its label, or None if it is dead (`references` reports that).

    Without a label of its own, it has that of its kind, or `default_label`.
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
    """Return the label of a kind of link: in this language, or else the site's own in another, or
    else in English."""
    key = f"link.{kind}"
    word = index.own_word(key, lang) or index.phrase(index.own_words.get(key), lang).text
    word = word or index.word(key, lang)
    return "" if word == key else word  # there is no word for this kind


def person_links(index: Index, person: Record, lang: str) -> tuple[LinkView, ...]:
    """Return the visible contact details of a member or a referee, then links to the person's own
    page and the person's links."""
    email, phone = person.value_of("email"), person.value_of("phone")
    named = {"website": person.value_of("url"), "orcid": person.value_of("orcid")}
    links = {kind: Link(to) for kind, to in named.items() if to}
    return (
        *((email_link(email),) if email else ()),
        *((phone_link(phone),) if phone else ()),
        *link_views(index, {**links, **person.links}, lang),
    )


def more_link(index: Index, section: Section, lang: str) -> LinkView | None:
    """Return the link below a section to the page with more, if the section names one."""
    if not section.more:
        return None
    label = section.more
    if section.of:
        kind = index.word(section.of[0], lang)
        label = index.word("more", lang)  # `All {}`
        label = label.replace("{}", kind.lower() if lang.startswith("en") else kind)
    elif section.title:
        label = section.title.pick(lang, lang).text
    return link_view(index, "more", Link(section.more), lang, label)


def contact_links(index: Index, names: Iterable[str], lang: str) -> Iterator[LinkView]:
    """Yield the items of the site's contact line, given as names of fields and links.

    A location has an empty `url`. For a field within a text, as in `E-mail: {email}`, the label of
    a link is its address. Words without a field are printed unchanged.
    """
    who = index.person
    for item in names:
        name, text = field_in(item)
        if not name:
            yield LinkView(kind="words", label=item, url="")
        for link in _contact(index, name, lang):
            is_bare = name in who.links and item != name and not link.is_local
            label = without_scheme(link.url) if is_bare else link.label
            yield replace(link, label=text.replace("{}", label))


def field_in(item: str) -> tuple[str, str]:
    """Return the field in an item of a contact line, and the item's text with {} for the field.

    An item of several words without braces has no field: `Citizenship: Utopia`.
    """
    before, brace, rest = item.partition("{")
    name, end, behind = rest.partition("}")
    if brace and end:
        return name, f"{before}{{}}{behind}"
    return (item if _FIELD_NAME.fullmatch(item) else "", "{}")


_FIELD_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def without_scheme(url: str) -> str:
    """Return an address as people write it: `github.com/ada`."""
    return url.partition("://")[2].rstrip("/") or url


def _contact(index: Index, name: str, lang: str) -> Iterator[LinkView]:
    who = index.person
    if name == "email" and who.email:
        yield email_link(who.email)
    elif name == "phone" and who.phone:
        yield phone_link(who.phone)
    elif name == "url" and (url := who.url or _OWN_MACHINE.sub("", index.base_url)):
        yield LinkView(kind="web", label=without_scheme(url), url=url)
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
