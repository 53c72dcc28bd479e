"""Pages of Hugo Blox, the home among them: texts, blocks and widgets -> Markdown with sections."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.importing.plan import Document, target_of
from generator.importing.reading import (
    NOT_NEEDED,
    FieldReader,
    Fields,
    SourcePage,
    day_of,
    mapping_of,
    shown,
)
from generator.importing.report import Severity
from generator.importing.sources.cv_site import cv_record
from generator.importing.sources.hugo.languages import number_of
from generator.importing.sources.hugo.owner import Owners, shortened
from generator.importing.sources.hugo.records import (
    FOLDERS,
    KINDS,
    add_record,
    links_of,
    projects_of,
    records_of,
)
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.samples import Samples
from generator.importing.sources.source import readers
from generator.importing.texts.markup import paired, section
from generator.model.languages import language
from generator.model.links import slug_of

_FOLDERS = dict.fromkeys(("post", "posts", "blog"), "posts") | {
    folder.strip("/"): kind for kind, some in FOLDERS.items() for folder in some
}
_WIDGETS = {"publications": "publications", "featured": "publications", "projects": "projects",
            "portfolio": "projects", "talks": "talks", "events": "talks", "posts": "posts",
            "recent_posts": "posts"}  # fmt: skip
_LAST = 900
"""Place of what has the weight 0 or none: behind the others (gohugo.io, `weight`)."""
_QUIET = ("hero", "slider", "cta", "tag_cloud", "contact", "search", "stats", "demo", "cta-card")
"""Blocks that lose nothing of the owner's where they hold no words."""
_INTERESTS = {"zh": "兴趣爱好", "de": "Interessen", "es": "Intereses", "fr": "Centres d’intérêt"}
"""The heading of interests, as Blox has it: Masthead's own, "Other interests", is for a CV."""

_UNTITLED = re.compile(
    r"((?:## .*\n\n:::\{(?:interests|education)\}\n:::\n\n)+)((?!## )\S.*(?:\n(?!## ).*)*)"
)
"""Lists about the owner, and a block without a heading, which would seem to be a part of them."""
_SCRIPT, _SCRIPT_ENDS = re.compile(r"(?i)<script\b"), re.compile(r"(?i)</script\s*>")


def take_home(site: Hugo, owners: Owners) -> None:
    """Make the home page, in each language that has one."""
    for one in site.places.languages:
        is_main = one == site.places.main
        about = owners.about.get(one.code) or owners.about.get(site.places.main.code, "")
        paths = [p for p in site.texts("") if site.place_of(p).language == one]
        paths = [p for p in paths if f"{site.place_of(p).key}.".startswith(("_index.", "home/"))]
        if paths or is_main:
            title = str(one.settings.get("title") or site.config.get("title") or "")
            title = title or owners.names.get("admin", "")
            _home(site, paths, about, title, "" if is_main else f".{one.code}")


def _home(site: Hugo, paths: list[str], about: str, title: str, ending: str) -> None:
    """Make a home page of blocks in `_index.md`, or of the widgets in `home/`."""
    parts: list[tuple[float, str]] = []
    start, line = "", 1
    for found, page, fields in readers(site.tree, paths, site.plan):
        if site.place_of(found).key == "_index":
            start, line, title = found, page.line, fields.text("title") or title
            parts.append((0, blocks(site, found, fields, about)))
            parts.append((999, page.body))
            site.plan.take(found, f"content/index{ending}.md")
            continue
        if found_text := widget(site, found, page, fields, about):
            start = start or found
            parts.append(found_text)
            site.plan.take(found, f"content/index{ending}.md")
    if not parts:
        parts = [(0, about)]
    body = "\n\n".join(
        text.strip() for _, text in sorted(parts, key=lambda p: p[0]) if text.strip()
    )
    if body.count(":::{education}") > 1:  # another block shows it, too
        body = re.sub(r"## .*\n\n:::\{education\}\n:::\n*", "", body, count=1)
    body = _UNTITLED.sub(r"\2\n\n\1", body)
    prefix = site.prefix_of(start) if start else ""
    site.plan.add_document(
        Document(source=start or site.path, target=f"content/index{ending}.md", line=line,
                 address=f"{prefix}/", front={"title": title}, body=body, syntax="hugo")
    )  # fmt: skip


def widget(
    site: Hugo, path: str, page: SourcePage, fields: FieldReader, about: str
) -> tuple[float, str] | None:
    """Return the weight and the text of a widget; None after noting that it was switched off."""
    kind, weight = fields.text("widget"), fields.text("weight")
    if fields.flag("active") is False or not kind:
        site.plan.leave(path, "a widget that was switched off")
        return None
    content, block = Fields(), Fields()
    content.update({**page.fields, **fields.mapping("content"), "text": page.body})
    block.update({"block": kind, "content": content, "id": posixpath.basename(path)[:-3]})
    return number_of(weight) or _LAST, _block(site, path, block, about)


def blocks(site: Hugo, path: str, fields: FieldReader, about: str) -> str:
    """Return the blocks of a page that is made of such, as Markdown with sections."""
    texts = (_block(site, path, one, about).strip() for one in fields.mappings("sections"))
    return "\n\n".join(filter(None, texts))


_OF_PROFILES = {
    "resume-experience": ("experience", "education"), "resume-skills": ("skills",),
    "resume-awards": ("awards",), "resume-languages": ("skills",), "skills": ("skills",),
}  # fmt: skip
"""Block that shows a part of the owner's profile -> the kinds of records that it shows."""


def _block(site: Hugo, path: str, block: Fields, about: str) -> str:
    kind, _, part = str(block.get("block") or "").partition(".")
    content, samples = block.inside("content"), site.options.samples
    title = str(content.get("title") or "")
    name = str(block.get("id") or "")
    if block.is_on("demo"):  # only in the demonstration of the template (`landing_page.html`)
        site.plan.findings.add("left", "theme-block", path, f"{kind}: {title or name}")
        return ""
    head = (
        f"## {title}" + (f" {{#{name}}}" if re.fullmatch(r"[\w-]+", name) else "") if title else ""
    )
    whole = str(content.get("text") or "")
    text = "" if samples.holds(whole) else whole
    subtitle = str(content.get("subtitle") or "")
    if kind in ("about", "resume-biography", "resume-biography-3", "avatar"):
        shown = () if "avatar" in (kind, part) else ("interests", "education")
        lists = [_button(site, path, content.inside("button"))]
        lists += _of_owner(site, path, content, *shown)
        return "\n\n".join(filter(None, [about, text, *lists]))
    if kind in ("markdown", "blank", "custom", ""):
        if whole.strip() and not text and not subtitle:  # nothing is left below the heading
            site.plan.findings.add("left", "template-sample", path, title or name)
            return ""
        return "\n\n".join(filter(None, [head, subtitle, text]))
    members = {one.values.get("group") for one in site.plan.entries.get("people", [])} - {None, ""}
    if kind in ("people", "team-showcase") and members:
        named = FieldReader(content, path, site.plan.findings).words("user_groups")
        asked = {new for old in named for new in site.groups.get(old, ())}
        where = f':where: {{group: "{", ".join(sorted(asked))}"}}\n' if asked < members else ""
        everybody = section("people", where if asked else "") if asked or not named else ""
        return "\n\n".join(filter(None, [head, text, everybody]))
    if kind in _OF_PROFILES and not (content.get("items") or content.get("experience")):
        skills = site.plan.entries.get("skills", [])
        has_languages = any(one.values.get("id") == "languages" for one in skills)
        word = {"resume-languages": "only", "resume-skills": "skip"}.get(kind, "")
        options = f":{word}: languages\n" if word and has_languages else ""
        kinds = () if word == "only" and not has_languages else _OF_PROFILES[kind]
        found = [text, *_of_owner(site, path, content, *kinds, options=options)]
        return "\n\n".join(filter(None, [head, *found])) if any(found) else ""
    listed = _listed(site, path, kind, content)
    if listed is None:
        listed = _links_below(site, path, content) or None
    if listed is not None:
        is_shown = listed or text.strip()
        return "\n\n".join(filter(None, [head, subtitle, text, listed])) if is_shown else ""
    if kind in ("experience", "accomplishments", "resume-experience", "resume-awards"):
        records = _records(site, path, kind, content, name)
        is_shown = records or text.strip()
        return "\n\n".join(filter(None, [head, text, records])) if is_shown else ""
    said = _contact(site, path, content) if kind.startswith("contact") else _said(content)
    bare = re.sub(r"<br\s*/?>", "", paired(said, _SCRIPT, lambda _: _SCRIPT_ENDS, lambda *_: ""))
    says_more = bare.strip() and not samples.holds(said)
    what, has_form = f"{kind}: {title or name}".strip(": "), content.inside("form").get("provider")
    is_quiet = kind in _QUIET and not (text.strip() or has_form)
    if says_more:
        site.plan.findings.add("changed", "block-as-text", path, what)
        return "\n\n".join(filter(None, [head, subtitle, said]))
    severity: Severity = "left" if is_quiet else "lost"
    site.plan.findings.add(severity, "theme-block" if is_quiet else "block", path, what)
    return ""


def _of_owner(
    site: Hugo, path: str, content: Fields, *kinds: str, options: str = ""
) -> Iterator[str]:
    """Yield sections of what the profile of the owner has, with a heading each if of several."""
    code = site.place_of(path).language.code
    for kind in kinds:
        word = (
            _INTERESTS.get(code, "Interests") if kind == "interests" else language(code).word(kind)
        )
        head = f"## {content.inside('headings').get(kind) or word}" if len(kinds) > 1 else ""
        if site.plan.entries.get(kind):
            yield (head + section(kind, options)).strip()


def _button(site: Hugo, path: str, button: Fields) -> str:
    """Return the button below the text about the owner, unless its file is the template's."""
    file = f"static/{str(button.get('url') or '').lstrip('/')}"
    if not site.tree.has(file) or not site.options.samples.holds_file(site.tree, file):
        return _said(mapping_of(button=button))
    site.plan.findings.add("left", "template-sample", path, str(button.get("text")))
    return ""


def _said(part: Fields, title: str = "") -> str:
    """Return what a block, or an item of it, says in words: its text, its buttons, its items."""
    texts = (part.get(one) for one in ("text", "content", "description", "answer"))
    buttons = [
        *(one for one in part.values() if isinstance(one, Fields)),
        *part.mappings("buttons"),
    ]
    links = [(one.get("label") or one.get("text"), one.get("url")) for one in buttons]
    links.append((part.get("cta_label"), part.get("cta_url")))
    inner = (
        _said(one, str(one.get("title") or one.get("name") or one.get("question") or ""))
        for one in part.mappings("items", "item", "slides", "feature")
    )
    return "\n\n".join(filter(None, [
        f"**{title}**" if title else "",
        next((one.strip() for one in texts if isinstance(one, str) and one), ""),
        " · ".join(f"[{label}](<{to}>)" for label, to in links if label and to),
        *inner,
    ]))  # fmt: skip


def take_email(site: Hugo, email: str) -> None:
    """Take an address of mail for the owner's, where the profile has none."""
    person = site.plan.site["person"]
    person["email"] = person.get("email") or ("" if "@example." in email else email)


_CONTACT = ("email", "phone", "address", "directions", "office_hours", "appointment_url",
            "contact_links")  # fmt: skip
"""What the contact block shows; that of Academic 4 had it in `params`."""
_OF_NOBODY = re.compile(
    r"test@example\.org|450 Serra Mall|skype:echo123\?call|888 888 88 88|"
    r"https?://(?:www\.)?(?:twitter\.com/Twitter|calendly\.com|zoom\.(?:com|us))/?"
)
"""What the template has in its contact block as an example."""


def _own(value: Any, samples: Samples) -> Any:
    """Return a part of the contact block that is the owner's: without the template's examples."""
    if isinstance(value, list):
        return [own for one in value if (own := _own(one, samples))]
    texts = list(map(str, value.values())) if isinstance(value, Fields) else [str(value or "")]
    is_one = any(_OF_NOBODY.fullmatch(text) or samples.holds(text) for text in texts)
    return "" if is_one else value


def _contact(site: Hugo, path: str, content: Fields) -> str:
    """Return how the owner says to be reached, as a list without street and telephone."""
    settings, samples = site.settings("params")[1], site.options.samples
    here = [mapping_of(**{one: _own(part.get(one), samples) for one in _CONTACT})
            for part in (content, settings)]  # fmt: skip
    said = here[0] if any(here[0].values()) else here[1]
    email, place, hours = (
        str(said.get("email") or ""),
        said.inside("address"),
        said.get("office_hours"),
    )
    take_email(site, email)
    for name, value in (("phone", said.get("phone")), ("street", place.get("street"))):
        if value:
            site.plan.findings.add("secret", "private", path, name)
    links = [(one.get("name"), one.get("link")) for one in said.mappings("contact_links")]
    links.append(("Book an appointment", said.get("appointment_url")))
    lines = [
        f"[{email}](mailto:{email})" if "@" in email else "",
        ", ".join(str(place[one]) for one in ("city", "region", "country") if place.get(one)),
        said.get("directions"),
        *(hours if isinstance(hours, list) else [hours]),
        *(f"[{label or to}]({to})" for label, to in links if to),
    ]
    return "\n\n".join(filter(None, [
        str(content.get("text") or "").strip(), "\n".join(f"- {one}" for one in lines if one),
    ]))  # fmt: skip


def _links_below(site: Hugo, path: str, content: Fields) -> str:
    """Return links to the pages of folders that hold no records, as the block showed them."""
    language = site.place_of(path).language
    items = []
    for folder in _folders(content):
        for page, _, fields, was in site.pages(f"{folder}/"):
            here = site.place_of(page)
            is_own = here.key.lower() == f"{folder}/_index"
            if here.language == language and was and fields.text("title") and not is_own:
                leads = fields.text("external_link") or was
                items.append(f"- [{fields.text('title')}]({leads})")
    return "\n".join(items)


def _folders(content: Fields) -> list[str]:
    """Return the folders whose pages a block shows, in lower case."""
    named = content.inside("filters").get("folders") or content.get("page_type") or []
    return [str(one).lower() for one in (named if isinstance(named, list) else [named]) if one]


def _listed(site: Hugo, path: str, kind: str, content: Fields) -> str | None:
    """Return the sections that list what a block listed, with its filters and its number; nothing
    for records that the site does not have, and None for a block that lists none."""
    filters = content.inside("filters")
    folders = _folders(content)
    kinds = [_FOLDERS[folder] for folder in folders if folder in _FOLDERS]
    kinds = [_WIDGETS[kind]] if not folders and kind in _WIDGETS else kinds
    if not kinds:
        return None
    where: dict[str, str] = {}
    for name, word in filters.items():
        if not word:
            continue
        if name in ("tag", "category", "publication_type"):
            field = "kind" if name == "publication_type" else "tags"
            where[field] = KINDS.get(str(word), str(word)) if field == "kind" else str(word)
        elif name not in ("folders", "featured_only", "exclude_featured") and word != "false":
            site.plan.findings.add("lost", "list-filter", path, f"{name}: {shown(word)}")
    buttons = content.mappings("buttons", "filter_button")
    count = str(content.get("count") or "0")
    options = f":limit: {count}\n" if re.fullmatch(r"[1-9]\d{0,2}", count) else ""
    options += ":filter: true\n" if len(buttons) > 1 else ""
    said = ", ".join(f'{field}: "{word}"' for field, word in where.items())
    options += f":where: {{{said}}}\n" if said else ""
    is_featured = kind == "featured" or filters.is_on("featured_only")
    selected = ":selected: true\n" if is_featured else ""
    selected = ":selected: false\n" if filters.is_on("exclude_featured") else selected
    has_posts = any(one.is_post for one in site.plan.documents)
    return "".join(
        records_of(site, one, (selected if one == "publications" else "") + options)
        for one in kinds
        if (has_posts if one == "posts" else site.plan.entries.get(one))
    )


_OF_STUDIES = re.compile(r"(?i)\W*(?:educat|学历|教育)")


def _records(site: Hugo, path: str, kind: str, content: Fields, block: str) -> str:
    """Make records of the items of a block, and return a section that lists them: of several
    blocks with such, each lists its own."""
    target = _target(site, kind, content)
    form = str(content.get("date_format") or "Jan 2006")
    length = 10 if re.search(r"(?<!\d)0?2(?!\d)", form) else 7 if re.search("Jan|1", form) else 4
    others = (_target(site, *one) for one in site.blocks() if _items(one[1]))
    name = slug_of(block or str(content.get("title") or kind))
    tags = [name] if list(others).count(target) > 1 else []
    number = 0
    for number, one in enumerate(_items(content)):
        title = str(one.get("title") or "TODO")
        of_whom = f"{title} {one.get('company') or one.get('organization') or ''}"
        if site.options.samples.holds_title(of_whom):
            site.plan.findings.add("left", "template-sample", path, of_whom)
            continue
        logo = f"assets/media/icons/brands/{one.get('company_logo')}.svg"
        if site.tree.has(logo) and not site.options.samples.holds_file(site.tree, logo):
            site.plan.findings.add("lost", "logo", path, f"{title}: {one['company_logo']}")
        reader = FieldReader(one, path, site.plan.findings)
        entry = cv_record(target, reader, tags=tags)
        reader.rest(not_needed=NOT_NEEDED["hugo: items"])
        entry.values["date"] = shortened(entry.values["date"], length)
        add_record(site, target, path, entry, f"#{block}{number}")
    options = ":order: file\n" if target != "awards" and number else ""
    options += f':where: {{tags: "{tags[0]}"}}\n' if tags else ""
    made = [one.values["tags"] for one in site.plan.entries.get(target, []) if "tags" in one.values]
    return section(target, options) if tags in made else ""


def _items(content: Fields) -> list[Fields]:
    return content.mappings("items", "experience", "item")


def _target(site: Hugo, kind: str, content: Fields) -> str:
    """Return the kind of the records that a block holds. Studies are such where the profile, which
    another block shows, has none."""
    if "experience" not in kind:
        return "awards" if kind in ("accomplishments", "resume-awards") else ""
    known = site.plan.entries.get("education", [])
    is_other = any("authors/" in one.source for one in known)
    is_one = _OF_STUDIES.match(str(content.get("title"))) and not is_other
    return "education" if is_one else "experience"


Found = tuple[str, SourcePage, FieldReader, str]
"""A page as `Hugo.pages` yields it."""


def take_pages(site: Hugo, owners: Owners, done: tuple[str, ...]) -> None:
    """Take all pages to where they were that are in none of the folders `done`."""
    pages = [
        one for one in site.pages("")
        if one[0] not in site.plan.taken
        and not (key := site.place_of(one[0]).key.lower()).startswith(done) and key != "_index"
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
        is_index = posixpath.basename(below) == "_index"
        is_list = is_index and bool(fields.text("title"))
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
        lists += [document] if is_index and not made else []
        if not (is_index or made or fields.flag("show_date") is False):
            document.front["date"] = fields.day("date")
        site.bundle_files(path, was)
    _list_pages(site, lists, done)


def _summary(site: Hugo, path: str, fields: FieldReader) -> str:
    """Return what a page without a text showed: its picture, its summary and its links."""
    folder = posixpath.dirname(path)
    beside = [p for p in site.tree.below(f"{folder}/featured.") if posixpath.dirname(p) == folder
              and not site.options.samples.holds_file(site.tree, p)]  # fmt: skip
    parts = [
        *(f"![]({posixpath.basename(one)})" for one in beside[:1]),
        fields.text("summary"),
        ", ".join(f"[{name}]({to})" for name, to in links_of(fields).items()),
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
    projects = projects_of(site, fields)
    if projects:
        site.plan.findings.add("lost", "field", path, f"projects: {', '.join(projects)}")
    fields.value("slug", "draft", "date", "featured", "url")
    fields.rest(not_needed=NOT_NEEDED["hugo: fields"])


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
        if folder in named or f"{folder}/".lower().startswith(done) or was in addresses:
            continue
        title = re.sub(r"[-_]+", " ", folder).title()
        lists.append(Document(source=path, target="", address=was, front={"title": title}))
        add_page(site, lists[-1])
        del site.plan.taken[path]
        site.plan.findings.add("changed", "list-added", posixpath.dirname(path), title, was)
    for document in lists:
        here = site.place_of(document.source)
        where = (here.language.folder, posixpath.dirname(here.key), here.language.name)
        items = "\n".join(map(_item, sorted(below.get(where, []), key=_order)))
        document.body = "\n\n".join(filter(None, (document.body, items)))
        if not document.body:
            site.plan.documents.remove(document)
            del site.plan.taken[document.source]
            site.plan.leave(document.source, "a list without text")
            site.plan.findings.add("lost", "widget", document.source, document.front["title"])


def _order(one: Document) -> tuple[float, int, str]:
    """Return what Hugo sorts by: the weight, 0 being the last, the newest, the title."""
    day = int(day_of(str(one.variables.get("date") or "")).replace("-", "").ljust(8, "0"))
    return number_of(one.variables.get("weight")) or _LAST, -day, str(one.front.get("title"))


def _item(one: Document) -> str:
    day, leads = one.front.get("date"), one.variables.get("external_link") or one.address
    return f"- [{one.front.get('title') or one.address}]({leads})" + (f", {day}" if day else "")
