"""Pages of a site of Hugo Blox that are neither posts nor records: texts, blocks, widgets."""

import posixpath
from collections.abc import Mapping

from generator.importing.fields import FieldReader
from generator.importing.plan import Document, target_of
from generator.importing.reading import SourcePage
from generator.importing.sources.hugo.home import blocks, widget
from generator.importing.sources.hugo.owner import Owners
from generator.importing.sources.hugo.records import links_of
from generator.importing.sources.hugo.site import NOT_NEEDED, Hugo

Found = tuple[str, SourcePage, FieldReader, str]
"""A page as `Hugo.pages` yields it."""


def take_pages(site: Hugo, owners: Owners, done: tuple[str, ...]) -> None:
    """Take all pages to where they were that are in none of the folders `done`."""
    pages = [
        one for one in site.pages("")
        if one[0] not in site.plan.taken
        and not (key := site.place_of(one[0]).key).startswith(done) and key != "_index"
    ]  # fmt: skip
    widgets = _with_widgets(site, pages, owners)
    lists: list[Document] = []
    for path, page, fields, was in pages:
        if path in site.plan.taken or path in site.plan.left:
            continue  # a widget of a page
        below = site.place_of(path).key
        if "slides/" in below:
            site.plan.leave(path, "slides for reveal.js")
            site.plan.findings.add("lost", "slides", path, fields.text("title"))
            continue
        made = blocks(site, path, fields, _about(site, path, owners)) or widgets.get(path, "")
        is_list = posixpath.basename(below) == "_index" and bool(fields.text("title"))
        if not (page.body.strip() or made or is_list or fields.text("widget")):
            made = _summary(site, path, fields)
        has_text = bool(page.body.strip() or made)
        if fields.text("widget") or not was or not (has_text or is_list):
            site.plan.leave(path, "a widget or a list without text")
            what = fields.text("title") or fields.text("widget")
            site.plan.findings.add("lost", "widget", path, what)
            continue
        document = site.document(path, page, fields, was)
        document.body = "\n\n".join(filter(None, (made, document.body.strip())))
        document.front |= {"tags": fields.words("tags"), "categories": fields.words("categories")}
        take_common(site, fields, path)
        add_page(site, document)
        lists += [] if has_text else [document]
        site.bundle_files(path, was)
    _list_pages(site, lists)


def _summary(site: Hugo, path: str, fields: FieldReader) -> str:
    """Return what a page without a text showed: its picture, its summary and its links."""
    folder = posixpath.dirname(path)
    beside = [p for p in site.tree.below(f"{folder}/featured.") if posixpath.dirname(p) == folder]
    leads = fields.text("external_link")
    links = {**({"website": leads} if leads else {}), **links_of(fields)}
    parts = [
        *(f"![]({posixpath.basename(one)})" for one in beside[:1]),
        fields.text("summary"),
        ", ".join(f"[{name}]({to})" for name, to in links.items()),
    ]
    return "\n\n".join(filter(None, parts))


def _about(site: Hugo, path: str, owners: Owners) -> str:
    return owners.about.get(site.place_of(path).language.code, "")


def _with_widgets(site: Hugo, pages: list[Found], owners: Owners) -> Mapping[str, str]:
    """Return the texts of pages that were made of the widgets beside them, by their paths."""
    homes = {
        posixpath.dirname(path): path
        for path, _, fields, _ in pages
        if str(fields.fields.get("type")) == "widget_page"
    }
    parts: dict[str, list[tuple[float, str]]] = {}
    for path, page, fields, _ in pages:
        home = homes.get(posixpath.dirname(path))
        if home and path != home:
            found = widget(site, path, page, fields, _about(site, path, owners))
            if found:
                parts.setdefault(home, []).append(found)
                site.plan.take(path, home)
    return {
        home: "\n\n".join(text.strip() for _, text in sorted(some) if text.strip())
        for home, some in parts.items()
    }


def add_page(site: Hugo, document: Document) -> None:
    """Add a page at its address, with its file beside those of its translations."""
    base = document.address.removeprefix(site.prefix_of(document.source))
    site.put(document, target_of(base))
    site.plan.add_document(document)


def take_common(site: Hugo, fields: FieldReader, path: str) -> None:
    """Read the fields that all pages have, and report those that were not taken."""
    for name, target in links_of(fields).items():
        site.plan.findings.add("lost", "field", path, f"{name}: {target}")
    projects = fields.words("projects")
    if projects:
        site.plan.findings.add("lost", "field", path, f"projects: {', '.join(projects)}")
    fields.value("slug", "draft", "date", "featured", "url")
    fields.rest(not_needed=NOT_NEEDED)


def _list_pages(site: Hugo, lists: list[Document]) -> None:
    """Have pages without a text list the pages below them, as Hugo did."""
    for document in lists:
        below = [
            one for one in site.plan.documents
            if one.address.startswith(document.address) and one.address != document.address
            and "/" not in one.address.removeprefix(document.address).strip("/")
        ]  # fmt: skip
        items = [f"- [{one.front.get('title') or one.address}]({one.address})" for one in below]
        document.body = "\n".join(items)
        if not items:
            site.plan.documents.remove(document)
            del site.plan.taken[document.source]
            site.plan.leave(document.source, "a list without text")
            site.plan.findings.add("lost", "widget", document.source, document.front["title"])
