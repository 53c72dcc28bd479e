"""Records of a Hugo site, with a page for each language, the lists of them, and talks.

Talks of Hugo Blox have a folder each, with `index.md`. Format: docs.hugoblox.com, "Events".
"""

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, day_of, flat, shown
from generator.importing.plan import Document, Entry, free, id_of, target_of
from generator.importing.reading import SourcePage
from generator.importing.source_tree import PICTURES
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.people import names_of, profile
from generator.importing.sources.source import TRANSLATED, aliases, in_languages
from generator.importing.texts.markup import picture, section
from generator.importing.texts.markup import target as encoded
from generator.model.files import packaged_data
from generator.model.languages import language

_FACTS = frozenset({
    "authors", "people", "venue", "date", "kind", "doi", "arxiv", "tags", "links", "items",
})  # fmt: skip
HUGO = packaged_data("tables/import_hugo", dict[str, dict[str, str]])
"""Type of a paper -> its kind; provider or type of a link -> its address by an id
(`build_links.html`); old widget -> the kind of record that it lists; language -> the heading of
interests as Blox has it, since Masthead's own, "Other interests", is for a CV."""
_LISTS = (("publications", "/publication/"), ("talks", "/talks/"), ("projects", "/project/"),
          ("posts", "/posts/"))  # fmt: skip
FOLDERS = {
    "publications": ("publication/", "publications/", "papers/"),
    "talks": ("event/", "events/", "talk/", "talks/"), "projects": ("project/", "projects/"),
}  # fmt: skip
"""Kind of record -> the folders of the content that contain their pages."""
KINDS = dict.fromkeys(("post", "posts", "blog"), "posts") | {
    folder.strip("/"): kind for kind, some in FOLDERS.items() for folder in some
}
BOOKS = ("book", "docs")
"""Types of pages that are in no list of posts (docs.hugoblox.com, "Books")."""
_CARDS = ("article-grid", "card", "masonry", "showcase", "3", "5")
"""Views of lists that show each record below its picture."""
_CITED = ("citation", "4")
"""Views that show each paper as a reference."""
_FORMATS = {"0": "list", "2": "citation", "3": "citation"}
"""Views of Academic 2, where they were called `list_format`."""

Found = tuple[str, SourcePage, FieldReader, str]
"""A page as `Hugo.pages` yields it."""


def add_record(site: Hugo, kind: str, path: str, entry: Entry, part: str = "") -> bool:
    """Add a record, or its texts in another language to the one that is there. Return whether it
    is one that the main language lacks.

    `part` tells the records of one page apart.
    """
    here = site.place_of(path)
    site.titles.setdefault((kind, here.language.code), ("", "", ""))
    known = site.records.setdefault((kind, here.key + part), entry)
    if known is entry:
        site.plan.add_entry(kind, entry)
        return here.language != site.places.main
    main, code = site.places.main.code, here.language.code
    for name, value in entry.values.items():
        if name in TRANSLATED:
            known.values[name] = in_languages(known.values.get(name), value, main, code)
        elif name == "items" and len(value) == len(known.values.get(name) or ()):
            pairs = zip(known.values[name], value, strict=True)
            known.values[name] = [in_languages(*both, main, code) for both in pairs]
        elif name in _FACTS and value and not _is_same(value, known.values.get(name), name):
            site.plan.findings.add("lost", "translation", path, f"{name}: {shown(value)}")
    site.plan.take(path, f"content/{kind}.yaml")
    where = site.places.prefix(here.language) + str(known.values.get("permalink") or "")
    for old in (entry.address, *entry.values.get("aliases", ())) if known.address else ():
        if old and old != where:
            site.plan.redirects.setdefault(old, where)
    return False


def _is_same(value: Any, known: Any, name: str) -> bool:
    """Whether two values say the same: of dates, the words between the numbers do not count."""
    both = [re.findall(r"\d+", str(one)) if name == "date" else one for one in (value, known)]
    return both[0] == both[1]


def pages_of(site: Hugo, kind: str) -> Iterator[Found]:
    """Yield the published pages of the records of a kind.

    Of the page that lists them, the address is noted, and what it says.
    """
    for folder in filter(site.texts, FOLDERS[kind]):  # with a list even without `_index.md`
        at = f"{site.places.main.folder}{folder}_index.md"
        where = site.address_of(at, FieldReader(Fields(), at, site.plan.findings))
        site.plan.lists.setdefault(kind, where)
        site.views.setdefault(kind, view_of(site.front(at)))
    for path, page, fields, was in _by_time(site, kind):
        here = site.place_of(path)
        if here.key.endswith("/_index") and here.key.count("/") > 1:
            site.parts.append((kind, site.document(path, page, fields, was)))
        elif posixpath.basename(path).startswith("_index"):
            if here.language == site.places.main:
                site.plan.lists[kind] = was
            note_list(site, kind, path, page, fields)
        elif fields.text("widget") or fields.fields.get("type") == "widget_page":
            continue  # `take_pages` makes pages of them
        elif was:
            yield path, page, fields, was
        else:
            site.plan.leave(path, "a draft")


def _by_time(site: Hugo, kind: str) -> list[Found]:
    """Return the pages of a kind as Hugo sorts them: the newest first, those of one time by their
    titles. Masthead leaves records of a day as they are in their file."""
    pages = [one for folder in FOLDERS[kind] for one in site.pages(folder)]
    pages.sort(key=lambda one: str(one[2].fields.get("linktitle") or one[2].fields.get("title")))
    said = {one[0]: one[2].text(*_of_events(site)) for one in pages}
    times = {one: [day_of(date), *re.findall(r"\d+:[\d:]+", date)] for one, date in said.items()}
    pages.sort(key=lambda one: times[one[0]], reverse=True)
    return sorted(pages, key=lambda one: site.prefix_of(one[0]))


def note_list(site: Hugo, kind: str, path: str, page: SourcePage, fields: FieldReader) -> None:
    """Note what the page that lists records of a kind says itself: its title, and its text."""
    text = "" if site.options.samples.holds(page.body) else page.body.strip()
    shown_above, _ = head_of(site, page, fields, preview_of(site, fields, ""))
    site.views.setdefault(kind, view_of(fields.fields))
    sections = fields.fields.mappings("sections")
    # A page of blocks has no heading but theirs.
    heads = (one.inside("content").get("title") for one in sections)
    title = str(next(filter(None, heads), fields.text("title")))
    said = (title, f"{shown_above}\n\n{text}".strip(), path)
    site.titles[kind, site.place_of(path).language.code] = said
    if len(sections) > 1:
        site.plan.findings.add("lost", "widget", path, fields.text("title"))
    site.plan.leave(path, "the heading of a list, which Masthead makes")


def view_of(block: Fields, kind: str = "") -> str:
    """Return how a block, or the page of a list, shows records; if it does not say so, pictures
    stand above projects."""
    said = block.inside("design").get("view") or block.get("view")
    said = said or _FORMATS.get(str(block.get("list_format"))) or ""
    return str(said).rpartition("/")[2] or ("masonry" if kind == "portfolio" else "")


def style_of(site: Hugo, kind: str, view: str) -> str:
    """Return the option for the style in which records were shown."""
    some = site.plan.entries.get(kind, [])
    is_tiled = view in _CARDS and any(one.values.get("preview") for one in some)
    style = "grid" if is_tiled else "lines" if kind == "publications" and view in _CITED else ""
    return f":style: {style}\n" if style else ""


def shows_summaries(site: Hugo, kind: str) -> bool:
    """Whether a list of a kind showed the summary and the picture of each record, as all views do
    but those of titles and of references (`li_compact.html`, `views/compact.html`)."""
    views = [site.views[kind]] if kind in site.views else []
    for name, one in site.blocks:
        kinds = [KINDS.get(folder) for folder in folders_of(one)] or [HUGO["widgets"].get(name)]
        views += [view_of(one, name)] if kind in kinds else []
    return any(view not in ("list", "1", *_CITED) for view in views)


def folders_of(content: Fields) -> list[str]:
    """Return the folders whose pages a block shows, in lower case."""
    named = content.inside("filters").get("folders") or content.said("page_type", "folder")
    return [str(one).lower() for one in (named if isinstance(named, list) else [named]) if one]


def in_list(site: Hugo, kind: str, path: str, ident: str) -> str:
    """Return where a record is in the list of its kind."""
    return f"{site.prefix_of(path)}{site.plan.lists.get(kind, dict(_LISTS)[kind])}#{ident}"


def add_lists(site: Hugo) -> None:
    """Add the pages that list records, in each language that has any; that of posts is Masthead's
    own where its page says nothing."""
    for kind, where in _LISTS:
        address, is_own = site.plan.lists.setdefault(kind, where), kind == "posts"
        is_empty = kind not in site.plan.kinds()
        places = {"/post/", "/posts/", "/blog/"} if is_own else {address}
        texts = (text for (one, _), (_, text, _) in site.titles.items() if one == kind)
        if is_empty and not any(texts):  # nothing leads to a list of nothing
            site.empty |= places
            known = site.plan.redirects.items()
            site.plan.redirects = {old: new for old, new in known if new != address}
            continue
        site.empty -= places  # which have a list, though its page is the template's
        for one in site.places.languages:
            is_main = one == site.places.main
            said = site.titles.get((kind, one.code))
            title, text, path = said or ("", "", "")
            if not (text if is_empty else title or text if is_own else is_main or said):
                continue
            target = "content/posts/index.md" if is_own else target_of(address)
            front = {"title": title or language(one.code).word(kind)}
            is_listed = is_own or is_empty or f":::{{{kind}}}" in text
            style = style_of(site, kind, site.views.get(kind, ""))
            body = text + ("" if is_listed else records_of(site, kind, style))
            site.plan.add_document(
                Document(source=path or site.path, target=target, front=front, body=body,
                         address=site.places.prefix(one) + address, syntax="hugo")
            )  # fmt: skip


def add_parts(site: Hugo) -> None:
    """Add the pages of folders of records inside of another, each with its own list."""
    for kind, document in site.parts:
        folder = f"{posixpath.dirname(document.source)}/"
        some = (one for one in site.plan.entries.get(kind, []) if one.source.startswith(folder))
        if document.address and (ids := [str(one.values["id"]) for one in some]):
            options = f":only: {', '.join(ids)}\n:order: -date\n"
            document.body = document.body.strip() + records_of(site, kind, options)
            base = document.address.removeprefix(site.prefix_of(document.source))
            site.put(document, target_of(base))
            site.plan.add_document(document)


def records_of(site: Hugo, kind: str, options: str = "") -> str:
    """Return a section of records, whose texts are on their pages alone, as in Hugo. That of a
    project is its summary."""
    pages = (one for one in site.plan.entries.get(kind, []) if one.values.get("permalink"))
    is_short = kind != "projects" and any(one.values.get("body") for one in pages)
    return section(kind, options + (":body: false\n" if is_short else ""))


_LINKS = ("pdf", "arxiv", "preprint", "code", "dataset", "poster", "project", "slides", "source",
          "video")  # fmt: skip


def beyond(text: str, abstract: str) -> str:
    """Return what the text of a page says beyond the abstract, since many repeat it there."""
    parts, told = text.split("\n\n"), plain(abstract)
    while told and parts and not _SHOWS.search(parts[0]) and plain(parts[0]) in "abstract" + told:
        del parts[0]
    return "\n\n".join(parts)


_SHOWS = re.compile(r"!\[|\{\{|<(?:img|iframe)\b|^#+ (?!(?i:abstract))|^\*[^*\n]+\*$")
"""What is more than its words: a picture, a shortcode, a heading, a subtitle."""


def preview_of(site: Hugo, fields: FieldReader, was: str) -> dict[str, str]:
    """Take the files beside a page, and return its picture, whose caption says what it shows:
    `featured` beside it, or one that it names (`get_featured_image.html`, `get_cover_image.html`;
    `header` of Academic 2)."""
    folder, beside = posixpath.dirname(fields.file), site.bundle_files(fields.file, was)
    lie = {posixpath.basename(one) for one in beside if posixpath.dirname(one) == folder}
    names = sorted(name for name in lie if name.lower().endswith(PICTURES))
    image, *others = (fields.mapping(one) for one in ("image", "cover", "banner", "header"))
    if not others[-1].get("image"):  # Academic 2 does not show its caption then
        del others[-1]
    lying = (was + name for part in ("featured", "cover") for name in names if part in name.lower())
    named = (image.get("filename"), *(one.get("image") for one in others))
    found = next(filter(None, (*lying, *named, fields.text("image_preview", "cover"))), "")
    found = was + str(found) if found in lie else found
    caption = next((str(one["caption"]) for one in (image, *others) if one.get("caption")), "")
    is_credit = re.match(r"(?i)(?:image|photo) (?:credit|by)", caption)
    # Pages without a picture have no caption, and the template's pictures are of Unsplash.
    if caption and not (found and (not is_credit or "unsplash.com/photos/" not in caption)):
        code = "template-sample" if is_credit else "caption-alone"
        fields.findings.add("left", code, fields.file, caption)
    alt = "" if is_credit else caption.strip()
    return {"preview": str(found), "preview_alt": alt} if found else {}


_RELATIVE = re.compile(r"\[\^[^\[\]]+\]|\[([^\[\]]*)\]\((?!https?:|/)[^()]*\)")
_STARTS = re.compile(r"\s*(?!\d+[.)]\s)(?:\*{0,3}\w|\[(?!\^))")
"""How a paragraph starts that is no item of a list."""
_FIRST = 300
"""Characters of a first paragraph that is shown in a list."""


def summary_of(page: SourcePage, fields: FieldReader) -> str:
    """Return what lists say of a page in one line: its summary or first paragraph."""
    bare = re.sub(r"(?is)<(script|style)\b.*?</\1\s*>|```.*?```|<!--.*?-->", "\n\n", page.body)
    texts = filter(_STARTS.match, re.split(r"\n\s*\n", bare))
    first = next(texts, "")
    said = re.sub(r"(?i)^(?:true|false)$", "", fields.text("summary"))
    summary = said or (first if len(first) < _FIRST else "")
    # A link led from the page, not from the list.
    return " ".join(_RELATIVE.sub(r"\1", summary).split())


def others_of(site: Hugo, fields: FieldReader) -> list[str]:
    """Return who made a page, where that is not the owner alone."""
    people = list(map(site.author, names_of(fields.words("authors", "author"))))
    return [] if people == [site.names.get("admin")] else people


def byline(site: Hugo, fields: FieldReader) -> str:
    """Return the line that names who made a page, as it is typed: it may have other words."""
    typed = map(site.author, fields.words("authors", "author"))
    return ", ".join(typed) if others_of(site, fields) else ""


def take_rest(fields: FieldReader) -> None:
    """Read the fields that all pages have, and report those that were not taken."""
    fields.value("slug", "draft", "date", "featured", "url", "lastmod", "publication_types")
    fields.rest(not_needed=NOT_NEEDED["hugo: fields"])


def head_of(
    site: Hugo, page: SourcePage, fields: FieldReader, preview: dict[str, str]
) -> tuple[str, str]:
    """Return what stood above the text of a page (`page_header.html`): its picture with the
    caption, and its buttons as links. What the text shows by itself is not repeated."""
    where, code = preview.get("preview", ""), site.place_of(fields.file).language.code
    is_shown = where and not fields.mapping("image").is_on("preview_only")
    end, buttons = r"(?![\w/#?&=.-]*\w)", page_links(fields).items()
    links = {name: to for name, to in buttons if not re.search(re.escape(to) + end, page.body)}
    words = {name: language(code).word(f"link.{name}").removeprefix("link.") for name in links}
    caption = str(fields.mapping("image").get("caption") or preview.get("preview_alt", ""))
    is_shown = is_shown and posixpath.basename(where) not in page.body
    led = (f"[{words[name]}]({encoded(to)})" for name, to in links.items())
    return picture(where, caption=caption).strip() if is_shown else "", " · ".join(led)


def page_links(fields: FieldReader) -> dict[str, str]:
    """Return the links of a record: `external_link`, to which all lists led, `url_pdf`,
    `url_code`, …, and those under `links`."""
    leads = fields.text("external_link")
    links: dict[str, str] = {"website": leads} if leads else {}
    others = [n.removeprefix("url_") for n in fields.fields if n.startswith("url_")]
    for name in dict.fromkeys([*_LINKS, *others]):
        target = fields.value(f"url_{name}")
        for number, there in enumerate((one.replace("\\_", "_") for one in flat(target)), 1):
            label = name.replace("dataset", "data") + (f" {number}" if number > 1 else "")
            links |= {label: there} if there.strip("#") else {}
    for one in fields.mappings("links", "url_custom"):
        name = str(one.get("label") or one.get("name") or one.get("type") or "link").strip()
        known = HUGO["ids"].get(str(one.get("provider") or one.get("type")), "")
        of_id = known.format(one.get("id"))
        url = str(one.get("url") or (of_id if one.get("id") else "")).strip("#")
        is_known = language("en").word(f"link.{name.lower()}") != f"link.{name.lower()}"
        name = name.lower() if is_known else name
        icon = one.said("icon").rpartition("/")[2].lower()
        if url and links.get(name, url) != url and profile(icon, url)[0]:
            name = icon
        if url:
            taken = {one for one, to in links.items() if to != url}
            links[free(name, taken.__contains__, " ")] = url
        elif one.get("id"):
            fields.findings.add("lost", "field", fields.file, f"links: {name}")
    return links


def related_to(site: Hugo, fields: FieldReader) -> dict[str, list[str]]:
    """Return the projects to which a paper or a talk belongs: each page shows the other."""
    projects = site.plan.entries.get("projects", [])
    known = {site.name_of(one.source).lower(): str(one.values["id"]) for one in projects}
    named = dict.fromkeys(known.get(name.lower(), "") for name in fields.words("projects"))
    return {"projects": found} if (found := list(filter(None, named))) else {}


def take_talks(site: Hugo) -> None:
    """Make records of the talks. Where they say more than a line, they have pages of their own, as
    in Hugo; else their old addresses become places of the list."""
    for path, page, fields, was in pages_of(site, "talks"):
        ident, event = id_of(site.name_of(path)), fields.text("event_url")
        abstract, summary = fields.text("abstract"), fields.text("summary", "abstract_short")
        body, place = beyond(page.body.strip(), abstract), fields.mapping("address")
        if subtitle := fields.text("subtitle"):
            body = f"*{subtitle}*\n\n{body}".strip()
        said = fields.text("location")
        where = [said, *(part for part in map(place.said, ADDRESS) if part not in said)]
        day, time = _event_dates(site, fields)
        shows_time = site.settings("params")[1].inside("talks").get("time", True)
        if place.get("street"):
            site.plan.findings.add("lost", "field", path, "address: street")
        values = {
            "id": ident,
            "title": fields.text("title") or "TODO",
            "people": others_of(site, fields),
            "event": fields.text("event", "event_name"),
            "location": ", ".join(dict.fromkeys(filter(None, where))),
            "date": day,
            "time": "" if str(shows_time) in ("False", "false") else time,
            "details": "" if plain(summary) in plain(abstract + body) else summary,
            "abstract": abstract,
            "links": {**({"event": event} if event else {}), **page_links(fields)},
            "tags": fields.words("tags") + fields.words("categories"),
            "body": body,
            "selected": fields.flag("featured", "selected") is True,
            "related": related_to(site, fields),
            **preview_of(site, fields, was),
        }
        if abstract or body:
            values |= {"permalink": was, "aliases": aliases(fields, site.plan)}
        else:
            site.plan.redirects[was] = in_list(site, "talks", path, ident)
        take_rest(fields)
        entry = Entry(values=values, source=path, line=page.line, address=was)
        add_record(site, "talks", path, entry)


ADDRESS = ("city", "region", "country")
"""Parts of an address that say where something is, without the street."""


def _of_events(site: Hugo, end: str = "start") -> list[str]:
    """Return the fields that say when an event begins or ends. Academic 4, the first version with
    a folder of settings, does not read `time_start`."""
    of_old = [] if site.tree.below("config/_default/") else [f"time_{end}"]
    return [f"event_{end}", *of_old, "date" if end == "start" else "date_end"]


def _event_dates(site: Hugo, fields: FieldReader) -> tuple[str, str]:
    """Return the days of an event, and its time of day (`get_event_dates.html`)."""
    begins, ends = _of_events(site), _of_events(site, "end")
    begin, end = fields.value(*begins), fields.value(*ends)
    first, last = fields.day(*begins), day_of(str(end))
    shown = [clock for one in (begin, end) for clock in _CLOCK.findall(str(one))[:1]]
    shown = shown[: 1 + (shown[-1:] > shown[:1])]  # an hour that ends before it begins has no end
    is_long = fields.flag("event_all_day", "all_day") or last > first != ""
    return f"{first} – {last}" if last > first != "" else first, "" if is_long else "–".join(shown)


_CLOCK = re.compile(r"[T ](?!00:00)(\d\d:\d\d)")


def plain(text: str) -> str:
    """Return the letters of a title, without TeX's commands and without accents."""
    bare = re.sub(r"\\(?:[a-zA-Z]+|.)|[{}]", "", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", bare)).casefold()
