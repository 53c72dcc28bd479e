"""Pages of Hugo Blox, the home among them."""

import posixpath
import re
from collections.abc import Mapping

from generator.importing.fields import FieldReader, Fields, day_of
from generator.importing.plan import Document, target_of
from generator.importing.report import EMPTY
from generator.importing.sources.hugo.blocks import LAST, blocks, widget
from generator.importing.sources.hugo.languages import number_of
from generator.importing.sources.hugo.lists import item_of
from generator.importing.sources.hugo.records import (
    BOOKS,
    KINDS,
    Found,
    byline,
    head_of,
    preview_of,
    take_rest,
)
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.source import readers
from generator.model.names import fold

_UNTITLED = re.compile(
    r"((?:## .*\n\n:::\{(?:interests|education)\}\n:::\n\n)+)((?!## )\S.*(?:\n(?!## ).*)*)"
)
"""Lists about the owner. A block without a heading would seem to be a part of them."""


def take_landings(site: Hugo) -> None:
    """Have posts and pages of records say what their blocks do."""
    for document in [*site.plan.documents, *(one for _, one in site.parts)]:
        fields = FieldReader(document.variables, document.source, site.plan.findings)
        document.body = "\n\n".join(filter(None, (blocks(site, fields), document.body)))


def take_home(site: Hugo) -> None:
    """Make the home page, in each language that has one."""
    for one in site.places.languages:
        is_main = one == site.places.main
        paths = [p for p in site.texts("") if site.place_of(p).language == one]
        paths = [p for p in paths if f"{site.place_of(p).key}.".startswith(("_index.", "home/"))]
        if paths or is_main:
            title = str(one.settings.get("title") or site.config.get("title") or "")
            title = title or site.names.get("admin", "")
            _home(site, paths, title, "" if is_main else f".{one.code}")


def _home(site: Hugo, paths: list[str], title: str, ending: str) -> None:
    """Make a home page of blocks in `_index.md`, or of the widgets in `home/`."""
    parts: list[tuple[float, str]] = []
    start, line = "", 1
    own = [one for one in paths if site.front(one).get("type") == "landing"] or paths  # its layout
    site.plan.leave_all(sorted({*paths} - {*own}), "a widget that the home page does not show")
    for found, page, fields in readers(site.tree, own, site.plan):
        if site.place_of(found).key == "_index":
            start, line, title = found, page.line, fields.text("title") or title
            parts.append((0, blocks(site, fields)))
            parts.append((999, page.body))
            site.plan.take(found, f"content/index{ending}.md")
            continue
        if found_text := widget(site, page, fields):
            start = start or found
            parts.append(found_text)
            site.plan.take(found, f"content/index{ending}.md")
    body = _in_order(parts or [(0, site.about.get(site.places.main.code, ""))])
    if body.count(":::{education}") > 1:  # another block shows it, too
        body = re.sub(r"## .*\n\n:::\{education\}\n:::\n*", "", body, count=1)
    body = _UNTITLED.sub(r"\2\n\n\1", body)
    prefix = site.prefix_of(start) if start else ""
    site.plan.add_document(
        Document(source=start or site.path, target=f"content/index{ending}.md", line=line,
                 address=f"{prefix}/", front={"title": title}, body=body, syntax="hugo",
                 parts={one: site.tree.text_if_any(one) for one in paths})
    )  # fmt: skip


_TOLD = ("publication", "event", "location", "abstract")
"""Fields of papers and talks. A page of any folder may have them."""


def take_pages(site: Hugo, done: tuple[str, ...]) -> None:
    """Take all pages to where they were that are in none of the folders `done`."""
    pages = [
        one for one in site.pages("")
        if one[0] not in site.plan.taken and one[0] not in site.plan.left
        and not ((key := site.place_of(one[0]).key.lower()).startswith(done)
                 and not (own := one[2].fields).get("widget") and own.get("type") != "widget_page")
        and key != "_index"
    ]  # fmt: skip
    widgets = _with_widgets(site, pages)
    lists: list[Document] = []
    for path, page, fields, was in pages:
        if path in site.plan.taken or path in site.plan.left:
            continue  # a widget of a page
        below = site.place_of(path).key
        if "slides/" in below:
            site.plan.leave(path, "slides for reveal.js")
            site.plan.findings.add("lost", "slides", path, fields.text("title"))
            continue
        made = of_blocks = blocks(site, fields) or widgets.get(path, "")
        is_index = posixpath.basename(below) == "_index"
        is_list = is_index and bool(fields.text("title"))
        if is_index and fields.fields.get("widget") and (found := widget(site, page, fields)):
            (_, made), was, page = found, site.address_of(path, fields), page._replace(body="")
        preview = preview_of(site, fields, was)
        is_section = is_index and not made
        head = [
            byline(site, fields),
            *(said for name in _TOLD if fold(said := fields.text(name)) not in fold(page.body)),
            *head_of(site, page, fields, preview),
        ]  # fmt: skip
        made = "\n\n".join(filter(None, (*head, made)))
        has_text = bool(page.body.strip() or made or fields.text("summary"))  # of a page in a list
        if not was or not (has_text or is_list):
            is_draft, kind = fields.fields.is_on("draft"), fields.fields.get("widget")
            is_off = kind and str(fields.fields.get("active")).lower() == "false"
            is_frame = fields.fields.get("type") == "widget_page" or fields.fields.get("sections")
            why = EMPTY if was and not (is_off or is_frame) else "a widget or a list without text"
            site.plan.leave(path, "a draft" if is_draft else why)
            what = fields.text("title") or str(kind or "")
            if is_draft:
                site.plan.findings.add("protected", "unpublished", path, f"draft: true, {what}")
            elif is_off or is_frame:
                # Its blocks say what they lost.
                site.plan.findings.add("left", "theme-block", path, what)
                site.empty.add(was)
            else:
                site.plan.findings.add("lost", "widget", path, what)
                _note_gone(site, below, was)
            continue
        document = site.document(path, page, fields, was)
        told, title = re.match(r"## (.+?)(?: \{#.*\})?\n\s*", made), document.front["title"]
        is_only = of_blocks and "\n## " not in made  # a page of blocks does not show its own title
        if told and (is_only or (told[1] == title if title else path in widgets)):
            document.front["title"], made = told[1], made[told.end() :]
        document.body = "\n\n".join(filter(None, (made, document.body.strip())))
        document.front |= {"tags": fields.words("tags"), "categories": fields.words("categories")}
        for menu in sorted({*fields.mapping("menu")} - {"main"}):  # with groups, beside a book
            site.plan.findings.add("changed", "side-menu", site.path, menu, once=True)
        take_rest(fields)
        add_page(site, document)
        title, short = str(document.front["title"] or document.address), fields.text("linktitle")
        is_of_book = not {fields.text("type"), below.partition("/")[0]}.isdisjoint(BOOKS)
        title = short or title if is_of_book else title  # `book_menu.html`
        document.variables["item"] = item_of(site, (path, page, fields, was), preview, title)
        lists += [document] if is_section else []
        if not (is_index or of_blocks or fields.flag("show_date") is False):
            document.front["date"] = fields.day("date")
    _list_pages(site, lists, done)


def _with_widgets(site: Hugo, pages: list[Found]) -> Mapping[str, str]:
    """Return the texts of pages that were made of the widgets beside them, by their paths."""
    frames = (path for path, _, one, _ in pages if one.fields.get("type") == "widget_page")
    homes = {posixpath.dirname(path): path for path in frames}
    parts: dict[str, list[tuple[float, str]]] = {}
    for path, page, fields, _ in pages:
        home = homes.get(posixpath.dirname(path))
        if home and path != home and (found := widget(site, page, fields)):
            parts.setdefault(home, []).append(found)
            site.plan.take(path, home)
    return {home: _in_order(some) for home, some in parts.items()}


def _in_order(parts: list[tuple[float, str]]) -> str:
    """Return texts by their weights."""
    texts = (text.strip() for _, text in sorted(parts, key=lambda one: one[0]))
    return "\n\n".join(filter(None, texts))


def add_page(site: Hugo, document: Document) -> None:
    """Add a page at its address, with its file beside those of its translations."""
    base = document.address.removeprefix(site.prefix_of(document.source))
    site.put(document, target_of(base))
    site.plan.add_document(document)


_CHILDREN = re.compile(r"\{\{<\s*(?:list|ls)_children\b[^{}]*>\}\}")
"""The shortcode of a book that lists its pages (docs.hugoblox.com, "Books")."""


def _list_pages(site: Hugo, lists: list[Document], done: tuple[str, ...]) -> None:
    """Have the pages of sections list what is directly below them, as Hugo does, and make those
    of sections that have no `_index.md`."""
    named = {posixpath.dirname(key) for path in site.texts("")
             if posixpath.basename(key := site.place_of(path).key) == "_index"}  # fmt: skip
    below: dict[tuple[str, str, str], list[Document]] = {}
    for one in site.plan.documents:
        here = site.place_of(one.source)
        folder = posixpath.dirname(re.sub(r"/_?index$", "", here.key))
        while "/" in folder and folder not in named:
            folder = posixpath.dirname(folder)
        if folder and one.source not in site.plan.protected:
            where = (here.language.folder, folder, here.language.name)
            below.setdefault(where, []).append(one)
    addresses = {one.address for one in site.plan.documents}
    for root, folder, name in below:
        path = f"{root}{folder}/_index.{name}.md"
        was = site.address_of(path, FieldReader(Fields(), path, site.plan.findings))
        is_done = folder.partition("/")[0].lower() in KINDS or f"{folder}/".lower().startswith(done)
        if folder in named or is_done or was in addresses:
            continue
        title = re.sub(r"[-_]+", " ", folder).title()
        lists.append(Document(source=path, target="", address=was, front={"title": title}))
        add_page(site, lists[-1])
        del site.plan.taken[path]
        site.plan.findings.add("changed", "list-made", posixpath.dirname(path), title, was)
    for document in lists:
        here = site.place_of(document.source)
        where = (here.language.folder, posixpath.dirname(here.key), here.language.name)
        items = "\n".join(map(_item, sorted(below.get(where, []), key=_order)))
        body = _CHILDREN.sub(items.replace("\\", r"\\"), document.body)
        if re.search(r"(?m)^- .*(?:\n(?:[ \t].*)?)*\Z", document.body):
            items = re.sub(r"(?m)^-(?= )", "*", items)  # a list of its own (CommonMark, 5.3)
        added = () if body != document.body else (items,)
        document.body = "\n\n".join(filter(None, (body, *added)))
        if not document.body:
            site.plan.remove_document(document, "a list without text")
            site.plan.findings.add("left", "theme-block", document.source, document.front["title"])
            site.empty.add(document.address)
            _note_gone(site, here.key, document.address)


def _note_gone(site: Hugo, key: str, was: str) -> None:
    """Note that a page is gone, and whether a template of the owner's own showed something there
    (gohugo.io, "Template lookup order")."""
    name, _, end = key.partition("/")
    own = site.tree.first(f"layouts/section/{name}.html", f"layouts/{name}/list.html")
    site.plan.made_addresses |= {was} - {""}
    site.plan.gone[was] = own if own and end == "_index" else EMPTY


def _order(one: Document) -> tuple[float, int, str]:
    """Return what Hugo sorts by: the weight, 0 being the last, the newest, the title. Documents of
    Academic 4 had their weights in menus of their own."""
    day = int(day_of(one.variables.said("date")).replace("-", "").ljust(8, "0"))
    menus = (menu for menu in one.variables.inside("menu").values() if isinstance(menu, Fields))
    weights = [number_of(said.get("weight")) for said in (one.variables, *menus)]
    return next(filter(None, weights), LAST), -day, str(one.front.get("title"))


def _item(one: Document) -> str:
    day, title = one.front.get("date"), one.front.get("title") or one.address
    item = str(one.variables.get("item") or f"- [{title}]({one.address})")
    return re.sub(r"(?<=\))(?=\\?$)", f", {day}", item, count=1, flags=re.M) if day else item
