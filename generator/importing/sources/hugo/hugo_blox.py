"""Hugo Blox, formerly Wowchemy and Academic: papers in folders, blocks on the home page."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from generator.importing.fields import FieldReader, Fields, day_of, flat
from generator.importing.plan import Document, Entry, SitePlan, address, id_of
from generator.importing.private_facts import service_of
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hugo.addresses import topic_pattern, urlized
from generator.importing.sources.hugo.languages import HugoLanguage, number_of
from generator.importing.sources.hugo.owner import take_owner
from generator.importing.sources.hugo.pages import take_home, take_landings, take_pages
from generator.importing.sources.hugo.papers import take_papers
from generator.importing.sources.hugo.records import (
    BOOKS,
    FOLDERS,
    add_lists,
    add_parts,
    add_record,
    beyond,
    byline,
    head_of,
    in_list,
    note_list,
    others_of,
    page_links,
    pages_of,
    preview_of,
    shows_summaries,
    summary_of,
    take_rest,
    take_talks,
)
from generator.importing.sources.hugo.site import CONFIGS, Hugo
from generator.importing.sources.source import ImportOptions, in_languages, show
from generator.model.links import slug_of

_POSTS = ("post/", "posts/", "blog/")
_OF_SITE = re.compile(r"(?i)assets/(?:media|images)/icon\.\w+")
_DONE = (
    "authors/",
    "home/",
    "admin/",
    "tags/",
    "categories/",
    *(f for some in FOLDERS.values() for f in some),
)


_LEADS = [
    (r"(/(?:tag|tags|category|categories)/[^/]+/)page/\d+/", r"\1"),
    (r"/(?:posts?|blog|tags?|categories)(?:/(?:page/\d+/)?)?", "/posts/"),
    (r"(/(?:publication|publications|project|event|talk|talks)/)page/\d+/", r"\1"),
    (r"/(?:authors?/.*|page/\d+/|home/.*)", "/"),
]
"""Lists and topics -> where they lead now."""


class HugoBlox:
    """A site made with Hugo Blox."""

    kind = "hugo-blox"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what shows that this is one: settings of Hugo, and folders of authors."""
        config = tree.first(*CONFIGS)
        if not config or not tree.below("content/"):
            return []
        found = [config]
        profile = re.compile(r"(?:content|data)/(?:.*/)?authors?/[^/]+(?:/_index\.md|\.ya?ml)")
        authors = [path for path in tree.sizes if profile.fullmatch(path)]
        found += [re.sub(r"(/authors?/).*", r"\1", authors[0])] if authors else []
        modules = tree.first("go.mod", "config/_default/module.yaml", "config/_default/module.toml")
        blox = r"wowchemy|hugo-?blox|hugo-academic|theme\s*=\s*[\"']academic"
        named = (p for p in (modules, config) if re.search(blox, tree.text_if_any(p), re.I))
        found += [f"Hugo Blox in {path}" for path in named][:1]
        return found if len(found) > 1 else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan."""
        site = Hugo.of(tree, plan, options)
        path, params = site.settings("params")
        seo = params.inside("marketing").inside("seo")
        said = str(seo.get("description") or params.get("description") or "")
        plan.site["description"] = "" if _OF_TEMPLATE.match(said) else said
        take_owner(site)
        plan.site["posts"] = {
            "permalink": "/post/:slug/",
            "tag_permalink": topic_pattern(site.permalinks, "tags"),
            "category_permalink": topic_pattern(site.permalinks, "categories"),
            "feed_addresses": ["/index.xml", "/post/index.xml"],
        }
        _projects(site)
        take_papers(site)
        take_talks(site)
        _posts(site)
        take_landings(site)
        take_home(site)
        take_pages(site, _DONE)
        add_lists(site)
        add_parts(site)
        papers = plan.lists.get("publications", "/publication/")
        plan.leads = [*_LEADS, (r"/(?:publication[_-]types?|publication-type)/.*", papers)]
        if not site.sets_formulas():  # but where a page says so; lists may repeat what pages say
            records = [one for kind in FOLDERS for one in plan.entries.get(kind, [])]
            told: list[Document | Entry] = [*plan.documents, *records]
            are_on = {part.source for part in told if site.front(part.source).is_on("math")}
            for part in told:
                is_list = bool(are_on) and re.search(r"/_index\.|/home/", part.source)
                part.delimiter = "$" if part.source in are_on or is_list else ""
        _topics(site)
        _menu(site)
        site.files()
        plan.icon = min(filter(_OF_SITE.fullmatch, tree.sizes.keys() - plan.left), default="")
        if own := [path for path in tree.below("layouts/") if _SHOWN.match(path)]:
            first = next((path for path in own if re.search("widgets|blocks|index", path)), own[0])
            plan.findings.add("lost", "own-templates", first, f"{len(own)} of layouts/")
        for path in filter(tree.has, ("assets/scss/custom.scss", "assets/css/custom.css")):
            if "{" in re.sub(r"(?s)/\*.*?\*/|//[^\n]*", "", tree.text_if_any(path)):
                plan.findings.add("lost", "own-styles", path)
        _note_data(site)
        for one in tree.below("content/", ".ipynb"):
            if one not in plan.taken and one not in plan.left:
                plan.findings.add("lost", "notebook", one)
        reader = FieldReader(site.config, site.path, plan.findings)
        reader.value("title", "baseurl", "languagecode", "contentdir", "defaultcontentlanguage")
        reader.drop(list(site.config), "setting-not-needed")
        for file, settings in ((site.path, site.config), (path, params)):
            for name in _services(settings):
                plan.findings.add("lost", "service", file, name, once=True)
        plan.site["footer"] = _foot(site, params)
        _settings_in_languages(site)
        FieldReader(params, path, plan.findings).drop(list(params), "setting-not-needed")
        texts = "".join(one.body for one in plan.documents)
        homes = (one for one in plan.documents if one.address == "/" and one.source != site.path)
        if any(":::{" not in one.body for one in homes):  # whose blocks showed no lists
            show(plan, home_sections=())
        kinds = [kind for kind in (*FOLDERS, "posts") if shows_summaries(site, kind)]
        some = [one.values for kind in kinds for one in plan.entries.get(kind, [])]
        some += [one.front for one in plan.documents if one.is_post and "posts" in kinds]
        if any(one.get("preview") for one in some):
            show(plan, teaser="small")
        for kind, entries in plan.entries.items():
            if kind not in ("people", "venues") and f":::{{{kind}}}" not in texts:
                plan.findings.add("todo", "no-section", entries[0].source, f"{len(entries)} {kind}")


_OF_TEMPLATE = re.compile(r"(?i)(?:a|the) highly.customizable hugo .*\b(?:theme|template)\b")
"""What the templates say of themselves as the site's description."""
_SHOWN = re.compile(r"layouts/(?!.*(?:head|hooks|404|jsonld|shortcodes|_markup)\b)[\w/.-]+\.html$")
"""Templates of the owner's own that show something."""


_DATA = re.compile(r"\b[Ss]ite\.Data\.(\w+)|\bhugo\.Data\.(\w+)|\.Data \"([\w-]+)\"")
"""How a template asks for data (gohugo.io, "Data sources")."""


def _note_data(site: Hugo) -> None:
    """Note the owner's data that only templates of the owner's own showed."""
    for path in site.tree.below("layouts/", ".html"):
        named = (f"data/{''.join(one)}" for one in _DATA.findall(site.tree.text_if_any(path)))
        for file in [file for one in named for end in "./" for file in site.tree.below(one + end)]:
            is_taken = file in site.plan.taken or file in site.plan.left or "/." in file
            if not (is_taken or site.options.samples.holds_file(site.tree, file)):
                site.plan.leave(file, "data of the theme")
                site.plan.findings.add("lost", "theme-data", file, f"shown by {path}")


def _projects(site: Hugo) -> None:
    for path, page, fields, was in pages_of(site, "projects"):
        document = site.document(path, page, fields, was)
        leads, subtitle = fields.text("external_link"), fields.text("subtitle").strip()
        ident, preview = id_of(site.name_of(path)), preview_of(site, fields, was)
        values = {"id": ident, "title": document.front["title"] or "TODO",
                  "tags": fields.words("tags") + fields.words("categories"),
                  "date": "" if fields.flag("show_date") is False else fields.day("date"),
                  "body": document.front["description"] or summary_of(page, fields) or subtitle,
                  "links": page_links(fields), **preview,
                  "selected": fields.flag("featured") is True}  # fmt: skip
        shown, _ = head_of(site, page, fields, preview)  # its page has the buttons
        caption = str(fields.mapping("image").get("caption") or "")
        if subtitle and values["body"] == subtitle:  # which its page shows, too
            document.body = document.body.removeprefix(f"*{subtitle}*").strip()
        document.body = beyond(document.body, str(values["body"]))
        head = [byline(site, fields), f"*{caption}*" if caption and shown else ""]
        text = "\n\n".join(filter(None, [*head, document.body]))
        values["body"] = "\n\n".join(filter(None, [str(values["body"]), head[0]]))
        entry = Entry(values=values, source=path, line=1)
        take_rest(fields)
        if (page.body.strip() and text) or fields.fields.get("sections"):
            document.body = text
            site.put(document, f"content/projects/{ident}.md")
            site.plan.add_document(document)
        elif page.body.strip():  # the record says all of it
            entry.address = values["permalink"] = was
            values["aliases"] = document.front["aliases"]
        else:
            site.plan.redirects[was] = leads or in_list(site, "projects", path, ident)
        add_record(site, "projects", path, entry)


def _posts(site: Hugo) -> None:
    for folder in _POSTS:
        for path, page, fields, was in site.pages(folder):
            name, key = site.name_of(path), site.place_of(path).key
            is_index = posixpath.basename(key) == "_index"
            if key.count("/") > 1 if is_index else fields.fields.get("type") in BOOKS:
                continue  # `take_pages` makes pages of folders inside, and of books
            if is_index:
                note_list(site, "posts", path, page, fields)
                continue
            if fields.text("widget"):
                site.plan.leave(path, "a widget or a list without text")
                continue
            if folder != "posts/":  # Hugo lists them, with and without an `_index.md`
                prefix = site.prefix_of(path)
                site.plan.redirects.setdefault(f"{prefix}/{folder}", f"{prefix}/posts/")
            document = site.document(path, page, fields, was)
            day = fields.day("date") or day_of(name) or "1970-01-01"
            if day == "1970-01-01":
                site.plan.findings.add("guessed", "date", path, "no date", day)
            slug = re.sub(r"[^\w.+-]+", "-", re.sub(r"^\d{4}-\d{2}-\d{2}-", "", name))
            site.put(document, f"content/posts/{day}-{slug}.md", _usual_address)
            preview = preview_of(site, fields, was)
            document.front |= preview | {
                "draft": not was or None,
                "tags": list(dict.fromkeys(fields.words("tags"))),
                "categories": list(dict.fromkeys(fields.words("categories"))),
                "author": others_of(site, fields),
            }
            shown, buttons = head_of(site, page, fields, preview)
            # Lists show the first paragraph, so buttons stand below the text.
            document.body = "\n\n".join(filter(None, [shown, document.body.strip(), buttons]))
            take_rest(fields)
            site.plan.add_document(document)


def _usual_address(target: str) -> str:
    """Return the address that a post in a file has without a `permalink`."""
    return f"/post/{posixpath.basename(target)[len('2000-01-01-') : -len('.md')]}/"


_SWITCH = re.compile(r"(?i)\s*(?:true|false|none|\d*|\[\])\s*")


def _services(settings: Fields, inside: str = "") -> Iterator[str]:
    """Yield the settings of services of others that say anything, with the name of their part."""
    for name, value in settings.items():
        if isinstance(value, Fields):
            yield from _services(value, name)
        elif service_of(f"{inside}.{name}") and not _SWITCH.fullmatch(str(value)):
            yield f"{inside}.{name}".strip(".")


_NOTICE = re.compile(r"\} Me\b|^(?:&copy;|\W)*\{year\}$|^This work is licensed under")
"""What templates have for a notice in the foot."""


def _foot(site: Hugo, params: Fields) -> str:
    """Return the notice and the licence that the foot of each page showed
    (`site_footer.html`)."""
    said = params.inside("footer").inside("copyright")
    link = _licence(said.inside("license") or params.inside("copyright_license"))
    notice = str(said.get("notice") or site.config.get("copyright") or "").strip()
    notice = "" if _NOTICE.search(notice) else notice
    notice += "" if "{license}" in notice else " · {license}"
    notice = notice if link else re.sub(r"[^.·]*\{license\}\.?", "", notice)
    name = site.names.get("admin", "")
    for word, value in (("year", site.options.today[:4]), ("license", link), ("name", name)):
        notice = notice.replace(f"{{{word}}}", value)
    return notice.strip(" ·")


def _licence(said: Fields) -> str:
    parts = ["by", "" if said.is_on("allow_commercial") else "nc"]
    shared = "sa" if said.is_on("share_alike") else ""
    name = "-".join(filter(None, [*parts, shared if said.is_on("allow_derivatives") else "nd"]))
    link = f"[CC {name.upper()} 4.0](https://creativecommons.org/licenses/{name}/4.0/)"
    return link if said.is_on("enable") else ""


def _settings_in_languages(site: Hugo) -> None:
    """Take the title and the description of each further language."""
    main = site.places.main
    for one in site.places.languages:
        said = one.settings.inside("params").get("description")
        for name, text in (("title", one.settings.get("title")), ("description", said)):
            known = site.plan.site.get(name) or ("" if one == main else site.config.get(name) or "")
            if text and one == main:
                site.plan.site[name] = str(text)
            elif text:
                site.plan.site[name] = in_languages(known, str(text), main.code, one.code)


def _topics(site: Hugo) -> None:
    """Have the page of each topic of records lead to their list, since Masthead makes such pages of
    posts alone, and those of posts to the new ones if these have another address. Those of other
    pages are gone."""
    records = [(kind, one) for kind in FOLDERS for one in site.plan.entries.get(kind, [])]
    for name in ("tags", "categories"):
        pattern = topic_pattern(site.permalinks, name)
        for page in site.plan.documents:
            for topic in page.front.get(name) or ():
                slugs = urlized(topic, site.config), slug_of(topic)
                was, new = (pattern.replace(":slug", slug) for slug in slugs)
                if not page.is_post:
                    site.plan.made_addresses.add(was)
                    site.plan.gone[was] = "a topic of pages, of which no list is made"
                elif was != new:
                    site.plan.redirects[was] = new
        for kind, entry in records:
            front = entry.values if name == "tags" else site.front(entry.source)
            for topic in flat(front.get(name)):
                was = pattern.replace(":slug", urlized(topic, site.config))
                site.plan.redirects.setdefault(was, in_list(site, kind, entry.source, "")[:-1])


def _menu(site: Hugo) -> None:
    """Take the menu; entries of further languages are names of those that lead to the same."""
    main, *others = site.places.languages
    names = {one.code: dict(_menu_in(site, one)) for one in others}
    site.empty -= {one.address for one in site.plan.documents}
    pages = [one for one in site.texts("") if re.search(r"(?:^|/)(?:_index\.|home/)", one)]
    home = next((one.body for one in site.plan.documents if one.address == "/"), "")
    said = "\n".join([home, *pages, *map(site.tree.text_if_any, pages)])
    begins = re.match(r"\s*#+ .*\{(#[\w-]+)\}", home)
    first = begins[1] if begins else "/"
    for to, name in _menu_in(site, main):
        label: Any = name
        for code, known in names.items():
            label = in_languages(label, known.pop(to, ""), main.code, code)
        to = "/" if to == first else to
        if _is_dead(to, said) or {address("", to, "/"), to} & site.empty:
            site.plan.findings.add("lost" if to in site.lost else "left", "theme-block", site.path,
                                   f"menu: {name}")  # fmt: skip
            continue
        site.plan.menu.append({"to": f"/{to}" if to.startswith("#") else to, "label": label})
    for code, left in names.items():
        for to, name in left.items():
            where = to if ":" in to else f"/{to.lstrip('/')}"
            site.plan.findings.add("lost", "menu", site.path, f"{code}: {name}: {where}")


def _is_dead(to: str, said: str) -> bool:
    """Whether an entry of the menu leads to a place that the old home did not have either: to no
    block, by its id or file, and to no heading."""
    name = re.escape(to[1:])
    words = r"\W+".join(map(re.escape, to[1:].split("-")))
    forms = rf"\bid\s*[:=]\s*[\"']?{name}\b|#{name}\}}|^#+ .*{words}|/{name}(?:\.\w+)?\.md$"
    return to.startswith("#") and not re.search(rf"(?im)\bid=[\"']?{name}|{forms}", said)


def _with_levels(site: Hugo, entries: list[Fields]) -> list[Fields]:
    """Return entries of a menu in Hugo's order, each with those below it (`parent`) after it.

    Hugo sorts by weight, 0 being the last, then by name. An entry that only opened a menu below
    it is gone; that there was one is a finding.
    """
    entries.sort(key=lambda one: str(one.get("name")).casefold())
    entries.sort(key=lambda one: number_of(one.get("weight")) or float("inf"))
    pages = {one.address.strip("/") for one in site.plan.documents}
    found = []
    for top in (one for one in entries if not one.get("parent")):
        names = (top.said("identifier"), top.said("name"))
        below = [one for one in entries if one.get("parent") and str(one["parent"]) in names]
        to = str(top.get("url") or top.get("pageRef") or "#").strip("/")
        if not below or (to and to in pages):
            found.append(top)
        if below:
            site.plan.findings.add("changed", "menu-levels", site.path, names[1], once=True)
        found += below
    return found


def _menu_in(site: Hugo, language: HugoLanguage) -> list[tuple[str, str]]:
    """Return the entries of a menu, where they lead and their names, by their weights."""
    menus = language.settings.inside("menu") or language.settings.inside("menus")
    if language == site.places.main:
        menus = menus or site.settings("menus")[1] or site.settings("menu")[1]
    entries = _with_levels(site, menus.mappings("main"))
    found = [(one.said("url", "pageRef"), _label(one)) for one in entries]
    below = re.compile(rf"^/?{re.escape(language.name)}(?:/|$)")
    return [(below.sub("", to).lstrip("/") or "/", name) for to, name in found if to and name]


def _label(entry: Fields) -> str:
    """Return the name of an entry of a menu; one that shows an icon alone has that of the icon."""
    icon = re.search(r"fa[bsr]? fa-([\w-]+)", entry.said("pre"))
    name = re.sub(r"<[^<>]+>", "", entry.said("name"))
    return name or (icon[1].replace("-", " ").title() if icon else "")
