"""Blocks of Hugo Blox that list records, posts and pages -> sections and links."""

import re
from typing import Any

from generator.importing.fields import NOT_NEEDED, FieldReader, Fields, flat, shown
from generator.importing.sources.cv_records import cv_record
from generator.importing.sources.hugo.addresses import urlized
from generator.importing.sources.hugo.languages import number_of
from generator.importing.sources.hugo.owner import shortened
from generator.importing.sources.hugo.records import (
    HUGO,
    KINDS,
    Found,
    add_record,
    folders_of,
    head_of,
    in_list,
    preview_of,
    records_of,
    style_of,
    summary_of,
)
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.people import names_of
from generator.importing.texts.markup import picture, section
from generator.importing.texts.markup import target as encoded
from generator.model.languages import language
from generator.model.links import slug_of


def links_below(site: Hugo, path: str, kind: str, content: Fields, view: str) -> str:
    """Return links to the pages of folders that hold no records, in the order and number in which
    the block showed them."""
    own, asked = site.place_of(path).language, _asked(content)
    if folders_of(content):
        note_filters(site, path, content)
    count, is_all = _number(site, path, kind, content)
    has_days = view in _DATED and kind != "projects"
    items: list[tuple[str, str]] = []
    for folder in (f"{one}/" for one in folders_of(content)):
        for path, page, fields, was in site.pages(folder):
            here = site.place_of(path)
            is_own = here.key.lower() == f"{folder}_index"
            is_left = all(_has(site, fields.fields, *one) for one in asked.items())
            if here.language == own and was and fields.text("title") and not is_own and is_left:
                preview = preview_of(site, fields, was)
                day, authors = fields.day("date"), names_of(fields.value("authors"))
                is_dated = day and has_days and fields.flag("show_date") is not False
                said = f", {day}" if is_dated else ""
                said = f": {', '.join((*authors, day[:4]))}" if len(authors) > 1 else said
                one = (path, page, fields, was)
                items.append((day, item_of(site, one, preview, fields.text("title"), said)))
    items.sort(key=lambda one: one[0], reverse=not _is_rising(content))
    shown = [item for _, item in items[int(number_of(content.get("offset"))) :][: count or None]]
    if len(shown) < len(items) and not is_all and len(folders := folders_of(content)) == 1:
        where = f"{own.folder}{folders[0]}/_index.{own.name}.md"
        to = site.address_of(where, FieldReader(Fields(), where, site.plan.findings))
        word = str(content.get("title") or folders[0].title())
        shown.append(f"\n[{language(own.code).word('more').format(word)}]({to})")
    return "\n".join(shown)


def _is_rising(content: Fields) -> bool:
    return content.is_on("sort_ascending") or content.get("order") == "asc"


def _number(site: Hugo, path: str, kind: str, content: Fields) -> tuple[int, bool]:
    """Return how many pages a block shows, 0 being all, and whether no link leads to the others:
    without a number, the newest five, except on the page of the list itself."""
    here = site.place_of(path).key.lower()
    is_list = here in (f"{folder}/_index" for folder in folders_of(content))
    usual = 5 if kind in ("collection", "pages", "featured") and not is_list else 0
    is_all = is_list or content.inside("archive").get("enable") == "false"
    return max(0, int(number_of(content.get("count"), usual))), is_all


def sections_of(site: Hugo, path: str, kind: str, content: Fields, view: str) -> str | None:
    """Return the sections that list what a block listed, with its filters and its number. Nothing
    for records that the site does not have, and None for a block that lists none."""
    filters = content.inside("filters")
    folders = folders_of(content)
    kinds = [KINDS[folder] for folder in folders if folder in KINDS]
    kinds = [HUGO["widgets"][kind]] if not folders and kind in HUGO["widgets"] else kinds
    if not kinds:
        return None
    note_filters(site, path, content, "offset")
    count, is_all = _number(site, path, kind, content)
    options = f":limit: {count}\n" if count > 0 else ""
    options += ":filter: true\n" if len(_buttons(content)) > 1 else ""
    options += ":order: date\n" if _is_rising(content) else ""
    is_featured = kind == "featured" or "_selected" in kind or filters.is_on("featured_only")
    is_rest = filters.is_on("exclude_featured") or content.is_on("exclude_selected")
    selected = ":selected: false\n" if is_rest else ":selected: true\n" if is_featured else ""
    made = ""
    for one in kinds:
        some: list[Any] = site.plan.entries.get(one, [])
        own = selected + options
        if one == "posts":
            some, own = [page for page in site.plan.documents if page.is_post], options
        for name, words in _asked(content).items():
            some, chosen = _chosen(site, one, some, name, words)
            own += chosen
        own += style_of(site, one, view)
        more = in_list(site, one, path, "").rstrip("#")
        own += f":more: {more}\n" if 0 < count < len(some) and not is_all else ""
        made += records_of(site, one, own) if some else ""
    return made


_CHOOSES = {"tag": "tags", "tags": "tags", "category": "categories", "publication_type": "kind"}
"""Filter of a list -> the field that it asks for."""


def note_filters(site: Hugo, path: str, content: Fields, *more: str) -> None:
    """Note each filter of a block that its list will not have."""
    said = {name: content.get(name) for name in ("year", *more)} | content.inside("filters")
    for name, value in said.items():
        is_off = ", ".join(flat(value)) in ("", "false", "0", "-1")
        if not is_off and name not in (*_NO_FIELDS, *_CHOOSES):
            site.plan.findings.add("lost", "list-filter", path, f"{name}: {shown(value)}")


def _buttons(content: Fields) -> list[str]:
    """Return the tags of the buttons above a list; `*` shows all."""
    buttons = content.mappings("buttons", "filter_button", "filter")
    return [str(one.get("tag") or "*").removeprefix(".") for one in buttons]


def _asked(content: Fields) -> dict[str, list[str]]:
    """Return the words for which each filter of a block asks; a single button is one, too."""
    asked = {name: flat([content.inside("filters").get(name)]) for name in _CHOOSES}
    tags = _buttons(content)
    asked["tag"] = tags if len(tags) == 1 else asked["tag"]
    return {name: found for name, words in asked.items()
            if (found := [word for word in words if word.strip("*-10")])}  # fmt: skip


def _has(site: Hugo, fields: Fields, name: str, words: list[str]) -> bool:
    """Whether a page that is no record has what a filter asks for."""
    return bool({*_slugs(site, flat([fields.get(_CHOOSES[name])]))} & {*_slugs(site, words)})


def _slugs(site: Hugo, words: list[str]) -> list[str]:
    return [urlized(word, site.config) for word in words]


def _chosen(
    site: Hugo, kind: str, some: list[Any], name: str, words: list[str]
) -> tuple[list[Any], str]:
    """Return the records that a filter leaves, and the option that asks for them. Hugo compares
    topics as they are in addresses; categories of records are tags."""
    field = "tags" if kind != "posts" and name == "category" else _CHOOSES[name]
    words = [HUGO["kinds"].get(one, one) if field == "kind" else one for one in words]
    asked = _slugs(site, words)
    told = [(one, flat((one.front if kind == "posts" else one.values).get(field))) for one in some]
    same = {one for _, said in told for one in said if urlized(one, site.config) in asked}
    left = [one for one, said in told if same & {*said}]
    return left, f':where: {{{field}: "{", ".join(sorted(same))}"}}\n'


_DATED = ("", "compact", "2", "card", "3", "article-grid", "date-title-summary")
"""Views that show the day of each page (`page_metadata.html`)."""
_NO_FIELDS = ("folders", "kinds", "featured_only", "exclude_featured")
_OF_STUDIES = re.compile(r"(?i)\W*(?:educat|学历|教育)")


def made_records(site: Hugo, path: str, kind: str, content: Fields, block: str) -> str:
    """Make records of the items of a block, and return a section that lists them: of several
    blocks with such, each lists its own."""
    target = _target(site, kind, content)
    form = str(content.get("date_format") or "Jan 2006")
    length = 10 if re.search(r"(?<!\d)0?2(?!\d)", form) else 7 if re.search("Jan|1", form) else 4
    others = (_target(site, *one) for one in site.blocks if _items(one[1]))
    name = slug_of(block or str(content.get("title") or kind))
    tags = [name] if list(others).count(target) > 1 else []
    number = 0
    for number, one in enumerate(_items(content)):
        title = str(one.get("title") or "TODO")
        if site.are_samples(path, title, one.said("company", "organization")):
            continue
        reader = FieldReader(one, path, site.plan.findings)
        entry = cv_record(target, reader, tags=tags)
        reader.rest(not_needed=NOT_NEEDED["hugo: items"])
        entry.values["date"] = shortened(entry.values["date"], length)
        add_record(site, target, path, entry, f"#{block}{number}")
    options = ":order: file\n" if target != "awards" and number else ""
    # `widgets/experience.html`, `accomplishments.html`
    options = options if content.get("items") or not number else ":order: -start\n"
    options += f':where: {{tags: "{tags[0]}"}}\n' if tags else ""
    made = [one.values["tags"] for one in site.plan.entries.get(target, []) if "tags" in one.values]
    return section(target, options) if tags in made else ""


def _items(content: Fields) -> list[Fields]:
    return content.mappings("items", "experience", "item")


def _target(site: Hugo, kind: str, content: Fields) -> str:
    """Return the kind of the records that a block holds. Studies count if the profile in another
    block has none."""
    if "experience" not in kind:
        return "awards" if kind in ("accomplishments", "resume-awards") else ""
    known = site.plan.entries.get("education", [])
    is_one = not any(re.search("/authors?/", one.source) for one in known)
    return "education" if is_one and _OF_STUDIES.match(content.said("title")) else "experience"


def item_of(site: Hugo, found: Found, preview: dict[str, str], title: str, behind: str = "") -> str:
    """Return a page as lists show it: its title with what follows it, its summary or first
    paragraph, its buttons, its picture. One without text and picture leads to where its
    `external_link` does."""
    _, page, fields, was = found
    shown_below = picture(preview["preview"], width="240") if preview else ""
    leads = was if page.body.strip() or preview else fields.text("external_link") or was
    buttons = head_of(site, page, fields, preview)[1].split(" · ")
    others = " · ".join(one for one in buttons if not one.endswith(f"]({encoded(leads)})"))
    lines = [f"[{title}]({leads}){behind}", summary_of(page, fields), others, shown_below]
    return "- " + "\\\n  ".join(filter(None, lines))
